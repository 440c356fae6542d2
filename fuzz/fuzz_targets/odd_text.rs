//! Turns the fuzzer's bytes into configurations with real keys and odd values. Mutations of plain
//! text seldom get that far, because they break the JSON first.

use libfuzzer_sys::arbitrary::{Result, Unstructured};

/// Keys of the root, apart from rotary parameters.
const OUTER: &[&str] = &[
    "num_attention_heads",
    "n_heads",
    "num_key_value_heads",
    "hidden_size",
    "d_model",
    "head_dim",
    "d_kv",
    "qk_rope_head_dim",
    "global_head_dim",
    "rotary_dim",
    "max_position_embeddings",
    "n_positions",
    "original_max_position_embeddings",
    "partial_rotary_factor",
    "rotary_pct",
    "rope_theta",
    "rope_ratio",
    "rotary_emb_base",
    "rope_local_base_freq",
    "global_rope_theta",
    "local_rope_theta",
    "compress_rope_theta",
    "rope_interleave",
    "position_embedding_type",
    "alibi",
    "relative_attention_num_buckets",
    "relative_attention_max_distance",
    "rope_dim\\n",
];

/// Keys of the root that say what layers there are, and what they keep of a text.
const STACK: &[&str] = &[
    "num_hidden_layers",
    "n_layer",
    "num_layers",
    "decoder_layers",
    "layer_types",
    "layers_block_type",
    "sliding_window",
    "sliding_window_pattern",
    "use_sliding_window",
    "max_window_layers",
    "attention_chunk_size",
    "full_attention_interval",
    "global_attn_every_n_layers",
    "no_rope_layers",
    "no_rope_layer_interval",
    "hybrid_override_pattern",
    "attn_layer_indices",
    "attn_layer_offset",
    "attn_layer_period",
    "full_attn_idxs",
    "linear_attn_config",
    "per_layer_config",
    "multi_query",
    "new_decoder_architecture",
    "num_kv_heads",
    "num_kv_shared_layers",
    "num_global_key_value_heads",
    "attention_k_eq_v",
    "kv_lora_rank",
    "qk_nope_head_dim",
    "v_head_dim",
    "index_head_dim",
    "indexer_types",
    "conv_L_cache",
    "conv_kernel",
    "expand",
    "state_size",
    "mamba_d_conv",
    "mamba_d_ssm",
    "mamba_d_state",
    "mamba_expand",
    "mamba_head_dim",
    "mamba_num_heads",
    "mamba_n_groups",
    "linear_conv_kernel_dim",
    "linear_key_head_dim",
    "linear_num_key_heads",
    "linear_value_head_dim",
];

/// Lists of the types of layers.
const STACKS: &[&str] = &[
    "[\"full_attention\", \"sliding_attention\"]",
    "[\"linear_attention\", \"full_attention\"]",
    "[\"mamba\", \"attention\", \"moe\"]",
    "[\"conv\", \"full_attention\"]",
    "[\"chunked_attention\", \"hybrid\", \"other\"]",
    "\"M-M*E-\"",
    "\"LLLG\"",
];

/// Keys of a set of rotary parameters.
const INNER: &[&str] = &[
    "rope_type",
    "type",
    "rope_theta",
    "factor",
    "original_max_position_embeddings",
    "partial_rotary_factor",
    "attention_factor",
    "beta_fast",
    "beta_slow",
    "mscale",
    "mscale_all_dim",
    "truncate",
    "short_factor",
    "long_factor",
    "low_freq_factor",
    "high_freq_factor",
    "alpha",
    "mrope_section",
    "mrope_interleaved",
    "short_mscale",
];

const LAYER_TYPES: &[&str] = &["full_attention", "sliding_attention", "main", "", "\\u001b"];

/// One class of each kind in the table of families, and some that are not in it.
const MODEL_TYPES: &[&str] = &[
    "llama",
    "qwen2_vl",
    "qwen3",
    "phi",
    "phi3",
    "glm4",
    "zamba2",
    "gpt_neox",
    "gptj",
    "chatglm",
    "deepseek_v3",
    "deepseek_v4",
    "minicpm3",
    "gemma3_text",
    "gemma4_text",
    "modernbert",
    "olmo3",
    "gpt_oss",
    "mistral4",
    "mimo_v2_flash",
    "beam",
    "step3p5",
    "cosmos3_edge_text",
    "bloom",
    "mpt",
    "t5",
    "gpt2",
    "mamba",
    "mamba2",
    "falcon",
    "gpt_bigcode",
    "gemma3n_text",
    "deepseek_v32",
    "kimi_linear",
    "qwen3_next",
    "minimax",
    "lfm2",
    "bamba",
    "granitemoehybrid",
    "falcon_h1",
    "jamba",
    "nemotron_h",
    "zamba",
    "bart",
    "bert",
    "laguna",
    "exaone4",
    "llama4_text",
    "smollm3",
    "new",
    "",
];

