//! Published models: the positional keys of their `config.json` files, with source and date.
//!
//! `assets/model-sources.tsv` has a line for each file: the public repository that holds a copy of the published file,
//! the revision that was read, and the path in it. After `#` the path names an entry of a table of models. A copy names
//! its model, but not always whether it is the base model or the one that follows instructions; their positions are the
//! same.

use std::sync::LazyLock;

use super::Subject;

/// A published model.
///
/// ```
/// use phasor_report::shelf::{Revision, SHELF, published};
///
/// let llama = published("llama-3.1-8b").unwrap();
/// assert_eq!((llama.title, llama.month), ("Llama 3.1 8B", "2024-07"));
/// assert_eq!(llama.source, "meta-llama/Llama-3.1-8B");
/// assert_eq!(llama.year(), 2024);
/// assert_eq!(llama.revision, Revision::Recorded);
/// assert!(llama.text.contains("500000"));
/// assert_eq!(llama.subject().unwrap().title(), "Llama 3.1 8B");
/// assert!(SHELF.len() >= 150);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// The name in addresses.
    pub name: &'static str,
    /// The usual name.
    pub title: &'static str,
    /// The repository on the Hugging Face hub with the `config.json`.
    pub source: &'static str,
    /// The month in which the model was announced, such as `2024-07`. No file has it.
    pub month: &'static str,
    /// Whether the revision that was read is known.
    pub revision: Revision,
    /// The keys of its `config.json` that concern positions.
    pub text: &'static str,
}

/// Whether the revision of a file that was read is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revision {
    /// `assets/model-sources.tsv` names it.
    Recorded,
    /// The file was read before the shelf recorded revisions, and no public copy with a revision was found.
    NotFoundAgain,
}

impl Published {
    /// Returns the year in which the model was published.
    #[must_use]
    pub fn year(&self) -> u16 {
        let year = self.month.split('-').next();
        year.and_then(|year| year.parse().ok())
            .expect("every month of the shelf begins with its year")
    }

    /// Returns the model, read. A test reads every model, so this is never `None`.
    #[must_use]
    pub fn subject(&self) -> Option<Subject> {
        Subject::read(self.text)
            .ok()
            .map(|subject| subject.called(self.title))
    }
}

/// Returns the model with that name in addresses.
#[must_use]
pub fn published(name: &str) -> Option<&'static Published> {
    SHELF.iter().find(|model| model.name == name)
}

/// Returns every model with what its text means. Each text is read once.
pub(super) fn subjects() -> impl Iterator<Item = &'static (&'static Published, Subject)> {
    static READ: LazyLock<Vec<(&Published, Subject)>> = LazyLock::new(|| {
        let read = |published: &'static Published| {
            let subject = published.subject();
            (
                published,
                subject.expect("a test reads every model of the shelf"),
            )
        };
        SHELF.iter().map(read).collect()
    });
    READ.iter()
}

/// The shelf from its rows: month, name in addresses, usual name and repository on the hub. The file of a model has its
/// name in addresses. A last word `not_found_again` says that its revision is not known.
macro_rules! shelf {
    ($($month:literal $name:literal $title:literal $source:literal $($mark:ident)?;)*) => {
        &[$(Published {
            name: $name,
            title: $title,
            source: $source,
            month: $month,
            revision: revision!($($mark)?),
            text: include_str!(concat!("../../../assets/models/", $name, ".json")),
        }),*]
    };
}

/// What the last word of a row means.
macro_rules! revision {
    () => {
        Revision::Recorded
    };
    (not_found_again) => {
        Revision::NotFoundAgain
    };
}

