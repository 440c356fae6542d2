//! What the reader of a `config.json` says of files that are odd, and that it survives them.
#![cfg(feature = "config")]
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use phasor::config::model::{self, PositionEncoding, Severity, Unreadable};
use phasor::encoding::{Pairing, Scaling};
use proptest::prelude::*;

const LLAMA: &str = r#""model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
    "max_position_embeddings": 8192"#;

/// The findings of a Llama with these keys besides, as lines.
fn findings(keys: &str) -> Vec<String> {
    let reading = model::read(&format!("{{{LLAMA}, {keys}}}")).unwrap();
    reading.findings.iter().map(ToString::to_string).collect()
}

fn scaling(keys: &str) -> Scaling {
    let reading = model::read(&format!("{{{LLAMA}, {keys}}}")).unwrap();
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

/// Keys, and the one line that they lead to.
const ODD: &[(&str, &str)] = &[
    (
        r#""rope_scaling": null"#,
        "note: rope_theta: It is missing; 10000 is used.",
    ),
    (
        r#""rope_theta": -1"#,
        "error: rope_theta: It must be above 0, not -1, and is left out.",
    ),
    (
        r#""rope_theta": 1e13"#,
        "error: rope_theta: It must be from 1e-6 to 1e12, not 10000000000000, and is left out.",
    ),
    (
        r#""rope_theta": 1e4, "max_position_embeddings": 1e300"#,
        "error: max_position_embeddings: It must be a whole number up to 1e12, not 1e300, and is left out.",
    ),
    (
        r#""rope_theta": "1e6""#,
        "error: rope_theta: The number is written as a text, \"1e6\", which transformers refuses; it is read as a number here.",
    ),
    (
        r#""rope_theta": [1]"#,
        "error: rope_theta: It must be a finite number, not a list, and is left out.",
    ),
    (
        r#""rope_theta": 1e4, "head_dim": 0"#,
        "error: head_dim: It must be a whole number above 0, not 0, and is left out.",
    ),
    (
        r#""rope_theta": 1e4, "head_dim": 7"#,
        "error: head_dim: 7 components would turn, and pairs need an even number; 6 are taken to turn.",
    ),
    (
        r#""rope_theta": 1e4, "head_dim": 1"#,
        "error: head_dim: It must be from 2 to 65536, not 1; 2 is used.",
    ),
    (
        r#""rope_theta": 1e4, "partial_rotary_factor": 0.5"#,
        "warning: partial_rotary_factor: The model's class does not look at it without a scaling rule; all of the head turns.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": 4"#,
        "error: rope_scaling: It must be an object, and is left out.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "magic"}"#,
        "error: rope_scaling.rope_type: There is no rule \"magic\"; there are default, linear, dynamic, yarn, longrope, llama3, proportional. No scaling is used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear"}"#,
        "error: rope_scaling.factor: It is missing and the rule needs it; 1 is used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 0.5}"#,
        "warning: rope_scaling.factor: 0.5 makes the context shorter; it should be at least 1.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "rope_type": "dynamic", "factor": 2}"#,
        "warning: rope_scaling.type: It is \"linear\" and `rope_type` is \"dynamic\"; `rope_type` is used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 2, "attn_factor": 0.878}"#,
        "warning: rope_scaling.attn_factor: The rule \"linear\" has no such key; it changes nothing.",
    ),
    (
        r#""rope_theta": 1e4, "rope_parameters": {"rope_theta": 1e6}"#,
        "warning: rope_theta: It is 10000 here and 1000000 inside; the one inside is used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.factor: 4 is not the longest length over the training length, 8192 / 4096 = 2; 4 is used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "original_max_position_embeddings": 4096}"#,
        "error: rope_scaling.factor: It is missing, which transformers refuses; `max_position_embeddings` over the training length is used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 2, "beta_fast": 1, "beta_slow": 32, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.beta_fast: 1 is below `beta_slow`, 32, which turns the ramp around.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"rope_type": "llama3", "factor": 8, "low_freq_factor": 4, "high_freq_factor": 1, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.high_freq_factor: 1 is not above `low_freq_factor`, 4; no pair is mixed between kept and divided.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 8192}"#,
        "warning: rope_scaling.original_max_position_embeddings: The training length, 8192, should be below `max_position_embeddings`, 8192.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"rope_type": "longrope", "factor": 2, "original_max_position_embeddings": 4096, "short_factor": [1, 1], "long_factor": [2]}"#,
        "error: rope_scaling.short_factor: It has 2 numbers for 64 pairs; no scaling is used.",
    ),
    (
        r#""model_type": "gemma3_text", "rope_parameters": {"sliding_attention": {"rope_theta": 1e4}, "full_attention": {"rope_theta": 1e6, "rope_type": "yarn", "factor": 2, "truncate": false, "original_max_position_embeddings": 4096}}"#,
        "warning: rope_parameters.full_attention.truncate: transformers does not look for it inside a layer type; the range is rounded to whole pairs.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scalling": {"type": "linear", "factor": 4}"#,
        "warning: rope_scalling: There is no such key; perhaps `rope_scaling` is meant. It is not used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 2048, "betafast": 16}"#,
        "warning: rope_scaling.betafast: There is no such key; perhaps `beta_fast` is meant. It is not used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_dim": 64"#,
        "note: rope_dim: It is no key that transformers knows, or one of a single model; it is not used.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "default", "mrope_section": [16, 24, 8]}"#,
        "warning: rope_scaling.mrope_section: The sections are 48 pairs together, and 64 pairs turn.",
    ),
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "ntk", "factor": 4}"#,
        "warning: rope_scaling.rope_type: transformers has no rule \"ntk\"; the static NTK-aware rule is used here.",
    ),
    (
        r#""rope_theta": 1e4, "head_dim": 2, "rope_scaling": {"type": "dynamic", "factor": 4}"#,
        "error: rope_scaling.rope_type: The rule needs at least 2 pairs; no scaling is used.",
    ),
];

