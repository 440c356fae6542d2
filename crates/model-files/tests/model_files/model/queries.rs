//! Compares the factors of queries with those of the classes of transformers (`tools/golden/queries.py`).

use phasor_model_files::{Layer, ModelConfig};
use serde_json::{Value, json};

fn golden() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/queries.json"
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn read(file: &Value) -> ModelConfig {
    phasor_model_files::read(&file.to_string()).unwrap().model
}

/// The factor of a position in a layer.
fn factor(model: &ModelConfig, layer: Layer, position: f64) -> f64 {
    let factor = model.query_factor.as_ref();
    let factor = factor.filter(|factor| factor.applies_to(layer));
    factor.map_or(1.0, |factor| factor.at(position))
}

#[test]
fn queries_grow_as_in_their_class() {
    let file = golden();
    let tolerance = file["tolerance"]["rel"].as_f64().unwrap();
    let mut n_compared = 0;
    for case in file["cases"].as_array().unwrap() {
        let model = read(&case["file"]);
        let positions: Vec<f64> = serde_json::from_value(case["positions"].clone()).unwrap();
        for (place, layer) in model.layers.iter().enumerate() {
            // Where no query grows, the file has no factors.
            let expected = match case["factors"].get(place.to_string()) {
                Some(expected) => serde_json::from_value(expected.clone()).unwrap(),
                None => vec![1.0; positions.len()],
            };
            for (position, expected) in positions.iter().zip(&expected) {
                // Norms show only how much longer a query is than one at position 0.
                let got = factor(&model, *layer, *position) / factor(&model, *layer, 0.0);
                let text = &case["file"];
                assert!(
                    (got / expected - 1.0).abs() < tolerance,
                    "{text}: {got} at {position} in layer {place}, expected {expected}"
                );
                n_compared += 1;
            }
        }
    }
    assert!(n_compared > 1000, "{n_compared} factors");
}

#[test]
fn no_other_class_has_a_factor() {
    let file = golden();
    let keep = file["keep"].as_array().unwrap();
    for class in keep {
        let model = read(&json!({"model_type": class, "num_hidden_layers": 8}));
        // At the positions that were tried, those of Llama 4 are still 1.
        let grows = model
            .layers
            .iter()
            .any(|layer| factor(&model, *layer, 20.0) != 1.0);
        assert!(!grows, "{class}");
        let has_factor = model.query_factor.is_some();
        assert_eq!(has_factor, *class == "llama4_text", "{class}");
    }
    assert!(keep.len() >= 140, "{} classes", keep.len());
}
