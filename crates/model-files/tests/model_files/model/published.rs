//! Compares configurations of real models with transformers (`tools/golden/models.py` wrote the
//! numbers), and checks the defaults of every class that rotates.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use phasor_encoding::{Pairing, Scaling};
use phasor_model_files::{LayerRope, ModelConfig};
use serde_json::Value;

pub(super) fn golden_path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    folder.join(name)
}

pub(super) fn golden(name: &str) -> String {
    fs::read_to_string(golden_path(name)).unwrap()
}

fn published(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn relative_error(got: f64, expected: f64) -> f64 {
    match expected == 0.0 {
        true => got.abs(),
        false => (got / expected - 1.0).abs(),
    }
}

fn layer<'a>(model: &'a ModelConfig, layer_type: &Value, what: &str) -> &'a LayerRope {
    let layer = model.rope(layer_type.as_str());
    layer.unwrap_or_else(|| panic!("{what}: no layer {layer_type}"))
}

fn pairing(name: &Value) -> Pairing {
    match name.as_str() {
        Some("interleaved") => Pairing::Interleaved,
        _ => Pairing::HalfSplit,
    }
}

/// Checks frequencies and attention factor of a case at its length.
pub(super) fn check(layer: &LayerRope, case: &Value, tolerance: &Value, what: &str) {
    let seq_len = case["seq_len"].as_u64().map(|seq_len| seq_len as usize);
    let scaled = layer.scaled(seq_len).unwrap();
    let expected = numbers(&case["inv_freq"]);
    let got = scaled.frequencies().inv_freq();
    assert_eq!(got.len(), expected.len(), "{what}");
    let allowed = number(&tolerance["inv_freq_rel"]);
    for (pair_idx, (got, expected)) in got.iter().zip(expected).enumerate() {
        let error = relative_error(*got, expected);
        assert!(
            error <= allowed,
            "{what}: pair {pair_idx} is {error:e} away"
        );
    }
    let factor = number(&case["attention_factor"]);
    let error = relative_error(scaled.attention_factor(), factor);
    let allowed = number(&tolerance["attention_factor_rel"]);
    assert!(error <= allowed, "{what}: attention factor {error:e} away");
    if let Some(factor) = case["softmax_factor"].as_f64() {
        let error = relative_error(scaled.softmax_factor(), factor);
        assert!(
            error <= 4.0 * allowed,
            "{what}: softmax factor {error:e} away"
        );
    }
}

#[test]
fn real_models_have_the_frequencies_of_the_reference() {
    let file: Value = serde_json::from_str(&golden("model_configs.json")).unwrap();
    let mut rules = BTreeSet::new();
    for model in file["cases"].as_array().unwrap() {
        let name = model["file"].as_str().unwrap();
        let old = phasor_model_files::read(&published(name)).unwrap().model;
        // The same model in the new style.
        let new = phasor_model_files::read(&old.to_json()).unwrap().model;
        for case in model["cases"].as_array().unwrap() {
            let what = format!("{name} {} {}", case["rule"], case["seq_len"]);
            for style in [&old, &new] {
                let layer = layer(style, &case["layer_type"], &what);
                assert_eq!(layer.pairing, pairing(&model["pairing"]), "{what}");
                check(layer, case, &file["tolerance"], &what);
            }
            rules.insert(case["rule"].as_str().unwrap().to_owned());
        }
    }
    assert!(rules.len() >= 7, "{rules:?}");
}

#[test]
fn rules_with_numbers_at_their_ends_are_those_of_the_reference() {
    let file: Value = serde_json::from_str(&golden("rules.json")).unwrap();
    let models = file["cases"].as_array().unwrap();
    assert!(models.len() > 30);
    for model in models {
        let mut values = model["values"].as_object().unwrap().clone();
        values.insert("model_type".to_owned(), Value::from("llama"));
        let text = Value::Object(values).to_string();
        let read = phasor_model_files::read(&text).unwrap().model;
        for case in model["cases"].as_array().unwrap() {
            let what = format!("{text} {}", case["seq_len"]);
            check(
                layer(&read, &Value::Null, &what),
                case,
                &file["tolerance"],
                &what,
            );
        }
    }
}

/// Returns the file with that rule, in the old style or the new.
fn with_rule(file: &Value, style: &str, model: &Value, rule: &str) -> String {
    let mut values = file.as_object().unwrap().clone();
    let base = model["base"].clone();
    let mut numbers = model["numbers"][rule].as_object().unwrap().clone();
    values.remove("rope_scaling");
    values.remove("rope_parameters");
    values.remove("rope_theta");
    if style == "old" {
        values.insert("rope_theta".to_owned(), base);
        numbers.insert("type".to_owned(), Value::from(rule));
        values.insert("rope_scaling".to_owned(), Value::Object(numbers));
    } else {
        numbers.insert("rope_type".to_owned(), Value::from(rule));
        numbers.insert("rope_theta".to_owned(), base);
        values.insert("rope_parameters".to_owned(), Value::Object(numbers));
    }
    Value::Object(values).to_string()
}