/// Keys, the last of a name counting, and a line that they lead to: what a class makes of keys
/// that other classes read in another way.
const ODD_FOR_THE_CLASS: &[(&str, &str)] = &[
    (
        r#""rope_theta": 1e4, "rope_scaling": {"type": "yarn", "factor": null, "original_max_position_embeddings": 4096}"#,
        "warning: rope_scaling.factor: It is null; `max_position_embeddings` over the training length is used.",
    ),
    (
        r#""max_position_embeddings": null"#,
        "error: max_position_embeddings: transformers refuses null; it is read as missing.",
    ),
    (
        r#""rope_scaling": {"type": "yarn", "factor": 2}, "original_max_position_embeddings": null"#,
        "error: original_max_position_embeddings: transformers cannot count with null; it is read as missing.",
    ),
    (
        r#""rope_scaling": {"type": "linear", "factor": 2, "partial_rotary_factor": null}"#,
        "error: rope_scaling.partial_rotary_factor: transformers cannot count with null; it is read as missing.",
    ),
    (
        r#""rope_scaling": {"type": "dynamic", "factor": 2, "alpha": 1000}"#,
        "warning: rope_scaling.alpha: The rule \"dynamic\" has no such key; it changes nothing.",
    ),
    (
        r#""rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}"#,
        "error: rope_scaling.rope_type: There is no rule \"mrope\"; there are default, linear, dynamic, yarn, longrope, llama3, proportional. No scaling is used.",
    ),
    (
        r#""rope_scaling": {"type": "su", "short_factor": [1], "long_factor": [1]}"#,
        "error: rope_scaling.rope_type: There is no rule \"su\"; there are default, linear, dynamic, yarn, longrope, llama3, proportional. No scaling is used.",
    ),
    (
        r#""rotary_dim": 64"#,
        "warning: rotary_dim: The model's class does not look at it; it changes nothing.",
    ),
    (
        r#""rope_ratio": 50"#,
        "warning: rope_ratio: The model's class does not look at it; it changes nothing.",
    ),
    (
        r#""rope_parameters": {"full_attention": {"rope_theta": 1e6}}"#,
        "error: rope_parameters: The model's class has one set of parameters for all layers; transformers does not read these.",
    ),
    (
        r#""model_type": "modernbert", "rope_parameters": {"rope_theta": 1e6}"#,
        "error: rope_parameters: The model's class looks for a set of parameters for each layer type and finds none; it is left out.",
    ),
    (
        r#""model_type": "gemma3_text", "rope_scaling": {"full_attention": {"rope_theta": 1e6}}"#,
        "error: rope_scaling: The model's class takes one set here; sets for each layer type belong in `rope_parameters`. It is left out.",
    ),
    (
        r#""model_type": "gemma3_text", "rope_scaling": {"type": "linear", "factor": 8}"#,
        "warning: rope_scaling.type: The model's class reads `rope_type` in its place; no scaling is used.",
    ),
    (
        r#""model_type": "gemma4_text", "rope_parameters": {"full_attention": {"rope_type": "default"}}"#,
        "error: rope_parameters.full_attention.rope_theta: It is missing, which transformers refuses; 10000 is used.",
    ),
    (
        r#""model_type": "phi3", "rope_scaling": {"type": "linear", "factor": 2}"#,
        "error: rope_scaling.rope_type: The model's class has no rule \"linear\", only default, longrope. No scaling is used.",
    ),
    (
        r#""model_type": "phi3", "rope_scaling": {"type": "su"}, "original_max_position_embeddings": 4096"#,
        "error: rope_scaling.original_max_position_embeddings: Under the old name \"su\" transformers looks for it only here and fails.",
    ),
    (
        r#""model_type": "phimoe", "rope_scaling": {"type": "linear", "factor": 2}"#,
        "error: rope_scaling.short_mscale: It is missing and the model's class needs it; it is not used here.",
    ),
    (
        r#""model_type": "mixtral", "rope_scaling": {"type": "dynamic", "factor": 2}"#,
        "error: head_dim: transformers cannot count with a missing one under \"dynamic\" and fails; 128 is used.",
    ),
    (
        r#""model_type": "qwen3", "head_dim": null"#,
        "error: head_dim: transformers refuses null; 128 is used.",
    ),
    (
        r#""model_type": "gptj", "rotary_dim": null"#,
        "error: rotary_dim: transformers refuses null; it is read as missing.",
    ),
    (
        r#""model_type": "gpt_neox", "rope_theta": 5e5"#,
        "warning: rope_theta: The model's class reads `rotary_emb_base` in its place; it changes nothing.",
    ),
    (
        r#""model_type": "gpt_neox", "partial_rotary_factor": 0.5"#,
        "warning: partial_rotary_factor: The model's class reads `rotary_pct` in its place; it changes nothing.",
    ),
    (
        r#""model_type": "deepseek_v3", "head_dim": 128"#,
        "warning: head_dim: It is 128 and what turns, `qk_rope_head_dim`, is 64, which is used.",
    ),
    (
        r#""model_type": "deepseek_v4", "rope_parameters": {"rope_theta": 777}"#,
        "warning: rope_parameters.rope_theta: The model's class has a base of its own for each of its two sets; it changes nothing.",
    ),
];

