//! The `params.json` of Meta's and Mistral's own code.
//!
//! Sources: `llama-models` of Meta, `mistral-inference`, and what vLLM makes of the latter's
//! `yarn`.

use serde_json::{Map, Value, json};

use super::notes::Notes;

type Object = Map<String, Value>;

/// The keys of the sizes, with their names in a `config.json`.
const SIZES: &[(&str, &str)] = &[
    ("dim", "hidden_size"),
    ("n_layers", "num_hidden_layers"),
    ("n_heads", "num_attention_heads"),
    ("n_kv_heads", "num_key_value_heads"),
    ("head_dim", "head_dim"),
    ("max_seq_len", "max_position_embeddings"),
    ("max_position_embeddings", "max_position_embeddings"),
    ("rope_theta", "rope_theta"),
];

/// Keys that only Meta's files have, and keys that only Mistral's have.
const METAS: &[&str] = &["multiple_of", "ffn_dim_multiplier", "use_scaled_rope"];
const MISTRALS: &[&str] = &["hidden_dim", "head_dim", "sliding_window", "yarn"];

/// Other keys about rotation that are read.
const READ: &[&str] = &[
    "use_scaled_rope",
    "rope_scale_factor",
    "rope_scaling_factor",
    "rope_high_freq_factor",
    "yarn",
];

/// The original length and the lower bound of Meta's rule, which its code fixes.
const LLAMA3_LENGTH: usize = 8192;

/// The longest text of the models with that rule, as Hugging Face has it.
const LLAMA3_LONGEST: usize = 131_072;

/// Returns the `config.json` of the same model.
pub(super) fn config(params: &Object, notes: &mut Notes) -> Object {
    let has = |key: &&str| params.contains_key(*key);
    let is_mistral = MISTRALS.iter().any(has) && !METAS.iter().any(has);
    let mut config = Object::new();
    for (key, name) in SIZES {
        if let Some(value) = params.get(*key) {
            config.insert((*name).to_owned(), value.clone());
        }
    }
    if !is_there(params, "rope_theta") {
        config.insert("rope_theta".to_owned(), json!(10_000));
        notes.add("`rope_theta` is missing; 10000 is used, as in the code of the model.");
    }
    // The weights of these files have not been permuted for the class of transformers.
    config.insert("rope_interleave".to_owned(), json!(true));
    notes.add(
        "The weights of such a file pair neighbouring components, so `rope_interleave` is true; \
         those on Hugging Face are permuted to half-split pairs.",
    );
    match is_mistral {
        true => mistral(params, &mut config, notes),
        false => meta(params, &mut config, notes),
    }
    report_unread(params, notes);
    config
}

fn is_there(params: &Object, key: &str) -> bool {
    params.get(key).is_some_and(|value| !value.is_null())
}

fn meta(params: &Object, config: &mut Object, notes: &mut Notes) {
    config.insert("model_type".to_owned(), json!("llama"));
    if params.get("use_scaled_rope").and_then(Value::as_bool) != Some(true) {
        return;
    }
    let given = |keys: &[&str]| keys.iter().find_map(|key| params.get(*key)?.as_f64());
    let factor = given(&["rope_scale_factor", "rope_scaling_factor"]);
    if factor.is_none() {
        notes.add(
            "`use_scaled_rope` has no factor; 8 is used, as in Llama 3.1. Hugging Face gives 32 \
             for the 1B and 3B models of Llama 3.2.",
        );
    }
    let rule = json!({
        "rope_type": "llama3",
        "factor": factor.unwrap_or(8.0),
        "low_freq_factor": 1.0,
        "high_freq_factor": given(&["rope_high_freq_factor"]).unwrap_or(4.0),
        "original_max_position_embeddings": LLAMA3_LENGTH,
    });
    config.insert("rope_scaling".to_owned(), rule);
    config.insert("max_position_embeddings".to_owned(), json!(LLAMA3_LONGEST));
    notes.add("Such a file gives no longest text; 131072 is used, as on Hugging Face.");
}

fn mistral(params: &Object, config: &mut Object, notes: &mut Notes) {
    config.insert("model_type".to_owned(), json!("mistral"));
    // The class has a default window if the key is missing.
    let window = params.get("sliding_window").cloned();
    config.insert("sliding_window".to_owned(), window.unwrap_or(Value::Null));
    let Some(yarn) = params.get("yarn").and_then(Value::as_object) else {
        return;
    };
    let mut rule = Object::new();
    rule.insert("rope_type".to_owned(), json!("yarn"));
    for (key, name) in [
        ("factor", "factor"),
        (
            "original_max_position_embeddings",
            "original_max_position_embeddings",
        ),
        ("beta", "beta_fast"),
        ("alpha", "beta_slow"),
    ] {
        if let Some(value) = yarn.get(key) {
            rule.insert(name.to_owned(), value.clone());
        }
    }
    if yarn.get("apply_scale").and_then(Value::as_bool) == Some(false) {
        rule.insert("attention_factor".to_owned(), json!(1.0));
        notes.add("`yarn.apply_scale` is false, so cosines and sines are not multiplied.");
    }
    config.insert("rope_scaling".to_owned(), Value::Object(rule));
}

fn report_unread(params: &Object, notes: &mut Notes) {
    let is_read = |key: &str| READ.contains(&key) || SIZES.iter().any(|(name, _)| *name == key);
    let is_about_rotation = |key: &str| {
        ["rope", "rotary", "scaling"]
            .iter()
            .any(|word| key.contains(word))
            || key.contains("nope")
    };
    let keys = params.keys().map(String::as_str);
    for key in keys.filter(|key| is_about_rotation(key) && !is_read(key)) {
        let key = phasor_text::shorten(key);
        notes.add(format!("`{key}` was not taken over."));
    }
}
