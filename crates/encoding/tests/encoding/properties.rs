//! Properties of every base, dimension and position, not only of chosen ones.

use phasor_encoding::{
    Binary, Frequencies, Measure, Order, Pairing, Rope, SimilarityCurve, SimilarityMatrix,
    Sinusoidal, Turns,
};
use proptest::prelude::*;

/// Returns how far two computations of the same angle may differ at `position`. Each inverse
/// frequency is at most 1 and accurate to 2 units in its last place, and the product rounds once
/// more.
fn angle_error(position: f64) -> f64 {
    1e-15 * position.abs() + 1e-15
}

fn ladders() -> impl Strategy<Value = Frequencies> {
    (2.0..1e7f64, 1..64usize)
        .prop_map(|(base, n_pairs)| Frequencies::new(base, 2 * n_pairs).unwrap())
}

fn pairings() -> impl Strategy<Value = Pairing> {
    prop_oneof![Just(Pairing::HalfSplit), Just(Pairing::Interleaved)]
}

fn positions() -> impl Strategy<Value = f64> {
    prop_oneof![0.0..1e4f64, (0..10_000_000u32).prop_map(f64::from)]
}

/// Returns a vector of `dim` components between -1 and 1 from a seed.
fn vector(dim: usize, seed: u64) -> Vec<f64> {
    let mut state = seed | 1;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..dim).map(|_| next()).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn close(got: f64, expected: f64, tolerance: f64) -> Result<(), TestCaseError> {
    prop_assert!(
        (got - expected).abs() <= tolerance,
        "{got} is not within {tolerance:e} of {expected}"
    );
    Ok(())
}

