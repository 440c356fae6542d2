//! The numbers of a kit are those of transformers' classes, operation by operation.
//!
//! Inverse frequencies differ, since torch computes a power in `f32`; so each step is tested from the result of the one
//! before it.

use phasor_encoding::{Format, Narrow, Pairing, Step};
use phasor_report::kit::{Array, Kit};

use crate::support::{array, arrays, cases, model};

/// How many numbers there are, how many of them are equal in every bit, and how far the others are, in units of the last
/// place.
#[derive(Debug, Default)]
struct Equality {
    n: usize,
    n_equal: usize,
    farthest: u32,
}

impl Equality {
    fn add(&mut self, one: &[f64], other: &[f64]) {
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(other) {
            let (one, other) = (*one as f32, *other as f32);
            // Both signs of 0 are equal.
            let distance = match one == other {
                true => 0,
                false => one.to_bits().abs_diff(other.to_bits()),
            };
            self.n += 1;
            self.n_equal += usize::from(distance == 0);
            self.farthest = self.farthest.max(distance);
        }
    }

    fn share(&self) -> f64 {
        self.n_equal as f64 / self.n as f64
    }
}

/// Returns the kit of a case, and the beginning of its names.
fn kit(case: &serde_json::Value) -> (Vec<Array>, String) {
    let (subject, layer_type) = model(case);
    let kit = Kit::new(&subject, layer_type).unwrap();
    let layers = layer_type.unwrap_or("all_layers");
    let prefix = match case["part"].as_str() {
        Some(part) => format!("{layers}/{part}"),
        None => layers.to_owned(),
    };
    (kit.arrays, prefix)
}

#[test]
fn positions_and_queries_are_those_that_were_promised() {
    for case in cases("right") {
        let (kit, prefix) = kit(&case);
        let stored = arrays(&format!("right-{}.npz", case["file"].as_str().unwrap()));
        let positions = array(&kit, &format!("{prefix}/positions"));
        assert_eq!(
            positions.numbers,
            array(&stored, "positions").numbers,
            "{prefix}"
        );
        let query = array(&kit, &format!("{prefix}/query"));
        let head_dim = query.shape[2];
        let first = query
            .numbers
            .chunks(2 * head_dim)
            .flat_map(|heads| &heads[..head_dim]);
        let first: Vec<f64> = first.copied().collect();
        assert_eq!(first, array(&stored, "query").numbers, "{prefix}");
        // Of keys, the sum of all components after the rotation is stored. Angles far away differ a little.
        let keys = &array(&kit, &format!("{prefix}/f32_angles/key_rotated")).numbers;
        let sum: f64 = keys.iter().map(|x| x.abs()).sum();
        let stored = case["sum_of_keys"].as_f64().unwrap();
        assert!(
            (sum / stored - 1.0).abs() < 1e-3,
            "{prefix}: {sum}, not {stored}"
        );
    }
}

#[test]
fn frequencies_are_within_units_of_the_last_place() {
    let mut equality = Equality::default();
    for case in cases("right") {
        let (kit, prefix) = kit(&case);
        let stored = arrays(&format!("right-{}.npz", case["file"].as_str().unwrap()));
        let inv_freq = array(&kit, &format!("{prefix}/f32_angles/inv_freq"));
        equality.add(&inv_freq.numbers, &array(&stored, "inv_freq").numbers);
    }
    // The text of a kit gives these shares.
    assert!((0.65..0.8).contains(&equality.share()), "{equality:?}");
    assert!(equality.farthest <= 4, "{equality:?}");
}

