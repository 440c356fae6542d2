//! What several tests need.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use phasor_decoder::product::Scratch;
use phasor_decoder::{Change, Checkpoint, Decoder, Session};
use serde_json::Value;

/// The folder of golden files.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/decoder")
}

pub(crate) fn golden(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

pub(crate) fn cases(file: &Value) -> &[Value] {
    let cases = file["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    cases
}

pub(crate) fn numbers(value: &Value) -> Vec<f32> {
    let numbers = value.as_array().unwrap().iter();
    numbers
        .map(|number| number.as_f64().unwrap() as f32)
        .collect()
}

pub(crate) fn tokens(value: &Value) -> Vec<u32> {
    let numbers = value.as_array().unwrap().iter();
    numbers
        .map(|number| number.as_u64().unwrap() as u32)
        .collect()
}

pub(crate) fn file(path: PathBuf) -> Arc<Vec<u8>> {
    Arc::new(fs::read(path).unwrap())
}

/// Reads the files of a small model in safetensors format.
pub(crate) fn of_safetensors(model: &str) -> Checkpoint {
    let bytes = |name: &str| file(folder().join(model).join(name));
    let (config, tokenizer) = (bytes("config.json"), bytes("tokenizer.json"));
    Checkpoint::of_safetensors(&config, &tokenizer, &[bytes("model.safetensors")]).unwrap()
}

/// Reads a small model in GGUF format.
pub(crate) fn of_gguf(model: &str) -> Checkpoint {
    Checkpoint::of_gguf(&file(folder().join(model).join("model.gguf"))).unwrap()
}

/// Reads a text to its end.
pub(crate) fn read(session: &mut Session, decoder: &Decoder, tokens: &[u32], change: &Change) {
    session.begin(decoder, tokens, change, &[]).unwrap();
    while session.advance(decoder) {}
}

/// Returns the logits after every token of a text.
pub(crate) fn logits(decoder: &Decoder, tokens: &[u32], change: &Change) -> Vec<Vec<f32>> {
    let mut session = Session::default();
    read(&mut session, decoder, tokens, change);
    let logits = decoder.logits(session.hidden(), &mut Scratch::default());
    logits
        .chunks_exact(decoder.shape().n_tokens)
        .map(<[f32]>::to_vec)
        .collect()
}

#[track_caller]
pub(crate) fn assert_close(got: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(got.len(), expected.len());
    for (place, (got, expected)) in got.iter().zip(expected).enumerate() {
        let error = (got - expected).abs();
        assert!(
            error <= tolerance,
            "number {place}: {got} is {error:e} from {expected}"
        );
    }
}

/// Returns the place of the largest number.
pub(crate) fn best(logits: &[f32]) -> u64 {
    let places = 0..logits.len();
    places
        .max_by(|a, b| logits[*a].total_cmp(&logits[*b]))
        .unwrap() as u64
}
