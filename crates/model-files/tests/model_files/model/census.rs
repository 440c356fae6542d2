//! Compares what is said about every class of transformers with what is in the class.

use std::collections::{BTreeSet, HashMap};

use phasor_encoding::Pairing;
use phasor_model_files::{Attention, Layer, ModelConfig, OtherOrder, PositionEncoding, window};
use serde_json::Value;

fn census() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/classes.json"
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Compares what is said about each class with its case, and fails if fewer than `least` comparisons were made, or with
/// all differences. `check` gets the name of the class, its case and the whole file, adds differences to the list, and
/// returns the number of its comparisons.
fn compare(least: usize, check: impl Fn(&str, &Value, &Value, &mut Vec<String>) -> usize) {
    let file = census();
    let mut wrong = Vec::new();
    let cases = file["cases"].as_array().unwrap().iter();
    let n_done: usize = cases
        .map(|case| check(case["type"].as_str().unwrap(), case, &file, &mut wrong))
        .sum();
    assert!(n_done >= least, "{n_done} comparisons");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    compare(151, |class, case, file, wrong| {
        let Some(sets) = case.get("sets").and_then(Value::as_object) else {
            return 0;
        };
        let tolerance = file["tolerance"]["inv_freq_rel"].as_f64().unwrap();
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
        }
        sets.len()
    });
}

#[test]
fn a_key_that_switches_a_rotation_on_is_read() {
    let file = census();
    let cases = file["cases"].as_array().unwrap();
    let switched = cases.iter().filter(|case| is_switched(case));
    let rotating = switched.map(|case| order(&read(case, &file["values"]).position));
    assert_eq!(rotating.collect::<Vec<_>>(), ["rotation"; 6]);
}

/// The file of a small model whose layers were traced.
fn traced(case: &Value, n_layers: usize) -> Value {
    let mut file = serde_json::Map::new();
    for key in ["with", "listed"] {
        let keys = case.get(key).and_then(Value::as_object);
        file.extend(
            keys.into_iter()
                .flatten()
                .map(|(key, value)| (key.clone(), value.clone())),
        );
    }
    for (key, [_, narrow]) in windows(case) {
        file.insert(key.to_owned(), narrow.into());
    }
    file.insert("num_hidden_layers".to_owned(), n_layers.into());
    file.insert("model_type".to_owned(), case["type"].clone());
    Value::Object(file)
}

/// The windows and chunks of a class, and those of its small model, by their keys.
fn windows(case: &Value) -> Vec<(&str, [usize; 2])> {
    let all = case.get("window").and_then(Value::as_object);
    let numbers = |pair: &Value| [0, 1].map(|place| pair[place].as_u64().unwrap() as usize);
    all.into_iter()
        .flatten()
        .map(|(key, pair)| (key.as_str(), numbers(pair)))
        .collect()
}

/// The letter of a layer, a capital if it rotates.
fn letter(layer: &Layer) -> char {
    let letter = match layer.attention {
        Attention::Full => 'f',
        Attention::Sliding => 'w',
        Attention::Chunked => 'c',
        Attention::Linear | Attention::Cross => 'l',
        _ => 'o',
    };
    match layer.is_rotary {
        true => letter.to_ascii_uppercase(),
        false => letter,
    }
}

/// Returns whether a layer does what was traced. Compressed tokens (`o`) stand beside a window, and attention that was not
/// traced (`x`) may be any.
fn is_as_traced(said: char, expected: char) -> bool {
    let [attention, traced] = [said, expected].map(|letter| letter.to_ascii_lowercase());
    let is_alike = attention == traced || traced == 'x' || (attention, traced) == ('o', 'w');
    is_alike && said.is_ascii_uppercase() == expected.is_ascii_uppercase()
}

