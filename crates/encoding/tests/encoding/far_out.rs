//! Compares angles at large and tiny positions with methods that share nothing with the library:
//! repeated small rotations instead of a multiplication, and plain sums instead of wave sums.

use std::f64::consts::TAU;

use phasor_encoding::absolute::binary::MAX_BITS;
use phasor_encoding::frequency::{MAX_DIM, turns, within_one_turn};
use phasor_encoding::{
    Binary, Frequencies, Measure, Order, Pairing, Rope, SimilarityCurve, SimilarityMatrix,
    Sinusoidal,
};
use proptest::prelude::*;

/// Returns cosine and sine after `times` rotations by `angle`, by squaring. The angle is never
/// multiplied and never reduced, so no error of a product or of a reduction can hide. Each squaring
/// doubles the previous error and adds three roundings, in total less than 1e-15 for each rotation.
fn turned(angle: f64, times: u32) -> (f64, f64) {
    let (mut square, mut result) = ((angle.cos(), angle.sin()), (1.0, 0.0));
    let product = |(a, b): (f64, f64), (c, d): (f64, f64)| (a * c - b * d, a * d + b * c);
    for bit_idx in 0..32 {
        if times >> bit_idx & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
    }
    result
}

/// Returns the inverse frequency of a pair by a logarithm, where the library uses a power.
fn inv_freq(base: f64, pair_idx: usize, dim: usize) -> f64 {
    (-base.ln() * 2.0 * pair_idx as f64 / dim as f64).exp()
}

fn at_most(error: f64, bound: f64) -> Result<(), TestCaseError> {
    prop_assert!(
        error.abs() <= bound,
        "an error of {error:e}, allowed {bound:e}"
    );
    Ok(())
}

proptest! {
    #[test]
    fn codes_and_rotations_are_right_wherever_they_are(
        base in 2.0..1e7f64, n_pairs in 1..=64usize, quarters in 0..=40_000_000u32,
    ) {
        let position = f64::from(quarters) / 4.0;
        let frequencies = Frequencies::new(base, 2 * n_pairs).unwrap();
        let encoding = Sinusoidal::new(frequencies.clone(), Order::Interleaved);
        let rope = Rope::new(frequencies, Pairing::Interleaved);
        let (wide, narrow) = (encoding.encode(position), encoding.encode_f32(position));
        let east: Vec<f32> = [1.0, 0.0].repeat(n_pairs);
        let rotated = rope.rotate_f32(position, &east).unwrap();
        // Four small rotations per position here; two units in the last place of an angle there.
        let bound = 5e-15 * position + 1e-14;
        for pair_idx in 0..n_pairs {
            let (cos, sin) = turned(inv_freq(base, pair_idx, 2 * n_pairs) / 4.0, quarters);
            let (first, second) = (2 * pair_idx, 2 * pair_idx + 1);
            at_most(wide[first] - sin, bound)?;
            at_most(wide[second] - cos, bound)?;
            at_most(f64::from(narrow[first]) - sin, 1e-6)?;
            at_most(f64::from(narrow[second]) - cos, 1e-6)?;
            at_most(f64::from(rotated[first]) - cos, 1e-6)?;
            at_most(f64::from(rotated[second]) - sin, 1e-6)?;
        }
    }

    #[test]
    fn a_score_curve_is_the_score_of_rotated_vectors(
        base in 2.0..1e7f64, vectors in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64), 8),
        interleaved: bool, first in -300.0..300.0f64, step in 0.1..2.0f64, length in 1..150usize,
    ) {
        let pairing = if interleaved { Pairing::Interleaved } else { Pairing::HalfSplit };
        let (query, key): (Vec<f64>, Vec<f64>) = vectors.into_iter().unzip();
        let rope = Rope::new(Frequencies::new(base, 8).unwrap(), pairing);
        let curve = rope.score_curve(&query, &key, (first, step), length).unwrap();
        prop_assert_eq!(curve.len(), length);
        for (place, score) in curve.into_iter().enumerate() {
            let offset = first + place as f64 * step;
            // The query is at position 0, so the key's position is the relative position.
            let rotated = rope.score((0.0, &query), (offset, &key)).unwrap();
            // Eight products below 1 at angles up to 600, each accurate to 4 units of 2^-53.
            at_most(score - rotated, 8.0 * 600.0 * 1e-15)?;
        }
    }

    #[test]
    fn the_first_turn_is_where_farther_stops_meaning_less_alike(
        base in 2.0..1e6f64, n_pairs in 1..48usize, length in 1..250usize,
    ) {
        let frequencies = Frequencies::new(base, 2 * n_pairs).unwrap();
        let measures = [
            (Measure::CosineSimilarity, 1.0), (Measure::Dot, 1.0),
            (Measure::CosineDistance, -1.0), (Measure::Euclidean, -1.0),
        ];
        for (measure, sign) in measures {
            let curve = SimilarityCurve::new(&frequencies, measure, length);
            let alike: Vec<f64> = curve.values().iter().map(|value| sign * value).collect();
            let turn = (1..length).find(|&offset| alike[offset] > alike[offset - 1]);
            prop_assert_eq!(curve.first_turn(), turn, "{:?}", measure);
        }
    }

    #[test]
    fn one_turn_holds_every_direction(angle in prop_oneof![-1e6..1e6f64, -1e-15..1e-15f64]) {
        let within = within_one_turn(angle);
        prop_assert!((0.0..TAU).contains(&within), "{within}");
        // The two differ by a multiple of 2 pi, up to the rounding of that multiple.
        let bound = 1e-15 * angle.abs() + 1e-15;
        at_most(within.cos() - angle.cos(), bound)?;
        at_most(within.sin() - angle.sin(), bound)?;
        at_most(turns(angle) * TAU - angle, bound)?;
    }
}

