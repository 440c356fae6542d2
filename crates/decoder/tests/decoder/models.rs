//! Small models of each class, with what transformers computes.

use phasor_decoder::{Change, Checkpoint};
use serde_json::Value;

use crate::support::{
    assert_close, best, cases, golden, logits, numbers, of_gguf, of_safetensors, tokens,
};

fn checkpoint(case: &Value) -> Checkpoint {
    let model = case["params"]["model"].as_str().unwrap();
    match case["params"].get("file") {
        Some(_) => of_gguf(model),
        None => of_safetensors(model),
    }
}

#[test]
fn small_models_have_the_logits_of_transformers() {
    for case in cases(&golden("models")) {
        let checkpoint = checkpoint(case);
        let decoder = checkpoint.decoder().unwrap();
        let tokens = tokens(&case["input"]["tokens"]);
        let rows = logits(&decoder, &tokens, &Change::default());
        let expected = &case["expected"];
        let tolerance = case["tolerance"]["abs"].as_f64().unwrap() as f32;
        assert_close(
            rows.last().unwrap(),
            &numbers(&expected["logits_of_last"]),
            tolerance,
        );
        let bests: Vec<u64> = rows.iter().map(|row| best(row)).collect();
        assert_eq!(Value::from(bests), expected["best"], "{}", case["params"]);
    }
}

#[test]
fn small_models_split_a_text_as_transformers_does() {
    for case in cases(&golden("models")) {
        let text = case["input"]["text"].as_str().unwrap();
        let mut encoded = checkpoint(case).tokenizer().encode(text);
        encoded.truncate(40);
        assert_eq!(
            encoded,
            tokens(&case["input"]["tokens"]),
            "{}",
            case["params"]
        );
    }
}

#[test]
fn layers_without_rotation_stay_without() {
    let checkpoint = of_safetensors("smollm3-without-rotation");
    let decoder = checkpoint.decoder().unwrap();
    let rotates: Vec<bool> = decoder
        .layers()
        .iter()
        .map(|layer| layer.rope().is_some())
        .collect();
    assert_eq!(rotates, [true, true, true, false]);
}