/// Classes whose layers were traced in part, and why.
const IN_PART: &[(&str, &str)] = &[
    ("longt5", "the attention of its encoder is its own"),
    ("roformer", "it rotates in a method"),
    (
        "seamless_m4t",
        "what rotates is its encoder of speech, which read nothing",
    ),
    (
        "seamless_m4t_v2",
        "what convolves is its encoder of speech, which read nothing",
    ),
];

#[test]
fn every_layer_of_every_class_sees_and_rotates_what_was_traced() {
    compare(200, |class, case, _, wrong| {
        let Some(expected) = case.get("layers").and_then(Value::as_str) else {
            return 0;
        };
        if IN_PART.iter().any(|(name, _)| *name == class) {
            return 0;
        }
        let given = traced(case, expected.len());
        let model = phasor_model_files::read(&given.to_string()).unwrap().model;
        let said: String = model.layers.iter().map(letter).collect();
        let is_right = said.len() == expected.len()
            && said
                .chars()
                .zip(expected.chars())
                .all(|(said, expected)| is_as_traced(said, expected));
        if !is_right {
            wrong.push(format!("{class}: {said}, expected {expected}"));
        }
        let keys = windows(case);
        let sees: BTreeSet<u64> = model
            .layers
            .iter()
            .filter_map(|layer| {
                let given = |key: &str| Some(keys.iter().find(|(name, _)| *name == key)?.1[1]);
                Some(window(layer.attention, class, given)? as u64)
            })
            .collect();
        let expected = case.get("sees").and_then(Value::as_array);
        let mut expected: BTreeSet<u64> = expected
            .into_iter()
            .flatten()
            .map(|size| size.as_u64().unwrap())
            .collect();
        // Of two windows, the reader gives the longer one.
        if class == "neomme" {
            expected = expected.pop_last().into_iter().collect();
        }
        if sees != expected && !said.contains('O') {
            wrong.push(format!("{class}: sees {sees:?}, expected {expected:?}"));
        }
        1
    });
}

#[test]
fn every_class_has_what_carries_order_apart_from_positions() {
    compare(200, |class, case, _, wrong| {
        let Some(letters) = case.get("layers").and_then(Value::as_str) else {
            return 0;
        };
        if IN_PART.iter().any(|(name, _)| *name == class) {
            return 0;
        }
        let given = traced(case, letters.len());
        let carriers = phasor_model_files::read(&given.to_string())
            .unwrap()
            .model
            .carriers;
        let expected: Vec<&str> = match case.get("beside").and_then(Value::as_array) {
            Some(words) => words.iter().filter_map(Value::as_str).collect(),
            None => Vec::new(),
        };
        let of = |word| expected.contains(&word);
        if (carriers.recurrence, carriers.convolution) != (of("recurrence"), of("convolution")) {
            wrong.push(format!("{class}: {carriers:?}, expected {expected:?}"));
        }
        1
    });
}

#[test]
fn every_class_has_the_windows_of_its_own_defaults() {
    compare(1, |class, case, _, wrong| {
        let Some(letters) = case.get("layers").and_then(Value::as_str) else {
            return 0;
        };
        let mut n_done = 0;
        for (attention, letter) in [(Attention::Sliding, 'w'), (Attention::Chunked, 'c')] {
            let is_in_part = IN_PART.iter().any(|(name, _)| *name == class);
            if is_in_part || !letters.to_ascii_lowercase().contains(letter) {
                continue;
            }
            let small =
                |key: &str| Some(windows(case).into_iter().find(|(name, _)| *name == key)?.1[1]);
            let own =
                |key: &str| Some(windows(case).into_iter().find(|(name, _)| *name == key)?.1[0]);
            // The number for a class is that of its key, which the small model replaces.
            let (said, expected) = (
                window(attention, class, |_| None),
                window(attention, class, own),
            );
            if said != expected || window(attention, class, small).is_none() {
                wrong.push(format!("{class}: {said:?}, expected {expected:?}"));
            }
            n_done += 1;
        }
        n_done
    });
}

