//! Layers whose bases, types and number the file lists. `tests/golden/layers.json` has which layers transformers rotates in
//! some of these files; the bases are those that the source of the class gives.

use phasor_model_files::{Attention, ModelConfig, PositionEncoding, Severity};

fn read(keys: &str) -> ModelConfig {
    let text = format!(r#"{{"hidden_size": 256, "num_attention_heads": 4, {keys}}}"#);
    let model = phasor_model_files::read(&text).unwrap().model;
    let again = phasor_model_files::read(&model.to_json()).unwrap().model;
    assert_eq!(
        (&again.position, &again.layers),
        (&model.position, &model.layers),
        "{text}"
    );
    model
}

fn names(model: &ModelConfig) -> Vec<Option<&str>> {
    match &model.position {
        PositionEncoding::Rotary(ropes) => ropes
            .iter()
            .map(|rope| rope.layer_type.as_deref())
            .collect(),
        _ => Vec::new(),
    }
}

/// The base of each layer, 0 for one that does not rotate.
fn bases(model: &ModelConfig) -> Vec<f64> {
    let base = |layer| model.rope_of(layer).map_or(0.0, |rope| rope.base);
    model.layers.iter().copied().map(base).collect()
}

/// `GraniteSWAModel` builds one rotation for each base in the list. Every fourth layer attends to everything.
#[test]
fn a_list_gives_each_layer_its_base() {
    let model = read(
        r#""model_type": "granite_swa", "num_hidden_layers": 5, "layer_rope_theta": [1e7, 1e4, 1e4, 1e4, 1e7]"#,
    );
    assert_eq!(bases(&model), [1e7, 1e4, 1e4, 1e4, 1e7]);
    assert_eq!(
        names(&model),
        [Some("full_attention"), Some("sliding_attention")]
    );
    assert_eq!(model.rope(None).unwrap().base, 1e7);
    let model = read(
        r#""model_type": "granitemoe_swa", "num_hidden_layers": 4, "layer_rope_theta": [0, 1e4, 0, 1e4]"#,
    );
    assert_eq!(bases(&model), [0.0, 1e4, 0.0, 1e4]);
    assert_eq!(names(&model), [None]);
    let model = read(
        r#""model_type": "granite_swa", "num_hidden_layers": 4, "layer_rope_theta": [1e4, 1e4, 1e5, 1e6]"#,
    );
    assert_eq!(bases(&model), [1e4, 1e4, 1e5, 1e6]);
    let all: Vec<f64> = names(&model)
        .iter()
        .map(|name| model.rope(*name).unwrap().base)
        .collect();
    assert_eq!(all, [1e4, 1e5, 1e6]);
}

/// `Step3p7Config` takes the base and the share of the first layer of each type.
#[test]
fn lists_of_bases_and_shares_are_for_types() {
    let model = read(
        r#""model_type": "step3p5", "head_dim": 128, "num_hidden_layers": 4, "rope_theta": [5e6, 1e4, 1e4, 5e6],
        "layer_types": ["full_attention", "sliding_attention", "sliding_attention", "full_attention"],
        "partial_rotary_factors": [0.5, 1.0, 1.0, 0.5]"#,
    );
    assert_eq!(bases(&model), [5e6, 1e4, 1e4, 5e6]);
    let dims = ["full_attention", "sliding_attention"]
        .map(|name| model.rope(Some(name)).unwrap().rotary_dim);
    assert_eq!(dims, [64, 128]);
}

#[test]
fn a_model_that_rotates_has_a_rotation() {
    for keys in [
        r#""model_type": "step3p5", "head_dim": 128, "rope_theta": [1e4, 1e6], "layer_types": [1, 2]"#,
        r#""model_type": "granite_swa", "num_hidden_layers": 2, "layer_rope_theta": [0, 0]"#,
    ] {
        assert_eq!(
            read(keys).rope(None).map(|rope| rope.base),
            Some(1e4),
            "{keys}"
        );
    }
}

/// `Exaone4Attention` rotates layers with a window, or all if the model has none.
#[test]
fn layers_without_a_window_do_not_rotate_if_the_model_has_one() {
    let types = r#""model_type": "exaone4", "num_hidden_layers": 2, "layer_types": ["conv", "full_attention"]"#;
    let rotates = |window: &str| {
        let model = read(&format!(r#"{types}, "sliding_window": {window}"#));
        model.layers.last().map(|layer| layer.is_rotary)
    };
    assert_eq!(rotates("4096"), Some(false));
    assert_eq!(rotates("null"), Some(true));
}

/// `Gemma3RotaryEmbedding` builds frequencies only for types that occur.
#[test]
fn a_type_that_no_layer_has_is_no_answer() {
    let sets = r#""rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}}"#;
    let types = r#""layer_types": ["sliding_attention", "sliding_attention"]"#;
    let model = read(&format!(
        r#""model_type": "gemma3_text", "num_hidden_layers": 2, {types}, {sets}"#
    ));
    assert_eq!(model.rope(None).unwrap().base, 1e4);
    assert_eq!(model.rope(Some("full_attention")), None);
    let model = read(&format!(
        r#""model_type": "gemma3_text", "num_hidden_layers": 6, {sets}"#
    ));
    assert_eq!(model.rope(None).unwrap().base, 1e6);
}

#[test]
fn layer_types_alone_give_the_number_of_layers() {
    let model = read(
        r#""model_type": "exaone4", "layer_types": ["sliding_attention", "full_attention", "sliding_attention"]"#,
    );
    let kinds: Vec<(Attention, bool)> = model
        .layers
        .iter()
        .map(|layer| (layer.attention, layer.is_rotary))
        .collect();
    assert_eq!(
        kinds,
        [
            (Attention::Sliding, true),
            (Attention::Full, false),
            (Attention::Sliding, true)
        ]
    );
}

/// Python takes the number of a layer modulo these keys.
#[test]
fn a_period_that_python_cannot_divide_by_is_an_error() {
    for (class, key) in [
        ("exaone4", "sliding_window_pattern"),
        ("cohere2", "sliding_window_pattern"),
        ("afmoe", "global_attn_every_n_layers"),
        ("modernbert", "global_attn_every_n_layers"),
        ("qwen3_next", "full_attention_interval"),
        ("llama4_text", "no_rope_layer_interval"),
    ] {
        for (value, is_error) in [
            ("\"LLLG\"", true),
            ("0", true),
            ("null", true),
            ("[4]", true),
            ("4", false),
            ("3", false),
        ] {
            let text = format!(
                r#"{{"model_type": "{class}", "hidden_size": 256, "num_attention_heads": 4, "{key}": {value}}}"#
            );
            let findings = phasor_model_files::read(&text).unwrap().findings;
            let found = findings
                .iter()
                .any(|finding| finding.severity == Severity::Error && finding.key == key);
            assert_eq!(found, is_error, "{text}: {findings:?}");
        }
    }
}

/// Each rotation may have lists as long as a head, so their number is bounded.
#[test]
fn more_bases_than_any_model_has_are_an_error() {
    let bases: Vec<String> = (1..=40).map(|layer| format!("{layer}e4")).collect();
    let text = format!(
        r#"{{"model_type": "granite_swa", "hidden_size": 256, "num_attention_heads": 4, "num_hidden_layers": 40,
            "layer_rope_theta": [{}]}}"#,
        bases.join(", ")
    );
    let reading = phasor_model_files::read(&text).unwrap();
    let is_error = |finding: &&phasor_model_files::Finding| finding.severity == Severity::Error;
    assert_eq!(
        reading.findings.iter().filter(is_error).count(),
        1,
        "{:?}",
        reading.findings
    );
    assert_eq!(names(&reading.model).len(), 16);
    assert_eq!(
        reading
            .model
            .rope_of(reading.model.layers[15])
            .unwrap()
            .base,
        16e4
    );
}
