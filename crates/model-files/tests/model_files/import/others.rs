//! `params.json`, flags of Megatron-LM, and everything else.

use phasor_encoding::scaling::Linear;
use phasor_encoding::{Pairing, Scaling};
use phasor_model_files::import::{Source, import};
use phasor_model_files::{PositionEncoding, Unreadable};
use proptest::prelude::*;
use serde_json::json;

use super::{assert_notes, assert_same_frequencies, imported, json, read};

const META: &str = r#"{"dim": 4096, "n_layers": 32, "n_heads": 32, "n_kv_heads": 8, "vocab_size": 128256,
    "ffn_dim_multiplier": 1.3, "multiple_of": 1024, "norm_eps": 1e-05, "rope_theta": 500000.0,
    "use_scaled_rope": true}"#;

#[test]
fn metas_params_give_the_frequencies_of_the_published_model() {
    let llama = imported(META, Source::Params);
    assert_same_frequencies(&llama.text, "llama-3.1-8b.json");
    assert_notes(
        &llama,
        &[
            "8 is used, as in Llama 3.1",
            "131072 is used, as on Hugging Face",
            "neighbouring components",
        ],
    );
    assert_eq!(
        read(&llama.text).rope(None).unwrap().pairing,
        Pairing::Interleaved
    );
    assert_eq!(phasor_model_files::read(&llama.text).unwrap().findings, []);
    let small = r#"{"dim": 2048, "n_layers": 16, "n_heads": 32, "n_kv_heads": 8, "rope_theta": 500000.0,
        "use_scaled_rope": true, "rope_scale_factor": 32}"#;
    assert_same_frequencies(&imported(small, Source::Params).text, "llama-3.2-1b.json");
    let old = r#"{"dim": 4096, "multiple_of": 256, "n_heads": 32, "n_layers": 32, "nope_layer_interval": 4}"#;
    let old = imported(old, Source::Params);
    assert_same_frequencies(&old.text, "llama-2-7b.json");
    assert_notes(
        &old,
        &[
            "`rope_theta` is missing; 10000",
            "`nope_layer_interval` was not taken over",
        ],
    );
}

#[test]
fn mistrals_params_give_the_frequencies_of_the_published_model() {
    let mistral = r#"{"dim": 4096, "n_layers": 32, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32,
        "n_kv_heads": 8, "norm_eps": 1e-05, "sliding_window": 4096, "vocab_size": 32000}"#;
    let mistral = imported(mistral, Source::Params);
    assert_same_frequencies(&mistral.text, "mistral-7b-v0.1.json");
    assert_eq!(json(&mistral)["model_type"], "mistral");
    let yarn = r#"{"dim": 3072, "n_layers": 26, "head_dim": 128, "hidden_dim": 9216, "n_heads": 32, "n_kv_heads": 8,
        "rope_theta": 1000000.0, "max_position_embeddings": 262144, "yarn": {"factor": 16, "alpha": 1, "beta": 32,
        "original_max_position_embeddings": 16384, "apply_scale": false}}"#;
    let yarn = imported(yarn, Source::Params);
    assert_same_frequencies(&yarn.text, "ministral-3-3b.json");
    assert_notes(&yarn, &["`yarn.apply_scale` is false"]);
    assert_eq!(json(&yarn)["sliding_window"], json!(null));
}

const MEGATRON: &str = "GPT_ARGS=(\n    --num-layers 32 \\\n    --hidden-size 4096 \\\n    --num-attention-heads 32\n    \
    --group-query-attention --num-query-groups 8 --seq-length 8192\n    --max-position-embeddings 131072 \
    --position-embedding-type rope\n    #--rotary-base 5\n    --rotary-base 500000 --use-rope-scaling\n    \
    --rope-scaling-factor 8.0 --kv-channels=128)";

#[test]
fn megatrons_flags_give_the_frequencies_of_the_published_model() {
    let yaml = "- --num-layers=32\n- \"--hidden-size=4096\"\n- --num-attention-heads=32\n- --num-query-groups=8\n\
        - --max-position-embeddings=131072\n- --position-embedding-type=rope\n- --rotary-base=500000\n- --use-rope-scaling";
    let mapping = "MODEL_ARGS:\n  --hidden-size: 4096\n  --num-attention-heads: 32\n  --num-query-groups: 8\n  \
        --max-position-embeddings: 131072\n  --position-embedding-type: rope\n  --rotary-base: 500000\n  \
        --use-rope-scaling: true\n  --rotary-interleaved: false\n  --num-layers: 32";
    let quoted = MEGATRON.replace(['(', ')'], "\"");
    for text in [MEGATRON, yaml, mapping, &quoted] {
        let llama = imported(text, Source::Megatron);
        assert_same_frequencies(&llama.text, "llama-3.1-8b.json");
        assert_eq!(llama.notes, [""; 0], "{text}");
        let expected = json!({"hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 32,
            "num_key_value_heads": 8, "max_position_embeddings": 131_072, "model_type": "llama"});
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(json(&llama)[key], *value, "{key}");
        }
        assert_eq!(phasor_model_files::read(&llama.text).unwrap().findings, []);
    }
}

