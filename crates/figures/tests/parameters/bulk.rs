//! The address of the figure of bulk RoPE, and the models that it offers.

use std::fs;
use std::path::PathBuf;

use phasor_figures::rotary::bulk_rope::{BulkKey, BulkSpec, MODELS};
use phasor_params::Accepts;
use proptest::prelude::*;

#[test]
fn every_key_has_its_row_and_every_default_is_accepted() {
    let default = BulkSpec::default();
    for &key in BulkKey::ALL {
        let row = key.parameter();
        assert_eq!(BulkKey::from_name(row.name), Some(key));
        let mut again = default.clone();
        again.set(key, &default.text(key)).unwrap();
        assert_eq!(again, default, "{}", row.name);
        assert!(!row.help.is_empty() && !row.label.is_empty());
    }
    assert_eq!(default.model(), Some(&MODELS[0]));
}

#[test]
fn models_have_the_sizes_of_their_published_configurations() {
    let published = [
        ("Llama 3.1 8B", "llama-3.1-8b"),
        ("Llama 3.2 1B", "llama-3.2-1b"),
        ("Qwen2.5 7B", "qwen2.5-7b-instruct"),
        ("Gemma 2 9B", "gemma-2-9b"),
        ("Phi-3 mini", "phi-3-mini-4k"),
        ("Command R", "command-r-v01"),
        ("GPT-NeoX 20B", "gpt-neox-20b"),
        ("DeepSeek-V3, rotary part", "deepseek-v3"),
    ];
    assert_eq!(published.len(), MODELS.len());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    for (label, file) in published {
        let text = fs::read_to_string(folder.join(format!("{file}.json"))).unwrap();
        let reading = phasor_model_files::read(&text).unwrap();
        let of_layer = reading.model.rope(None).unwrap();
        let rope = of_layer.rope(None).unwrap();
        let here = MODELS.iter().find(|model| model.label == label).unwrap();
        let [heads, head_dim, rotary_dim] = here.sizes.map(u64::from);
        assert_eq!(Some(heads as usize), reading.model.n_heads, "{label}");
        let frequencies = rope.frequencies();
        assert_eq!(rotary_dim, 2 * frequencies.n_pairs() as u64, "{label}");
        assert_eq!(here.base, frequencies.base(), "{label}");
        assert_eq!(here.pairing, rope.pairing(), "{label}");
        assert_eq!(head_dim, rope.head_dim() as u64, "{label}");
    }
}

#[test]
fn a_head_holds_what_turns_and_a_wrong_text_changes_nothing() {
    let mut spec = BulkSpec::default();
    spec.set(BulkKey::HeadDim, "65").unwrap();
    assert_eq!(spec.number(BulkKey::RotaryDim), Some(64.0));
    let before = spec.clone();
    for (key, text, part) in [
        (
            BulkKey::RotaryDim,
            "66",
            "`rotary-dim` must be an even number from 2 to head_dim, which is 65, not `66`.",
        ),
        (BulkKey::RotaryDim, "7", "even number"),
        (
            BulkKey::NHeads,
            "0",
            "`heads` must be a whole number from 1 to 1,024, not `0`.",
        ),
        (
            BulkKey::NPositions,
            "0",
            "`positions` must be a whole number from 1 to 4,194,304",
        ),
        (BulkKey::Position, "10000001", "from 0 to 10,000,000"),
        (
            BulkKey::Path,
            "fast",
            "auto, scalar, simd or webgpu, not `fast`",
        ),
        (BulkKey::Base, "nan", "must be a number"),
    ] {
        let error = spec.set(key, text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert_eq!(spec, before);
    }
    assert!(spec.model().is_none());
    spec.take(&MODELS[2]);
    assert_eq!(spec.model(), Some(&MODELS[2]));
    let (_, errors) = BulkSpec::parse("positions=3&colour=red");
    assert_eq!(
        errors[0].to_string(),
        "There is no parameter `colour`; bulk RoPE has those of its controls."
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        model in 0..MODELS.len(), n_positions in 1..4_194_304u32, position in 0..10_000_001u32,
        words in (0..4usize, 0..2usize, 0..2usize), rotary in 1..33u32,
    ) {
        let mut spec = BulkSpec::default();
        spec.take(&MODELS[model]);
        spec.set(BulkKey::NPositions, &n_positions.to_string()).unwrap();
        spec.set(BulkKey::Position, &position.to_string()).unwrap();
        if rotary <= 12 {
            spec.set(BulkKey::RotaryDim, &(2 * rotary).to_string()).unwrap();
        }
        let keys = [BulkKey::Path, BulkKey::Layout, BulkKey::Pairing];
        for (key, word) in keys.into_iter().zip([words.0, words.1, words.2]) {
            if let Accepts::Choice(words) = key.parameter().accepts {
                spec.set(key, words[word].name).unwrap();
            }
        }
        prop_assert_eq!(BulkSpec::parse(&spec.format()), (spec, vec![]));
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,60}") {
        let (spec, _) = BulkSpec::parse(&text);
        prop_assert_eq!(BulkSpec::parse(&spec.format()).0, spec);
    }
}
