//! Laws of every `config.json`, even odd ones: the reader returns a value with finite frequencies,
//! and a written value reads back the same.

use phasor_model_files::{PositionEncoding, Severity};
use proptest::prelude::*;

/// Returns a value for some key, mostly a wrong one.
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
        let reading = phasor_model_files::read(&text).unwrap();
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
        // The test is that this returns.
        let _ = phasor_model_files::read(&text);
    }
}

/// Returns a typed configuration with one set of rotary layers.
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
            r#"{{"model_type": "other", "num_attention_heads": 8, "head_dim": {head_dim}, "max_position_embeddings": {length},
                "rope_parameters": {{"rope_theta": {base}, "partial_rotary_factor": {partial}{scaling}}}}}"#
        )
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(text in texts()) {
        let model = phasor_model_files::read(&text).unwrap().model;
        let written = model.to_json();
        let reading = phasor_model_files::read(&written).unwrap();
        prop_assert_eq!(&reading.model, &model, "{}", written);
        prop_assert_eq!(reading.findings.iter().filter(|finding| finding.severity == Severity::Error).count(), 0);
    }
}

/// What `Gemma4TextConfig(...).to_dict()` of transformers 5.23.0 has for six layers with these heads in full attention.
#[test]
fn heads_that_differ_by_layer_are_read_as_transformers_saves_them() {
    let text = |own: &str| {
        format!(
            r#"{{"model_type": "gemma4_text", "num_attention_heads": 8, "head_dim": 256, "num_hidden_layers": 6{own}}}"#
        )
    };
    for (own, head_dim) in [
        ("", 512),
        (r#", "per_layer_config": {"5": {"head_dim": 512}}"#, 512),
        (r#", "per_layer_config": {"5": {"head_dim": 384}}"#, 384),
        (r#", "per_layer_config": {}"#, 256),
        (r#", "global_head_dim": 384"#, 384),
    ] {
        let model = phasor_model_files::read(&text(own)).unwrap().model;
        let heads = ["full_attention", "sliding_attention"]
            .map(|name| model.rope(Some(name)).unwrap().head_dim);
        assert_eq!(heads, [head_dim, 256], "{own}");
    }
}

#[test]
fn layers_of_two_kinds_read_back_the_same() {
    let gemma = r#"{"model_type": "gemma4_text", "num_attention_heads": 16, "head_dim": 256}"#;
    let modernbert =
        r#"{"model_type": "modernbert", "hidden_size": 768, "num_attention_heads": 12}"#;
    let one_is_null = r#"{"model_type": "olmo3", "hidden_size": 768, "num_attention_heads": 12,
        "rope_parameters": {"full_attention": null, "sliding_attention": {"rope_theta": 777.0}}}"#;
    // Sections that cannot be used are those of the class.
    let odd_sections = r#"{"model_type": "qwen2_vl", "head_dim": 128, "rope_theta": 1e6,
        "rope_scaling": {"type": "mrope", "mrope_section": [0.5]}}"#;
    for text in [gemma, modernbert, one_is_null, odd_sections] {
        let model = phasor_model_files::read(text).unwrap().model;
        assert_eq!(
            phasor_model_files::read(&model.to_json()).unwrap().model,
            model
        );
    }
}

#[test]
fn every_even_part_of_a_head_is_read_as_it_is_written() {
    for head_dim in 2..300 {
        for rotary_dim in (2..=head_dim).step_by(2) {
            let text = format!(
                r#"{{"auto_map": null, "head_dim": {head_dim}, "rotary_dim": {rotary_dim}}}"#
            );
            let model = phasor_model_files::read(&text).unwrap().model;
            let layer = model.rope(None).unwrap();
            assert_eq!((layer.head_dim, layer.rotary_dim), (head_dim, rotary_dim));
        }
    }
}
