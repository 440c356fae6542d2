//! Compares the core with reference numbers from 50-digit arithmetic, numpy and torch: every case
//! of the files from tools/golden/formulas.py, in `f64` and, where the file says so, narrowed to `f32`.

use std::fs;

use phasor_encoding::{
    Binary, Frequencies, Measure, Order, Pairing, Rope, SimilarityCurve, Sinusoidal,
};
use serde_json::Value;

use crate::support::{
    assert_close, assert_relative, each_case, folder, frequencies, number, numbers, rows,
};

#[test]
fn every_file_has_a_reader() {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let read = [
        "absolute",      // schemes.rs
        "after_padding", // position_ids.rs
        "analysis",      // analysis.rs
        "attention",     // schemes.rs
        "axes",          // axes.rs
        "binary",
        "broken",     // crates/model-files
        "cache",      // crates/model-files
        "checkpoint", // crates/report
        "classes",
        "families", // crates/model-files
        "frequency",
        "layers",
        "model_configs", // crates/model-files
        "positions",     // position_ids.rs
        "precision",
        "queries",  // crates/model-files
        "race",     // crates/train, written by tests/browser/race.spec.mjs
        "relative", // schemes.rs
        "rope",
        "rotary",           // schemes.rs
        "rounding",         // analysis.rs
        "rule_examples",    // crates/model-files
        "rules",            // crates/model-files
        "rules_everywhere", // crates/model-files
        "similarity",
        "sinusoidal",
        "train", // crates/train
        "umap",  // umap.rs
        "words", // crates/figures
    ];
    assert_eq!(names, read);
}

#[test]
fn frequency() {
    each_case("frequency", |case| {
        let frequencies = frequencies(case);
        let wavelengths: Vec<f64> = frequencies.wavelengths().collect();
        let expected = &case["expected"];
        let (inv_freq, wavelength) = (
            numbers(&expected["inv_freq"]),
            numbers(&expected["wavelength"]),
        );
        for (row, pair_idx) in numbers(&case["input"]["pair_idx"]).into_iter().enumerate() {
            let pair_idx = pair_idx as usize;
            let tolerance = &case["tolerance"];
            let relative = number(&tolerance["inv_freq_rel"]);
            assert_relative(frequencies.inv_freq()[pair_idx], inv_freq[row], relative);
            let relative = number(&tolerance["wavelength_rel"]);
            assert_relative(wavelengths[pair_idx], wavelength[row], relative);
        }
    });
}

#[test]
fn sinusoidal() {
    each_case("sinusoidal", |case| {
        for (order, name) in [
            (Order::Interleaved, "interleaved"),
            (Order::Concatenated, "concatenated"),
        ] {
            let encoding = Sinusoidal::new(frequencies(case), order);
            let expected = rows(&case["expected"][name]);
            let tolerances = numbers(&case["tolerance"]["abs"]);
            let positions = numbers(&case["input"]["positions"]);
            for (row, &position) in positions.iter().enumerate() {
                let code = encoding.encode(position);
                assert_close(&code, &expected[row], tolerances[row]);
            }
        }
    });
}

#[test]
fn similarity() {
    each_case("similarity", |case| {
        let frequencies = frequencies(case);
        let offsets = numbers(&case["input"]["offsets"]);
        let length = *offsets.last().unwrap() as usize + 1;
        for (measure, name) in [
            (Measure::CosineDistance, "cosine_distance"),
            (Measure::CosineSimilarity, "cosine_similarity"),
            (Measure::Dot, "dot"),
            (Measure::Euclidean, "euclidean"),
        ] {
            let curve = SimilarityCurve::new(&frequencies, measure, length);
            let expected = numbers(&case["expected"][name]);
            let tolerance = number(&case["tolerance"][name]);
            for (&offset, expected) in offsets.iter().zip(expected) {
                let on_curve = curve.values()[offset as usize];
                assert_close(&[on_curve], &[expected], tolerance);
                assert_close(&[measure.at(&frequencies, offset)], &[expected], tolerance);
            }
        }
        let longest = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 4096);
        let first_turn = case["expected"]["first_decrease"].as_u64();
        assert_eq!(longest.first_turn().map(|turn| turn as u64), first_turn);
    });
}

#[test]
fn rope() {
    each_case("rope", |case| match case["params"]["kind"].as_str() {
        Some("rotate") => rotated(case),
        Some("score") => scored(case),
        Some("score_degrees") => scored_in_degrees(case),
        other => panic!("no reader for {other:?}"),
    });
}

const PAIRINGS: [(Pairing, &str); 2] = [
    (Pairing::Interleaved, "interleaved"),
    (Pairing::HalfSplit, "half_split"),
];

