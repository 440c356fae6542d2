//! Published models: the positional keys of their `config.json` files, with source and date.

use std::sync::LazyLock;

use super::Subject;

/// A published model.
///
/// ```
/// use phasor_report::shelf::{SHELF, published};
///
/// let llama = published("llama-3.1-8b").unwrap();
/// assert_eq!((llama.title, llama.month), ("Llama 3.1 8B", "2024-07"));
/// assert_eq!(llama.source, "meta-llama/Llama-3.1-8B");
/// assert_eq!(llama.year(), 2024);
/// assert!(llama.text.contains("500000"));
/// assert_eq!(llama.subject().unwrap().title(), "Llama 3.1 8B");
/// assert!(SHELF.len() >= 60);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// The name in addresses.
    pub name: &'static str,
    /// The usual name.
    pub title: &'static str,
    /// The repository on the Hugging Face hub with the `config.json`.
    pub source: &'static str,
    /// The month in which the model was published, such as `2024-07`.
    pub month: &'static str,
    /// The keys of its `config.json` that concern positions.
    pub text: &'static str,
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

/// A row of the shelf; the file of a model has its name in addresses.
macro_rules! model {
    ($month:literal, $name:literal, $title:literal, $source:literal) => {
        Published {
            name: $name,
            title: $title,
            source: $source,
            month: $month,
            text: include_str!(concat!("../../../assets/models/", $name, ".json")),
        }
    };
}