#[test]
fn other_flags_of_megatron() {
    let sizes = "--hidden-size 4096 --num-attention-heads 32 --position-embedding-type rope";
    let part = imported(
        &format!("{sizes} --rotary-percent 0.5 --rotary-interleaved"),
        Source::Megatron,
    );
    let rope = read(&part.text).rope(None).unwrap().clone();
    assert_eq!(
        (rope.rotary_dim, rope.head_dim, rope.base),
        (64, 128, 10_000.0)
    );
    assert_eq!(rope.pairing, Pairing::Interleaved);
    assert_notes(&part, &["`--rotary-base` is missing", "read as a Nemotron"]);
    let linear = format!("{sizes} --rotary-base ${{BASE}} --rotary-seq-len-interpolation-factor 4");
    let linear = imported(&linear, Source::Megatron);
    assert_eq!(
        read(&linear.text).rope(None).unwrap().scaling,
        Scaling::Linear(Linear { factor: 4.0 })
    );
    assert_notes(&linear, &["must have a number, not `${BASE}`"]);
    let both = format!("{sizes} --use-rope-scaling --rotary-seq-len-interpolation-factor 4");
    assert_notes(&imported(&both, Source::Megatron), &["one scaling rule"]);
    let one = format!("{sizes} --use-rope-scaling --rotary-seq-len-interpolation-factor 1");
    assert!(json(&imported(&one, Source::Megatron))["rope_scaling"]["factor"] == json!(8.0));
    let learned = "--hidden-size 768 --num-attention-heads 12 --max-position-embeddings 1024 \
        --position-embedding-type learned_absolute";
    let learned = imported(learned, Source::Megatron);
    let table = PositionEncoding::Learned {
        n_positions: 1024,
        dim: 768,
    };
    assert_eq!(read(&learned.text).position, table);
    for kind in [
        "",
        "--position-embedding-type none",
        "--use-rotary-position-embeddings",
    ] {
        let text = format!("--num-attention-heads 12 --rotary-base 10000 {kind}");
        let imported = imported(&text, Source::Megatron);
        assert_eq!(
            imported.notes.is_empty(),
            kind.starts_with("--use"),
            "{kind}"
        );
    }
}

#[test]
fn sources_have_names() {
    for source in [
        Source::Config,
        Source::Fragment,
        Source::GgufHeader,
        Source::GgufKeys,
        Source::Params,
    ] {
        assert!(
            source.name().starts_with("a ") || source.name().starts_with("the "),
            "{}",
            source.name()
        );
    }
}

#[test]
fn anything_else_is_what_the_reader_says() {
    let long = " ".repeat((1 << 20) + 1);
    let deep = "[".repeat(40_000);
    for text in [
        "",
        "[]",
        "5",
        "null",
        "<!DOCTYPE html>",
        "{\"model_type\": \"llama\",",
        "{'model_type': True}",
        &long,
        &deep,
        "{\"a\": 1 // b\n}",
        "hello = world",
        "--not-a-flag 5",
        "version https://git-lfs.github.com/spec/v1",
    ] {
        let error = import(text.as_bytes(), Some("{}")).unwrap_err();
        assert_eq!(
            Err(error),
            phasor_model_files::read_bytes(text.as_bytes()).map(|_| ()),
            "{:.40}",
            text
        );
    }
    for bytes in [&b"\xff\xfe{\0"[..], b"PK\x03\x04", b"\xc3\x28"] {
        let error: Unreadable = import(bytes, None).unwrap_err();
        assert_eq!(
            Err(error),
            phasor_model_files::read_bytes(bytes).map(|_| ())
        );
    }
}

proptest! {
    #[test]
    fn any_text_is_imported_or_refused(text in "[-{}\\[\\]\"'a-z_.=:,0-9 \\\\\n#]{0,200}") {
        for flag in ["", "--hf-overrides ", "--rotary-base ", "llama.rope.freq_base = "] {
            for onto in [None, Some(META), Some("{\"model_type\": \"llama\"}")] {
                if let Ok(imported) = import(format!("{flag}{text}").as_bytes(), onto) {
                    prop_assert!(phasor_model_files::read(&imported.text).is_ok(), "{}", imported.text);
                }
            }
        }
    }
}

/// Megatron Core's latent attention rotates whole parts of heads, with neighbours as pairs, and takes YaRN by default.
#[test]
fn latent_attention_of_megatron_is_that_of_deepseek() {
    const SIZES: &str = "--num-layers 61 --hidden-size 7168 --num-attention-heads 128 --multi-latent-attention --qk-head-dim 128 \
        --qk-pos-emb-head-dim 64 --v-head-dim 128 --kv-lora-rank 512 --position-embedding-type rope --rotary-base 10000 \
        --max-position-embeddings 163840";
    const YARN: &str = "--rope-type yarn --rotary-scaling-factor 40 --original-max-position-embeddings 4096 --beta-fast 32 \
        --beta-slow 1 --mscale 1.0 --mscale-all-dim 1.0";
    let all = imported(&format!("{SIZES} {YARN}"), Source::Megatron);
    assert_same_frequencies(&all.text, "deepseek-v3.json");
    let layer = read(&all.text).rope(None).unwrap().clone();
    assert_eq!((layer.pairing, layer.head_dim), (Pairing::Interleaved, 64));
    let factor = layer.scaled(None).unwrap().softmax_factor();
    assert!((factor - 1.873_854_2).abs() < 1e-6);
    assert!(
        !all.notes.iter().any(|note| note.contains("missing")),
        "{:?}",
        all.notes
    );
    let usual = imported(SIZES, Source::Megatron);
    // Its default of `mscale_all_dim` is 0, so keys become longer instead.
    let layer = read(&usual.text).rope(None).unwrap().clone();
    let scaled = layer.scaled(None).unwrap();
    assert!(matches!(layer.scaling, Scaling::Yarn(_)) && scaled.softmax_factor() == 1.0);
    assert!((scaled.attention_factor() - 1.368_888).abs() < 1e-6);
    let plain = imported(&format!("{SIZES} --rope-type rope"), Source::Megatron);
    assert_eq!(
        read(&plain.text).rope(None).unwrap().scaling,
        Scaling::Default
    );
    let odd = imported(
        &format!("{SIZES} {YARN} --no-rope-freq 4"),
        Source::Megatron,
    );
    assert_notes(&odd, &["--no-rope-freq"]);
}
