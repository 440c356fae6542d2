//! Compares the findings for files with one fault each with what transformers makes of the same
//! files (`tools/golden/broken.py` stored its answers).

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::places;
use crate::mentions::assert_mentions;
use phasor_model_files::{Format, Severity, Unreadable};
use serde_json::Value;

pub(super) fn golden() -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/broken.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn worst(text: &str) -> Option<Severity> {
    let findings = phasor_model_files::read(text).unwrap().findings;
    findings.iter().map(|finding| finding.severity).max()
}

#[test]
fn what_transformers_rejects_is_an_error_and_what_it_overlooks_a_warning() {
    let golden = golden();
    let mut stages = BTreeSet::new();
    for case in golden["cases"].as_array().unwrap() {
        let (name, stage) = (&case["name"], case["stage"].as_str().unwrap());
        let worst = worst(case["text"].as_str().unwrap());
        stages.insert(stage);
        match (stage, case["is_sound"].as_bool().unwrap()) {
            ("none", true) => assert!(worst <= Some(Severity::Note), "{name}: {worst:?}"),
            ("none", false) => assert!(worst >= Some(Severity::Warning), "{name}: {worst:?}"),
            _ => assert_eq!(worst, Some(Severity::Error), "{name}: {}", case["error"]),
        }
    }
    let all = ["config", "forward", "model", "none", "numbers", "text"];
    assert_eq!(stages, BTreeSet::from(all));
}

#[test]
fn a_key_that_the_parser_refuses_has_no_place() {
    let text = "{\n\"rope_\\x\": {\n\"factor\": 4},\n\"rope_theta\": 5}";
    let line = |key| phasor_model_files::key_line(text, key);
    assert_eq!(
        (line(""), line(".factor"), line("factor")),
        (None, None, None)
    );
    assert_eq!(line("rope_theta"), Some(4));
}

/// transformers warns of `short_mscale` and `long_mscale` here, but the model's class multiplies by them.
const WARNED_WITHOUT_REASON: &[&str] = &["phi-3.5-moe.json"];

#[test]
fn a_published_file_has_a_warning_only_where_transformers_warns() {
    for case in golden()["published"].as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        let path = format!("{}/../../assets/models/{name}", env!("CARGO_MANIFEST_DIR"));
        let worst = worst(&fs::read_to_string(path).unwrap());
        let warns = !case["warnings"].as_array().unwrap().is_empty();
        assert_eq!(
            worst > Some(Severity::Note),
            warns && !WARNED_WITHOUT_REASON.contains(&name),
            "{name}: {worst:?}, {}",
            case["warnings"]
        );
    }
}

/// Names of stored cases, and where each must have a finding.
const PLACES: &[(&str, &str)] = &[
    ("vl_scaling_at_top", "error: rope_scaling"),
    ("partial_linear", "error: partial_rotary_factor"),
    (
        "two_sections",
        "error: text_config.rope_scaling.mrope_section",
    ),
    ("model_type_typo", "error: model_type"),
    ("no_model_type", "error: model_type"),
    ("too_few_layer_types", "error: layer_types"),
    ("wrong_layer_names", "error: rope_parameters.global"),
    ("max_position_typo", "warning: max_position_embedding"),
    ("theta_null", "error: rope_theta"),
    ("theta_nan", "error: rope_theta"),
    ("theta_nan", "note: rope_theta"),
    ("no_rope_type", "warning: rope_scaling.rope_type"),
    ("type_null", "error: rope_scaling.type"),
    ("odd_head_dim_with_rule", "error: head_dim"),
    ("qwen3_yarn", "warning: rope_scaling.factor"),
    (
        "vl_without_sections",
        "warning: text_config.rope_scaling.mrope_section",
    ),
    (
        "glm4v_without_sections",
        "warning: text_config.mrope_section",
    ),
    ("nomic_base", "warning: rotary_emb_base"),
    ("byte_order_mark", "error: config.json"),
    ("theta_twice", "warning: rope_theta"),
    ("string_in_long_factor", "error: rope_scaling.long_factor"),
];