/// All models, in the order in which they were published.
pub const SHELF: &[Published] = &[
    model!(
        "2018-10",
        "bert-base",
        "BERT base",
        "google-bert/bert-base-uncased"
    ),
    model!("2019-02", "gpt2", "GPT-2", "openai-community/gpt2"),
    model!("2019-10", "t5-small", "T5 small", "google-t5/t5-small"),
    model!(
        "2022-02",
        "gpt-neox-20b",
        "GPT-NeoX 20B",
        "EleutherAI/gpt-neox-20b"
    ),
    model!(
        "2022-07",
        "bloom-560m",
        "BLOOM 560M",
        "bigscience/bloom-560m"
    ),
    model!("2023-04", "falcon-7b", "Falcon 7B", "tiiuae/falcon-7b"),
    model!(
        "2023-04",
        "pythia-160m",
        "Pythia 160M",
        "EleutherAI/pythia-160m"
    ),
    model!("2023-05", "falcon-40b", "Falcon 40B", "tiiuae/falcon-40b"),
    model!(
        "2023-05",
        "mpt-7b-instruct",
        "MPT 7B Instruct",
        "mosaicml/mpt-7b-instruct"
    ),
    model!(
        "2023-07",
        "llama-2-7b",
        "Llama 2 7B",
        "meta-llama/Llama-2-7b-hf"
    ),
    model!(
        "2023-08",
        "codellama-7b",
        "Code Llama 7B",
        "codellama/CodeLlama-7b-hf"
    ),
    model!(
        "2023-09",
        "mistral-7b-v0.1",
        "Mistral 7B v0.1",
        "mistralai/Mistral-7B-v0.1"
    ),
    model!("2023-09", "phi-1_5", "Phi-1.5", "microsoft/phi-1_5"),
    model!(
        "2023-09",
        "stablelm-3b-4e1t",
        "StableLM 3B 4E1T",
        "stabilityai/stablelm-3b-4e1t"
    ),
    model!("2023-11", "yi-34b", "Yi 34B", "01-ai/Yi-34B"),
    model!(
        "2023-12",
        "mixtral-8x7b",
        "Mixtral 8x7B",
        "mistralai/Mixtral-8x7B-v0.1"
    ),
    model!("2024-02", "gemma-7b", "Gemma 7B", "google/gemma-7b"),
    model!(
        "2024-02",
        "nomic-embed-v1",
        "Nomic Embed v1",
        "nomic-ai/nomic-embed-text-v1"
    ),
    model!(
        "2024-02",
        "starcoder2-3b",
        "StarCoder2 3B",
        "bigcode/starcoder2-3b"
    ),
    model!(
        "2024-03",
        "command-r-v01",
        "Command R",
        "CohereLabs/c4ai-command-r-v01"
    ),
    model!(
        "2024-04",
        "phi-3-mini-128k",
        "Phi-3 mini 128K",
        "microsoft/Phi-3-mini-128k-instruct"
    ),
    model!(
        "2024-04",
        "phi-3-mini-4k",
        "Phi-3 mini 4K",
        "microsoft/Phi-3-mini-4k-instruct"
    ),
    model!(
        "2024-05",
        "deepseek-v2-lite",
        "DeepSeek-V2-Lite",
        "deepseek-ai/DeepSeek-V2-Lite"
    ),
    model!(
        "2024-05",
        "llava-next-video-7b",
        "LLaVA-NeXT-Video 7B",
        "llava-hf/LLaVA-NeXT-Video-7B-hf"
    ),
    model!("2024-06", "gemma-2-9b", "Gemma 2 9B", "google/gemma-2-9b"),
    model!(
        "2024-07",
        "llama-3.1-8b",
        "Llama 3.1 8B",
        "meta-llama/Llama-3.1-8B"
    ),
    model!(
        "2024-08",
        "phi-3.5-mini",
        "Phi-3.5 mini",
        "microsoft/Phi-3.5-mini-instruct"
    ),
    model!(
        "2024-08",
        "phi-3.5-moe",
        "Phi-3.5 MoE",
        "microsoft/Phi-3.5-MoE-instruct"
    ),
    model!(
        "2024-08",
        "qwen2-vl-7b",
        "Qwen2-VL 7B",
        "Qwen/Qwen2-VL-7B-Instruct"
    ),
    model!(
        "2024-09",
        "jina-embeddings-v3",
        "Jina Embeddings v3",
        "jinaai/jina-embeddings-v3-hf"
    ),
    model!(
        "2024-09",
        "llama-3.2-1b",
        "Llama 3.2 1B",
        "meta-llama/Llama-3.2-1B"
    ),
    model!(
        "2024-09",
        "llama-3.2-3b",
        "Llama 3.2 3B",
        "meta-llama/Llama-3.2-3B"
    ),
    model!(
        "2024-09",
        "minicpm3-4b",
        "MiniCPM3 4B",
        "openbmb/MiniCPM3-4B"
    ),
    model!(
        "2024-09",
        "nemotron-mini-4b",
        "Nemotron Mini 4B",
        "nvidia/Nemotron-Mini-4B-Instruct"
    ),
    model!(
        "2024-09",
        "qwen2.5-7b-instruct",
        "Qwen2.5 7B Instruct",
        "Qwen/Qwen2.5-7B-Instruct"
    ),
    model!(
        "2024-12",
        "deepseek-v3",
        "DeepSeek-V3",
        "deepseek-ai/DeepSeek-V3"
    ),
    model!(
        "2024-12",
        "exaone-3.5-7.8b",
        "EXAONE 3.5 7.8B",
        "LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct"
    ),
    model!(
        "2024-12",
        "modernbert-base",
        "ModernBERT base",
        "answerdotai/ModernBERT-base"
    ),
    model!(
        "2025-01",
        "qwen2.5-vl-7b",
        "Qwen2.5-VL 7B",
        "Qwen/Qwen2.5-VL-7B-Instruct"
    ),
    model!(
        "2025-02",
        "phi-4-mini",
        "Phi-4 mini",
        "microsoft/Phi-4-mini-instruct"
    ),
    model!("2025-03", "csm-1b", "CSM 1B", "sesame/csm-1b"),
    model!(
        "2025-03",
        "gemma-3-1b",
        "Gemma 3 1B",
        "google/gemma-3-1b-it"
    ),
    model!(
        "2025-03",
        "gemma-3-27b",
        "Gemma 3 27B",
        "google/gemma-3-27b-it"
    ),
    model!(
        "2025-03",
        "gemma-3-4b-it",
        "Gemma 3 4B",
        "google/gemma-3-4b-it"
    ),
    model!(
        "2025-03",
        "llama-nemotron-super-49b",
        "Llama 3.3 Nemotron Super 49B",
        "nvidia/Llama-3_3-Nemotron-Super-49B-v1"
    ),
    model!(
        "2025-04",
        "bamba-9b-v2",
        "Bamba 9B v2",
        "ibm-ai-platform/Bamba-9B-v2"
    ),
    model!(
        "2025-04",
        "bitnet-2b-4t",
        "BitNet b1.58 2B4T",
        "microsoft/bitnet-b1.58-2B-4T"
    ),
    model!(
        "2025-04",
        "glm-4-9b-0414",
        "GLM-4 9B 0414",
        "zai-org/GLM-4-9B-0414"
    ),
    model!(
        "2025-04",
        "internvl3-8b",
        "InternVL3 8B",
        "OpenGVLab/InternVL3-8B-hf"
    ),
    model!(
        "2025-04",
        "llama-4-scout",
        "Llama 4 Scout",
        "meta-llama/Llama-4-Scout-17B-16E-Instruct"
    ),
    model!("2025-04", "qwen3-8b", "Qwen3 8B", "Qwen/Qwen3-8B"),
    model!("2025-06", "afm-4.5b", "AFM 4.5B", "arcee-ai/AFM-4.5B"),
    model!(
        "2025-07",
        "exaone-4.0-32b",
        "EXAONE 4.0 32B",
        "LGAI-EXAONE/EXAONE-4.0-32B"
    ),
    model!(
        "2025-07",
        "glm-4.1v-9b",
        "GLM-4.1V 9B Thinking",
        "zai-org/GLM-4.1V-9B-Thinking"
    ),
    model!("2025-07", "glm-4.5", "GLM-4.5", "zai-org/GLM-4.5"),
    model!(
        "2025-07",
        "kimi-k2",
        "Kimi K2",
        "moonshotai/Kimi-K2-Instruct"
    ),
    model!(
        "2025-07",
        "smollm3-3b",
        "SmolLM3 3B",
        "HuggingFaceTB/SmolLM3-3B"
    ),
    model!(
        "2025-08",
        "gpt-oss-20b",
        "gpt-oss 20B",
        "openai/gpt-oss-20b"
    ),
    model!(
        "2025-08",
        "hunyuan-7b",
        "Hunyuan 7B",
        "tencent/Hunyuan-7B-Instruct"
    ),
    model!(
        "2025-09",
        "apertus-8b",
        "Apertus 8B",
        "swiss-ai/Apertus-8B-2509"
    ),
    model!(
        "2025-09",
        "qwen3-next-80b",
        "Qwen3-Next 80B A3B",
        "Qwen/Qwen3-Next-80B-A3B-Instruct"
    ),
    model!(
        "2025-10",
        "lfm2-8b-a1b",
        "LFM2 8B A1B",
        "LiquidAI/LFM2-8B-A1B"
    ),
    model!(
        "2025-10",
        "qwen3-vl-32b",
        "Qwen3-VL 32B",
        "Qwen/Qwen3-VL-32B-Instruct"
    ),
    model!(
        "2025-11",
        "olmo-3-32b",
        "OLMo 3 32B",
        "allenai/Olmo-3-32B-Think"
    ),
    model!(
        "2025-12",
        "mimo-v2-flash",
        "MiMo-V2-Flash",
        "XiaomiMiMo/MiMo-V2-Flash"
    ),
    model!(
        "2025-12",
        "ministral-3-3b",
        "Ministral 3 3B",
        "mistralai/Ministral-3-3B-Instruct-2512"
    ),
    model!(
        "2025-12",
        "solar-open-100b",
        "Solar Open 100B",
        "upstage/Solar-Open-100B"
    ),
    model!("2026-02", "glm-5", "GLM-5", "zai-org/GLM-5"),
    model!(
        "2026-02",
        "minimax-m2.5",
        "MiniMax-M2.5",
        "MiniMaxAI/MiniMax-M2.5"
    ),
    model!("2026-02", "qwen3.5-27b", "Qwen3.5 27B", "Qwen/Qwen3.5-27B"),
    model!(
        "2026-03",
        "mistral-small-4-119b",
        "Mistral Small 4 119B",
        "mistralai/Mistral-Small-4-119B-2603"
    ),
    model!(
        "2026-04",
        "deepseek-v4-flash",
        "DeepSeek-V4-Flash",
        "deepseek-ai/DeepSeek-V4-Flash"
    ),
    model!(
        "2026-04",
        "gemma-4-26b-a4b",
        "Gemma 4 26B A4B",
        "google/gemma-4-26B-A4B"
    ),
    model!(
        "2026-04",
        "laguna-xs.2",
        "Laguna XS.2",
        "poolside/Laguna-XS.2"
    ),
    model!(
        "2026-04",
        "mistral-medium-3.5",
        "Mistral Medium 3.5",
        "mistralai/Mistral-Medium-3.5-128B"
    ),
    model!(
        "2026-06",
        "kimi-k2.7-code-nvfp4",
        "Kimi K2.7 Code (NVFP4)",
        "nvidia/Kimi-K2.7-Code-NVFP4"
    ),
];
