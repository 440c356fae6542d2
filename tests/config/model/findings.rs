//! What the reader of a `config.json` says of files that are odd.

use phasor::config::model::{self, PositionEncoding, Severity, Unreadable};
use phasor::encoding::{Pairing, Scaling};

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