proptest! {
    #[test]
    fn rotation_keeps_the_norm(
        frequencies in ladders(), pairing in pairings(), position in positions(), seed: u64,
    ) {
        let x = vector(frequencies.dim(), seed);
        let turned = Rope::new(frequencies, pairing).rotate(position, &x).unwrap();
        // For any angle, its sine and cosine form a unit vector up to two roundings.
        close(dot(&turned, &turned).sqrt(), dot(&x, &x).sqrt(), 1e-13)?;
    }

    #[test]
    fn the_score_depends_on_the_offset_only(
        frequencies in ladders(), pairing in pairings(), m in 0..100_000u32, offset in -2000..2000i32,
        shift in 0..1_000_000u32, seed: u64,
    ) {
        let (q, k) = (vector(frequencies.dim(), seed), vector(frequencies.dim(), !seed));
        let rope = Rope::new(frequencies, pairing);
        let (m, offset, shift) = (f64::from(m) + 2000.0, f64::from(offset), f64::from(shift));
        let here = rope.score((m, &q), (m + offset, &k)).unwrap();
        let there = rope.score((m + shift, &q), (m + shift + offset, &k)).unwrap();
        let tolerance = 4.0 * q.len() as f64 * angle_error(m + shift + offset);
        close(there, here, tolerance)?;
        let by_offset: f64 = rope.pair_scores(&q, &k, offset).unwrap().sum();
        close(by_offset, here, tolerance)?;
    }

    #[test]
    fn a_shift_is_a_rotation(frequencies in ladders(), position in positions(), shift in 0..10_000u32) {
        let shift = f64::from(shift);
        let encoding = Sinusoidal::new(frequencies.clone(), Order::Interleaved);
        let (here, there) = (encoding.encode(position), encoding.encode(position + shift));
        let tolerance = 4.0 * angle_error(position + shift);
        for (pair_idx, turn) in frequencies.angles(shift).enumerate() {
            let (sin, cos) = (here[2 * pair_idx], here[2 * pair_idx + 1]);
            let (turn_sin, turn_cos) = turn.sin_cos();
            close(there[2 * pair_idx], sin * turn_cos + cos * turn_sin, tolerance)?;
            close(there[2 * pair_idx + 1], cos * turn_cos - sin * turn_sin, tolerance)?;
        }
    }

    #[test]
    fn concatenated_is_a_permutation_of_interleaved(frequencies in ladders(), position in positions()) {
        let n_pairs = frequencies.n_pairs();
        let interleaved = Sinusoidal::new(frequencies.clone(), Order::Interleaved).encode(position);
        let concatenated = Sinusoidal::new(frequencies, Order::Concatenated).encode(position);
        for pair_idx in 0..n_pairs {
            prop_assert_eq!(concatenated[pair_idx], interleaved[2 * pair_idx]);
            prop_assert_eq!(concatenated[n_pairs + pair_idx], interleaved[2 * pair_idx + 1]);
        }
    }

    #[test]
    fn the_pair_layouts_are_permutations_of_each_other(
        frequencies in ladders(), position in positions(), seed: u64,
    ) {
        let n_pairs = frequencies.n_pairs();
        let permuted = |x: &[f64]| -> Vec<f64> {
            let place = |i: usize| 2 * (i % n_pairs) + i / n_pairs;
            (0..x.len()).map(|i| x[place(i)]).collect()
        };
        let x = vector(frequencies.dim(), seed);
        let interleaved = Rope::new(frequencies.clone(), Pairing::Interleaved);
        let half_split = Rope::new(frequencies, Pairing::HalfSplit);
        let turned = permuted(&interleaved.rotate(position, &x).unwrap());
        prop_assert_eq!(half_split.rotate(position, &permuted(&x)).unwrap(), turned);
    }

    #[test]
    fn the_matrix_is_what_comparing_every_two_codes_gives(
        frequencies in ladders(), length in 2..40usize, start in 0..100_000u32,
    ) {
        let encoding = Sinusoidal::new(frequencies.clone(), Order::Interleaved);
        let codes: Vec<Vec<f64>> =
            (0..length).map(|row| encoding.encode(f64::from(start) + row as f64)).collect();
        let n_pairs = frequencies.n_pairs() as f64;
        let tolerance = 8.0 * n_pairs * angle_error(f64::from(start) + length as f64);
        for measure in [Measure::Dot, Measure::CosineSimilarity, Measure::CosineDistance, Measure::Euclidean] {
            let curve = SimilarityCurve::new(&frequencies, measure, length);
            let matrix = SimilarityMatrix::new(&curve);
            prop_assert_eq!(matrix.rows().len(), length);
            for (row, values) in matrix.rows().enumerate() {
                prop_assert_eq!(matrix.row(row), Some(values));
                for (column, &got) in values.iter().enumerate() {
                    let (a, b) = (&codes[row], &codes[column]);
                    let cosine = dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
                    let difference: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
                    match measure {
                        Measure::Dot => close(got, dot(a, b), tolerance)?,
                        Measure::CosineSimilarity => close(got, cosine, tolerance)?,
                        Measure::CosineDistance => close(got, 1.0 - cosine, tolerance)?,
                        // Squares are compared, because a root magnifies a tiny error near 0.
                        Measure::Euclidean => close(got * got, dot(&difference, &difference), 4.0 * tolerance)?,
                    }
                }
            }
        }
    }

    #[test]
    fn the_wave_sum_is_the_sum_of_waves(
        frequencies in ladders(), first in -5000.0..5000.0f64, step in 0.01..3.0f64,
        length in 1..200usize, seed: u64,
    ) {
        let weights = vector(frequencies.dim(), seed);
        let pairs: Vec<(f64, f64)> = weights.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let sums = frequencies.wave_sum(pairs.iter().copied(), (first, step), length);
        prop_assert_eq!(sums.len(), length);
        let reach = first.abs() + step * length as f64;
        let tolerance = 8.0 * pairs.len() as f64 * angle_error(reach);
        for (place, sum) in sums.into_iter().enumerate() {
            let position = first + place as f64 * step;
            let waves = frequencies.angles(position).zip(&pairs).map(|(angle, (a, b))| a * angle.cos() + b * angle.sin());
            close(sum, waves.sum(), tolerance)?;
        }
    }

    #[test]
    fn the_first_turn_is_the_first(frequencies in ladders(), length in 2..300usize) {
        let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, length);
        let values = curve.values();
        let turn = (1..length).find(|&offset| values[offset] < values[offset - 1]);
        prop_assert_eq!(curve.first_turn(), turn);
    }

    #[test]
    fn digits_read_back(bits in 1..64u32, value: u64) {
        let counter = Binary::new(bits).unwrap();
        let low_bits = value & (u64::MAX >> (64 - bits));
        prop_assert_eq!(u64::from_str_radix(&counter.digits(value), 2).unwrap(), low_bits);
        prop_assert_eq!(counter.overflows(value), low_bits != value);
    }

    #[test]
    fn a_bit_is_the_sign_of_its_sinusoid(value in 0..1u64 << 40, bit_idx in 0..30u32) {
        let counter = Binary::new(53).unwrap();
        // In the middle of an integer's step, no sinusoid is 0.
        let sinusoid = counter.sinusoid(value as f64 + 0.5, bit_idx);
        prop_assert_eq!(sinusoid > 0.0, counter.bit(value, bit_idx));
    }

    #[test]
    fn narrowed_far_out_it_is_right_to_a_millionth(
        pair_idx in 0..64usize, position in 0..=10_000_000u32,
    ) {
        let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 128).unwrap(), Order::Interleaved);
        let code = encoding.encode_f32(f64::from(position));
        // The same angle, computed differently: the position is split into thousands and rest,
        // whose rotations are combined by angle addition.
        let inv_freq = 10_000f64.powf(-(2.0 * pair_idx as f64) / 128.0);
        let (thousands, rest) = (f64::from(position / 1000), f64::from(position % 1000));
        let (big_sin, big_cos) = (thousands * (1000.0 * inv_freq)).sin_cos();
        let (rest_sin, rest_cos) = (rest * inv_freq).sin_cos();
        close(f64::from(code[2 * pair_idx]), big_sin * rest_cos + big_cos * rest_sin, 1e-6)?;
        close(f64::from(code[2 * pair_idx + 1]), big_cos * rest_cos - big_sin * rest_sin, 1e-6)?;
    }

    #[test]
    fn turns_are_the_sines_of_the_angles_in_any_order(
        frequencies in ladders(),
        positions in prop::collection::vec(prop_oneof![positions(), (-100_000..0i32).prop_map(f64::from)], 1..20),
    ) {
        let mut turns = Turns::new(&frequencies);
        for position in positions {
            let (sin, cos) = turns.at(position);
            // One rounding of the angle on either side, and three of the sum.
            let tolerance = 3e-16 * position.abs() + 5e-16;
            for ((angle, sin), cos) in frequencies.angles(position).zip(sin).zip(cos) {
                close(*sin, angle.sin(), tolerance)?;
                close(*cos, angle.cos(), tolerance)?;
            }
            let row = (sin.to_vec(), cos.to_vec());
            let mut alone = Turns::new(&frequencies);
            prop_assert_eq!(alone.at(position), (&row.0[..], &row.1[..]));
        }
    }

    #[test]
    fn tables_of_components_rotate_as_vectors_are(
        frequencies in ladders(), pairing in pairings(), position in positions(), factor in 0.5..2.0f64, seed: u64,
    ) {
        let dim = frequencies.dim();
        let x = vector(dim + 3, seed);
        let rope = Rope::new(frequencies, pairing).with_head_dim(dim + 3).unwrap();
        let rope = rope.with_attention_factor(factor).unwrap();
        let (mut cos, mut sin, mut rotated) = (vec![0.0; dim], vec![0.0; dim], x.clone());
        rope.write_components(&[position], |number| number, (&mut cos, &mut sin)).unwrap();
        rope.rotate_each(&[position], &mut rotated).unwrap();
        let turned = pairing.quarter_turn(&x, dim / 2).unwrap();
        let exact = rope.rotate(position, &x).unwrap();
        for place in 0..dim {
            close(rotated[place], x[place] * cos[place] + turned[place] * sin[place], 1e-15)?;
            close(rotated[place], exact[place], 4.0 * angle_error(position))?;
        }
        prop_assert_eq!(&rotated[dim..], &x[dim..]);
    }
}

