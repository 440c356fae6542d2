//! Keys that override those of a model.

use phasor_encoding::Scaling;
use phasor_model_files::import::{Imported, Source, import};
use phasor_model_files::{Format, Unreadable};
use serde_json::json;

use super::{assert_notes, json, published, read};

const YARN: &str =
    r#"{"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}"#;

/// A model in the new style, whose base is only among the rotary parameters.
const NEW: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
    "max_position_embeddings": 131072, "rope_parameters": {"rope_type": "default", "rope_theta": 500000.0}}"#;

fn merged(text: &str, onto: &str) -> Imported {
    let imported = import(text.as_bytes(), Some(onto)).unwrap();
    assert_eq!(imported.source, Source::Fragment, "{text}");
    assert!(imported.text.starts_with("{\n  \""), "{}", imported.text);
    imported
}

fn is_yarn(text: &str) -> bool {
    let model = read(text);
    let rope = model.rope(None).unwrap();
    matches!(&rope.scaling, Scaling::Yarn(yarn) if yarn.factor == 4.0)
}

#[test]
fn a_configuration_passes_unchanged() {
    for text in [
        &published("qwen3-8b.json"),
        "\u{feff}{\"model_type\": \"llama\"}",
        "{}",
        NEW,
    ] {
        let imported = import(text.as_bytes(), Some(NEW)).unwrap();
        assert_eq!(
            (imported.text.as_str(), imported.source),
            (text, Source::Config)
        );
        assert!(imported.notes.is_empty());
    }
}