#[test]
fn each_class_tells_what_it_does_not_read() {
    for (keys, line) in ODD_FOR_THE_CLASS {
        let findings = findings(keys);
        assert!(
            findings.iter().any(|found| found == line),
            "{keys}: {findings:#?}"
        );
    }
}

/// A file, its layers, and of their frequencies the number and the one in the middle, which is
/// not the same for any other reading of the file; from transformers 5.23.0, computed in f64.
const READ_AS_ITS_CLASS_DOES: &[(&str, &str, usize, f64)] = &[
    (
        r#"{"model_type": "cohere", "head_dim": 64, "rotary_dim": 32, "rope_scaling": {"rope_type": "linear", "factor": 2.0}}"#,
        "",
        32,
        0.000_707_106_781_186_547_5,
    ),
    (
        r#"{"model_type": "glm4_moe", "hidden_size": 1024, "num_attention_heads": 16, "rotary_dim": 64}"#,
        "",
        16,
        0.01,
    ),
    (
        r#"{"model_type": "qwen2", "hidden_size": 1024, "num_attention_heads": 16, "qk_rope_head_dim": 32}"#,
        "",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "llama", "hidden_size": 1024, "num_attention_heads": 16, "kv_channels": 32}"#,
        "",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "llama", "hidden_size": 1024, "num_attention_heads": 16, "rope_ratio": 10}"#,
        "",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "llama", "hidden_size": 1024, "num_attention_heads": 16, "max_position_embeddings": 4096,
            "rope_scaling": {"type": "dynamic", "factor": 2.0, "alpha": 1000}}"#,
        "",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "gptj", "n_embd": 1024, "n_head": 8}"#,
        "",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "gpt_neox", "hidden_size": 1024, "num_attention_heads": 8, "partial_rotary_factor": 0.5}"#,
        "",
        16,
        0.01,
    ),
    (
        r#"{"model_type": "bamba", "hidden_size": 1024, "num_attention_heads": 8, "partial_rotary_factor": 0.75}"#,
        "",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "ernie4_5", "hidden_size": 1024, "num_attention_heads": 16, "head_dim": null}"#,
        "",
        32,
        0.001_414_213_562_373_095,
    ),
    (
        r#"{"model_type": "ministral3", "head_dim": 64, "rope_parameters": {"rope_type": "linear", "factor": 2.0}}"#,
        "",
        32,
        0.005,
    ),
    (
        r#"{"model_type": "gpt_oss", "rope_theta": 10000.0}"#,
        "",
        32,
        0.005_552_754_881_458_853,
    ),
    (
        r#"{"model_type": "apertus", "hidden_size": 1024, "num_attention_heads": 16, "rope_parameters": {}}"#,
        "",
        32,
        0.000_288_675_134_594_812_9,
    ),
    (
        r#"{"model_type": "zaya", "hidden_size": 1024, "num_attention_heads": 8}"#,
        "hybrid",
        32,
        0.000_447_213_595_499_957_9,
    ),
    (
        r#"{"model_type": "gemma3_text", "head_dim": 64, "rope_parameters": {"rope_type": "linear", "factor": 8.0, "rope_theta": 777.0}}"#,
        "full_attention",
        32,
        0.001,
    ),
    (
        r#"{"model_type": "gemma3_text", "head_dim": 64, "rope_scaling": {"type": "linear", "factor": 8.0}}"#,
        "full_attention",
        32,
        0.001,
    ),
    (
        r#"{"model_type": "gemma3_text", "head_dim": 64, "rope_parameters": {"full_attention": {"rope_theta": 777.0}}}"#,
        "sliding_attention",
        32,
        0.01,
    ),
    (
        r#"{"model_type": "olmo3", "hidden_size": 1024, "num_attention_heads": 16, "max_position_embeddings": 8192,
            "original_max_position_embeddings": 1024, "rope_scaling": {"rope_type": "yarn", "factor": 4.0}}"#,
        "full_attention",
        32,
        0.000_589_255_650_988_789_6,
    ),
    (
        r#"{"model_type": "deepseek_v4", "rope_parameters": {"rope_theta": 777.0}}"#,
        "compress",
        32,
        0.0025,
    ),
    (
        r#"{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 8, "max_position_embeddings": 8192,
            "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096,
                             "short_factor": [1, 2, 3, 4], "long_factor": [5, 6, 7, 8]}}"#,
        "",
        4,
        0.00625,
    ),
    (
        r#"{"model_type": "llama", "head_dim": 64, "max_position_embeddings": 8192,
            "rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096, "truncate": null}}"#,
        "",
        32,
        0.006_556_971_521_129_435,
    ),
];