#[test]
fn every_class_with_sections_gives_each_pair_its_axis() {
    compare(17, |class, case, file, wrong| {
        let Some(expected) = case.get("sections") else {
            return 0;
        };
        let mut given = case.clone();
        let mut set = serde_json::json!({"rope_type": "default", "rope_theta": 10_000.0, "mrope_section": expected["sizes"]});
        let old = case["with"]["rope_parameters"].as_object();
        if let Some((name, _)) = old.and_then(|sets| sets.iter().find(|(_, set)| set.is_object())) {
            set = serde_json::json!({ name: set });
        }
        if !given["with"].is_object() {
            given["with"] = serde_json::json!({});
        }
        given["with"]["rope_parameters"] = set;
        let model = read(&given, &file["values"]);
        let layer = model.rope(None).unwrap();
        let sections = layer.sections.as_ref().unwrap();
        let axes: String = match (layer.axial(None).unwrap(), sections.component_axes()) {
            (Some(axes), None) => axes.axis_of_pair().map(|axis| axis.to_string()).collect(),
            (None, Some(axes)) => axes.iter().map(ToString::to_string).collect(),
            both => panic!("{class}: {both:?}"),
        };
        let of = match sections.splits_pairs {
            true => "components",
            false => "axes",
        };
        if expected[of] != axes {
            wrong.push(format!("{class}: {axes}, expected {expected}"));
        }
        1
    });
}

#[test]
fn every_class_multiplies_scores_by_what_its_attention_does() {
    compare(501, |class, case, file, wrong| {
        if !case.get("sets").is_some_and(Value::is_object) {
            return 0;
        }
        let mut n_done = 0;
        for rule in ["linear", "dynamic", "yarn", "llama3"] {
            let mut given = case.clone();
            if !given["with"].is_object() {
                given["with"] = serde_json::json!({});
            }
            given["with"]["rope_parameters"] = serde_json::json!({"rope_type": rule, "rope_theta": 10_000.0, "factor": 4.0,
                "mscale_all_dim": 0.7, "original_max_position_embeddings": 4096, "low_freq_factor": 1.0,
                "high_freq_factor": 4.0});
            let model = read(&given, &file["values"]);
            let Some(layer) = model
                .rope(None)
                .filter(|layer| layer.scaling.name() == rule)
            else {
                continue;
            };
            let said = layer.scaled(None).unwrap().softmax_factor();
            let expected = case["softmax"][rule].as_f64().unwrap_or(1.0);
            if (said / expected - 1.0).abs() > 1e-14 {
                wrong.push(format!("{class}, {rule}: {said}, expected {expected}"));
            }
            n_done += 1;
        }
        n_done
    });
}

#[test]
fn every_module_that_rotates_has_its_pairs() {
    compare(5, |class, case, file, wrong| {
        let Some(modules) = case.get("rotating").and_then(Value::as_object) else {
            return 0;
        };
        let model = read(case, &file["values"]);
        let Some(layer) = model.rope(None) else {
            wrong.push(format!("{class} rotates"));
            return 0;
        };
        let (indexers, others): (Vec<_>, Vec<_>) = modules
            .iter()
            .partition(|(name, _)| name.contains("Indexer"));
        let word = |pairing| match pairing {
            Pairing::Interleaved => "interleaved",
            Pairing::HalfSplit => "half-split",
        };
        let indexer = layer.modules.indexer.map(word);
        let rotates_back = case.get("rotates_back").is_some_and(|back| back == true);
        let is_right = others
            .iter()
            .all(|(_, pairing)| *pairing == word(layer.pairing))
            && indexers
                .iter()
                .all(|(_, pairing)| Some(pairing.as_str().unwrap()) == indexer)
            && layer.modules.rotates_values == rotates_back;
        if !is_right {
            wrong.push(format!(
                "{class}: {:?} {:?}, expected {modules:?}",
                layer.pairing, layer.modules
            ));
        }
        indexers.len()
    });
}
