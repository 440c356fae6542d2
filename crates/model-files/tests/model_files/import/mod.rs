//! What engineers have in place of a `config.json`.

mod beside;
mod file;
mod fragment;
mod gguf;
mod gguf_cache;
mod others;

use std::fs;
use std::path::PathBuf;

use phasor_model_files::ModelConfig;
use phasor_model_files::import::{Imported, Source, import};
use serde_json::Value;

fn published(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn imported(text: &str, source: Source) -> Imported {
    let imported = import(text.as_bytes(), None).unwrap();
    assert_eq!(imported.source, source, "{text}");
    imported
}

fn json(imported: &Imported) -> Value {
    serde_json::from_str(&imported.text).unwrap()
}

fn read(text: &str) -> ModelConfig {
    phasor_model_files::read(text).unwrap().model
}

/// Checks that the frequencies of every layer type, at any length, are those of a published file.
fn assert_same_frequencies(text: &str, name: &str) {
    let (got, expected) = (read(text), read(&published(name)));
    for layer_type in [None, Some("full_attention"), Some("sliding_attention")] {
        let (got, expected) = (got.rope(layer_type), expected.rope(layer_type));
        assert_eq!(got.is_some(), expected.is_some(), "{name} {layer_type:?}");
        let (Some(got), Some(expected)) = (got, expected) else {
            continue;
        };
        for length in [None, Some(100_000)] {
            let (got, expected) = (
                got.scaled(length).unwrap(),
                expected.scaled(length).unwrap(),
            );
            let what = format!("{name} {layer_type:?} {length:?}\n{text}");
            assert_eq!(got.frequencies(), expected.frequencies(), "{what}");
            assert_eq!(
                got.attention_factor(),
                expected.attention_factor(),
                "{what}"
            );
        }
    }
}

/// Checks that a note has all the words, and that every note is a sentence.
fn assert_notes(imported: &Imported, words: &[&str]) {
    for note in &imported.notes {
        assert!(note.ends_with('.') && !note.contains('\''), "{note}");
        let first = note.chars().next().unwrap();
        assert!(first.is_uppercase() || "`l".contains(first), "{note}");
    }
    for word in words {
        assert!(
            imported.notes.iter().any(|note| note.contains(word)),
            "{word}: {:#?}",
            imported.notes
        );
    }
}
