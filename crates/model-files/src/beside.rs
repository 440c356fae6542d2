//! The other files of a model's folder, known by their keys, because a pasted text has no name.

use serde_json::{Map, Value};

/// Files, in the order in which they are tried: what they are, and the keys of which each has one.
const FILES: &[(&str, &[&str])] = &[
    (
        "a model.safetensors.index.json, which says in which file each weight is",
        &["weight_map"],
    ),
    (
        "an adapter_config.json, the settings of an adapter such as LoRA for another model",
        &["peft_type", "lora_alpha", "base_model_name_or_path"],
    ),
    (
        "a tokenizer_config.json, the settings of a tokenizer",
        &[
            "tokenizer_class",
            "added_tokens_decoder",
            "chat_template",
            "model_max_length",
        ],
    ),
    (
        "a tokenizer.json, a tokenizer itself",
        &["pre_tokenizer", "added_tokens"],
    ),
    (
        "a preprocessor_config.json, the settings for images and sounds",
        &[
            "image_processor_type",
            "feature_extractor_type",
            "image_mean",
            "processor_class",
        ],
    ),
    (
        "a quantize_config.json, the settings of a quantization",
        &["quant_method", "desc_act", "w_bit"],
    ),
    (
        "a generation_config.json, the settings for writing texts",
        &[
            "_from_model_config",
            "do_sample",
            "temperature",
            "top_p",
            "top_k",
            "max_new_tokens",
            "repetition_penalty",
        ],
    ),
    (
        "a model_index.json, the parts of a pipeline of diffusers",
        &["_diffusers_version"],
    ),
    (
        "a trainer_state.json, the log of a training",
        &["log_history"],
    ),
];

/// Returns what the object is if it is such a file.
pub(super) fn of_object(object: &Map<String, Value>) -> Option<&'static str> {
    // A model's own file may have any of these keys, too.
    let is_model = crate::is_of_model(object)
        || !crate::way_to_text_model(object).is_empty()
        || object.keys().any(|key| key.contains("rope"));
    let mut files = FILES.iter().filter(|_| !is_model);
    let (name, _) = files.find(|(_, keys)| keys.iter().any(|key| object.contains_key(*key)))?;
    Some(name)
}

/// Returns the format of a text that is not JSON, if it is that of another file of the folder.
pub(super) fn of_text(text: &str) -> Option<&'static str> {
    let lines = || {
        text.lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty())
    };
    let is_comment = |line: &&str| line.starts_with('#') || line.starts_with("//");
    let first = lines().find(|line| !is_comment(line))?;
    let is_section = |line: &str| {
        let name = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'));
        name.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
    };
    if first.trim_start().starts_with(['{', '[', '"', '/']) && !is_section(first) {
        return None;
    }
    // Lines that belong to the one above are indented, or items of a list.
    let outer = || lines().filter(|line| !is_comment(line) && !line.starts_with([' ', '\t', '-']));
    let is_key = |key: &str| {
        let key = key.trim();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-. \"".contains(letter);
        !key.is_empty() && key.split(' ').count() < 3 && key.chars().all(is_part)
    };
    let is_yaml = |line: &str| {
        let pair = line
            .split_once(": ")
            .or_else(|| Some((line.strip_suffix(':')?, "")));
        pair.is_some_and(|(key, _)| is_key(key))
    };
    let is_toml =
        |line: &str| is_section(line) || line.split_once('=').is_some_and(|(key, _)| is_key(key));
    let has_heading =
        lines().any(|line| line.trim_start_matches('#').starts_with(' ') && line.starts_with('#'));
    match () {
        () if first.starts_with("FROM ") || first.starts_with("PARAMETER ") => {
            Some("a Modelfile of ollama")
        }
        () if outer().all(is_yaml) => Some("YAML"),
        () if outer().all(is_toml) => Some("TOML"),
        () if has_heading || text.contains("```") => Some("Markdown, such as a model card"),
        () => None,
    }
}