/// From torch's own frequencies, every angle is equal in every bit, and every cosine within a unit of the last place.
#[test]
fn angles_are_equal_and_cosines_within_a_unit() {
    let single = Narrow {
        format: Format::F32,
        step: Step::Angle,
    };
    let mut equality = Equality::default();
    for case in cases("right") {
        let (kit, prefix) = kit(&case);
        let stored = arrays(&format!("right-{}.npz", case["file"].as_str().unwrap()));
        let (subject, layer_type) = model(&case);
        let layer = subject.rope(layer_type).unwrap();
        let length = match case["part"].as_str() {
            Some("long") => Some(usize::MAX),
            _ => None,
        };
        let factor = layer.scaled(length).unwrap().attention_factor() as f32;
        let inv_freq = &array(&stored, "inv_freq").numbers;
        let positions = &array(&stored, "positions").numbers;
        for (name, function) in [("cos", f64::cos as fn(f64) -> f64), ("sin", f64::sin)] {
            let ours = positions.iter().flat_map(|position| {
                let turn = |inv_freq: &f64| function(single.angle(*position, *inv_freq)) as f32;
                inv_freq
                    .iter()
                    .map(move |inv_freq| f64::from(turn(inv_freq) * factor))
            });
            let ours: Vec<f64> = ours.collect();
            equality.add(&ours, &array(&stored, name).numbers);
            // Those of the kit are the same function of our own frequencies.
            let kit_freq = &array(&kit, &format!("{prefix}/f32_angles/inv_freq")).numbers;
            let of_kit = positions.iter().flat_map(|position| {
                let turn = |inv_freq: &f64| function(single.angle(*position, *inv_freq)) as f32;
                kit_freq
                    .iter()
                    .map(move |inv_freq| f64::from(turn(inv_freq) * factor))
            });
            let of_kit: Vec<f64> = of_kit.collect();
            assert_eq!(
                of_kit,
                array(&kit, &format!("{prefix}/f32_angles/{name}")).numbers
            );
        }
    }
    assert!(equality.share() > 0.93, "{equality:?}");
    // The product with the attention factor rounds once more, which can make two units of one.
    assert!(equality.farthest <= 2, "{equality:?}");
}

/// From torch's own cosines and sines, every rotated number is equal in every bit, and so is that of a kit from its own.
#[test]
fn rotations_are_equal_in_every_bit() {
    let mut equality = Equality::default();
    for case in cases("right") {
        let (kit, prefix) = kit(&case);
        let stored = arrays(&format!("right-{}.npz", case["file"].as_str().unwrap()));
        let (subject, layer_type) = model(&case);
        let pairing = subject.rope(layer_type).unwrap().pairing;
        // The function of DeepSeek's class returns its interleaved pairs half-split.
        let is_moved = subject.model().model_type.as_deref() == Some("deepseek_v3");
        let ours = rotated(
            ["query", "cos", "sin"].map(|name| array(&stored, name)),
            pairing,
            is_moved,
        );
        equality.add(&ours, &array(&stored, "query_rotated").numbers);
        let of_kit = ["query", "f32_angles/cos", "f32_angles/sin"];
        let of_kit = of_kit.map(|name| array(&kit, &format!("{prefix}/{name}")));
        let after = array(&kit, &format!("{prefix}/f32_angles/query_rotated"));
        assert_eq!(rotated(of_kit, pairing, false), after.numbers, "{prefix}");
    }
    assert_eq!(equality.n_equal, equality.n, "{equality:?}");
}

/// Rotates vectors of shape `[positions, heads, head_dim]` as `apply_rotary_pos_emb` does, in `f32`.
fn rotated([query, cos, sin]: [&Array; 3], pairing: Pairing, is_moved: bool) -> Vec<f64> {
    let [n_positions, _, head_dim] = query.shape[..] else {
        panic!("three axes");
    };
    let n_pairs = cos.shape[1];
    let of_position = query.numbers.len() / n_positions;
    let vectors = query.numbers.chunks(head_dim).enumerate();
    let rotated = vectors.flat_map(|(idx, vector)| {
        let row = idx * head_dim / of_position * n_pairs;
        let turned = pairing.quarter_turn(vector, n_pairs).unwrap();
        let sum = |place: usize| {
            let pair = row + pairing.pair_of(place, n_pairs).0;
            match place < 2 * n_pairs {
                true => {
                    let (cos, sin) = (cos.numbers[pair] as f32, sin.numbers[pair] as f32);
                    f64::from(vector[place] as f32 * cos + turned[place] as f32 * sin)
                }
                false => vector[place],
            }
        };
        let rotated: Vec<f64> = (0..head_dim).map(sum).collect();
        match is_moved {
            true => pairing
                .convert(Pairing::HalfSplit, &rotated, n_pairs)
                .unwrap(),
            false => rotated,
        }
    });
    rotated.collect()
}