#[test]
fn a_file_is_read_as_its_class_reads_it() {
    for (text, layer_type, n_pairs, middle) in READ_AS_ITS_CLASS_DOES {
        let model = model::read(text).unwrap().model;
        let layer_type = Some(*layer_type).filter(|name| !name.is_empty());
        let scaled = model.rope(layer_type).unwrap().scaled(None).unwrap();
        let inv_freq = scaled.frequencies().inv_freq();
        assert_eq!(inv_freq.len(), *n_pairs, "{text}");
        let got = inv_freq[n_pairs / 2];
        assert!((got / middle - 1.0).abs() < 1e-12, "{text}: {got}");
        assert_eq!(
            model::read(&model.to_json()).unwrap().model,
            model,
            "{text}"
        );
    }
}

#[test]
fn phi_3_has_a_training_length_of_its_own() {
    let text = r#"{"model_type": "phi3", "hidden_size": 64, "num_attention_heads": 8, "max_position_embeddings": 131072,
        "rope_scaling": {"type": "longrope", "short_factor": [1, 2, 3, 4], "long_factor": [5, 6, 7, 8],
                         "original_max_position_embeddings": 8192}}"#;
    let model = model::read(text).unwrap().model;
    let scaled = model.rope(None).unwrap().scaled(None).unwrap();
    // transformers 5.23.0: sqrt(1 + ln 32 / ln 4096), for 131072 / 4096 and not 131072 / 8192.
    assert!((scaled.attention_factor() - 1.190_238_071_423_808_3).abs() < 1e-15);
    assert_eq!(model::read(&model.to_json()).unwrap().model, model);
}