#[test]
fn each_fault_is_found_at_its_key() {
    let golden = golden();
    let cases = golden["cases"].as_array().unwrap();
    for (name, place) in PLACES {
        let case = cases.iter().find(|case| case["name"] == *name).unwrap();
        let findings = phasor_model_files::read(case["text"].as_str().unwrap())
            .unwrap()
            .findings;
        let places = places(&findings);
        assert!(
            places.iter().any(|found| found == place),
            "{name}: {places:#?}"
        );
    }
}

#[test]
fn a_repeated_key_is_found_at_any_depth_but_not_in_lists() {
    let findings = |text: &str| {
        let findings = phasor_model_files::read(text).unwrap().findings;
        let mut repeated = findings;
        repeated.retain(|finding| finding.sentence.contains("ine "));
        repeated
    };
    let nested = "{\"model_type\": \"llama\", \"head_dim\": 64, \"rope_theta\": 1e4,\n\"rope_scaling\": {\"type\": \"linear\",\n\
                  \"factor\": 2,\n\"factor\": 4}}";
    let found = findings(nested);
    assert_eq!(places(&found), ["warning: rope_scaling.factor"]);
    assert_mentions(&found[0].sentence, &["3", "4", "4"]);
    let other_objects = r#"{"a": {"b": 1, "c": "\"b\": 2"}, "b": [{"b": 3}, {"b": 4}], "d\u0065": 1, "head_dim": 64}"#;
    assert!(findings(other_objects).is_empty());
    let escaped = r#"{"de": 1, "d\u0065": 2, "head_dim": 64}"#;
    assert_eq!(findings(escaped).len(), 1);
}

#[test]
fn other_formats_are_recognised() {
    let foreign = |bytes: &[u8]| match phasor_model_files::read_bytes(bytes) {
        Err(Unreadable::Foreign(format)) => format,
        other => panic!("{other:?}"),
    };
    for (text, format) in [
        ("", Format::Empty),
        (" \n", Format::Empty),
        ("<!DOCTYPE html>\n<html>", Format::Html),
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            Format::LfsPointer,
        ),
        ("{'model_type': 'llama'}", Format::PythonLiteral),
        ("{\"tie\": True}", Format::PythonLiteral),
        (
            "{\n  // the base\n  \"rope_theta\": 1e4}",
            Format::Commented(2),
        ),
        (
            "{\"a\": \"http://x\", \"b\": 1 # no\n}",
            Format::Commented(1),
        ),
        (
            r#"{"dim": 4096, "n_layers": 32, "n_heads": 32, "use_scaled_rope": true}"#,
            Format::Params,
        ),
        (
            r#"{"general.architecture": "llama", "llama.rope.freq_base": 500000.0}"#,
            Format::GgufKeys,
        ),
        ("GGUF\u{3}\0\0\0", Format::Gguf),
        ("PK\u{3}\u{4}rest", Format::Archive),
        ("\u{8}\0\0\0\0\0\0\0{\"a\": 1}", Format::Safetensors),
        ("{\0\"\0a\0\"\0:\0 \0}\0", Format::Utf16),
    ] {
        assert_eq!(foreign(text.as_bytes()), format, "{text:?}");
    }
    assert_eq!(foreign(b"\xff\xfe{\0\"\0"), Format::Utf16);
    assert_eq!(foreign(b"{\"a\": \"\xff\"}"), Format::Binary);
    // A faulty text in no known format keeps the sentence of the parser.
    let comma = phasor_model_files::read(r#"{"a": [1, 2,]}"#).unwrap_err();
    assert!(matches!(&comma, Unreadable::NoJson(_)));
    assert_mentions(&comma.to_string(), &["line 1", "column 13"]);
    // A DistilBERT has the keys of a params.json, but also a class.
    let distilbert = r#"{"model_type": "distilbert", "dim": 768, "n_layers": 6, "n_heads": 12}"#;
    assert!(phasor_model_files::read(distilbert).is_ok());
}

#[test]
fn a_part_of_a_configuration_is_called_one() {
    let override_for_an_engine = r#"{"rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, "factor": 4.0,
        "original_max_position_embeddings": 32768}, "max_model_len": 131072}"#;
    let first = &phasor_model_files::read(override_for_an_engine)
        .unwrap()
        .findings[0];
    assert_eq!(places(std::slice::from_ref(first)), ["error: config.json"]);
    assert_mentions(&first.sentence, &["128"]);
}
