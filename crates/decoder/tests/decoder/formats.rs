//! Blocks of weights, with what the library gguf reads in them.

use phasor_decoder::WeightFormat;
use serde_json::Value;

use crate::support::{cases, golden};

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// Returns a number that may be written as a word.
fn number(value: &Value) -> f32 {
    match value.as_str() {
        Some("nan") => f32::NAN,
        Some("inf") => f32::INFINITY,
        Some(_) => f32::NEG_INFINITY,
        None => value.as_f64().unwrap() as f32,
    }
}

#[test]
fn blocks_are_read_to_the_bit() {
    for case in cases(&golden("formats")) {
        let format = case["params"]["format"].as_u64().unwrap() as u32;
        let format = WeightFormat::of_gguf(format).unwrap();
        let blocks = bytes(case["input"].as_str().unwrap());
        let n_blocks = blocks.len() / format.block_bytes();
        let mut weights = vec![0.0; n_blocks * format.block_len()];
        format.read(&blocks, &mut weights);
        let expected: Vec<f32> = case["expected"]
            .as_array()
            .unwrap()
            .iter()
            .map(number)
            .collect();
        assert_eq!(weights.len(), expected.len());
        for (place, (got, expected)) in weights.iter().zip(&expected).enumerate() {
            // A minus is added or a product is rounded in another order than here.
            let is_equal = got == expected || (got - expected).abs() <= 1e-6 * expected.abs();
            assert!(
                is_equal || got.is_nan() && expected.is_nan(),
                "{format:?} {place}: {got} {expected}"
            );
        }
    }
}

#[test]
fn every_format_is_tested() {
    let file = golden("formats");
    for format in WeightFormat::ALL
        .into_iter()
        .filter(|format| *format != WeightFormat::F32)
    {
        let number = u64::from(format.gguf_number());
        let mut cases = cases(&file).iter();
        assert!(
            cases.any(|case| case["params"]["format"] == number),
            "{format:?}"
        );
    }
}