#[test]
fn the_largest_dimension_is_the_last() {
    assert_eq!(Frequencies::new(2.0, MAX_DIM).unwrap().dim(), MAX_DIM);
    let error = Frequencies::new(2.0, MAX_DIM + 2).unwrap_err().to_string();
    assert!(error.contains("2 to 1048576, not 1048578"), "{error}");
    let error = Binary::new(MAX_BITS + 1).unwrap_err().to_string();
    assert!(error.contains("1 to 1024, not 1025"), "{error}");
}

#[test]
fn a_matrix_ends_where_its_curve_ends() {
    let frequencies = Frequencies::new(10_000.0, 8).unwrap();
    let curve = SimilarityCurve::new(&frequencies, Measure::Dot, 3);
    let matrix = SimilarityMatrix::new(&curve);
    assert_eq!(
        (
            matrix.n_positions(),
            matrix.row(2).map(<[f64]>::len),
            matrix.row(3)
        ),
        (3, Some(3), None)
    );
    assert_eq!((matrix.value(3, 0), matrix.value(0, 3)), (None, None));
    assert_eq!(matrix.row(usize::MAX), None);
    let empty = SimilarityMatrix::new(&SimilarityCurve::new(&frequencies, Measure::Dot, 0));
    assert_eq!((empty.n_positions(), empty.rows().len()), (0, 0));
    assert_eq!(empty.row(0), None);
    assert_eq!(matrix.value(2, 0), Some(curve.values()[2]));
}

#[test]
fn a_code_is_written_as_far_as_there_is_room() {
    let frequencies = Frequencies::new(10_000.0, 8).unwrap();
    for order in [Order::Interleaved, Order::Concatenated] {
        let encoding = Sinusoidal::new(frequencies.clone(), order);
        let whole = encoding.encode(2.5);
        let (mut short, mut long) = ([9.0; 5], [9.0; 11]);
        encoding.encode_into(2.5, &mut short);
        encoding.encode_into(2.5, &mut long);
        assert_eq!(short, whole[..5]);
        assert_eq!((&long[..8], &long[8..]), (&whole[..], &[9.0; 3][..]));
    }
}
