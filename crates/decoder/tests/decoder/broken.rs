//! Files that are wrong or cut off: one sentence each, and never a panic.

use std::sync::Arc;

use phasor_decoder::{Checkpoint, ModelError};
use proptest::prelude::*;

use crate::support::{file, folder};

fn gguf() -> Arc<Vec<u8>> {
    file(folder().join("llama").join("model.gguf"))
}

/// Reads a file as far as it goes.
fn load(bytes: Vec<u8>) -> Result<(), ModelError> {
    Checkpoint::of_gguf(&Arc::new(bytes))?.decoder().map(drop)
}

/// Replaces a part of the bytes by another of the same length.
fn replaced(bytes: &[u8], old: &str, new: &str) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let place = bytes
        .windows(old.len())
        .position(|part| part == old.as_bytes())
        .unwrap();
    let mut bytes = bytes.to_vec();
    bytes[place..place + old.len()].copy_from_slice(new.as_bytes());
    bytes
}

#[test]
fn a_wrong_file_gets_one_sentence() {
    let whole = gguf();
    let sentences = [
        (
            b"PK\x03\x04".to_vec(),
            "The file is not a model in GGUF format.",
        ),
        (
            whole[..whole.len() - 1].to_vec(),
            "The file is cut off: its data end before",
        ),
        (
            replaced(&whole, "blk.1.attn_q.weight", "blk.1.attn_z.weight"),
            "The file has no tensor `blk.1.attn_q.weight`",
        ),
        (
            replaced(&whole, "gpt2", "bert"),
            "The vocabulary of the file is `bert`, which is not read",
        ),
    ];
    for (bytes, sentence) in sentences {
        let error = load(bytes).unwrap_err().to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
    let gemma = br#"{"model_type": "gemma", "hidden_size": 32, "num_attention_heads": 4, "num_hidden_layers": 2}"#;
    let error = Checkpoint::of_safetensors(gemma, b"{}", &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Models of the classes llama, mistral, qwen2, qwen3 and smollm3 run here, and this one is of the class gemma."
    );
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_an_error() {
    let whole = gguf();
    for len in (0..whole.len()).step_by(97) {
        assert!(load(whole[..len].to_vec()).is_err(), "{len} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn no_damage_stops_the_program(place in 0usize..12_000, byte: u8) {
        let mut bytes = gguf().to_vec();
        bytes[place] = byte;
        if let Err(error) = load(bytes) {
            prop_assert!(error.to_string().ends_with('.'), "{error}");
        }
    }

    #[test]
    fn no_damage_of_a_safetensors_file_stops_the_program(place in 0usize..3000, byte: u8) {
        let bytes = |name: &str| file(folder().join("llama").join(name));
        let mut weights = bytes("model.safetensors").to_vec();
        weights[place] = byte;
        let mut tokenizer = bytes("tokenizer.json").to_vec();
        tokenizer[place] = byte;
        let weights = [Arc::new(weights)];
        for tokenizer in [&tokenizer, &*bytes("tokenizer.json")] {
            let checkpoint = Checkpoint::of_safetensors(&bytes("config.json"), tokenizer, &weights);
            if let Err(error) = checkpoint.and_then(|checkpoint| checkpoint.decoder()) {
                prop_assert!(error.to_string().ends_with('.'), "{error}");
            }
        }
    }
}
