//! The rotations that every kernel is tested with: scalar, SIMD, GPU, and in the browser, where
//! `tests/browser/bulk-gpu.spec.mjs` reads the same file. Their vectors are those of `Trial`.

use phasor_bulk::{Layout, Shape, Trial};
use phasor_encoding::{Frequencies, Pairing, Rope};
use serde_json::Value;

/// Returns every rotation of the file, with its text for messages.
pub(crate) fn trials() -> Vec<(String, Trial)> {
    let shapes: Value = serde_json::from_str(include_str!("../shapes.json")).unwrap();
    let shapes = shapes.as_array().unwrap();
    shapes
        .iter()
        .map(|shape| (shape.to_string(), trial(shape)))
        .collect()
}

fn trial(given: &Value) -> Trial {
    let size = |name: &str| given[name].as_u64().unwrap() as usize;
    let pairing = match given["pairing"].as_str().unwrap() {
        "half-split" => Pairing::HalfSplit,
        _ => Pairing::Interleaved,
    };
    let base = given["base"].as_f64().unwrap();
    let frequencies = Frequencies::new(base, size("rotary_dim")).unwrap();
    let rope = Rope::new(frequencies, pairing)
        .with_head_dim(size("head_dim"))
        .unwrap();
    let shape = Shape {
        batch: 1,
        n_heads: size("heads"),
        n_positions: size("positions"),
        head_dim: size("head_dim"),
    };
    let layout = match given["layout"].as_str().unwrap() {
        "heads-first" => Layout::heads_first(shape),
        _ => Layout::positions_first(shape),
    };
    Trial::new(rope, layout.unwrap(), given["first"].as_u64().unwrap()).unwrap()
}
