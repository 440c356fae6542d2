//! Which tensors are projections, and what is said about those that do not fit.

use phasor_report::checkpoint::{FindError, Heads, HeadsError, Plan};

use crate::mentions::assert_mentions;
use crate::support::{feed, file, header, heads, subject};

const LLAMA: &str = r#"{"model_type": "llama", "hidden_size": 8, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 2, "num_hidden_layers": 3}"#;

type Tensors<'a> = [(&'a str, &'a str, &'a [u64])];

fn plan(config: &str, tensors: &Tensors<'_>) -> Result<Plan, FindError> {
    Plan::new(&[header(&file(tensors)).unwrap()], &heads(config))
}

fn error(config: &str, tensors: &Tensors<'_>) -> String {
    let error = plan(config, tensors).unwrap_err().to_string();
    assert!(error.ends_with('.') && !error.contains('\n'), "{error}");
    error
}

const QUERY: (&str, &str, &[u64]) = ("model.layers.0.self_attn.q_proj.weight", "F32", &[8, 8]);
const KEY: (&str, &str, &[u64]) = ("model.layers.0.self_attn.k_proj.weight", "F32", &[4, 8]);

#[test]
fn names_of_other_parts_are_left_out() {
    for other in [
        "vision_tower.encoder.layers.1.self_attn.q_proj.weight",
        "model.visual.blocks.1.attn.q_proj.weight",
        "mtp.layers.0.self_attn.q_proj.weight",
        "audio_tower.layers.0.self_attn.q_proj.weight",
        "model.layers.1.self_attn.q_proj.bias",
        "model.layers.1.self_attn.q_norm.weight",
        "model.layers.1.self_attn.v_proj.weight",
        "model.layers.1.cross_attn.q_proj.weight",
        "model.layers.one.self_attn.q_proj.weight",
        "model.layers.1.q_proj.weight",
        // Beyond the last layer, as a layer that predicts several tokens.
        "model.layers.3.self_attn.q_proj.weight",
    ] {
        let plan = plan(LLAMA, &[QUERY, KEY, (other, "I8", &[3])]).unwrap();
        assert_eq!(plan.progress(), (0, 8 * 8 * 4 + 4 * 8 * 4), "{other}");
    }
}

/// Of four queries, two keys and two values, the rows up to the last key are read. In groups, this includes a value.
#[test]
fn fused_projections_of_every_name_are_found() {
    for (name, n_rows) in [
        ("model.layers.0.attention.wqkv.weight", 14),
        ("transformer.blocks.0.norm_attn_norm.attn.Wqkv.weight", 12),
        ("model.layers.0.self_attn.qkv_proj.weight", 12),
        ("gpt_neox.layers.0.attention.query_key_value.weight", 14),
    ] {
        let plan = plan(LLAMA, &[(name, "F32", &[16, 8])]).unwrap();
        assert_eq!(plan.progress(), (0, n_rows * 8 * 4), "{name}");
    }
}

#[test]
fn layers_that_are_not_there_are_named() {
    let tensors = [
        QUERY,
        KEY,
        ("model.layers.1.self_attn.q_proj.weight", "F32", &[8, 8][..]),
    ];
    let mut plan = plan(LLAMA, &tensors).unwrap();
    feed(&mut plan, &[file(&tensors)], 64);
    let norms = plan.norms().unwrap();
    assert_eq!((norms.layers, norms.missing), (vec![0], vec![1, 2]));
    assert_eq!(error(LLAMA, &[QUERY]), FindError::Nothing.to_string());
}

#[test]
fn what_does_not_fit_is_named_with_its_shape() {
    let name = "model.layers.0.self_attn.q_proj.weight";
    let query = |shape: &[u64]| error(LLAMA, &[(name, "F32", shape), KEY]);
    assert_mentions(&query(&[6, 8]), &[name, "[6, 8]", "4 × 2"]);
    for shape in [&[8][..], &[8, 0], &[]] {
        let error = query(shape);
        assert_mentions(&error, &[name, &format!("{shape:?}")]);
        // The number of axes is wrong, not that of rows.
        assert!(!error.contains('×'), "{error}");
    }
    let key = error(LLAMA, &[QUERY, (KEY.0, "F32", &[8, 8])]);
    assert_mentions(&key, &[KEY.0, "[8, 8]", "2 × 2"]);
    for dtype in ["F8_E4M3", "I8"] {
        let error = error(LLAMA, &[(name, dtype, &[8, 8]), KEY]);
        assert_mentions(&error, &[name, "F64", "F32", "F16", "BF16", dtype]);
    }
    let packed = "model.layers.0.self_attn.q_proj.qweight";
    let refused = |tensors: &Tensors<'_>| plan(LLAMA, tensors).unwrap_err();
    let quantized = refused(&[(packed, "I32", &[8, 8])]);
    assert!(matches!(quantized, FindError::Packed(name) if name == packed));
    let fused = (
        "model.layers.0.self_attn.qkv_proj.weight",
        "F32",
        &[16, 8][..],
    );
    assert!(plan(LLAMA, &[fused]).is_ok());
    let other = ("layers.0.self_attn.k_proj.weight", "F32", &[4, 8][..]);
    for second in [fused, other] {
        let twice = refused(&[second, QUERY, KEY]);
        assert!(matches!(twice, FindError::Twice(..)), "{twice}");
    }
}

