//! Every scheme on the command line, compared with the library and with numbers computed by hand.

use std::path::Path;

use phasor_encoding::{
    Alibi, AxialRope, Binary, Direction, Frequencies, Matrix, Order, Pairing, SectionOrder,
    Sinusoidal, T5Buckets,
};
use serde_json::Value;

use crate::mentions::assert_mentions;
use crate::support::run;

/// Returns the table as JSON.
#[track_caller]
fn table(args: &[&str]) -> Value {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let output = run(here, &[&["table"], args, &["--format", "json"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the error message for invalid arguments.
#[track_caller]
fn error_of(args: &[&str]) -> String {
    let output = run(
        Path::new(env!("CARGO_TARGET_TMPDIR")),
        &[&["table"], args].concat(),
    );
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

fn numbers(column: &Value) -> Vec<f64> {
    let cells = column.as_array().unwrap().iter();
    cells.map(|cell| cell.as_f64().unwrap()).collect()
}

/// Returns a column of vectors; null is minus infinity.
fn rows(column: &Value) -> Vec<Vec<f64>> {
    let cell = |cell: &Value| match cell {
        Value::Null => f64::NEG_INFINITY,
        cell => cell.as_f64().unwrap(),
    };
    let row = |row: &Value| row.as_array().unwrap().iter().map(cell).collect();
    column.as_array().unwrap().iter().map(row).collect()
}

fn rows_of(matrix: &Matrix) -> Vec<Vec<f64>> {
    matrix.rows().map(<[f64]>::to_vec).collect()
}

#[test]
fn absolute_codes() {
    let code = |args: &[&str]| {
        let common = ["encoding", "--dim", "4", "--length", "4", "--scheme"];
        rows(&table(&[&common, args].concat())["encoding"])
    };
    assert_eq!(code(&["integer"])[3], [3.0; 4]);
    assert_eq!(code(&["normalised"])[1], [1.0 / 3.0; 4]);
    assert_eq!(code(&["normalised", "--seq-len", "11"])[1], [0.1; 4]);
    assert_eq!(code(&["length-normalized"]), code(&["normalised"]));
    assert_eq!(code(&["sin-only"]), code(&["sines-only"]));
    let binary = Binary::new(2).unwrap();
    for (position, code) in code(&["binary", "--bits", "2"]).iter().enumerate() {
        assert_eq!(*code, binary.stretched(position as u64, 4).unwrap());
    }
    for (word, order, frequency_dim) in [
        ("sinusoidal", Order::Interleaved, 4),
        ("sines-only", Order::SinesOnly, 8),
        ("cosines-only", Order::CosinesOnly, 8),
    ] {
        let frequencies = Frequencies::new(10_000.0, frequency_dim).unwrap();
        let sinusoidal = Sinusoidal::new(frequencies, order);
        assert_eq!(code(&[word])[3], sinusoidal.encode(3.0), "{word}");
    }
}

#[test]
fn a_learned_table_ends() {
    let with_seed = |seed: &str| {
        let args = ["encoding", "--scheme", "learned", "--length", "2"];
        rows(&table(&[&args[..], &["--seed", seed]].concat())["encoding"])
    };
    assert_eq!(with_seed("1"), with_seed("1"));
    assert_ne!(with_seed("1"), with_seed("2"));
    let args = ["encoding", "--scheme", "learned", "--seq-len", "512"];
    let error = error_of(&[&args[..], &["--position", "520"]].concat());
    assert_mentions(&error, &["520", "0", "511"]);
    let error = error_of(&[&args[..], &["--position", "1.5"]].concat());
    assert!(error.contains("whole"), "{error}");
}

#[test]
fn rotary_schemes_give_cosine_sine_and_angle() {
    let rope = table(&[
        "encoding", "--scheme", "rope", "--dim", "4", "--length", "3",
    ]);
    let frequencies = Frequencies::new(10_000.0, 4).unwrap();
    for position in 0..3 {
        let angles: Vec<f64> = frequencies.angles(position as f64).collect();
        let cosines: Vec<f64> = angles.iter().map(|angle| angle.cos()).collect();
        let sines: Vec<f64> = angles.iter().map(|angle| angle.sin()).collect();
        assert_eq!(rows(&rope["angle"])[position], angles);
        assert_eq!(rows(&rope["cos"])[position], cosines);
        assert_eq!(rows(&rope["sin"])[position], sines);
    }
    let at = ["--at", "2,5", "--at", "0,1"];
    let axial = table(
        &[
            &["encoding", "--scheme", "axial", "--sections", "4,4"],
            &at[..],
        ]
        .concat(),
    );
    let rope = AxialRope::axial(10_000.0, &[4, 4], Pairing::HalfSplit).unwrap();
    let expected = [[2.0, 5.0], [0.0, 1.0]].map(|position| rope.angles(&position).unwrap());
    assert_eq!(rows(&axial["angle"]), expected);
    assert_eq!(rows(&axial["position"]), [[2.0, 5.0], [0.0, 1.0]]);
    assert_eq!(numbers(&axial["axis_of_pair"]), [0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn mrope_takes_sections() {
    let args = [
        "encoding",
        "--scheme",
        "mrope",
        "--sections",
        "16,24,24",
        "--base",
        "1000000",
    ];
    for (word, order) in [
        ("contiguous", SectionOrder::Contiguous),
        ("interleaved", SectionOrder::Interleaved),
    ] {
        let at = ["--at", "7,3,1", "--section-order", word];
        let table = table(&[&args[..], &at].concat());
        let frequencies = Frequencies::new(1e6, 128).unwrap();
        let rope =
            AxialRope::mrope(&frequencies, &[16, 24, 24], order, Pairing::HalfSplit).unwrap();
        assert_eq!(
            rows(&table["angle"])[0],
            rope.angles(&[7.0, 3.0, 1.0]).unwrap()
        );
    }
    let as_text = table(&[&args[..], &["--position", "9"]].concat());
    assert_eq!(rows(&as_text["position"]), [[9.0; 3]]);
}

#[test]
fn biases_are_matrices() {
    let alibi = table(&["bias", "--heads", "12", "--length", "5", "--mask", "causal"]);
    let slopes = Alibi::new(12).unwrap();
    assert_eq!(numbers(&alibi["slopes"]), slopes.slopes());
    let all = rows(&alibi["attention_bias"]);
    assert_eq!(all.len(), 12 * 5);
    for (row, bias) in all.iter().enumerate() {
        let (head, query) = (row / 5, row % 5);
        assert_eq!(numbers(&alibi["head"])[row], head as f64);
        for (key, bias) in bias.iter().enumerate() {
            let expected = match key <= query {
                true => -slopes.slopes()[head] * (query - key) as f64,
                false => f64::NEG_INFINITY,
            };
            assert_eq!(*bias, expected);
        }
    }
    let one = table(&[
        "bias", "--heads", "12", "--head", "3", "--length", "5", "--mask", "causal",
    ]);
    assert_eq!(rows(&one["attention_bias"]), all[15..20]);
}

#[test]
fn buckets_and_rows_are_matrices() {
    let args = [
        "--buckets",
        "8",
        "--max-distance",
        "20",
        "--direction",
        "bidirectional",
    ];
    let t5 = table(&[&["bias", "--scheme", "t5", "--length", "40"], &args[..]].concat());
    let buckets = T5Buckets::new(8, 20, Direction::Bidirectional).unwrap();
    assert_eq!(rows(&t5["bucket"]), rows_of(&buckets.matrix(40, 40)));
    let shaw = table(&["bias", "--scheme", "shaw", "--length", "8"]);
    assert_eq!(
        rows(&shaw["row"])[0],
        [4.0, 5.0, 6.0, 7.0, 8.0, 8.0, 8.0, 8.0]
    );
    let nope = table(&[
        "bias", "--scheme", "nope", "--length", "2", "--mask", "causal",
    ]);
    let hidden = f64::NEG_INFINITY;
    assert_eq!(rows(&nope["attention_bias"]), [[0.0, hidden], [0.0, 0.0]]);
}

/// Returns scores and outputs of the two dogs.
fn dogs(args: &[&str]) -> (Vec<f64>, Vec<f64>) {
    let sentence = [
        "attention",
        "--dim",
        "16",
        "--tokens",
        "the dog chased another dog",
    ];
    let attention = table(&[&sentence, args].concat());
    assert_eq!(attention["tokens"][4], "dog");
    for weights in rows(&attention["weight"]) {
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
    let (scores, outputs) = (rows(&attention["score"]), rows(&attention["output"]));
    let of = |query: usize| [&scores[query][..], &outputs[query]].concat();
    (of(1), of(4))
}

#[test]
fn only_schemes_and_masks_part_two_equal_words() {
    let (first, second) = dogs(&["--scheme", "nope"]);
    assert_eq!(first, second);
    let (first, second) = dogs(&["--scheme", "nope", "--mask", "causal"]);
    assert_ne!(first, second);
    for scheme in [
        "sinusoidal",
        "sines-only",
        "cosines-only",
        "integer",
        "normalised",
        "binary",
        "learned",
        "rope",
        "shaw",
        "transformer-xl",
        "t5",
        "alibi",
    ] {
        let (first, second) = dogs(&["--scheme", scheme]);
        assert_ne!(first, second, "{scheme}");
    }
    assert_eq!(
        dogs(&["--join", "concatenate", "--scheme", "sinusoidal"])
            .0
            .len(),
        5 + 32
    );
}

#[test]
fn a_shift_changes_no_rotary_score() {
    let scores = |position: &str, scheme: &str| {
        let args = [
            "attention",
            "--dim",
            "8",
            "--position",
            position,
            "--scheme",
            scheme,
        ];
        rows(&table(&args)["score"]).concat()
    };
    let moved = |scheme: &str| {
        let pairs = scores("0", scheme).into_iter().zip(scores("30", scheme));
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(moved("rope") < 1e-12);
    assert!(moved("sinusoidal") > 0.1);
}

#[test]
fn a_large_integer_is_a_position() {
    let args = [
        "encoding", "--scheme", "binary", "--bits", "53", "--dim", "54",
    ];
    let largest = table(&[&args[..], &["--value", "9007199254740991"]].concat());
    assert_eq!(numbers(&largest["position"]), [9_007_199_254_740_991.0]);
    assert_eq!(rows(&largest["encoding"]), [[1.0; 54]]);
}

#[test]
fn any_column_goes_to_npy() {
    let args = [
        "table",
        "attention",
        "--dim",
        "8",
        "--format",
        "npy",
        "--column",
    ];
    let here = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (column, shape) in [
        ("weight", "(5, 5)"),
        ("output", "(5, 8)"),
        ("query", "(5,)"),
    ] {
        let bytes = run(here, &[&args[..], &[column]].concat()).stdout;
        let header = String::from_utf8_lossy(&bytes[..128]).into_owned();
        assert!(header.contains(&format!("'shape': {shape}")), "{header}");
    }
    let error = error_of(&["attention", "--column", "weights"]);
    assert!(error.contains("query, score, weight, output"), "{error}");
}

#[test]
fn positions_may_be_negative() {
    let axial = table(&[
        "encoding", "--scheme", "axial", "--dim", "8", "--at", "-1,2",
    ]);
    assert_eq!(rows(&axial["position"]), [[-1.0, 2.0]]);
}

/// Invalid arguments, and part of the error message.
const WRONG: &[(&[&str], &str)] = &[
    (&["encoding", "--scheme", "mrope"], "16,24,24"),
    (
        &["encoding", "--scheme", "axial", "--sections", "3,4"],
        "even numbers",
    ),
    (
        &["encoding", "--scheme", "axial", "--sections", "x"],
        "commas",
    ),
    (
        &["encoding", "--scheme", "axial", "--sections", "1e99"],
        "up to 65,536",
    ),
    (
        &["encoding", "--scheme", "axial", "--at", "1,2,3"],
        "2 numbers",
    ),
    (
        &[
            "encoding", "--scheme", "binary", "--bits", "9", "--dim", "8",
        ],
        "bits",
    ),
    (&["encoding", "--scheme", "rotary"], "sinusoidal"),
    (
        &[
            "encoding",
            "--scheme",
            "mrope",
            "--dim",
            "128",
            "--sections",
            "16,24,25",
        ],
        "130",
    ),
    (&["encoding", "--scheme", "axial", "--dim", "6"], "not 3"),
    (
        &["encoding", "--scheme", "axial", "--at", "1,1e300"],
        "up to 10,000,000",
    ),
    (&["bias", "--head", "8"], "0 to 7"),
    (&["bias", "--scheme", "t5", "--buckets", "3"], "buckets"),
    (&["attention", "--tokens", " "], "1 to 1,024 words"),
    (
        &[
            "attention",
            "--scheme",
            "alibi",
            "--heads",
            "2",
            "--head",
            "2",
        ],
        "0 to 1",
    ),
    (&["attention", "--position", "0.5"], "whole"),
];

#[test]
fn what_does_not_fit_is_told() {
    for (args, expected) in WRONG {
        let sentence = error_of(args);
        assert!(sentence.contains(expected), "{sentence}");
    }
}
