//! The architectures of GGUF files, and the classes of Hugging Face whose weights they hold.
//!
//! Source: `llama_model_rope_type` of `src/llama-model.cpp` and the classes that `conversion` registers, llama.cpp in
//! September 2026.

use phasor_encoding::Pairing;

/// Returns the class (`model_type`) that an architecture stands for. Classes whose parameters
/// differ by layer type in more than the base are left out, because GGUF cannot say them.
pub(super) fn class_of(architecture: &str) -> Option<&'static str> {
    let row = all().find(|(_, (name, _))| *name == architecture);
    row.and_then(|(_, (_, classes))| classes.first().copied())
}

/// Returns the architecture that llama.cpp gives a class (`model_type`), and the layout of pairs in its files, if the class
/// rotates.
///
/// ```
/// use phasor_model_files::import::architecture_of;
/// use phasor_encoding::Pairing;
///
/// assert_eq!(architecture_of("mistral"), Some(("llama", Pairing::Interleaved)));
/// assert_eq!(architecture_of("qwen2"), Some(("qwen2", Pairing::HalfSplit)));
/// assert_eq!(architecture_of("gpt2"), None);
/// ```
#[must_use]
pub fn architecture_of(class: &str) -> Option<(&'static str, Pairing)> {
    let (pairing, (name, _)) = all().find(|(_, (_, classes))| classes.contains(&class))?;
    Some((*name, pairing?))
}

/// The name of an architecture, and its classes; an import stands for the first.
type Architecture = (&'static str, &'static [&'static str]);

fn all() -> impl Iterator<Item = (Option<Pairing>, &'static Architecture)> {
    let groups = [
        (Some(Pairing::Interleaved), INTERLEAVED),
        (Some(Pairing::HalfSplit), HALF_SPLIT),
        (None, STILL),
    ];
    groups
        .into_iter()
        .flat_map(|(pairing, rows)| rows.iter().map(move |row| (pairing, row)))
}

/// `LLAMA_ROPE_TYPE_NORM`.
const INTERLEAVED: &[Architecture] = &[
    ("arcee", &["arcee"]),
    ("chameleon", &["chameleon"]),
    ("chatglm", &["chatglm", "glm"]),
    ("cohere2", &["cohere2"]),
    ("cohere2moe", &["cohere2_moe"]),
    ("command-r", &["cohere"]),
    (
        "deepseek2",
        &["deepseek_v3", "deepseek_v2", "youtu", "glm4_moe_lite"],
    ),
    ("deepseek32", &["deepseek_v32"]),
    ("deepseek4", &["deepseek_v4"]),
    ("ernie4_5", &["ernie4_5"]),
    ("ernie4_5-moe", &["ernie4_5_moe"]),
    ("glm-dsa", &["glm_moe_dsa"]),
    ("glm4", &["glm4"]),
    ("granite", &["granite"]),
    ("granite_swa", &["granite_swa", "granitemoe_swa"]),
    ("granitehybrid", &["granitemoehybrid", "bamba"]),
    ("granitemoe", &["granitemoe", "granitemoeshared"]),
    (
        "llama",
        &["llama", "mistral", "mixtral", "internlm3", "iquestcoder"],
    ),
    ("llama4", &["llama4_text", "llama4"]),
    ("mistral3", &["ministral3", "mistral3"]),
    ("mistral4", &["mistral4"]),
    ("olmo", &["olmo"]),
    ("smollm3", &["smollm3"]),
    ("starcoder", &["gpt_bigcode"]),
];

/// `LLAMA_ROPE_TYPE_NEOX`, and M-RoPE, which lies in the same way.
const HALF_SPLIT: &[Architecture] = &[
    ("afmoe", &["afmoe"]),
    ("apertus", &["apertus"]),
    ("bert", &["bert"]),
    ("bitnet", &["bitnet"]),
    ("dbrx", &["dbrx"]),
    ("dots1", &["dots1"]),
    ("eurobert", &["eurobert"]),
    ("exaone-moe", &["exaone_moe"]),
    ("exaone4", &["exaone4", "exaone4_5"]),
    ("falcon", &["falcon"]),
    ("falcon-h1", &["falcon_h1"]),
    ("gemma", &["gemma"]),
    ("gemma2", &["gemma2"]),
    ("gemma3", &["gemma3_text", "gemma3"]),
    ("gemma3n", &["gemma3n_text", "gemma3n"]),
    (
        "gemma4",
        &["gemma4_text", "gemma4_unified", "gemma4_unified_text"],
    ),
    (
        "glm4moe",
        &["glm4_moe", "glm4v_moe", "glm4v_moe_text", "solar_open"],
    ),
    ("gpt-oss", &["gpt_oss"]),
    ("gptneox", &["gpt_neox"]),
    ("hrm_text", &["hrm_text"]),
    ("hunyuan-dense", &["hunyuan_v1_dense"]),
    ("hunyuan-moe", &["hunyuan_v1_moe"]),
    ("hy_v3", &["hy_v3"]),
    ("jais2", &["jais2"]),
    ("jina-bert-v3", &["jina_embeddings_v3"]),
    ("laguna", &["laguna"]),
    ("lfm2", &["lfm2"]),
    ("lfm2moe", &["lfm2_moe"]),
    ("mellum", &["mellum"]),
    ("mimo2", &["mimo_v2_flash"]),
    ("minicpm3", &["minicpm3"]),
    ("minimax-m2", &["minimax_m2"]),
    ("minimax-m3", &["minimax_m3_vl_text"]),
    ("modern-bert", &["modernbert"]),
    ("nemotron", &["nemotron"]),
    ("nomic-bert", &["nomic_bert"]),
    ("olmo2", &["olmo2", "olmo3"]),
    ("olmoe", &["olmoe"]),
    ("phi2", &["phi"]),
    ("phi3", &["phi3"]),
    ("phimoe", &["phimoe"]),
    ("qwen", &["qwen"]),
    ("qwen2", &["qwen2"]),
    ("qwen2moe", &["qwen2_moe"]),
    (
        "qwen2vl",
        &["qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text"],
    ),
    ("qwen3", &["qwen3"]),
    ("qwen35", &["qwen3_5_text", "qwen3_5"]),
    ("qwen35moe", &["qwen3_5_moe_text", "qwen3_5_moe"]),
    ("qwen3moe", &["qwen3_moe"]),
    ("qwen3next", &["qwen3_next"]),
    ("qwen3vl", &["qwen3_vl_text", "qwen3_vl"]),
    ("qwen3vlmoe", &["qwen3_vl_moe_text", "qwen3_vl_moe"]),
    ("qwen4exp", &["qwen4_exp_text"]),
    ("seed_oss", &["seed_oss"]),
    ("stablelm", &["stablelm"]),
    ("starcoder2", &["starcoder2"]),
];

/// `LLAMA_ROPE_TYPE_NONE`.
const STILL: &[Architecture] = &[
    ("bloom", &["bloom"]),
    ("gpt2", &["gpt2"]),
    ("gptj", &["gptj"]),
    ("jamba", &["jamba"]),
    ("mamba", &["mamba"]),
    ("mamba2", &["mamba2"]),
    ("mpt", &["mpt"]),
    ("t5", &["t5"]),
];

/// The architectures whose axes of M-RoPE alternate.
pub(super) const ALTERNATING: &[&str] = &["qwen3vl", "qwen3vlmoe", "qwen35", "qwen35moe"];