#[test]
fn tables_need_finite_positions_and_room() {
    let frequencies = Frequencies::new(10_000.0, 4).unwrap();
    let rope = Rope::new(frequencies.clone(), Pairing::HalfSplit);
    let write = |positions: &[f64], len: usize| {
        let (mut cos, mut sin) = (vec![0.0; len], vec![0.0; len]);
        rope.write_components(positions, |number| number, (&mut cos, &mut sin))
    };
    let rotate = |positions: &[f64], len: usize| rope.rotate_each(positions, &mut vec![1.0; len]);
    let encoding = Sinusoidal::new(frequencies, Order::Interleaved);
    let encode = |positions: &[f64], len: usize| {
        encoding.write_at(positions, |number| number, &mut vec![0.0; len])
    };
    for call in [&write as &dyn Fn(&[f64], usize) -> _, &rotate, &encode] {
        assert_eq!(call(&[1.0, 2.0], 8), Ok(()));
        assert_eq!(call(&[], 0), Ok(()));
        assert!(call(&[1.0, 2.0], 7).is_err());
        for position in [f64::NAN, f64::INFINITY] {
            assert!(call(&[position], 4).is_err(), "{position}");
        }
    }
}

#[test]
fn every_order_is_written_at_any_positions() {
    let frequencies = Frequencies::new(10_000.0, 6).unwrap();
    for order in [
        Order::Interleaved,
        Order::Concatenated,
        Order::SinesOnly,
        Order::CosinesOnly,
    ] {
        let encoding = Sinusoidal::new(frequencies.clone(), order);
        let mut written = vec![0.0; 2 * encoding.dim()];
        encoding
            .write_at(&[5.0, 2.5], |number| number, &mut written)
            .unwrap();
        assert_eq!(
            written,
            [encoding.encode(5.0), encoding.encode(2.5)].concat(),
            "{order:?}"
        );
    }
}

#[test]
fn bad_parameters_are_told_apart() {
    for base in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Frequencies::new(base, 4).is_err(), "{base}");
    }
    for dim in [0, 7, usize::MAX] {
        assert!(Frequencies::new(10_000.0, dim).is_err(), "{dim}");
    }
    let rope = Rope::new(Frequencies::new(10_000.0, 4).unwrap(), Pairing::HalfSplit);
    let error = rope.rotate(1.0, &[1.0]).unwrap_err().to_string();
    assert!(error.contains('4') && error.contains('1'), "{error}");
    assert!(Binary::new(0).is_err() && Binary::new(2000).is_err());
}
