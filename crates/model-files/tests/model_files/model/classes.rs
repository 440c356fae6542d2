//! Compares files that only their model's class reads in a certain way with transformers.

/// A file, its layers, the number of their frequencies, and the frequency in the middle, which
/// differs for any other reading of the file; from transformers 5.23.0, computed in f64.
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
    // HunyuanOCR's name of the rule.
    (
        r#"{"model_type": "hunyuan_vl_text", "hidden_size": 1024, "head_dim": 128, "num_attention_heads": 16, "rope_theta": 10000.0,
            "max_position_embeddings": 32768, "rope_scaling": {"alpha": 1000.0, "beta_fast": 32, "beta_slow": 1, "factor": 1.0,
            "mscale": 1.0, "mscale_all_dim": 1.0, "type": "xdrope", "xdrope_section": [16, 16, 16, 16]}}"#,
        "",
        64,
        0.000_299_357_729_472_049_05,
    ),
    // The decoder has heads of 80 components, of which 72 rotate.
    (
        r#"{"model_type": "moonshine", "hidden_size": 320, "encoder_num_attention_heads": 8, "decoder_num_attention_heads": 4}"#,
        "",
        36,
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
        let model = phasor_model_files::read(text).unwrap().model;
        let layer_type = Some(*layer_type).filter(|name| !name.is_empty());
        let scaled = model.rope(layer_type).unwrap().scaled(None).unwrap();
        let inv_freq = scaled.frequencies().inv_freq();
        assert_eq!(inv_freq.len(), *n_pairs, "{text}");
        let got = inv_freq[n_pairs / 2];
        assert!((got / middle - 1.0).abs() < 1e-12, "{text}: {got}");
        assert_eq!(
            phasor_model_files::read(&model.to_json()).unwrap().model,
            model,
            "{text}"
        );
    }
}

#[test]
fn the_old_names_of_hunyuan_vl_are_no_finding() {
    let text = |sections: &str| {
        format!(
            r#"{{"model_type": "hunyuan_vl_text", "hidden_size": 1024, "head_dim": 128, "num_attention_heads": 16,
            "num_key_value_heads": 8, "rope_theta": 10000.0, "max_position_embeddings": 32768, "num_hidden_layers": 24,
            "rope_scaling": {{"alpha": 1000.0, "factor": 1.0, "mscale": 1.0, "type": "xdrope", {sections}}}}}"#
        )
    };
    let keys = |sections: &str| {
        let findings = phasor_model_files::read(&text(sections)).unwrap().findings;
        findings
            .into_iter()
            .map(|finding| finding.key)
            .collect::<Vec<_>>()
    };
    let old = "\"xdrope_section\": [16, 16, 16, 16]";
    assert!(keys(old).is_empty());
    assert!(keys("\"mrope_section\": [16, 16, 32]").is_empty());
    // transformers refuses these.
    let both = format!("{old}, \"mrope_section\": [16, 16, 32]");
    assert_eq!(keys(&both), ["rope_scaling.xdrope_section"]);
    assert_eq!(keys("\"xdrope_section\": [16, 16]").len(), 2);
}

#[test]
fn phi_3_has_an_original_length_of_its_own() {
    let text = r#"{"model_type": "phi3", "hidden_size": 64, "num_attention_heads": 8, "max_position_embeddings": 131072,
        "rope_scaling": {"type": "longrope", "short_factor": [1, 2, 3, 4], "long_factor": [5, 6, 7, 8],
                         "original_max_position_embeddings": 8192}}"#;
    let model = phasor_model_files::read(text).unwrap().model;
    let scaled = model.rope(None).unwrap().scaled(None).unwrap();
    // transformers 5.23.0: sqrt(1 + ln 32 / ln 4096), for 131072 / 4096 and not 131072 / 8192.
    assert!((scaled.attention_factor() - 1.190_238_071_423_808_3).abs() < 1e-15);
    assert_eq!(
        phasor_model_files::read(&model.to_json()).unwrap().model,
        model
    );
}

/// The encoder of Moonshine has other keys, which are no misspellings of those of the decoder.
#[test]
fn an_encoder_and_a_decoder_may_have_their_own_heads() {
    let text = r#"{"model_type": "moonshine", "hidden_size": 288, "encoder_num_attention_heads": 8,
        "encoder_num_key_value_heads": 8, "decoder_num_attention_heads": 4, "decoder_num_key_value_heads": 2,
        "decoder_num_hidden_layers": 6, "rope_theta": 10000.0, "max_position_embeddings": 194}"#;
    let reading = phasor_model_files::read(text).unwrap();
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    let model = reading.model;
    let counts = (model.n_heads, model.n_kv_heads, model.layers.len());
    assert_eq!(counts, (Some(4), Some(2), 6));
}

/// The class of Mistral 4 adds to its configuration the share that the rotary part has of the whole head.
#[test]
fn a_factor_that_repeats_the_rotary_part_is_no_error() {
    let read = |factor: f64| {
        let text = format!(
            r#"{{"model_type": "mistral4", "head_dim": 128, "qk_nope_head_dim": 64, "qk_rope_head_dim": 64,
            "num_attention_heads": 32, "max_position_embeddings": 8192, "rope_parameters": {{"rope_type": "yarn",
            "rope_theta": 10000.0, "factor": 2.0, "original_max_position_embeddings": 4096,
            "partial_rotary_factor": {factor}}}}}"#
        );
        phasor_model_files::read(&text).unwrap()
    };
    let is_odd = |reading: &phasor_model_files::Reading| {
        let mut findings = reading.findings.iter();
        findings.any(|finding| finding.key.ends_with("partial_rotary_factor"))
    };
    let repeated = read(0.5);
    assert!(!is_odd(&repeated), "{:?}", repeated.findings);
    assert_eq!(repeated.model.rope(None).unwrap().rotary_dim, 64);
    assert!(is_odd(&read(0.25)));
}
