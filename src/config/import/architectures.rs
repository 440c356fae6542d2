//! The architectures of GGUF files, and the classes of Hugging Face that they stand for.
//!
//! Source: `LLM_ARCH_NAMES` of llama.cpp and the classes that its converter registers.

/// Returns the class (`model_type`) that an architecture stands for. Classes whose parameters
/// differ by layer type in more than the base are left out, because GGUF cannot say them.
pub(super) fn class_of(architecture: &str) -> Option<&'static str> {
    let same = SAME.iter().find(|name| **name == architecture).copied();
    let row = OTHERS.iter().find(|(name, _)| *name == architecture);
    same.or(row.map(|(_, class)| *class))
}

const SAME: &[&str] = &[
    "afmoe",
    "apertus",
    "arcee",
    "bert",
    "bitnet",
    "bloom",
    "chatglm",
    "cohere2",
    "dbrx",
    "dots1",
    "ernie4_5",
    "eurobert",
    "exaone4",
    "falcon",
    "gemma",
    "gemma2",
    "glm4",
    "gpt2",
    "gptj",
    "granite",
    "granitemoe",
    "hy_v3",
    "jamba",
    "lfm2",
    "llama",
    "mamba",
    "mamba2",
    "minicpm3",
    "mistral",
    "mistral4",
    "mpt",
    "nemotron",
    "olmo",
    "olmo2",
    "olmoe",
    "phi3",
    "phimoe",
    "qwen",
    "qwen2",
    "qwen3",
    "seed_oss",
    "smollm3",
    "stablelm",
    "starcoder2",
    "t5",
];

const OTHERS: &[(&str, &str)] = &[
    ("cohere2moe", "cohere2_moe"),
    ("command-r", "cohere"),
    ("deepseek2", "deepseek_v3"),
    ("deepseek32", "deepseek_v32"),
    ("ernie4_5-moe", "ernie4_5_moe"),
    ("exaone-moe", "exaone_moe"),
    ("falcon-h1", "falcon_h1"),
    ("gemma3", "gemma3_text"),
    ("gemma3n", "gemma3n_text"),
    ("glm-dsa", "glm_moe_dsa"),
    ("glm4moe", "glm4_moe"),
    ("gpt-oss", "gpt_oss"),
    ("gptneox", "gpt_neox"),
    ("granitehybrid", "granitemoehybrid"),
    ("hunyuan-dense", "hunyuan_v1_dense"),
    ("hunyuan-moe", "hunyuan_v1_moe"),
    ("jina-bert-v3", "jina_embeddings_v3"),
    ("lfm2moe", "lfm2_moe"),
    ("llama4", "llama4_text"),
    ("minimax-m2", "minimax_m2"),
    ("mistral3", "ministral3"),
    ("modern-bert", "modernbert"),
    ("nomic-bert", "nomic_bert"),
    ("phi2", "phi"),
    ("qwen2moe", "qwen2_moe"),
    ("qwen2vl", "qwen2_vl"),
    ("qwen35", "qwen3_5_text"),
    ("qwen35moe", "qwen3_5_moe_text"),
    ("qwen3moe", "qwen3_moe"),
    ("qwen3next", "qwen3_next"),
    ("qwen3vl", "qwen3_vl_text"),
    ("qwen3vlmoe", "qwen3_vl_moe_text"),
    ("starcoder", "gpt_bigcode"),
];

/// The architectures whose axes of M-RoPE alternate.
pub(super) const ALTERNATING: &[&str] = &["qwen3vl", "qwen3vlmoe", "qwen35", "qwen35moe"];