#[test]
fn every_form_of_an_override_gives_the_same_model() {
    let qwen = published("qwen2.5-7b-instruct.json");
    let compact = YARN.replace(' ', "");
    for text in [
        YARN.to_owned(),
        format!(r#"{{"rope_scaling": {YARN}}}"#),
        format!("\"rope_scaling\": {YARN},\n"),
        YARN.replace('{', r#"{"rope_type": "default", "#),
        format!("vllm serve Qwen/Qwen2.5-7B-Instruct --hf-overrides '{{\"rope_scaling\": {YARN}}}' --max-model-len 131072"),
        format!("vllm serve m --hf_overrides='{{\"rope_scaling\":{compact}}}'"),
        format!("python -m x --rope-scaling '{YARN}' # --rope-theta 5"),
        format!("sglang \\\n  --json-model-override-args \"{{\\\"rope_scaling\\\": {}}}\" \\\n  --context-length 131072", YARN.replace('"', "\\\"")),
        "vllm serve m --hf-overrides.rope_scaling.rope_type yarn --hf-overrides.rope_scaling.factor 4.0 \
         --hf-overrides.rope_scaling.original_max_position_embeddings 32768".to_owned(),
        format!("- --hf-overrides\n- '{{\"rope_scaling\": {YARN}}}'"),
    ] {
        let imported = merged(&text, &qwen);
        let config = json(&imported);
        assert_eq!(config["rope_scaling"], serde_json::from_str::<serde_json::Value>(YARN).unwrap(), "{text}");
        assert_eq!(config["rope_theta"], json!(1_000_000.0), "{text}");
        assert!(is_yarn(&imported.text), "{text}");
    }
}

#[test]
fn a_length_changes_no_frequency() {
    let imported = merged("vllm serve m --max-model-len 131072", NEW);
    assert_eq!(read(&imported.text), read(NEW));
    assert_notes(&imported, &["`--max-model-len`, 131072, limits"]);
    let imported = merged("vllm serve m --port --max-model-len", NEW);
    assert_eq!(read(&imported.text), read(NEW));
    assert_notes(
        &imported,
        &["`--max-model-len` must have a value; ignored."],
    );
    let imported = merged(
        "x --context-length=9 --rope-theta 5e6 --rope-scaling yarn",
        NEW,
    );
    assert_notes(
        &imported,
        &[
            "`--context-length`, 9,",
            "must have a JSON object, not `yarn`",
        ],
    );
    assert_eq!(json(&imported)["rope_theta"], json!(5_000_000));
}

#[test]
fn the_inside_replaces_the_set_of_the_model_and_may_lose_its_base() {
    let imported = merged(YARN, NEW);
    let config = json(&imported);
    assert_eq!(config["rope_parameters"]["rope_type"], "yarn");
    assert!(config.get("rope_scaling").is_none());
    assert_eq!(read(&imported.text).rope(None).unwrap().base, 10_000.0);
    assert_notes(
        &imported,
        &["`rope_theta`, 500000.0, was inside `rope_parameters`"],
    );
    let with_base = YARN.replace('{', r#"{"rope_theta": 500000.0, "#);
    let imported = merged(&with_base, NEW);
    assert!(imported.notes.is_empty(), "{:?}", imported.notes);
    assert_eq!(read(&imported.text).rope(None).unwrap().base, 500_000.0);
}

#[test]
fn the_old_key_of_any_rule_shows_the_inside() {
    for rule in Scaling::examples(128) {
        let set = format!(r#"{{"type": "{}", "rope_theta": 7.0}}"#, rule.name());
        let config = json(&merged(&set, NEW));
        assert_eq!(config["rope_parameters"]["type"], rule.name());
    }
}

#[test]
fn of_two_sets_that_of_the_model_goes() {
    let imported = merged(&format!(r#"{{"rope_scaling": {YARN}}}"#), NEW);
    assert!(json(&imported).get("rope_parameters").is_none());
    assert!(is_yarn(&imported.text));
    assert_notes(&imported, &["`rope_parameters` was removed", "is lost"]);
    let llama = published("llama-3.1-8b.json");
    let imported = merged(&format!(r#"{{"rope_parameters": {YARN}}}"#), &llama);
    assert!(json(&imported).get("rope_scaling").is_none());
    assert!(is_yarn(&imported.text));
    assert_eq!(read(&imported.text).rope(None).unwrap().base, 500_000.0);
    assert_notes(&imported, &["`rope_scaling` was removed"]);
    let both = format!(
        r#"{{"rope_parameters": {YARN}, "rope_scaling": {{"type": "linear", "factor": 2}}}}"#
    );
    assert!(is_yarn(&merged(&both, &llama).text));
}

#[test]
fn keys_go_into_a_nested_text_model() {
    let nested = published("qwen3-vl-32b.json");
    let outside = merged(&format!(r#"{{"rope_scaling": {YARN}}}"#), &nested);
    let inside = merged(
        &format!(r#"{{"text_config": {{"rope_scaling": {YARN}}}}}"#),
        &nested,
    );
    assert_eq!(outside.text, inside.text);
    assert!(is_yarn(&outside.text));
    assert_notes(&outside, &["merged into `text_config`", "`mrope_section`"]);
    assert!(
        !inside.notes.iter().any(|note| note.contains("merged")),
        "{:?}",
        inside.notes
    );
    let flat = merged(
        &format!(r#"{{"text_config": {{"rope_scaling": {YARN}}}}}"#),
        NEW,
    );
    assert_eq!(read(&flat.text), read(NEW));
    assert_notes(&flat, &["has no `text_config`"]);
    let gemma = merged(
        r#"{"full_attention": {"rope_theta": 5e6}, "sliding_attention": {"rope_theta": 1e4}}"#,
        r#"{"model_type": "gemma3_text", "hidden_size": 2560, "num_attention_heads": 8, "rope_parameters": {}}"#,
    );
    assert_eq!(read(&gemma.text).rope(None).unwrap().base, 5e6);
}

#[test]
fn a_fragment_needs_a_model() {
    for text in [
        YARN,
        r#"{"max_position_embeddings": 9}"#,
        "vllm serve m --max-model-len 9",
        "\"rope_theta\": 5",
    ] {
        let error = import(text.as_bytes(), None).unwrap_err();
        assert_eq!(error, Unreadable::Foreign(Format::Fragment), "{text}");
        // The sentence is for a command line as well, where nothing can be chosen or pasted.
        let sentence = error.to_string();
        assert!(sentence.contains("overrides") && sentence.contains("config.json"));
        assert!(!sentence.contains("choose") && !sentence.contains("paste"));
    }
    // A model that cannot be read, and a flag without JSON.
    assert!(matches!(
        import(YARN.as_bytes(), Some("[]")),
        Err(Unreadable::NoObject(_))
    ));
    for value in ["", "'{'", "5"] {
        let command = format!("vllm serve m --hf-overrides {value}");
        assert!(import(command.as_bytes(), Some(NEW)).is_err(), "{command}");
    }
}

#[test]
fn special_numbers_of_python_survive() {
    let onto = r#"{"model_type": "llama", "head_dim": 128, "rms_norm_eps": NaN, "x": [-Infinity]}"#;
    let imported = merged(YARN, onto);
    assert!(imported.text.contains("\"rms_norm_eps\": NaN"));
    assert!(imported.text.contains("-Infinity\n"));
    assert!(is_yarn(&imported.text));
}
