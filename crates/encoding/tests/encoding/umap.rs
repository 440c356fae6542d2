//! Compares maps of encodings with umap-learn: every case of umap.json from tools/golden/maps.py.

use std::collections::BTreeSet;

use phasor_encoding::analysis::{Pca, Umap};
use phasor_encoding::{EncodingError, Matrix, Order, Sinusoidal};
use serde_json::Value;

use crate::support::{assert_close, each_case, frequencies, number, numbers};

fn whole(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// Returns the encodings of a case, and the map that starts from their principal components.
fn umap(case: &Value, n_epochs: usize) -> (Matrix, Umap) {
    let params = &case["params"];
    let sinusoidal = Sinusoidal::new(frequencies(case), Order::Interleaved);
    let positions = numbers(&case["input"]["position"]).into_iter();
    let rows = Matrix::from_rows(positions.map(|position| sinusoidal.encode(position))).unwrap();
    let start = Pca::new(&rows, 2).unwrap().project(&rows).unwrap();
    let umap = Umap::new(&rows, &start, whole(&params["n_neighbors"]), n_epochs).unwrap();
    (rows, umap)
}

/// Returns the nearest neighbours of every row, without the row itself.
fn nearest(rows: &Matrix, n: usize) -> Vec<BTreeSet<usize>> {
    let squared =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum() };
    let of = |own: usize| {
        let mut others: Vec<usize> = (0..rows.n_rows()).filter(|other| *other != own).collect();
        let apart = |other: &usize| squared(rows.row(own), rows.row(*other));
        others.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
        others.into_iter().take(n).collect()
    };
    (0..rows.n_rows()).map(of).collect()
}

#[test]
fn neighbours_weigh_what_they_weigh_in_umap_learn() {
    each_case("umap", |case| {
        let expected = &case["expected"];
        let Some(from) = expected["from"].as_array() else {
            return;
        };
        // With this many epochs, no edge is too light to be pulled.
        let (_, umap) = umap(case, usize::MAX);
        let ends = from.iter().zip(expected["to"].as_array().unwrap());
        let weights: Vec<f64> = ends
            .map(|(from, to)| {
                let (from, to) = (whole(from), whole(to));
                let ours = |edge: &&phasor_encoding::analysis::umap::Edge| {
                    (edge.from, edge.to) == (from, to) || (edge.from, edge.to) == (to, from)
                };
                umap.edges()
                    .iter()
                    .find(ours)
                    .map_or(0.0, |edge| edge.weight)
            })
            .collect();
        let tolerance = number(&case["tolerance"]["weight_abs"]);
        assert_close(&weights, &numbers(&expected["weight"]), tolerance);
        // A weight that f32 rounds to 0 counts as absent.
        let heavy = umap.edges().iter().filter(|edge| edge.weight > tolerance);
        assert!(heavy.count() <= weights.len());
    });
}

#[test]
fn a_map_keeps_as_many_neighbours_as_one_of_umap_learn() {
    each_case("umap", |case| {
        let expected = &case["expected"]["kept"];
        if expected.is_null() {
            return;
        }
        let (rows, mut umap) = umap(case, whole(&case["params"]["n_epochs"]));
        while !umap.is_done() {
            umap.advance();
        }
        let n = whole(&case["params"]["n_neighbors"]) - 1;
        let (true_ones, on_map) = (nearest(&rows, n), nearest(&umap.map(), n));
        let pairs = true_ones.iter().zip(&on_map);
        let share: usize = pairs.map(|(a, b)| a.intersection(b).count()).sum();
        let share = share as f64 / (n * rows.n_rows()) as f64;
        let error = (share - number(expected)).abs();
        assert!(error <= number(&case["tolerance"]["kept_abs"]), "{share}");
    });
}

#[test]
fn odd_input_is_refused_or_mapped() {
    let same = Matrix::from_fn(6, 3, |_, _| 1.0);
    let start = Matrix::from_fn(6, 2, |_, _| 2.0);
    let mut umap = Umap::new(&same, &start, 3, 20).unwrap();
    while !umap.is_done() {
        umap.advance();
    }
    let before = umap.clone();
    umap.advance();
    assert_eq!((umap.epoch(), &umap), (20, &before));
    assert!(umap.map().values().iter().all(|number| number.is_finite()));
    let umap = |start: &Matrix, n: usize, epochs: usize| Umap::new(&same, start, n, epochs);
    assert!(matches!(
        umap(&Matrix::identity(6), 3, 20),
        Err(EncodingError::Shape { .. })
    ));
    for (n, epochs) in [(1, 20), (7, 20), (3, 0)] {
        assert!(umap(&start, n, epochs).is_err(), "{n} {epochs}");
    }
    // No distance to such a point is a number, not even its own.
    let infinite = Matrix::from_fn(40, 3, |row, column| match row % 3 {
        0 => f64::INFINITY,
        _ => (row * 7 + column) as f64,
    });
    let start = Matrix::from_fn(40, 2, |row, column| (row * (column + 1)) as f64);
    let mut umap = Umap::new(&infinite, &start, 5, 20).unwrap();
    assert!(umap.edges().iter().all(|edge| edge.from != edge.to));
    while !umap.is_done() {
        umap.advance();
    }
}
