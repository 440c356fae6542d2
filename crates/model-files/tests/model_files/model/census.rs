//! Compares what is said about every class of transformers with what is in the class.

use std::collections::HashMap;

use phasor_encoding::Pairing;
use phasor_model_files::{ModelConfig, OtherOrder, PositionEncoding};
use serde_json::Value;

fn census() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/classes.json"
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Reads the smallest file of a class: two sizes, and what the class cannot do without.
fn read(case: &Value, sizes: &Value) -> ModelConfig {
    let mut file = sizes.as_object().unwrap().clone();
    let with = case.get("with").and_then(Value::as_object);
    file.extend(
        with.into_iter()
            .flatten()
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    file.insert("model_type".to_owned(), case["type"].clone());
    let text = Value::Object(file).to_string();
    phasor_model_files::read(&text).unwrap().model
}

fn order(position: &PositionEncoding) -> &'static str {
    match position {
        PositionEncoding::Rotary(_) => "rotation",
        PositionEncoding::Alibi { .. } => "alibi",
        PositionEncoding::T5(_) | PositionEncoding::Other(OtherOrder::Bias) => "bias",
        PositionEncoding::Learned { .. } => "table",
        PositionEncoding::Other(OtherOrder::Sines) => "sines",
        PositionEncoding::Other(OtherOrder::Relative) => "relative",
        PositionEncoding::Other(OtherOrder::Convolution) => "convolution",
        PositionEncoding::Other(OtherOrder::Grid) => "grid",
        PositionEncoding::Other(OtherOrder::Parts) => "parts",
        _ => "none",
    }
}

fn is_switched(case: &Value) -> bool {
    let with = case.get("with").and_then(Value::as_object);
    with.is_some_and(|with| {
        with.keys()
            .any(|key| key.contains("position_embedding") || key == "use_mem_rope")
    })
}

#[test]
fn every_class_of_transformers_is_known_by_what_carries_its_order() {
    let file = census();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 804);
    let own: HashMap<&str, &Value> = cases
        .iter()
        .map(|case| (case["type"].as_str().unwrap(), case))
        .collect();
    let mut wrong = Vec::new();
    for case in cases {
        let class = case["type"].as_str().unwrap();
        let text = format!(r#"{{"model_type": "{class}"}}"#);
        let reading = phasor_model_files::read(&text).unwrap();
        let guess = reading
            .findings
            .iter()
            .any(|finding| finding.key == "model_type");
        // A class around a text model is read as that one.
        let inner = case
            .get("text")
            .map_or(case, |text| own[text.as_str().unwrap()]);
        let (said, expected) = (
            order(&reading.model.position),
            inner["order"].as_str().unwrap(),
        );
        if guess || said != expected {
            wrong.push(format!("{class}: {said}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_class_that_rotates_has_the_frequencies_of_its_cosines() {
    let file = census();
    let tolerance = file["tolerance"]["inv_freq_rel"].as_f64().unwrap();
    let (mut wrong, mut n_done) = (Vec::new(), 0);
    for case in file["cases"].as_array().unwrap() {
        let Some(sets) = case.get("sets").and_then(Value::as_object) else {
            continue;
        };
        let class = case["type"].as_str().unwrap();
        let model = read(case, &file["values"]);
        for (layer_type, expected) in sets {
            let layer_type = Some(layer_type.as_str()).filter(|name| !name.is_empty());
            let Some(layer) = model.rope(layer_type) else {
                wrong.push(format!("{class}: no layers {layer_type:?}"));
                continue;
            };
            let scaled = layer.scaled(None).unwrap();
            let inv_freq = scaled.frequencies().inv_freq();
            let got = [
                inv_freq.len() as f64,
                inv_freq[1],
                *inv_freq.last().unwrap(),
                scaled.attention_factor(),
            ];
            let is_close = |place: usize| {
                let number = expected[place].as_f64().unwrap();
                (got[place] - number).abs() <= tolerance * number.abs()
            };
            let pairing = match layer.pairing {
                Pairing::Interleaved => "interleaved",
                Pairing::HalfSplit => "half-split",
            };
            let is_paired = case
                .get("pairing")
                .is_none_or(|expected| expected == pairing);
            if !(0..4).all(is_close) || !is_paired {
                wrong.push(format!(
                    "{class} {layer_type:?}: {got:?} {pairing}, expected {expected} {}",
                    case["pairing"]
                ));
            }
            n_done += 1;
        }
    }
    assert!(n_done > 150, "{n_done} sets");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_key_that_switches_a_rotation_on_is_read() {
    let file = census();
    let cases = file["cases"].as_array().unwrap();
    let switched = cases.iter().filter(|case| is_switched(case));
    let rotating = switched.map(|case| order(&read(case, &file["values"]).position));
    assert_eq!(rotating.collect::<Vec<_>>(), ["rotation"; 6]);
}