#[test]
fn each_oddity_gets_its_sentence() {
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
    assert!(matches!(scaling(dynamic), Scaling::Dynamic { .. }));
    let ntk = r#""rope_theta": 1e4, "rope_scaling": {"type": "ntk", "factor": 4}"#;
    assert_eq!(scaling(ntk), Scaling::Ntk { factor: 4.0 });
    let nothing = model::read("{}").unwrap();
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
        let reading = model::read(text).unwrap();
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
            model::read(&reading.model.to_json()).unwrap().model,
            reading.model
        );
    }
    for (model_type, n_heads) in [("bloom", 8), ("mpt", 16)] {
        let model = model::read(&format!("{{\"model_type\": \"{model_type}\"}}"))
            .unwrap()
            .model;
        assert_eq!(model.position, PositionEncoding::Alibi { n_heads });
    }
}

#[test]
fn a_null_layer_type_has_no_rotation() {
    let keys =
        r#""rope_parameters": {"sliding_attention": {"rope_theta": 1e4}, "full_attention": null}"#;
    let model = model::read(&format!("{{{LLAMA}, {keys}}}")).unwrap().model;
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
    let reading = model::read(&text).unwrap();
    assert_eq!(reading.model.model_type.as_deref(), Some("llama"));
    assert_eq!(reading.findings[0].key, "text_config.rope_theta");
}

#[test]
fn models_without_rotation_are_told_apart() {
    let position = |text: &str| model::read(text).unwrap().model.position;
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
    assert!(model::read(&text).unwrap().findings.is_empty());
}