/// Checks some frequencies, the sum of all, and the attention factor.
fn check_some(layer: &LayerRope, case: &Value, tolerance: &Value, what: &str) {
    let seq_len = case["seq_len"].as_u64().map(|seq_len| seq_len as usize);
    let scaled = layer.scaled(seq_len).unwrap();
    let got = scaled.frequencies().inv_freq();
    assert_eq!(
        got.len() as u64,
        case["n_pairs"].as_u64().unwrap(),
        "{what}"
    );
    let allowed = number(&tolerance["inv_freq_rel"]);
    let places = numbers(&case["pair_idx"]).into_iter();
    for (place, expected) in places.zip(numbers(&case["inv_freq"])) {
        let error = relative_error(got[place as usize], expected);
        assert!(error <= allowed, "{what}: pair {place} is {error:e} away");
    }
    let error = relative_error(got.iter().sum(), number(&case["sum"]));
    assert!(error <= allowed, "{what}: the sum is {error:e} away");
    let error = relative_error(scaled.attention_factor(), number(&case["attention_factor"]));
    let allowed = number(&tolerance["attention_factor_rel"]);
    assert!(error <= allowed, "{what}: attention factor {error:e} away");
}

#[test]
fn every_rule_on_many_real_models_in_both_styles() {
    let file: Value = serde_json::from_str(&golden("rules_everywhere.json")).unwrap();
    let models = file["cases"].as_array().unwrap();
    assert!(models.len() >= 25, "{} models", models.len());
    for model in models {
        let name = model["file"].as_str().unwrap();
        let values = serde_json::from_str(&published(name)).unwrap();
        let mut n_done = 0;
        for case in model["cases"].as_array().unwrap() {
            for style in case["styles"].as_array().unwrap() {
                let (style, rule) = (style.as_str().unwrap(), case["rule"].as_str().unwrap());
                let read = phasor_model_files::read(&with_rule(&values, style, model, rule))
                    .unwrap()
                    .model;
                let what = format!("{name}, {rule}, {style}");
                check_some(
                    layer(&read, &Value::Null, &what),
                    case,
                    &file["tolerance"],
                    &what,
                );
                n_done += 1;
            }
        }
        let n_rules = model["numbers"].as_object().unwrap().len();
        assert!(n_rules >= 7, "{name}: {n_rules} rules");
        assert_eq!(n_done, 2 * n_rules, "{name}: every rule in two styles");
    }
}

