//! Whether a class rotates, and what it has instead.

use phasor_model_files::{ModelConfig, OtherOrder, PositionEncoding, Severity};

const SIZES: &str =
    r#""hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 8192"#;

/// Files with the keys of a rotation that their class does not read.
#[test]
fn a_class_that_does_not_rotate_reads_no_base() {
    let keys = r#""hidden_size": 512, "num_attention_heads": 8, "rope_theta": 1e6, "qk_rope_head_dim": 64"#;
    let read = |class: &str| {
        let text = format!(r#"{{"model_type": "{class}", {keys}}}"#);
        phasor_model_files::read(&text).unwrap()
    };
    for (class, expected) in [
        ("kimi_linear", PositionEncoding::None),
        ("nemotron_h", PositionEncoding::None),
        ("granitemoehybrid", PositionEncoding::None),
        ("zamba2", PositionEncoding::None),
        (
            "inkling_text",
            PositionEncoding::Other(OtherOrder::Relative),
        ),
        ("m2m_100", PositionEncoding::Other(OtherOrder::Sines)),
        ("mpnet", PositionEncoding::Other(OtherOrder::Bias)),
        ("wav2vec2", PositionEncoding::Other(OtherOrder::Convolution)),
        ("qwen2_vl_vision", PositionEncoding::Other(OtherOrder::Grid)),
        ("parakeet_ctc", PositionEncoding::Other(OtherOrder::Parts)),
    ] {
        let reading = read(class);
        assert_eq!(reading.model.position, expected, "{class}");
        assert!(reading.model.rope(None).is_none());
        assert!(reading.findings.is_empty(), "{:?}", reading.findings);
        assert_eq!(read_back(&reading.model), reading.model);
    }
}

fn read_back(model: &ModelConfig) -> ModelConfig {
    phasor_model_files::read(&model.to_json()).unwrap().model
}

#[test]
fn a_key_decides_whether_some_classes_rotate() {
    for (text, rotates) in [
        (
            r#""granitemoehybrid", "position_embedding_type": "rope""#,
            true,
        ),
        (
            r#""granitemoehybrid", "position_embedding_type": "nope""#,
            false,
        ),
        (r#""granitemoehybrid""#, false),
        (r#""zamba2", "use_mem_rope": true"#, true),
        (r#""zamba2", "use_mem_rope": false"#, false),
        (r#""esm", "position_embedding_type": "rotary""#, true),
        (r#""esm""#, false),
        (
            r#""wav2vec2-conformer", "position_embeddings_type": "rotary""#,
            true,
        ),
        (
            r#""wav2vec2-conformer", "position_embeddings_type": "relative""#,
            false,
        ),
        (r#""olmo_hybrid", "rope_theta": 500000.0"#, true),
        (r#""olmo_hybrid""#, true),
        (r#""olmo_hybrid", "rope_theta": null"#, false),
        (
            r#""olmo_hybrid", "rope_parameters": {"rope_type": "default", "rope_theta": null}"#,
            false,
        ),
        (
            r#""olmo_hybrid", "rope_theta": null, "rope_parameters": {"rope_theta": 1e4}"#,
            true,
        ),
        (r#""deberta-v2", "relative_attention": true"#, false),
    ] {
        let text =
            format!(r#"{{"model_type": {text}, "hidden_size": 512, "num_attention_heads": 8}}"#);
        let model = phasor_model_files::read(&text).unwrap().model;
        assert_eq!(model.rope(None).is_some(), rotates, "{text}");
        assert_eq!(read_back(&model), model, "{text}");
    }
}

#[test]
fn deberta_has_a_table_unless_its_attention_is_relative() {
    let position = |more: &str| {
        let text = format!(r#"{{"model_type": "deberta-v2"{more}}}"#);
        phasor_model_files::read(&text).unwrap().model.position
    };
    let (n_positions, dim) = (512, 1536);
    assert_eq!(position(""), PositionEncoding::Learned { n_positions, dim });
    let relative = PositionEncoding::Other(OtherOrder::Relative);
    assert_eq!(position(r#", "relative_attention": true"#), relative);
}

#[test]
fn an_unknown_class_is_a_guess() {
    for class in ["sunshine", "llama5", "qwen9_text"] {
        for more in ["", r#", "auto_map": {"AutoModel": "x.X"}"#] {
            let text = format!(r#"{{"model_type": "{class}", {SIZES}, "rope_theta": 1e4{more}}}"#);
            let reading = phasor_model_files::read(&text).unwrap();
            let found = reading
                .findings
                .iter()
                .map(|finding| (finding.severity, finding.key.as_str()));
            assert_eq!(
                found.collect::<Vec<_>>(),
                [(Severity::Warning, "model_type")],
                "{text}"
            );
        }
    }
}

#[test]
fn a_class_of_transformers_is_never_a_misspelling() {
    // One letter from `nemotron`, `gemma3` and `bert`.
    for class in [
        "nemotron_h",
        "gemma3n",
        "albert",
        "olmo_hybrid",
        "mistral_large4",
        "step3p5",
    ] {
        let text = format!(r#"{{"model_type": "{class}", {SIZES}, "rope_theta": 1e4}}"#);
        let findings = phasor_model_files::read(&text).unwrap().findings;
        assert!(
            findings.iter().all(|finding| finding.key != "model_type"),
            "{findings:?}"
        );
    }
}

#[test]
fn a_text_model_without_a_class_has_the_one_of_its_surroundings() {
    for (text, class) in [
        (
            r#"{"model_type": "llava", "text_config": {"hidden_size": 512}}"#,
            "llama",
        ),
        (
            r#"{"model_type": "paligemma", "text_config": {"hidden_size": 512}}"#,
            "gemma",
        ),
        (
            r#"{"model_type": "qwen3_vl", "text_config": {"hidden_size": 512}}"#,
            "qwen3_vl_text",
        ),
        (
            r#"{"model_type": "clip", "text_config": {"hidden_size": 512}}"#,
            "clip_text_model",
        ),
        (
            r#"{"model_type": "qwen2_5_omni", "thinker_config": {"text_config": {"hidden_size": 8}}}"#,
            "qwen2_5_omni_text",
        ),
        (r#"{"model_type": "mistral3"}"#, "mistral"),
        (
            r#"{"model_type": "colpali", "vlm_config": {"text_config": {"hidden_size": 512}}}"#,
            "gemma",
        ),
        (
            r#"{"model_type": "t5gemma", "decoder": {"num_attention_heads": 8}}"#,
            "t5_gemma_module",
        ),
    ] {
        let reading = phasor_model_files::read(text).unwrap();
        assert_eq!(reading.model.model_type.as_deref(), Some(class), "{text}");
        let worst = reading
            .findings
            .iter()
            .map(|finding| finding.severity)
            .max();
        assert!(
            worst < Some(Severity::Error),
            "{text}: {:?}",
            reading.findings
        );
    }
}

#[test]
fn parts_without_a_text_are_no_llama() {
    for text in [
        r#"{"model_type": "sunshine", "vision_config": {"hidden_size": 512}}"#,
        r#"{"model_type": "sunshine", "audio_config": {}, "vision_config": {"hidden_size": 512}}"#,
    ] {
        let model = phasor_model_files::read(text).unwrap().model;
        assert_eq!(
            model.position,
            PositionEncoding::Other(OtherOrder::Parts),
            "{text}"
        );
        assert_eq!(read_back(&model), model);
    }
}