#[test]
fn what_is_no_configuration_is_refused_in_a_sentence() {
    let refused = |text: &str| model::read(text).unwrap_err();
    assert_eq!(refused("[]"), Unreadable::NoObject("a list"));
    assert_eq!(
        refused("nul"),
        Unreadable::NoJson("EOF while parsing a value at line 1 column 3".to_owned())
    );
    assert!(matches!(
        refused(&"[".repeat(10_000)),
        Unreadable::NoJson(_)
    ));
    assert!(matches!(
        refused(&" ".repeat(1 << 21)),
        Unreadable::TooLong(_)
    ));
    for text in ["", "{", "NaN", "Infinity", "{\"a\": 1e999}", "\u{feff}"] {
        let sentence = refused(text).to_string();
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
        model::read(&text)
            .unwrap()
            .model
            .rope(None)
            .unwrap()
            .pairing
    };
    assert_eq!(read(""), Pairing::Interleaved);
    assert_eq!(read(r#", "rope_interleave": false"#), Pairing::HalfSplit);
}

/// A value that some key might be given, mostly wrong ones.
fn values() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<f64>().prop_map(|x| format!("{x:e}")),
        (-3i64..300).prop_map(|x| x.to_string()),
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("[1.0, 2, -3]".to_owned()),
        Just("{\"a\": 1}".to_owned()),
        prop::sample::select(vec![
            "yarn",
            "linear",
            "dynamic",
            "longrope",
            "llama3",
            "proportional",
            "su",
            "mrope",
            "128"
        ])
        .prop_map(|word| format!("\"{word}\"")),
        prop::collection::vec(0.5..70.0f64, 0..5).prop_map(|list| format!("{list:?}")),
    ]
}

const KEYS: &[&str] = &[
    "rope_theta",
    "rope_type",
    "type",
    "factor",
    "original_max_position_embeddings",
    "beta_fast",
    "beta_slow",
    "mscale",
    "mscale_all_dim",
    "truncate",
    "attention_factor",
    "short_factor",
    "long_factor",
    "low_freq_factor",
    "high_freq_factor",
    "partial_rotary_factor",
    "alpha",
    "mrope_section",
    "head_dim",
    "hidden_size",
    "num_attention_heads",
    "max_position_embeddings",
    "qk_rope_head_dim",
    "rotary_dim",
    "rope_ratio",
    "global_head_dim",
    "n_positions",
    "relative_attention_num_buckets",
    "relative_attention_max_distance",
];

const TYPES: &[&str] = &[
    "llama",
    "gemma3_text",
    "gemma4_text",
    "phi3",
    "deepseek_v3",
    "deepseek_v4",
    "gpt_neox",
    "t5",
    "bloom",
    "gpt2",
    "modernbert",
    "zamba2",
    "chatglm",
    "qwen2",
    "new",
];