#[test]
fn every_class_that_rotates_has_its_defaults() {
    let file: Value = serde_json::from_str(&golden("families.json")).unwrap();
    let mut wrong = Vec::new();
    for case in file["cases"].as_array().unwrap() {
        let mut values = case["values"].as_object().unwrap().clone();
        let model_type = case["model_type"].as_str().unwrap();
        values.insert("model_type".to_owned(), Value::from(model_type));
        let text = Value::Object(values).to_string();
        let model = phasor_model_files::read(&text).unwrap().model;
        let longest = model
            .max_position_embeddings
            .map_or(Value::Null, Value::from);
        if longest != case["max_position_embeddings"] {
            wrong.push(format!(
                "{model_type}: {longest} tokens, expected {}",
                case["max_position_embeddings"]
            ));
        }
        let alone = format!(r#"{{"model_type": "{model_type}"}}"#);
        let alone = phasor_model_files::read(&alone).unwrap().model;
        for (layer_type, expected) in case["layers"].as_object().unwrap() {
            let layer_type = Some(layer_type.as_str()).filter(|name| !name.is_empty());
            // A class that rotates only if its file says so does not rotate alone.
            if let (Some(n_pairs), Some(layer)) = (
                expected["n_pairs_without_sizes"].as_u64(),
                alone.rope(layer_type),
            ) {
                let got = layer.scaled(None).unwrap().frequencies().n_pairs();
                if got != n_pairs as usize {
                    wrong.push(format!(
                        "{model_type} {layer_type:?} without sizes: {got} pairs, expected {n_pairs}"
                    ));
                }
            }
            let Some(layer) = model.rope(layer_type) else {
                wrong.push(format!("{model_type}: no layer {layer_type:?}"));
                continue;
            };
            let scaled = layer.scaled(None).unwrap();
            let inv_freq = scaled.frequencies().inv_freq();
            let same = |got: f64, key: &str| relative_error(got, number(&expected[key])) < 1e-14;
            if inv_freq.len() != number(&expected["n_pairs"]) as usize
                || !same(inv_freq[1], "second")
                || !same(*inv_freq.last().unwrap(), "last")
                || !same(scaled.attention_factor(), "attention_factor")
                || layer.pairing != pairing(&case["pairing"])
            {
                wrong.push(format!(
                    "{model_type} {layer_type:?}: {} pairs, second {}, {:?}; expected {expected} {}",
                    inv_freq.len(),
                    inv_freq[1],
                    layer.pairing,
                    case["pairing"]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_layer_attends_and_rotates_as_in_its_class() {
    let file: Value = serde_json::from_str(&golden("layers.json")).unwrap();
    for case in file["cases"].as_array().unwrap() {
        let types = case["layer_types"].as_array().unwrap();
        let mut values = case["values"].clone();
        values["model_type"] = case["model_type"].clone();
        values["num_hidden_layers"] = types.len().into();
        let model = phasor_model_files::read(&values.to_string()).unwrap().model;
        let names: Vec<&str> = model
            .layers
            .iter()
            .map(|layer| layer.attention.name())
            .collect();
        let rotates: Vec<u8> = model
            .layers
            .iter()
            .map(|layer| u8::from(layer.is_rotary))
            .collect();
        assert_eq!(Value::from(names), case["layer_types"], "{values}");
        assert_eq!(Value::from(rotates), case["rotates"], "{values}");
        let again = phasor_model_files::read(&model.to_json()).unwrap().model;
        assert_eq!(again.layers, model.layers, "{values}");
    }
}

#[test]
fn layers_without_rotation_are_counted() {
    for (name, rotary, still) in [("llama-4-scout.json", 36, 12), ("smollm3-3b.json", 27, 9)] {
        let reading = phasor_model_files::read(&published(name)).unwrap();
        let n_rotary = reading
            .model
            .layers
            .iter()
            .filter(|layer| layer.is_rotary)
            .count();
        assert_eq!(n_rotary, rotary, "{name}");
        let expected = format!(
            "note: {}no_rope_layers: Without rotation, and so without a positional encoding: {still} of {} layers.",
            if name.starts_with("llama") {
                "text_config."
            } else {
                ""
            },
            rotary + still
        );
        let findings: Vec<String> = reading.findings.iter().map(ToString::to_string).collect();
        assert!(findings.contains(&expected), "{findings:#?}");
    }
}

/// `PhimoeRotaryEmbedding.forward` multiplies cosines and sines by one number up to the original length and by another
/// beyond it. Phi-3's class reads neither.
#[test]
fn phi_moe_has_a_factor_for_short_texts_and_one_for_long_ones() {
    let factors = |class: &str| {
        let text = format!(
            r#"{{"model_type": "{class}", "hidden_size": 32, "num_attention_heads": 4, "max_position_embeddings": 131072,
                "rope_scaling": {{"type": "longrope", "short_factor": [1, 1, 1, 1], "long_factor": [2, 2, 2, 2],
                    "short_mscale": 1.1, "long_mscale": 1.3, "original_max_position_embeddings": 4096}}}}"#
        );
        let phasor_model_files::Reading {
            model, findings, ..
        } = phasor_model_files::read(&text).unwrap();
        let n_mscales = findings
            .iter()
            .filter(|finding| finding.key.ends_with("_mscale"))
            .count();
        assert_eq!(n_mscales, if class == "phimoe" { 0 } else { 2 });
        let again = phasor_model_files::read(&model.to_json()).unwrap().model;
        assert_eq!(again.position, model.position);
        let layer = model.rope(None).unwrap();
        [None, Some(4096), Some(4097)]
            .map(|seq_len| layer.scaled(seq_len).unwrap().attention_factor())
    };
    assert_eq!(factors("phimoe"), [1.1, 1.1, 1.3]);
    assert!(
        factors("phi3")
            .iter()
            .all(|factor| (factor - 1.190_238_1).abs() < 1e-6)
    );
}

/// Only DeepSeek's kind of attention multiplies scores by what `mscale_all_dim` gives.
#[test]
fn other_attention_than_deepseeks_has_no_softmax_factor() {
    for (class, is_multiplied) in [
        ("deepseek_v3", true),
        ("minicpm3", true),
        ("llama", false),
        ("ministral3", false),
    ] {
        let text = format!(
            r#"{{"model_type": "{class}", "hidden_size": 256, "num_attention_heads": 4, "rope_theta": 10000.0, "rope_scaling":
                {{"rope_type": "yarn", "factor": 16, "original_max_position_embeddings": 4096, "mscale_all_dim": 1.0}}}}"#
        );
        let reading = phasor_model_files::read(&text).unwrap();
        let scaled = reading.model.rope(None).unwrap().scaled(None).unwrap();
        assert_eq!(scaled.softmax_factor() != 1.0, is_multiplied, "{class}");
        let is_noted = reading
            .findings
            .iter()
            .any(|finding| finding.key.ends_with("mscale_all_dim"));
        assert_eq!(is_noted, !is_multiplied, "{class}: {:?}", reading.findings);
    }
}

/// `Dots3NoteAttention` scales by the size of the head alone, although its attention is latent.
#[test]
fn one_class_with_latent_attention_has_no_softmax_factor() {
    let text = r#"{"model_type": "dots3_note_text", "rope_parameters": {"sliding_attention": {"rope_type": "yarn",
        "rope_theta": 50000.0, "factor": 16.0, "original_max_position_embeddings": 4096, "mscale_all_dim": 1.0}}}"#;
    let model = phasor_model_files::read(text).unwrap().model;
    let layer = model.rope(Some("sliding_attention")).unwrap();
    assert!(layer.is_separate && layer.scaling != Scaling::Default);
    assert_eq!(layer.scaled(None).unwrap().softmax_factor(), 1.0);
}