/// All models, in the order in which they were published.
pub const SHELF: &[Published] = shelf! {
    "2018-10" "bert-base" "BERT base" "google-bert/bert-base-uncased";
    "2019-02" "gpt2" "GPT-2" "openai-community/gpt2";
    "2019-05" "gpt2-medium" "GPT-2 medium" "openai-community/gpt2-medium";
    "2019-10" "t5-small" "T5 small" "google-t5/t5-small";
    "2021-03" "gpt-neo-125m" "GPT-Neo 125M" "EleutherAI/gpt-neo-125m";
    "2021-06" "gpt-j-6b" "GPT-J 6B" "EleutherAI/gpt-j-6b";
    "2021-08" "all-minilm-l6-v2" "all-MiniLM-L6 v2" "sentence-transformers/all-MiniLM-L6-v2";
    "2021-08" "all-roberta-large" "all-RoBERTa large" "sentence-transformers/all-roberta-large-v1";
    "2022-02" "gpt-neox-20b" "GPT-NeoX 20B" "EleutherAI/gpt-neox-20b" not_found_again;
    "2022-07" "bloom-560m" "BLOOM 560M" "bigscience/bloom-560m" not_found_again;
    "2022-10" "flan-t5-base" "FLAN-T5 base" "google/flan-t5-base";
    "2022-12" "santacoder" "SantaCoder" "bigcode/gpt_bigcode-santacoder";
    "2023-04" "falcon-7b" "Falcon 7B" "tiiuae/falcon-7b";
    "2023-04" "pythia-160m" "Pythia 160M" "EleutherAI/pythia-160m";
    "2023-05" "falcon-40b" "Falcon 40B" "tiiuae/falcon-40b";
    "2023-05" "mpt-7b-instruct" "MPT 7B Instruct" "mosaicml/mpt-7b-instruct" not_found_again;
    "2023-05" "redpajama-3b" "RedPajama-INCITE 3B" "togethercomputer/RedPajama-INCITE-Chat-3B-v1";
    "2023-06" "multilingual-e5-large" "Multilingual E5 large" "intfloat/multilingual-e5-large";
    "2023-06" "phi-1" "Phi-1" "microsoft/phi-1";
    "2023-06" "wizardcoder-15b" "WizardCoder 15B" "WizardLMTeam/WizardCoder-15B-V1.0";
    "2023-07" "llama-2-13b-chat" "Llama 2 13B Chat" "meta-llama/Llama-2-13b-chat-hf";
    "2023-07" "llama-2-7b" "Llama 2 7B" "meta-llama/Llama-2-7b-hf";
    "2023-08" "codellama-13b" "Code Llama 13B" "codellama/CodeLlama-13b-hf";
    "2023-08" "codellama-34b" "Code Llama 34B" "codellama/CodeLlama-34b-hf";
    "2023-08" "codellama-7b" "Code Llama 7B" "codellama/CodeLlama-7b-hf";
    "2023-09" "baichuan2-7b" "Baichuan 2 7B" "baichuan-inc/Baichuan2-7B-Chat";
    "2023-09" "bge-small-en-v1.5" "BGE small v1.5" "BAAI/bge-small-en-v1.5";
    "2023-09" "falcon-180b" "Falcon 180B" "tiiuae/falcon-180B";
    "2023-09" "mistral-7b-v0.1" "Mistral 7B v0.1" "mistralai/Mistral-7B-v0.1";
    "2023-09" "phi-1_5" "Phi-1.5" "microsoft/phi-1_5";
    "2023-09" "stablelm-3b-4e1t" "StableLM 3B 4E1T" "stabilityai/stablelm-3b-4e1t";
    "2023-10" "chatglm3-6b" "ChatGLM3 6B" "zai-org/chatglm3-6b";
    "2023-11" "qwen-1.8b" "Qwen 1.8B" "Qwen/Qwen-1_8B-Chat";
    "2023-11" "yi-34b" "Yi 34B" "01-ai/Yi-34B";
    "2023-12" "mixtral-8x7b" "Mixtral 8x7B" "mistralai/Mixtral-8x7B-v0.1";
    "2023-12" "phi-2" "Phi-2" "microsoft/phi-2";
    "2023-12" "tinyllama-1.1b" "TinyLlama 1.1B" "TinyLlama/TinyLlama-1.1B-Chat-v1.0";
    "2024-01" "bge-m3" "BGE M3" "BAAI/bge-m3";
    "2024-01" "deepseek-moe-16b" "DeepSeekMoE 16B" "deepseek-ai/deepseek-moe-16b-chat";
    "2024-01" "internlm2-7b" "InternLM2 7B" "internlm/internlm2-7b";
    "2024-01" "orion-14b" "Orion 14B" "OrionStarAI/Orion-14B-Chat";
    "2024-01" "stablelm-2-1.6b" "StableLM 2 1.6B" "stabilityai/stablelm-2-zephyr-1_6b";
    "2024-02" "gemma-2b" "Gemma 2B" "google/gemma-2b-it";
    "2024-02" "gemma-7b" "Gemma 7B" "google/gemma-7b";
    "2024-02" "nomic-embed-v1" "Nomic Embed v1" "nomic-ai/nomic-embed-text-v1" not_found_again;
    "2024-02" "qwen1.5-4b" "Qwen1.5 4B" "Qwen/Qwen1.5-4B-Chat";
    "2024-02" "starcoder2-3b" "StarCoder2 3B" "bigcode/starcoder2-3b" not_found_again;
    "2024-02" "starcoder2-7b" "StarCoder2 7B" "bigcode/starcoder2-7b";
    "2024-03" "command-r-v01" "Command R" "CohereLabs/c4ai-command-r-v01" not_found_again;
    "2024-03" "qwen1.5-moe" "Qwen1.5-MoE A2.7B" "Qwen/Qwen1.5-MoE-A2.7B-Chat";
    "2024-04" "arctic-embed-m" "Arctic Embed M" "Snowflake/snowflake-arctic-embed-m";
    "2024-04" "llama-3-8b" "Llama 3 8B" "meta-llama/Meta-Llama-3-8B-Instruct";
    "2024-04" "minicpm-2b-128k" "MiniCPM 2B 128K" "openbmb/MiniCPM-2B-128k";
    "2024-04" "minicpm-moe-8x2b" "MiniCPM-MoE 8x2B" "openbmb/MiniCPM-MoE-8x2B";
    "2024-04" "mixtral-8x22b" "Mixtral 8x22B" "mistralai/Mixtral-8x22B-v0.1";
    "2024-04" "phi-3-mini-128k" "Phi-3 mini 128K" "microsoft/Phi-3-mini-128k-instruct";
    "2024-04" "phi-3-mini-4k" "Phi-3 mini 4K" "microsoft/Phi-3-mini-4k-instruct" not_found_again;
    "2024-05" "aya-23-8b" "Aya 23 8B" "CohereLabs/aya-23-8B";
    "2024-05" "deepseek-v2-lite" "DeepSeek-V2-Lite" "deepseek-ai/DeepSeek-V2-Lite";
    "2024-05" "llava-next-video-7b" "LLaVA-NeXT-Video 7B" "llava-hf/LLaVA-NeXT-Video-7B-hf" not_found_again;
    "2024-05" "mistral-7b-v0.3" "Mistral 7B v0.3" "mistralai/Mistral-7B-Instruct-v0.3";
    "2024-06" "gemma-2-27b" "Gemma 2 27B" "google/gemma-2-27b-it";
    "2024-06" "gemma-2-9b" "Gemma 2 9B" "google/gemma-2-9b";
    "2024-06" "qwen2-0.5b" "Qwen2 0.5B" "Qwen/Qwen2-0.5B-Instruct";
    "2024-06" "qwen2-72b" "Qwen2 72B" "Qwen/Qwen2-72B-Instruct";
    "2024-06" "qwen2-7b" "Qwen2 7B" "Qwen/Qwen2-7B-Instruct";
    "2024-07" "gemma-2-2b" "Gemma 2 2B" "google/gemma-2-2b-it";
    "2024-07" "internlm2.5-7b" "InternLM2.5 7B" "internlm/internlm2_5-7b-chat";
    "2024-07" "llama-3.1-405b" "Llama 3.1 405B" "meta-llama/Meta-Llama-3.1-405B";
    "2024-07" "llama-3.1-70b" "Llama 3.1 70B" "meta-llama/Meta-Llama-3.1-70B";
    "2024-07" "llama-3.1-8b" "Llama 3.1 8B" "meta-llama/Llama-3.1-8B";
    "2024-07" "mistral-nemo" "Mistral Nemo" "mistralai/Mistral-Nemo-Instruct-2407";
    "2024-07" "smollm-1.7b" "SmolLM 1.7B" "HuggingFaceTB/SmolLM-1.7B-Instruct";
    "2024-08" "phi-3.5-mini" "Phi-3.5 mini" "microsoft/Phi-3.5-mini-instruct";
    "2024-08" "phi-3.5-moe" "Phi-3.5 MoE" "microsoft/Phi-3.5-MoE-instruct";
    "2024-08" "qwen2-audio-7b" "Qwen2-Audio 7B" "Qwen/Qwen2-Audio-7B-Instruct";
    "2024-08" "qwen2-vl-2b" "Qwen2-VL 2B" "Qwen/Qwen2-VL-2B-Instruct";
    "2024-08" "qwen2-vl-7b" "Qwen2-VL 7B" "Qwen/Qwen2-VL-7B-Instruct";
    "2024-09" "jina-embeddings-v3" "Jina Embeddings v3" "jinaai/jina-embeddings-v3-hf" not_found_again;
    "2024-09" "llama-3.2-11b-vision" "Llama 3.2 11B Vision" "meta-llama/Llama-3.2-11B-Vision-Instruct";
    "2024-09" "llama-3.2-1b" "Llama 3.2 1B" "meta-llama/Llama-3.2-1B";
    "2024-09" "llama-3.2-3b" "Llama 3.2 3B" "meta-llama/Llama-3.2-3B";
    "2024-09" "llama-3.2-90b-vision" "Llama 3.2 90B Vision" "meta-llama/Llama-3.2-90B-Vision-Instruct";
    "2024-09" "minicpm3-4b" "MiniCPM3 4B" "openbmb/MiniCPM3-4B";
    "2024-09" "nemotron-mini-4b" "Nemotron Mini 4B" "nvidia/Nemotron-Mini-4B-Instruct" not_found_again;
    "2024-09" "qwen2.5-14b" "Qwen2.5 14B" "Qwen/Qwen2.5-14B";
    "2024-09" "qwen2.5-32b" "Qwen2.5 32B" "Qwen/Qwen2.5-32B";
    "2024-09" "qwen2.5-3b" "Qwen2.5 3B" "Qwen/Qwen2.5-3B-Instruct";
    "2024-09" "qwen2.5-7b-instruct" "Qwen2.5 7B Instruct" "Qwen/Qwen2.5-7B-Instruct";
    "2024-10" "smollm2-1.7b" "SmolLM2 1.7B" "HuggingFaceTB/SmolLM2-1.7B";
    "2024-10" "smollm2-360m" "SmolLM2 360M" "HuggingFaceTB/SmolLM2-360M-Instruct";
    "2024-11" "olmo-2-7b" "OLMo 2 7B" "allenai/OLMo-2-1124-7B";
    "2024-12" "deepseek-v3" "DeepSeek-V3" "deepseek-ai/DeepSeek-V3";
    "2024-12" "exaone-3.5-7.8b" "EXAONE 3.5 7.8B" "LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct";
    "2024-12" "falcon3-7b" "Falcon3 7B" "tiiuae/Falcon3-7B-Base";
    "2024-12" "granite-embedding-125m" "Granite Embedding 125M" "ibm-granite/granite-embedding-125m-english";
    "2024-12" "megrez-3b" "Megrez 3B" "Infinigence/Megrez-3B-Instruct";
    "2024-12" "modernbert-base" "ModernBERT base" "answerdotai/ModernBERT-base" not_found_again;
    "2024-12" "phi-4" "Phi-4" "microsoft/phi-4";
    "2025-01" "deepseek-r1" "DeepSeek-R1" "deepseek-ai/DeepSeek-R1";
    "2025-01" "deepseek-r1-qwen-1.5b" "DeepSeek-R1 Distill Qwen 1.5B" "deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B";
    "2025-01" "qwen2.5-vl-7b" "Qwen2.5-VL 7B" "Qwen/Qwen2.5-VL-7B-Instruct";
    "2025-02" "allam-7b" "ALLaM 7B" "humain-ai/ALLaM-7B-Instruct-preview";
    "2025-02" "phi-4-mini" "Phi-4 mini" "microsoft/Phi-4-mini-instruct";
    "2025-03" "csm-1b" "CSM 1B" "sesame/csm-1b" not_found_again;
    "2025-03" "gemma-3-1b" "Gemma 3 1B" "google/gemma-3-1b-it";
    "2025-03" "gemma-3-27b" "Gemma 3 27B" "google/gemma-3-27b-it";
    "2025-03" "gemma-3-4b-it" "Gemma 3 4B" "google/gemma-3-4b-it";
    "2025-03" "llama-nemotron-super-49b" "Llama 3.3 Nemotron Super 49B" "nvidia/Llama-3_3-Nemotron-Super-49B-v1";
    "2025-03" "nemotron-h-56b" "Nemotron-H 56B" "nvidia/Nemotron-H-56B-Base-8K";
    "2025-03" "olmo-2-32b" "OLMo 2 32B" "allenai/OLMo-2-0325-32B";
    "2025-03" "qwen2.5-omni-7b" "Qwen2.5-Omni 7B" "Qwen/Qwen2.5-Omni-7B";
    "2025-04" "bamba-9b-v2" "Bamba 9B v2" "ibm-ai-platform/Bamba-9B-v2" not_found_again;
    "2025-04" "bitnet-2b-4t" "BitNet b1.58 2B4T" "microsoft/bitnet-b1.58-2B-4T" not_found_again;
    "2025-04" "glm-4-9b-0414" "GLM-4 9B 0414" "zai-org/GLM-4-9B-0414" not_found_again;
    "2025-04" "granite-3.3-8b" "Granite 3.3 8B" "ibm-granite/granite-3.3-8b-instruct";
    "2025-04" "internvl3-8b" "InternVL3 8B" "OpenGVLab/InternVL3-8B-hf" not_found_again;
    "2025-04" "llama-4-maverick" "Llama 4 Maverick" "meta-llama/Llama-4-Maverick-17B-128E-Instruct";
    "2025-04" "llama-4-scout" "Llama 4 Scout" "meta-llama/Llama-4-Scout-17B-16E-Instruct";
    "2025-04" "mimo-7b" "MiMo 7B" "XiaomiMiMo/MiMo-7B-Base";
    "2025-04" "qwen3-0.6b" "Qwen3 0.6B" "Qwen/Qwen3-0.6B";
    "2025-04" "qwen3-14b" "Qwen3 14B" "Qwen/Qwen3-14B";
    "2025-04" "qwen3-235b-a22b" "Qwen3 235B A22B" "Qwen/Qwen3-235B-A22B";
    "2025-04" "qwen3-30b-a3b" "Qwen3 30B A3B" "Qwen/Qwen3-30B-A3B";
    "2025-04" "qwen3-32b" "Qwen3 32B" "Qwen/Qwen3-32B";
    "2025-04" "qwen3-4b" "Qwen3 4B" "Qwen/Qwen3-4B";
    "2025-04" "qwen3-8b" "Qwen3 8B" "Qwen/Qwen3-8B";
    "2025-06" "afm-4.5b" "AFM 4.5B" "arcee-ai/AFM-4.5B" not_found_again;
    "2025-06" "minicpm4-8b" "MiniCPM4 8B" "openbmb/MiniCPM4-8B";
    "2025-06" "qwen3-embedding-8b" "Qwen3-Embedding 8B" "Qwen/Qwen3-Embedding-8B";
    "2025-07" "exaone-4.0-32b" "EXAONE 4.0 32B" "LGAI-EXAONE/EXAONE-4.0-32B";
    "2025-07" "glm-4.1v-9b" "GLM-4.1V 9B Thinking" "zai-org/GLM-4.1V-9B-Thinking" not_found_again;
    "2025-07" "glm-4.5" "GLM-4.5" "zai-org/GLM-4.5" not_found_again;
    "2025-07" "kimi-k2" "Kimi K2" "moonshotai/Kimi-K2-Instruct";
    "2025-07" "qwen3-30b-2507" "Qwen3 30B A3B Instruct 2507" "Qwen/Qwen3-30B-A3B-Instruct-2507";
    "2025-07" "qwen3-coder-480b" "Qwen3-Coder 480B A35B" "Qwen/Qwen3-Coder-480B-A35B-Instruct";
    "2025-07" "smollm3-3b" "SmolLM3 3B" "HuggingFaceTB/SmolLM3-3B" not_found_again;
    "2025-07" "voxtral-mini-3b" "Voxtral Mini 3B" "mistralai/Voxtral-Mini-3B-2507";
    "2025-08" "gpt-oss-120b" "gpt-oss 120B" "openai/gpt-oss-120b";
    "2025-08" "gpt-oss-20b" "gpt-oss 20B" "openai/gpt-oss-20b";
    "2025-08" "hunyuan-7b" "Hunyuan 7B" "tencent/Hunyuan-7B-Instruct" not_found_again;
    "2025-09" "apertus-8b" "Apertus 8B" "swiss-ai/Apertus-8B-2509" not_found_again;
    "2025-09" "qwen3-next-80b" "Qwen3-Next 80B A3B" "Qwen/Qwen3-Next-80B-A3B-Instruct";
    "2025-10" "lfm2-8b-a1b" "LFM2 8B A1B" "LiquidAI/LFM2-8B-A1B" not_found_again;
    "2025-10" "qwen3-vl-32b" "Qwen3-VL 32B" "Qwen/Qwen3-VL-32B-Instruct";
    "2025-10" "qwen3-vl-4b" "Qwen3-VL 4B" "Qwen/Qwen3-VL-4B-Instruct";
    "2025-11" "olmo-3-32b" "OLMo 3 32B" "allenai/Olmo-3-32B-Think" not_found_again;
    "2025-12" "deepseek-v3.2" "DeepSeek-V3.2" "deepseek-ai/DeepSeek-V3.2";
    "2025-12" "devstral-2-123b" "Devstral 2 123B" "mistralai/Devstral-2-123B-Instruct-2512";
    "2025-12" "devstral-small-2-24b" "Devstral Small 2 24B" "mistralai/Devstral-Small-2-24B-Instruct-2512";
    "2025-12" "mimo-v2-flash" "MiMo-V2-Flash" "XiaomiMiMo/MiMo-V2-Flash";
    "2025-12" "ministral-3-3b" "Ministral 3 3B" "mistralai/Ministral-3-3B-Instruct-2512";
    "2025-12" "nemotron-3-nano" "Nemotron 3 Nano 30B A3B" "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16";
    "2025-12" "olmo-3.1-32b" "OLMo 3.1 32B" "allenai/Olmo-3.1-32B-Instruct";
    "2025-12" "solar-open-100b" "Solar Open 100B" "upstage/Solar-Open-100B" not_found_again;
    "2026-01" "kimi-k2.5" "Kimi K2.5" "moonshotai/Kimi-K2.5";
    "2026-01" "lfm2.5-vl-1.6b" "LFM2.5-VL 1.6B" "LiquidAI/LFM2.5-VL-1.6B";
    "2026-02" "glm-5" "GLM-5" "zai-org/GLM-5";
    "2026-02" "minimax-m2.5" "MiniMax-M2.5" "MiniMaxAI/MiniMax-M2.5";
    "2026-02" "qwen3.5-122b-a10b" "Qwen3.5 122B A10B" "Qwen/Qwen3.5-122B-A10B";
    "2026-02" "qwen3.5-27b" "Qwen3.5 27B" "Qwen/Qwen3.5-27B";
    "2026-02" "qwen3.5-35b-a3b" "Qwen3.5 35B A3B" "Qwen/Qwen3.5-35B-A3B";
    "2026-02" "qwen3.5-397b-a17b" "Qwen3.5 397B A17B" "Qwen/Qwen3.5-397B-A17B";
    "2026-03" "glm-5.1" "GLM-5.1" "zai-org/GLM-5.1";
    "2026-03" "minimax-m2.7" "MiniMax-M2.7" "MiniMaxAI/MiniMax-M2.7";
    "2026-03" "mistral-small-4-119b" "Mistral Small 4 119B" "mistralai/Mistral-Small-4-119B-2603" not_found_again;
    "2026-03" "nemotron-3-super" "Nemotron 3 Super 120B A12B (FP8)" "nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-FP8";
    "2026-03" "qwen3.5-9b" "Qwen3.5 9B" "Qwen/Qwen3.5-9B";
    "2026-04" "deepseek-v4-flash" "DeepSeek-V4-Flash" "deepseek-ai/DeepSeek-V4-Flash";
    "2026-04" "deepseek-v4-pro" "DeepSeek-V4-Pro" "deepseek-ai/DeepSeek-V4-Pro";
    "2026-04" "gemma-4-26b-a4b" "Gemma 4 26B A4B" "google/gemma-4-26B-A4B";
    "2026-04" "gemma-4-31b-nvfp4" "Gemma 4 31B (NVFP4)" "nvidia/Gemma-4-31B-IT-NVFP4";
    "2026-04" "gemma-4-e2b" "Gemma 4 E2B" "google/gemma-4-E2B-it";
    "2026-04" "laguna-xs.2" "Laguna XS.2" "poolside/Laguna-XS.2" not_found_again;
    "2026-04" "mistral-medium-3.5" "Mistral Medium 3.5" "mistralai/Mistral-Medium-3.5-128B" not_found_again;
    "2026-04" "qwen3.6-27b-nvfp4" "Qwen3.6 27B (NVFP4)" "nvidia/Qwen3.6-27B-NVFP4";
    "2026-06" "glm-5.2" "GLM-5.2" "zai-org/GLM-5.2";
    "2026-06" "kimi-k2.7-code-nvfp4" "Kimi K2.7 Code (NVFP4)" "nvidia/Kimi-K2.7-Code-NVFP4";
    "2026-06" "nemotron-3-ultra" "Nemotron 3 Ultra" "nvidia/NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16";
};