#[test]
fn the_weights_give_the_number_of_key_heads_that_a_file_leaves_out() {
    let falcon = r#"{"model_type": "falcon", "hidden_size": 8, "num_attention_heads": 4}"#;
    for (rows, n_kv_heads) in [(12, 1), (16, 2), (24, 4)] {
        let name = "transformer.h.0.self_attention.query_key_value.weight";
        let tensors: &Tensors<'_> = &[(name, "F32", &[rows, 8])];
        let mut plan = plan(falcon, tensors).unwrap();
        feed(&mut plan, &[file(tensors)], 7);
        assert_eq!(plan.norms().unwrap().n_kv_heads, n_kv_heads);
    }
    let name = "transformer.h.0.self_attention.query_key_value.weight";
    for rows in [0, 8, 13, 20] {
        assert!(error(falcon, &[(name, "F32", &[rows, 8])]).contains("shape"));
    }
    assert_mentions(&error(falcon, &[(name, "F32", &[])]), &["[]"]);
}

#[test]
fn layer_types_have_their_own_layers() {
    let gemma = r#"{"model_type": "gemma3_text", "hidden_size": 8, "num_attention_heads": 2, "head_dim": 4,
        "num_key_value_heads": 1, "num_hidden_layers": 12}"#;
    let of = |layer_type| {
        Heads::new(&subject(gemma), layer_type)
            .unwrap()
            .layers
            .unwrap()
    };
    assert_eq!(of(None), [5, 11]);
    assert_eq!(
        of(Some("sliding_attention")),
        [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]
    );
    let smollm = r#"{"model_type": "smollm3", "hidden_size": 2048, "num_attention_heads": 16,
        "num_hidden_layers": 8, "rope_theta": 5000000.0}"#;
    assert_eq!(heads(smollm).layers.unwrap(), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn gates_are_left_out() {
    let qwen = r#"{"model_type": "qwen3_next", "hidden_size": 8, "num_attention_heads": 2, "head_dim": 8,
        "num_key_value_heads": 1, "num_hidden_layers": 4, "partial_rotary_factor": 0.25}"#;
    let query = (
        "model.layers.3.self_attn.q_proj.weight",
        "F32",
        &[32, 8][..],
    );
    let key = ("model.layers.3.self_attn.k_proj.weight", "F32", &[8, 8][..]);
    let mut bytes = file(&[key, query]);
    // The first number of the second head, which is after the gate of the first.
    let start = bytes.len() - 16 * 8 * 4;
    bytes[start..start + 4].copy_from_slice(&3f32.to_le_bytes());
    let mut plan = Plan::new(&[header(&bytes).unwrap()], &heads(qwen)).unwrap();
    feed(&mut plan, &[bytes], 64);
    assert_eq!(plan.norms().unwrap().queries, [0.0, 3.0]);
}

#[test]
fn a_configuration_that_does_not_say_enough_is_told() {
    let of = |text: &str| Heads::new(&subject(text), None).unwrap_err();
    assert_eq!(
        of(r#"{"model_type": "bloom", "n_head": 8}"#),
        HeadsError::Still
    );
    let codegen = of(r#"{"model_type": "codegen", "n_embd": 32, "n_head": 4}"#);
    assert_eq!(codegen, HeadsError::Layout("codegen".to_owned()));
    let error = of(r#"{"model_type": "llama", "head_dim": 8}"#).to_string();
    assert!(error.contains("num_attention_heads"), "{error}");
}

/// Python writes numbers that JSON does not have, and a file may start with a byte order mark.
#[test]
fn the_part_before_a_separate_rotary_part_is_read_from_any_file() {
    let text = "\u{feff}{\"model_type\": \"deepseek_v3\", \"num_attention_heads\": 4, \"qk_rope_head_dim\": 8, \
        \"qk_nope_head_dim\": 24, \"routed_scaling_factor\": Infinity}";
    let heads = Heads::new(&subject(text), None).unwrap();
    assert_eq!((heads.head_dim, heads.still_dim), (8, Some(24)));
}

#[test]
fn more_norms_than_any_model_has_are_refused() {
    let huge = Heads {
        n_heads: usize::MAX,
        ..heads(LLAMA)
    };
    let header = header(&file(&[QUERY, KEY])).unwrap();
    let error = Plan::new(&[header], &huge).unwrap_err().to_string();
    assert!(error.contains("at most 4,194,304 norms"), "{error}");
}