fn rotated(case: &Value) {
    let frequencies = frequencies(case);
    let vector = numbers(&case["input"]["x"]);
    let narrow: Vec<f32> = vector.iter().map(|&x| x as f32).collect();
    let angles = rows(&case["expected"]["angles"]);
    let tolerances = numbers(&case["tolerance"]["abs"]);
    let narrow_tolerance = number(&case["tolerance"]["f32_abs"]);
    let relative = number(&case["tolerance"]["angles_rel"]);
    let positions = numbers(&case["input"]["positions"]);
    for (row, &position) in positions.iter().enumerate() {
        for (got, &expected) in frequencies.angles(position).zip(&angles[row]) {
            if expected == 0.0 {
                assert_eq!(got, 0.0);
            } else {
                assert_relative(got, expected, relative);
            }
        }
        for (pairing, name) in PAIRINGS {
            let rope = Rope::new(frequencies.clone(), pairing);
            let expected = &rows(&case["expected"][name])[row];
            let turned = rope.rotate(position, &vector).unwrap();
            assert_close(&turned, expected, tolerances[row]);
            let turned = rope.rotate_f32(position, &narrow).unwrap();
            let turned: Vec<f64> = turned.into_iter().map(f64::from).collect();
            assert_close(&turned, expected, narrow_tolerance);
        }
    }
}

fn scored(case: &Value) {
    let (query, key) = (
        numbers(&case["input"]["query"]),
        numbers(&case["input"]["key"]),
    );
    let tolerances = numbers(&case["tolerance"]["abs"]);
    for (pairing, name) in PAIRINGS {
        let rope = Rope::new(frequencies(case), pairing);
        let expected = numbers(&case["expected"][name]);
        for (row, places) in rows(&case["input"]["positions"]).iter().enumerate() {
            let (m, n) = (places[0], places[1]);
            let rotated = rope.score((m, &query), (n, &key)).unwrap();
            assert_close(&[rotated], &expected[row..=row], tolerances[row]);
            let by_offset: f64 = rope.pair_scores(&query, &key, n - m).unwrap().sum();
            assert_close(&[by_offset], &expected[row..=row], tolerances[row]);
        }
    }
}

/// With two components, the only pair rotates by one radian per position, so degrees are positions.
fn scored_in_degrees(case: &Value) {
    let rope = Rope::new(Frequencies::new(10_000.0, 2).unwrap(), Pairing::HalfSplit);
    let (query, key) = (
        numbers(&case["input"]["query"]),
        numbers(&case["input"]["key"]),
    );
    let scores: Vec<f64> = rows(&case["input"]["degrees"])
        .iter()
        .map(|pair| {
            let (m, n) = (pair[0].to_radians(), pair[1].to_radians());
            rope.score((m, &query), (n, &key)).unwrap()
        })
        .collect();
    let expected = numbers(&case["expected"]["scores"]);
    assert_close(&scores, &expected, number(&case["tolerance"]["abs"]));
}

#[test]
fn binary() {
    each_case("binary", |case| {
        let counter = Binary::new(case["params"]["bits"].as_u64().unwrap() as u32).unwrap();
        let value = case["input"].as_u64().unwrap();
        let expected = &case["expected"];
        let bits: Vec<f64> = counter
            .encode(value)
            .map(|bit| f64::from(u8::from(bit)))
            .collect();
        assert_eq!(bits, numbers(&expected["bits"]));
        assert_eq!(
            counter.overflows(value),
            expected["overflow"].as_bool().unwrap()
        );
        let order = (0..counter.bits()).rev();
        let periods: Vec<f64> = order.clone().map(|bit| counter.period(bit)).collect();
        assert_eq!(periods, numbers(&expected["periods"]));
        if let Some(flips) = expected["flips"].as_array() {
            let counted: Vec<u64> = order.map(|bit| counter.flips(value, bit)).collect();
            let flips: Vec<u64> = flips.iter().map(|flip| flip.as_u64().unwrap()).collect();
            assert_eq!(counted, flips);
        }
    });
}

#[test]
fn precision() {
    each_case("precision", |case| {
        let encoding = Sinusoidal::new(frequencies(case), Order::Interleaved);
        let code = encoding.encode_f32(number(&case["input"]["position"]));
        let code: Vec<f64> = code.into_iter().map(f64::from).collect();
        let expected = numbers(&case["expected"]["interleaved"]);
        assert_close(&code, &expected, number(&case["tolerance"]["f32_abs"]));
    });
}

#[test]
fn published_numbers() {
    let frequencies = Frequencies::new(10_000.0, 1024).unwrap();
    let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 31);
    for (offset, expected) in [
        (1, 0.026_488_616_022_189_992),
        (2, 0.093_391_613_075_13),
        (29, 0.432_303_036_571_996_2),
    ] {
        assert_close(&[curve.values()[offset]], &[expected], 1e-12);
    }
    assert_eq!(Binary::new(8).unwrap().digits(252), "11111100");
}
