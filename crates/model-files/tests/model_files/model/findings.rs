//! The findings of the `config.json` reader in odd files.

use super::places;
use crate::mentions::assert_mentions;
use phasor_encoding::scaling::Ntk;
use phasor_encoding::{Pairing, Scaling};
use phasor_model_files::{Finding, PositionEncoding, Severity, Unreadable};

const LLAMA: &str = r#""model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
    "max_position_embeddings": 8192"#;

/// Returns the findings in a Llama file with these keys. They replace those of the Llama.
pub(super) fn of_llama(keys: &str) -> Vec<Finding> {
    let file: serde_json::Value = serde_json::from_str(&format!("{{{LLAMA}, {keys}}}")).unwrap();
    phasor_model_files::read(&file.to_string())
        .unwrap()
        .findings
}

/// Returns where these findings are.
fn findings(keys: &str) -> Vec<String> {
    places(&of_llama(keys))
}

fn scaling(keys: &str) -> Scaling {
    let reading = phasor_model_files::read(&format!("{{{LLAMA}, {keys}}}")).unwrap();
    reading.model.rope(None).unwrap().scaling.clone()
}

#[test]
fn a_clean_file_has_none() {
    for keys in [
        r#""rope_theta": 500000.0, "rope_scaling": null"#,
        r#""rope_theta": 500000, "head_dim": 64"#,
        r#""rope_parameters": {"rope_type": "default", "rope_theta": 1e6}"#,
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 4}"#,
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "rope_type": "linear", "factor": 4}"#,
    ] {
        assert_eq!(findings(keys), [""; 0], "{keys}");
    }
}