const RULES: &[&str] = &[
    "default",
    "linear",
    "dynamic",
    "yarn",
    "longrope",
    "su",
    "llama3",
    "proportional",
    "mrope",
    "magic",
];

const ODD: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-0.0",
    "-1",
    "1",
    "2",
    "3",
    "7",
    "0.25",
    "0.5",
    "1.5",
    "64",
    "128",
    "4096",
    "1e4",
    "1e6",
    "1e9",
    "1e12",
    "1e13",
    "1e-6",
    "1e-7",
    "1e300",
    "1e-300",
    "5e-324",
    "9007199254740993",
    "1048577",
    "65537",
    "\"8\"",
    "\"nan\"",
    "\"absolute\"",
    "\"alibi\"",
    "[]",
    "[16, 24, 24]",
    "[1e6, 0.5]",
    "{}",
    "NaN",
    "-Infinity",
];

/// Values that take much more memory than text; each is repeated many times.
const SMALL: &[&str] = &["0", "[0]", "{\"\":0}", "[[[[0]]]]", "\"\"", "{}"];

/// Returns the text that `bytes` describe. When they run out, the first entry of each list is
/// chosen.
pub(crate) fn text(bytes: &[u8]) -> Result<String> {
    let mut bytes = Unstructured::new(bytes);
    let mut text = String::from("{\"model_type\": \"");
    text += bytes.choose(MODEL_TYPES)?;
    text.push('"');
    members(&mut text, OUTER, &mut bytes)?;
    members(&mut text, STACK, &mut bytes)?;
    for key in ["rope_scaling", "rope_parameters", "attn_config"] {
        if bytes.ratio(1, 2)? {
            text += &format!(", \"{key}\": ");
            match bytes.ratio(1, 3)? {
                true => nested(&mut text, &mut bytes)?,
                false => parameters(&mut text, &mut bytes)?,
            }
        }
    }
    // Only rarely, because it is slow: texts up to slightly more than the longest accepted.
    if bytes.arbitrary::<u16>()? == 0xffff {
        let small = *bytes.choose(SMALL)?;
        let length = 1_usize << bytes.int_in_range(10..=20)?;
        let times = length / (small.len() + 1);
        text += &format!(", \"x\": [{}0]", format!("{small},").repeat(times));
    }
    match bytes.ratio(1, 8)? {
        true => Ok(format!("{{\"text_config\": {text}}}}}")),
        false => Ok(text + "}"),
    }
}

/// Writes rotary parameters by layer type.
fn nested(text: &mut String, bytes: &mut Unstructured<'_>) -> Result<()> {
    text.push('{');
    for place in 0..bytes.int_in_range(0..=3)? {
        if place > 0 {
            text.push(',');
        }
        *text += &format!("\"{}\": ", bytes.choose(LAYER_TYPES)?);
        match bytes.ratio(1, 8)? {
            true => *text += "null",
            false => parameters(text, bytes)?,
        }
    }
    text.push('}');
    Ok(())
}

fn parameters(text: &mut String, bytes: &mut Unstructured<'_>) -> Result<()> {
    let rule = bytes.choose(RULES)?;
    *text += &format!("{{\"rope_type\": \"{rule}\"");
    members(text, INNER, bytes)?;
    text.push('}');
    Ok(())
}

/// Writes some of `keys`, each after a comma. If a key appears twice, the second one counts, as in
/// Python.
fn members(text: &mut String, keys: &[&str], bytes: &mut Unstructured<'_>) -> Result<()> {
    for _ in 0..bytes.int_in_range(0..=8)? {
        *text += &format!(", \"{}\": ", bytes.choose(keys)?);
        match bytes.int_in_range(0..=6)? {
            6 => *text += bytes.choose(STACKS)?,
            0 | 1 => *text += bytes.choose(ODD)?,
            2 => *text += &format!("{:e}", bytes.arbitrary::<f64>()?).replace("inf", "NaN"),
            3 => *text += &bytes.arbitrary::<u16>()?.to_string(),
            4 => *text += &format!("\"{}\"", bytes.choose(RULES)?),
            _ => {
                let number = *bytes.choose(ODD)?;
                let times = bytes.int_in_range(0..=64)?;
                *text += &format!("[{}]", vec![number; times].join(","));
            }
        }
    }
    Ok(())
}
