//! Compares the findings for files with one fault each with what transformers makes of the same
//! files (`tools/golden/broken.py` stored its answers).

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use phasor_model_files::{Format, Severity, Unreadable};
use serde_json::Value;

fn golden() -> Value {
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

#[test]
fn a_published_file_has_a_warning_only_where_transformers_warns() {
    for case in golden()["published"].as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        let path = format!("{}/../../assets/models/{name}", env!("CARGO_MANIFEST_DIR"));
        let worst = worst(&fs::read_to_string(path).unwrap());
        let warns = !case["warnings"].as_array().unwrap().is_empty();
        assert_eq!(
            worst > Some(Severity::Note),
            warns,
            "{name}: {worst:?}, {}",
            case["warnings"]
        );
    }
}

/// Names of stored cases, and a finding that each must have.
const SENTENCES: &[(&str, &str)] = &[
    (
        "vl_scaling_at_top",
        "error: rope_scaling: Must be inside `text_config`, where the model’s class looks for it; ignored.",
    ),
    (
        "partial_linear",
        "error: partial_rotary_factor: The model’s class rotates whole heads, so with a scaling rule transformers fails; only this part rotates here.",
    ),
    (
        "two_sections",
        "error: text_config.rope_scaling.mrope_section: Must have 3 sizes, for time, rows and columns, not 2, with which transformers fails; kept.",
    ),
    (
        "model_type_typo",
        "error: model_type: Perhaps a misspelling of `llama`, because transformers has no class \"llamma\"; read like a Llama.",
    ),
    (
        "no_model_type",
        "error: model_type: Missing, which transformers rejects; read like a Llama.",
    ),
    (
        "too_few_layer_types",
        "error: layer_types: Must have one entry for each of the 26 layers, not 6, which transformers rejects.",
    ),
    (
        "wrong_layer_names",
        "error: rope_parameters.global: The model’s class has no such layer type; ignored.",
    ),
    (
        "max_position_typo",
        "warning: max_position_embedding: Unknown key, perhaps a misspelling of `max_position_embeddings`; ignored.",
    ),
    (
        "theta_null",
        "error: rope_theta: Must be a number, not null, which transformers rejects; 10000 is used.",
    ),
    (
        "theta_nan",
        "error: rope_theta: Must be a finite number, not NaN; ignored.",
    ),
    ("theta_nan", "note: rope_theta: Not usable; 10000 is used."),
    (
        "no_rope_type",
        "warning: rope_scaling.rope_type: Missing, so `factor` is ignored and no scaling is used.",
    ),
    (
        "type_null",
        "error: rope_scaling.type: Must be a string, not null, which transformers rejects; no scaling is used.",
    ),
    (
        "odd_head_dim_with_rule",
        "error: head_dim: The number of components that rotate must be even and at least 2, not 63; 62 is used.",
    ),
    (
        "qwen3_yarn",
        "warning: rope_scaling.factor: Should be the longest length over the training length, 40960 / 32768 = 1.25, not 4; 4 is used, as usual for Qwen3.",
    ),
    (
        "vl_without_sections",
        "warning: text_config.rope_scaling.mrope_section: Missing; transformers uses [24, 20, 20], but vLLM then reads the model as one without M-RoPE.",
    ),
    (
        "glm4v_without_sections",
        "warning: text_config.mrope_section: Missing; transformers uses [8, 12, 12], but vLLM then reads the model as one without M-RoPE.",
    ),
    (
        "nomic_base",
        "warning: rotary_emb_base: The model’s class reads `rope_theta` instead; ignored.",
    ),
    (
        "byte_order_mark",
        "error: config.json: Starts with a byte order mark, which transformers rejects; skipped.",
    ),
    (
        "theta_twice",
        "warning: rope_theta: Repeated in line 1; the last value is used.",
    ),
    (
        "string_in_long_factor",
        "error: rope_scaling.long_factor: Must be a list of numbers, but has the string \"1.2\", which transformers rejects; read as a number.",
    ),
];

#[test]
fn each_fault_gets_its_sentence() {
    let golden = golden();
    let cases = golden["cases"].as_array().unwrap();
    for (name, line) in SENTENCES {
        let case = cases.iter().find(|case| case["name"] == *name).unwrap();
        let findings = phasor_model_files::read(case["text"].as_str().unwrap())
            .unwrap()
            .findings;
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(
            lines.iter().any(|found| found == line),
            "{name}: {lines:#?}"
        );
    }
}

#[test]
fn a_repeated_key_is_found_at_any_depth_but_not_in_lists() {
    let findings = |text: &str| {
        let findings = phasor_model_files::read(text).unwrap().findings;
        let lines = findings.iter().map(ToString::to_string);
        lines
            .filter(|line| line.contains("ine "))
            .collect::<Vec<_>>()
    };
    let nested = "{\"model_type\": \"llama\", \"head_dim\": 64, \"rope_theta\": 1e4,\n\"rope_scaling\": {\"type\": \"linear\",\n\
                  \"factor\": 2,\n\"factor\": 4}}";
    let line = "warning: rope_scaling.factor: In lines 3 and 4; the value in line 4 is used.";
    assert_eq!(findings(nested), [line]);
    let other_objects = r#"{"a": {"b": 1, "c": "\"b\": 2"}, "b": [{"b": 3}, {"b": 4}], "d\u0065": 1, "head_dim": 64}"#;
    assert_eq!(findings(other_objects), [""; 0]);
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
    let comma = phasor_model_files::read(r#"{"a": [1, 2,]}"#)
        .unwrap_err()
        .to_string();
    assert_eq!(
        comma,
        "The text is not JSON: trailing comma at line 1 column 13."
    );
    // A DistilBERT has the keys of a params.json, but also a class.
    let distilbert = r#"{"model_type": "distilbert", "dim": 768, "n_layers": 6, "n_heads": 12}"#;
    assert!(phasor_model_files::read(distilbert).is_ok());
}

#[test]
fn a_part_of_a_configuration_is_called_one() {
    let override_for_an_engine = r#"{"rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, "factor": 4.0,
        "original_max_position_embeddings": 32768}, "max_model_len": 131072}"#;
    let first = phasor_model_files::read(override_for_an_engine)
        .unwrap()
        .findings[0]
        .to_string();
    assert_eq!(
        first,
        "error: config.json: Only a part of a configuration, such as an override for a serving engine; heads of 128 \
         components are assumed."
    );
}