/// Keys, and where the first finding is that they cause.
pub(super) const ODD: &[(&str, &str)] = &[
    (r#""rope_scaling": null"#, "note: rope_theta"),
    (r#""rope_theta": -1"#, "error: rope_theta"),
    (r#""rope_theta": 1e13"#, "error: rope_theta"),
    (
        r#""rope_theta": 1e4, "max_position_embeddings": 1e300"#,
        "error: max_position_embeddings",
    ),
    (r#""rope_theta": "1e6""#, "error: rope_theta"),
    (r#""rope_theta": [1]"#, "error: rope_theta"),
    (r#""rope_theta": 1e4, "head_dim": 0"#, "error: head_dim"),
    (r#""rope_theta": 1e4, "head_dim": 7"#, "error: head_dim"),
    (r#""rope_theta": 1e4, "head_dim": 1"#, "error: head_dim"),
    (
        r#""rope_theta": 1e4, "partial_rotary_factor": 0.5"#,
        "warning: partial_rotary_factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": 4"#,
        "error: rope_scaling",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "magic"}"#,
        "error: rope_scaling.rope_type",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear"}"#,
        "error: rope_scaling.factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 0.5}"#,
        "warning: rope_scaling.factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "rope_type": "dynamic", "factor": 2}"#,
        "warning: rope_scaling.type",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 2, "attn_factor": 0.878}"#,
        "warning: rope_scaling.attn_factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_parameters": {"rope_theta": 1e6}"#,
        "warning: rope_theta",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "original_max_position_embeddings": 4096}"#,
        "error: rope_scaling.factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 2, "beta_fast": 1, "beta_slow": 32, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.beta_fast",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"rope_type": "llama3", "factor": 8, "low_freq_factor": 4, "high_freq_factor": 1, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.high_freq_factor",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 8192}"#,
        "warning: rope_scaling.original_max_position_embeddings",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"rope_type": "longrope", "factor": 2, "original_max_position_embeddings": 4096, "short_factor": [1, 1], "long_factor": [2]}"#,
        "error: rope_scaling.short_factor",
    ),
    (
        r#""model_type": "gemma3_text", "rope_parameters": {"sliding_attention": {"rope_theta": 1e4}, "full_attention": {"rope_theta": 1e6, "rope_type": "yarn", "factor": 2, "truncate": false, "original_max_position_embeddings": 4096}}"#,
        "warning: rope_parameters.full_attention.truncate",
    ),
    (
        r#""rope_theta": 1e4, "rope_scalling": {"type": "linear", "factor": 4}"#,
        "warning: rope_scalling",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 2048, "betafast": 16}"#,
        "warning: rope_scaling.betafast",
    ),
    (r#""rope_theta": 1e4, "rope_dim": 64"#, "note: rope_dim"),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "default", "mrope_section": [16, 24, 8]}"#,
        "error: rope_scaling.mrope_section",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "ntk", "factor": 4}"#,
        "warning: rope_scaling.rope_type",
    ),
    (
        r#""rope_theta": 1e4, "head_dim": 2, "rope_scaling": {"type": "dynamic", "factor": 4}"#,
        "error: rope_scaling.rope_type",
    ),
];

/// Keys, and where a finding is that they cause, for keys that classes read in different ways.
pub(super) const ODD_FOR_THE_CLASS: &[(&str, &str)] = &[
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": null, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.factor",
    ),
    (
        r#""max_position_embeddings": null"#,
        "error: max_position_embeddings",
    ),
    (
        r#""rope_scaling": {"type": "yarn", "factor": 2}, "original_max_position_embeddings": null"#,
        "error: original_max_position_embeddings",
    ),
    (
        r#""rope_scaling": {"type": "linear", "factor": 2, "partial_rotary_factor": null}"#,
        "error: rope_scaling.partial_rotary_factor",
    ),
    (
        r#""rope_scaling": {"type": "dynamic", "factor": 2, "alpha": 1000}"#,
        "warning: rope_scaling.alpha",
    ),
    (
        r#""rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}"#,
        "error: rope_scaling.rope_type",
    ),
    (
        r#""rope_scaling": {"type": "su", "short_factor": [1], "long_factor": [1]}"#,
        "error: rope_scaling.rope_type",
    ),
    (r#""rotary_dim": 64"#, "warning: rotary_dim"),
    (r#""rope_ratio": 50"#, "warning: rope_ratio"),
    (
        r#""rope_parameters": {"full_attention": {"rope_theta": 1e6}}"#,
        "error: rope_parameters",
    ),
    (
        r#""model_type": "modernbert", "rope_parameters": {"rope_theta": 1e6}"#,
        "error: rope_parameters",
    ),
    (
        r#""model_type": "gemma3_text", "rope_scaling": {"full_attention": {"rope_theta": 1e6}}"#,
        "error: rope_scaling",
    ),
    (
        r#""model_type": "gemma3_text", "rope_scaling": {"type": "linear", "factor": 8}"#,
        "warning: rope_scaling.type",
    ),
    (
        r#""model_type": "gemma4_text", "rope_parameters": {"full_attention": {"rope_type": "default"}}"#,
        "error: rope_parameters.full_attention.rope_theta",
    ),
    (
        r#""model_type": "phi3", "rope_scaling": {"type": "linear", "factor": 2}"#,
        "error: rope_scaling.rope_type",
    ),
    (
        r#""model_type": "phi3", "rope_scaling": {"type": "su"}, "original_max_position_embeddings": 4096"#,
        "error: rope_scaling.original_max_position_embeddings",
    ),
    (
        r#""model_type": "phimoe", "rope_scaling": {"type": "linear", "factor": 2}"#,
        "error: rope_scaling.short_mscale",
    ),
    (
        r#""model_type": "mixtral", "rope_scaling": {"type": "dynamic", "factor": 2}"#,
        "error: head_dim",
    ),
    (
        r#""model_type": "qwen3", "head_dim": null"#,
        "error: head_dim",
    ),
    (
        r#""model_type": "gptj", "rotary_dim": null"#,
        "error: rotary_dim",
    ),
    (
        r#""model_type": "gpt_neox", "rope_theta": 5e5"#,
        "warning: rope_theta",
    ),
    (
        r#""model_type": "gpt_neox", "partial_rotary_factor": 0.5"#,
        "warning: partial_rotary_factor",
    ),
    (
        r#""model_type": "deepseek_v3", "head_dim": 128"#,
        "warning: head_dim",
    ),
    (
        r#""model_type": "deepseek_v4", "rope_parameters": {"rope_theta": 777}"#,
        "warning: rope_parameters.rope_theta",
    ),
];

#[test]
fn what_changes_positions_beside_the_encoding_is_a_note() {
    let scout = r#"{"model_type": "llama4_text", "hidden_size": 5120, "num_attention_heads": 40, "head_dim": 128,
        "num_hidden_layers": 4, "rope_theta": 5e5, "max_position_embeddings": 262144}"#;
    let notes = |text: &str| phasor_model_files::read(text).unwrap().findings;
    let found = notes(scout);
    assert_eq!(
        places(&found),
        [
            "note: num_hidden_layers",
            "note: attn_temperature_tuning",
            "note: attention_chunk_size",
        ]
    );
    assert_mentions(&found[0].sentence, &["1 of 4"]);
    assert_mentions(&found[1].sentence, &["0.1", "8192"]);
    assert_mentions(&found[2].sentence, &["8192"]);
    let off = scout.replace(
        "\"head_dim\"",
        "\"attn_temperature_tuning\": false, \"head_dim\"",
    );
    assert_eq!(notes(&off).len(), 2);
    let ministral = r#"{"model_type": "ministral3", "head_dim": 128, "hidden_size": 3072, "num_attention_heads": 32,
        "rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, "factor": 16, "llama_4_scaling_beta": 0.1,
        "original_max_position_embeddings": 16384}}"#;
    let found = notes(ministral);
    let factor = found
        .iter()
        .find(|finding| finding.key.ends_with("llama_4_scaling_beta"));
    assert_mentions(&factor.unwrap().sentence, &["0.1", "16384"]);
    let dual =
        findings(r#""rope_theta": 1e4, "dual_chunk_attention_config": {"chunk_size": 262144}"#);
    assert_eq!(dual[0], "note: dual_chunk_attention_config");
    let many = findings(r#""rope_theta": 1e4, "num_hidden_layers": 5000"#);
    assert_eq!(many, ["error: num_hidden_layers"]);
}

#[test]
fn what_a_class_does_not_read_is_found_at_its_key() {
    for (keys, line) in ODD_FOR_THE_CLASS {
        let findings = findings(keys);
        assert!(
            findings.iter().any(|found| found == line),
            "{keys}: {findings:#?}"
        );
    }
}

#[test]
fn each_oddity_is_found_first_at_its_key() {
    for (keys, line) in ODD {
        let findings = findings(keys);
        assert_eq!(findings.first().map(String::as_str), Some(*line), "{keys}");
    }
}

#[test]
fn what_is_odd_is_still_a_value() {
    assert_eq!(
        scaling(r#""rope_theta": 1e4, "rope_scaling": {"type": "magic"}"#),
        Scaling::Default
    );
    let dynamic = r#""rope_scaling": {"type": "linear", "rope_type": "dynamic", "factor": 2}"#;
    assert!(matches!(scaling(dynamic), Scaling::Dynamic(_)));
    let ntk = r#""rope_theta": 1e4, "rope_scaling": {"type": "ntk", "factor": 4}"#;
    assert_eq!(scaling(ntk), Scaling::Ntk(Ntk { factor: 4.0 }));
    let nothing = phasor_model_files::read("{}").unwrap();
    let rope = nothing.model.rope(None).unwrap();
    assert_eq!((rope.base, rope.head_dim), (10_000.0, 128));
    assert!(
        nothing
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Error)
    );
}

#[test]
fn what_a_class_without_rotation_has_by_itself() {
    for (text, expected) in [
        (r#"{"model_type": "gpt2"}"#, (1024, 768)),
        (r#"{"model_type": "bert"}"#, (512, 768)),
        (
            r#"{"model_type": "albert", "hidden_size": 4096}"#,
            (512, 128),
        ),
        (r#"{"model_type": "whisper", "d_model": 1280}"#, (448, 1280)),
    ] {
        let reading = phasor_model_files::read(text).unwrap();
        let (n_positions, dim) = expected;
        assert_eq!(
            reading.model.position,
            PositionEncoding::Learned { n_positions, dim },
            "{text}"
        );
        let worst = reading
            .findings
            .iter()
            .map(|finding| finding.severity)
            .max();
        assert_eq!(worst, Some(Severity::Note), "{text}");
        assert_eq!(
            phasor_model_files::read(&reading.model.to_json())
                .unwrap()
                .model,
            reading.model
        );
    }
    for (model_type, n_heads) in [("bloom", 8), ("mpt", 16)] {
        let model = phasor_model_files::read(&format!("{{\"model_type\": \"{model_type}\"}}"))
            .unwrap()
            .model;
        assert_eq!(model.position, PositionEncoding::Alibi { n_heads });
    }
}

#[test]
fn a_null_layer_type_has_no_rotation() {
    let keys =
        r#""rope_parameters": {"sliding_attention": {"rope_theta": 1e4}, "full_attention": null}"#;
    let model = phasor_model_files::read(&format!("{{{LLAMA}, {keys}}}"))
        .unwrap()
        .model;
    assert!(model.rope(Some("full_attention")).is_none());
    assert_eq!(
        model.rope(None).unwrap().layer_type.as_deref(),
        Some("sliding_attention")
    );
}

#[test]
fn the_text_model_of_a_multimodal_file_is_read() {
    let text = format!(
        r#"{{"model_type": "x", "vision_config": {{"hidden_size": 7}}, "text_config": {{{LLAMA}}}}}"#
    );
    let reading = phasor_model_files::read(&text).unwrap();
    assert_eq!(reading.model.model_type.as_deref(), Some("llama"));
    assert_eq!(reading.findings[0].key, "text_config.rope_theta");
}

#[test]
fn models_without_rotation_are_told_apart() {
    let position = |text: &str| phasor_model_files::read(text).unwrap().model.position;
    let bloom = r#"{"model_type": "bloom", "n_head": 16, "hidden_size": 1024}"#;
    assert_eq!(position(bloom), PositionEncoding::Alibi { n_heads: 16 });
    let mpt = r#"{"model_type": "mpt", "n_heads": 32, "attn_config": {"alibi": true}}"#;
    assert_eq!(position(mpt), PositionEncoding::Alibi { n_heads: 32 });
    let gpt2 = r#"{"model_type": "gpt2", "n_positions": 1024, "n_embd": 768}"#;
    let learned = PositionEncoding::Learned {
        n_positions: 1024,
        dim: 768,
    };
    assert_eq!(position(gpt2), learned);
    let t5 = r#"{"model_type": "t5", "relative_attention_num_buckets": 64}"#;
    assert!(matches!(position(t5), PositionEncoding::T5(buckets) if buckets.n_buckets() == 64));
    assert_eq!(
        position(r#"{"model_type": "mamba"}"#),
        PositionEncoding::None
    );
    let modernbert = r#"{"model_type": "modernbert", "hidden_size": 768, "num_attention_heads": 12,
        "position_embedding_type": "absolute"}"#;
    assert!(matches!(position(modernbert), PositionEncoding::Rotary(layers) if layers.len() == 2));
}

#[test]
fn pythons_own_numbers_are_read() {
    let text = format!(
        r#"{{{LLAMA}, "time_step_limit": [0.0, Infinity, -Infinity, NaN], "note": "Infinity \" NaN", "rope_theta": 1e4}}"#
    );
    assert!(phasor_model_files::read(&text).unwrap().findings.is_empty());
}

#[test]
fn what_is_no_configuration_is_refused_in_a_sentence() {
    let error = |text: &str| phasor_model_files::read(text).unwrap_err();
    assert_eq!(error("[]"), Unreadable::NoObject("a list"));
    assert_eq!(
        error("nul"),
        Unreadable::NoJson("EOF while parsing a value at line 1 column 3".to_owned())
    );
    assert!(matches!(error(&"[".repeat(10_000)), Unreadable::NoJson(_)));
    assert!(matches!(error(&" ".repeat(1 << 21)), Unreadable::TooLong));
    for text in ["", "{", "NaN", "Infinity", "{\"a\": 1e999}", "\u{feff}"] {
        let sentence = error(text).to_string();
        assert!(
            sentence.ends_with('.') && sentence.len() < 200,
            "{sentence}"
        );
    }
}

#[test]
fn deepseek_interleaves_unless_it_says_otherwise() {
    let read = |keys: &str| {
        let text = format!(r#"{{"model_type": "deepseek_v3", "qk_rope_head_dim": 64{keys}}}"#);
        phasor_model_files::read(&text)
            .unwrap()
            .model
            .rope(None)
            .unwrap()
            .pairing
    };
    assert_eq!(read(""), Pairing::Interleaved);
    assert_eq!(read(r#", "rope_interleave": false"#), Pairing::HalfSplit);
}
