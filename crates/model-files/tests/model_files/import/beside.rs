//! Other files of a model's folder, which hold no model.

use phasor_model_files::import::import;
use phasor_model_files::{Format, Unreadable};

/// Returns how a text is named that holds no model.
fn name(text: &str) -> &'static str {
    let error = import(text.as_bytes(), None).unwrap_err();
    let name = match &error {
        Unreadable::Foreign(Format::Beside(name) | Format::Other(name)) => *name,
        _ => panic!("{text}: {error}"),
    };
    assert!(error.to_string().contains("config.json"), "{error}");
    assert!(matches!(
        phasor_model_files::read(text),
        Err(Unreadable::Foreign(_))
    ));
    name
}

/// Files, and a word of their names.
const FILES: &[(&str, &str)] = &[
    (
        r#"{"tokenizer_class": "Qwen2Tokenizer", "model_max_length": 131072}"#,
        "tokenizer_config.json",
    ),
    (
        r#"{"added_tokens_decoder": {"1": {"content": "a"}}, "chat_template": ""}"#,
        "tokenizer_config.json",
    ),
    (
        r#"{"version": "1.0", "added_tokens": [], "pre_tokenizer": null, "model": {"type": "BPE"}}"#,
        "tokenizer.json",
    ),
    (
        r#"{"peft_type": "LORA", "r": 16, "base_model_name_or_path": "a/b"}"#,
        "adapter_config.json",
    ),
    (
        r#"{"do_sample": true, "temperature": 0.6, "eos_token_id": [1], "transformers_version": "5.0"}"#,
        "generation_config.json",
    ),
    (
        r#"{"_from_model_config": true, "bos_token_id": 1}"#,
        "generation_config.json",
    ),
    (
        r#"{"image_processor_type": "SiglipImageProcessor", "image_mean": [0.5]}"#,
        "preprocessor_config.json",
    ),
    (
        r#"{"metadata": {"total_size": 1}, "weight_map": {"a": "b.safetensors"}}"#,
        "model.safetensors.index.json",
    ),
    (
        r#"{"_class_name": "FluxPipeline", "_diffusers_version": "0.30.0"}"#,
        "model_index.json",
    ),
    (
        r#"{"bits": 4, "group_size": 128, "desc_act": false, "quant_method": "gptq"}"#,
        "quantize_config.json",
    ),
    ("FROM ./model.gguf\nPARAMETER num_ctx 8192\n", "Modelfile"),
    (
        "# A model\nFROM llama3.1\nTEMPLATE \"\"\"{{ .Prompt }}\"\"\"\n",
        "Modelfile",
    ),
    (
        "base_model: NousResearch/Meta-Llama-3-8B\nsequence_len: 8192\ndatasets:\n  - path: a\n",
        "YAML",
    ),
    ("---\n# training\nlr: 1e-4\nmodel:\n  name: a\n", "YAML"),
    ("[model]\nname = \"a\"\nlayers = 32\n", "TOML"),
    ("title = \"a\"\n", "TOML"),
    (
        "---\nlicense: apache-2.0\n---\n# Model\nUse `rope_scaling`.\n",
        "Markdown",
    ),
    ("# Llama\n\nA model with *RoPE*, see below.\n", "Markdown"),
];

#[test]
fn each_file_is_named() {
    for (text, word) in FILES {
        assert!(name(text).contains(word), "{text}: {}", name(text));
    }
}

#[test]
fn a_model_keeps_keys_that_such_files_have() {
    for text in [
        r#"{"model_type": "llama", "head_dim": 128, "temperature": 1.0, "do_sample": true}"#,
        r#"{"hidden_size": 64, "num_attention_heads": 4, "quant_method": "gptq", "bits": 4}"#,
        r#"{"text_config": {"model_type": "llama", "head_dim": 128}, "chat_template": "", "processor_class": "A"}"#,
    ] {
        assert!(phasor_model_files::read(text).is_ok(), "{text}");
    }
    // Comments in JSON, and other formats that are read, are still what they were.
    let commented = "{\n  // the base\n  \"rope_theta\": 1e4\n}";
    let error = phasor_model_files::read(commented).unwrap_err();
    assert_eq!(error, Unreadable::Foreign(Format::Commented(2)));
    let above = "# from the hub\n{\"model_type\": \"llama\"}";
    let error = phasor_model_files::read(above).unwrap_err();
    assert_eq!(error, Unreadable::Foreign(Format::Commented(1)));
    for text in [
        "model_args:\n  --hidden-size: 4096\n  --num-attention-heads: 32\n  --rotary-base: 10000\n",
        "llama.rope.freq_base = 10000\nllama.embedding_length = 4096\nllama.attention.head_count = 32\n",
    ] {
        assert!(import(text.as_bytes(), None).is_ok(), "{text}");
    }
    assert!(matches!(
        import(b"nothing here", None),
        Err(Unreadable::NoJson(_))
    ));
}