fn objects() -> impl Strategy<Value = String> {
    let entry = (prop::sample::select(KEYS), values());
    prop::collection::vec(entry, 0..8).prop_map(|entries| {
        let entries: Vec<String> = entries
            .iter()
            .map(|(key, value)| format!("\"{key}\": {value}"))
            .collect();
        entries.join(", ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn whatever_stands_there_the_frequencies_are_finite(
        model_type in prop::sample::select(TYPES), outer in objects(), inner in objects(),
        place in 0..3usize, seq_len in prop::option::of(1..1_000_000usize),
    ) {
        let inner = match place {
            0 => format!("\"rope_scaling\": {{{inner}}}"),
            1 => format!("\"rope_parameters\": {{{inner}}}"),
            _ => format!("\"rope_parameters\": {{\"full_attention\": {{{inner}}}, \"sliding_attention\": null}}"),
        };
        let comma = if outer.is_empty() { "" } else { ", " };
        let text = format!("{{\"model_type\": \"{model_type}\"{comma}{outer}, {inner}}}");
        let reading = model::read(&text).unwrap();
        for finding in &reading.findings {
            prop_assert!(finding.sentence.ends_with('.') && finding.sentence.len() < 400);
        }
        if let PositionEncoding::Rotary(layers) = &reading.model.position {
            for layer in layers {
                let scaled = layer.scaled(seq_len).map_err(|error| {
                    TestCaseError::fail(format!("{text}: {error}"))
                })?;
                prop_assert!(scaled.frequencies().inv_freq().iter().all(|entry| entry.is_finite()));
                prop_assert!(scaled.attention_factor().is_finite());
                prop_assert!(layer.rope(seq_len).is_ok(), "{}", text);
            }
        }
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        // Only that it returns.
        let _ = model::read(&text);
    }
}

/// A typed configuration of one set of rotary layers.
fn texts() -> impl Strategy<Value = String> {
    let length = 512..200_000usize;
    let scaling = prop_oneof![
        Just(String::new()),
        (1.0..64.0f64).prop_map(|factor| format!(r#", "rope_type": "linear", "factor": {factor}"#)),
        (1.0..64.0f64).prop_map(|factor| format!(r#", "rope_type": "dynamic", "factor": {factor}"#)),
        (1.0..64.0f64).prop_map(|alpha| format!(r#", "rope_type": "dynamic", "alpha": {alpha}"#)),
        (1.0..64.0f64, prop::bool::ANY, prop::option::of(0.1..2.0f64)).prop_map(|(factor, truncate, mscale)| {
            let mscale = mscale.map_or(String::new(), |mscale| format!(r#", "mscale": {mscale}, "mscale_all_dim": {mscale}"#));
            format!(r#", "rope_type": "yarn", "factor": {factor}, "truncate": {truncate}, "original_max_position_embeddings": 2048{mscale}"#)
        }),
        (1.0..64.0f64).prop_map(|factor| format!(
            r#", "rope_type": "llama3", "factor": {factor}, "low_freq_factor": 1, "high_freq_factor": 4, "original_max_position_embeddings": 2048"#
        )),
        prop::collection::vec(1.0..64.0f64, 8).prop_map(|list| format!(
            r#", "rope_type": "longrope", "factor": 8, "short_factor": {list:?}, "long_factor": {list:?}, "original_max_position_embeddings": 2048"#
        )),
        Just(r#", "rope_type": "proportional""#.to_owned()),
    ];
    (scaling, 1.5..1e7f64, length, 0.2501..1.0f64, prop::bool::ANY).prop_map(|(scaling, base, length, partial, is_partial)| {
        let (head_dim, partial) = match (scaling.contains("longrope"), is_partial) {
            (true, _) => (16, 1.0),
            (false, true) => (64, (partial * 32.0).floor() / 32.0),
            (false, false) => (64, 1.0),
        };
        format!(
            r#"{{"num_attention_heads": 8, "head_dim": {head_dim}, "max_position_embeddings": {length},
                "rope_parameters": {{"rope_theta": {base}, "partial_rotary_factor": {partial}{scaling}}}}}"#
        )
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(text in texts()) {
        let model = model::read(&text).unwrap().model;
        let written = model.to_json();
        let reading = model::read(&written).unwrap();
        prop_assert_eq!(&reading.model, &model, "{}", written);
        prop_assert_eq!(reading.findings.iter().filter(|finding| finding.severity == Severity::Error).count(), 0);
    }
}

#[test]
fn layers_of_two_kinds_read_back_the_same() {
    let gemma = r#"{"model_type": "gemma4_text", "num_attention_heads": 16, "head_dim": 256}"#;
    let modernbert =
        r#"{"model_type": "modernbert", "hidden_size": 768, "num_attention_heads": 12}"#;
    let one_is_null = r#"{"model_type": "olmo3", "hidden_size": 768, "num_attention_heads": 12,
        "rope_parameters": {"full_attention": null, "sliding_attention": {"rope_theta": 777.0}}}"#;
    for text in [gemma, modernbert, one_is_null] {
        let model = model::read(text).unwrap().model;
        assert_eq!(model::read(&model.to_json()).unwrap().model, model);
    }
}
