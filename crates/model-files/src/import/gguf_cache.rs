//! What the layers of a GGUF file keep of a text, as the keys of a `config.json`.
//!
//! Source: the classes `Qwen3NextModel`, `DeepseekV2Model`, `DeepseekV32Model`, `DeepseekV4Model`, `LFM2Model` and `GraniteHybridModel` of
//! `convert_hf_to_gguf.py` (llama.cpp, September 2026), which write these keys.

use serde_json::{Map, Value, json};

use super::notes::value_of;

/// Keys of the header, each with the key of the configuration from which the converter writes it.
type Names = &'static [(&'static str, &'static str)];

const DELTA: Names = &[
    ("ssm.conv_kernel", "linear_conv_kernel_dim"),
    ("ssm.state_size", "linear_key_head_dim"),
    ("ssm.group_count", "linear_num_key_heads"),
    ("ssm.time_step_rank", "linear_num_value_heads"),
    ("full_attention_interval", "full_attention_interval"),
];

const LATENT: Names = &[
    ("attention.kv_lora_rank", "kv_lora_rank"),
    ("attention.value_length_mla", "v_head_dim"),
    ("attention.indexer.key_length", "index_head_dim"),
];

const COMPRESSED: Names = &[("attention.indexer.key_length", "index_head_dim")];

const CONVOLUTION: Names = &[("shortconv.l_cache", "conv_L_cache")];

const MAMBA2: Names = &[
    ("ssm.conv_kernel", "mamba_d_conv"),
    ("ssm.state_size", "mamba_d_state"),
    ("ssm.group_count", "mamba_n_groups"),
    ("ssm.time_step_rank", "mamba_n_heads"),
];

/// What a class keeps beside keys and values: the names of its keys, and the word for its layers without attention if the
/// header gives these no heads.
fn names(class: &str) -> (Names, Option<&'static str>) {
    match class {
        "qwen3_next" | "qwen3_5_text" | "qwen3_5_moe_text" => (DELTA, None),
        "deepseek_v3" | "deepseek_v32" => (LATENT, None),
        "deepseek_v4" => (COMPRESSED, None),
        "lfm2" | "lfm2_moe" => (CONVOLUTION, Some("conv")),
        "granitemoehybrid" => (MAMBA2, Some("mamba")),
        "falcon_h1" => (MAMBA2, None),
        _ => (&[], None),
    }
}

/// Writes the sizes of states, compressed keys and convolutions, and the types of layers that only the numbers of their heads
/// tell. `get` returns the value of a key of the header.
pub(super) fn write<'a>(
    class: &str,
    get: impl Fn(&str) -> Option<&'a Value>,
    config: &mut Map<String, Value>,
) {
    let (names, without_attention) = names(class);
    let number = |key: &str| get(key).and_then(Value::as_f64);
    for (key, name) in names {
        if let Some(number) = number(key) {
            config.insert((*name).to_owned(), value_of(number));
        }
    }
    let inner = number("ssm.inner_size").zip(number("ssm.time_step_rank"));
    let inner = inner.filter(|(size, n_heads)| *n_heads > 0.0 && size % n_heads == 0.0);
    match (names == DELTA, class, inner) {
        (true, _, Some((size, n_heads))) => {
            let dim = value_of(size / n_heads);
            config.insert("linear_value_head_dim".to_owned(), dim);
        }
        (_, "falcon_h1", Some((size, _))) => {
            config.insert("mamba_d_ssm".to_owned(), value_of(size));
        }
        _ => {}
    }
    let ratios = get("attention.compress_ratios").filter(|_| class == "deepseek_v4");
    if let (Some(Value::Array(ratios)), Some(n_layers)) = (ratios, number("block_count"))
        // A list that was cut when it was printed says nothing of the other layers.
        && ratios.len() as f64 >= n_layers
    {
        config.insert("compress_ratios".to_owned(), json!(ratios));
    }
    let heads = get("attention.head_count_kv").and_then(Value::as_array);
    if let (Some(word), Some(heads)) = (without_attention, heads) {
        let attention = if word == "conv" {
            "full_attention"
        } else {
            "attention"
        };
        let name = |heads: &Value| {
            if heads.as_f64() == Some(0.0) {
                word
            } else {
                attention
            }
        };
        let types: Vec<&str> = heads.iter().map(name).collect();
        config.insert("layer_types".to_owned(), json!(types));
    }
}
