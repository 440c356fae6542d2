//! Compares the analysis and low precision with numpy, torch and exact arithmetic, in every case of
//! analysis.json and rounding.json (from tools/golden/schemes.py), and checks what those numbers
//! mean.

use std::f64::consts::TAU;

use phasor_encoding::analysis::decay::{adversarial, bound, equal, first_negative, smallest_base};
use phasor_encoding::analysis::subspace::principal_angles;
use phasor_encoding::analysis::training::{critical_dim, turns_in};
use phasor_encoding::analysis::{Coverage, Pca, RandomScores, Subspace};
use phasor_encoding::matrix::{dot, norm};
use phasor_encoding::{
    Format, Frequencies, Gaussian, Matrix, Measure, Narrow, Order, Pairing, Rope, SimilarityCurve,
    Sinusoidal, Step,
};
use serde_json::Value;

use crate::support::{
    assert_close, assert_relative, each_case, frequencies, number, numbers, rows,
};

fn whole(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

/// Returns a number, which may be one of the words for numbers that JSON does not have.
fn any(value: &Value) -> f64 {
    match value.as_str() {
        Some(word) => word.parse().unwrap(),
        None => number(value),
    }
}

fn list(value: &Value) -> impl Iterator<Item = f64> {
    value.as_array().unwrap().iter().map(any)
}

#[test]
fn analysis() {
    each_case("analysis", |case| {
        match case["params"]["kind"].as_str().unwrap() {
            "turns" => turns(case),
            "first_negative" => negative(case),
            "smallest_base" => base(case),
            "roformer_bound" => roformer(case),
            "pca" => pca(case),
            other => panic!("nobody reads {other}"),
        }
    });
}

fn turns(case: &Value) {
    let (frequencies, expected) = (frequencies(case), &case["expected"]);
    let length = number(&case["input"]["length"]);
    let tolerance = number(&case["tolerance"]["turns_rel"]);
    let got: Vec<f64> = turns_in(&frequencies, length).collect();
    let turns = numbers(&expected["turns"]);
    assert_eq!(got.len(), turns.len());
    for (got, expected) in got.into_iter().zip(turns) {
        assert_relative(got, expected, tolerance);
    }
    let critical = critical_dim(&frequencies, length);
    assert_eq!(critical, whole(&expected["critical_dim"]));
    let n_pairs = whole(&expected["pairs_with_wavelength_below_length"]);
    assert_eq!(critical, 2 * n_pairs);
}

fn negative(case: &Value) {
    let (frequencies, expected) = (frequencies(case), &case["expected"]);
    let offset = whole(&expected["offset"]);
    assert_eq!(first_negative(&frequencies, usize::MAX), Some(offset));
    assert_eq!(first_negative(&frequencies, offset + 1), Some(offset));
    assert_eq!(first_negative(&frequencies, offset), None);
    let cosines = equal(&frequencies, offset + 1);
    let n_pairs = frequencies.n_pairs() as f64;
    let sums = [cosines[offset - 1] * n_pairs, cosines[offset] * n_pairs];
    let expected = [number(&expected["sum_before"]), number(&expected["sum_at"])];
    assert_close(&sums, &expected, number(&case["tolerance"]["sum_abs"]));
}

fn base(case: &Value) {
    let (input, expected) = (&case["input"], &case["expected"]);
    let (dim, length) = (whole(&case["params"]["dim"]), whole(&input["length"]));
    let on_grid = |i: usize| 10f64.powf(i as f64 / 10_000.0);
    let first = whole(&expected["near_first_i"]);
    for (place, passes) in list(&expected["near_passes"]).enumerate() {
        let frequencies = Frequencies::new(on_grid(first + place), dim).unwrap();
        let negative = first_negative(&frequencies, length);
        assert_eq!(
            negative.is_none(),
            passes == 1.0,
            "base {}",
            frequencies.base()
        );
    }
    // The border is between the first base that passes and the base before it.
    let first = whole(&expected["first_passing_i"]);
    let base = smallest_base(dim, length).unwrap().unwrap();
    assert!(
        on_grid(first - 1) < base && base <= on_grid(first),
        "{base}"
    );
}

fn roformer(case: &Value) {
    let frequencies = frequencies(case);
    let offsets = numbers(&case["input"]["offsets"]).into_iter();
    let expected = numbers(&case["expected"]["mean_abs_partial_sum"]);
    let tolerance = numbers(&case["tolerance"]["abs"]);
    for ((offset, expected), tolerance) in offsets.zip(expected).zip(tolerance) {
        assert_close(&[bound(&frequencies, offset)], &[expected], tolerance);
    }
}

fn pca(case: &Value) {
    let (expected, tolerance) = (&case["expected"], &case["tolerance"]);
    let sinusoidal = Sinusoidal::new(frequencies(case), Order::Interleaved);
    let length = whole(&case["input"]["length"]);
    let codes = (0..length).map(|position| sinusoidal.encode(position as f64));
    let codes = Matrix::from_rows(codes).unwrap();
    let n_components = whole(&case["input"]["n_components"]);
    let pca = Pca::new(&codes, n_components).unwrap();
    let within = number(&tolerance["variance_abs"]);
    let variances = numbers(&expected["explained_variance"]);
    assert_close(pca.variances(), &variances[..n_components], within);
    assert_close(
        &[pca.total_variance()],
        &[number(&expected["total_variance"])],
        within,
    );
    let all = Pca::new(&codes, codes.n_columns()).unwrap();
    assert_close(all.variances(), &variances[..codes.n_columns()], within);
    let within = number(&tolerance["axes_abs"]);
    for (got, expected) in pca.components().rows().zip(rows(&expected["axes"])) {
        let is_same = got.iter().zip(&expected).map(|(a, b)| a * b).sum::<f64>() > 0.0;
        let sign = if is_same { 1.0 } else { -1.0 };
        let expected: Vec<f64> = expected.into_iter().map(|x| sign * x).collect();
        assert_close(got, &expected, within);
    }
    let within = number(&tolerance["projections_abs"]);
    let projected = pca.project(&codes).unwrap();
    for (got, expected) in projected.rows().zip(rows(&expected["projections"])) {
        let sizes = |row: &[f64]| row.iter().map(|x| x.abs()).collect::<Vec<_>>();
        assert_close(&sizes(got), &sizes(&expected), within);
    }
}

fn format(case: &Value) -> Format {
    let name = case["params"]["format"]
        .as_str()
        .unwrap()
        .trim_end_matches("fn");
    Format::ALL
        .into_iter()
        .find(|format| format.name() == name)
        .unwrap()
}

#[test]
fn rounding() {
    each_case("rounding", |case| {
        let (format, expected) = (format(case), &case["expected"]);
        match case["params"]["kind"].as_str().unwrap() {
            "round" => {
                let given = list(&case["input"]["values"]);
                for (given, expected) in given.zip(list(&expected["rounded"])) {
                    let got = format.round(given);
                    let is_same =
                        got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
                    assert!(
                        is_same,
                        "{} of {given} is {got}, not {expected}",
                        format.name()
                    );
                }
                assert_eq!(format.max(), number(&expected["largest"]));
                assert_eq!(format.spacing(0.0), number(&expected["smallest_subnormal"]));
            }
            "first_collision" => {
                assert_eq!(
                    format.first_collision(),
                    expected["position"].as_u64().unwrap()
                );
            }
            "rounded_code" => {
                let sinusoidal = Sinusoidal::new(frequencies(case), Order::Interleaved);
                let narrow = Narrow {
                    format,
                    step: Step::Table,
                };
                let positions = numbers(&case["input"]["positions"]).into_iter();
                for (position, expected) in positions.zip(rows(&expected["codes"])) {
                    assert_eq!(narrow.encode(&sinusoidal, position), expected);
                }
            }
            other => panic!("nobody reads {other}"),
        }
    });
}

#[test]
fn whole_numbers_lose_digits_as_known() {
    // The steps of bf16 that are often quoted.
    for (position, step) in [
        (256.0, 2.0),
        (4096.0, 32.0),
        (8192.0, 64.0),
        (131_072.0, 1024.0),
    ] {
        assert_eq!(Format::Bf16.spacing(position), step);
    }
    // Around 131,071 the spacing of f32 is 1/128, so an angle is off by up to 1/256.
    let frequencies = Frequencies::new(10_000.0, 128).unwrap();
    let cast = Narrow {
        format: Format::F32,
        step: Step::Angle,
    };
    let errors = frequencies
        .inv_freq()
        .iter()
        .map(|&inv_freq| (cast.angle(131_071.0, inv_freq) - 131_071.0 * inv_freq).abs());
    let worst = errors.fold(0.0, f64::max);
    assert!((2e-3..1.0 / 256.0).contains(&worst), "{worst}");
}

#[test]
fn a_rotation_in_a_short_format_is_wrong_by_its_digits() {
    let rope = Rope::new(Frequencies::new(10_000.0, 64).unwrap(), Pairing::HalfSplit);
    let x: Vec<f64> = Gaussian::new(4).take(64).collect();
    let error = |format, step, position| {
        let narrow = Narrow { format, step };
        narrow.rotation_error(&rope, position, &x).unwrap()
    };
    let size = x.iter().fold(0.0, |most, x| f64::max(most, x.abs()));
    for format in [
        Format::F32,
        Format::F16,
        Format::Bf16,
        Format::E4m3,
        Format::E5m2,
    ] {
        let digit = (-f64::from(format.digits())).exp2();
        let table = error(format, Step::Table, 12_345.0);
        assert!(
            table < 8.0 * digit * size && table > 0.1 * digit,
            "{}: {table}",
            format.name()
        );
    }
    assert!(
        error(Format::Bf16, Step::Angle, 12_345.0) > 1.0,
        "the position is lost"
    );
    assert!(
        error(Format::E4m3, Step::Angle, 12_345.0).is_infinite(),
        "it overflows"
    );
    let narrow = Narrow {
        format: Format::F16,
        step: Step::Table,
    };
    assert!(narrow.rotate(&rope, 1.0, &x[1..]).is_err());
}

#[test]
fn equal_vectors_decay_random_ones_do_not_and_others_peak_anywhere() {
    let frequencies = Frequencies::new(10_000.0, 128).unwrap();
    let curve = SimilarityCurve::new(&frequencies, Measure::CosineSimilarity, 2000);
    assert_close(&equal(&frequencies, 2000), curve.values(), 1e-13);
    let random = RandomScores::new(&frequencies, 9, 1000, 2000);
    // With 1,000 samples the mean is off by 1/sqrt(1000) and the root mean square by 1/sqrt(2000);
    // five times that is allowed.
    assert!(random.mean.iter().all(|mean| mean.abs() < 0.16));
    assert!(
        random
            .root_mean_square
            .iter()
            .all(|size| (size - 1.0).abs() < 0.12)
    );
    for peak in [0.0, 17.0, 900.0, 1999.0] {
        let scores = adversarial(&frequencies, peak, 2000);
        let highest = scores.iter().copied().fold(f64::MIN, f64::max);
        assert_eq!(scores[peak as usize], highest);
    }
}

#[test]
fn coverage_is_what_walking_around_leaves_open() {
    for (inv_freq, length) in [
        (1.0, 3),
        (1.0, 700),
        (0.001, 100),
        (TAU / 4.0, 9),
        (7.0, 50),
    ] {
        let coverage = Coverage::new(inv_freq, length);
        // By brute force: twice the largest distance of any direction from the visited ones.
        let visited: Vec<f64> = (0..length).map(|p| p as f64 * inv_freq).collect();
        let apart = |a: f64, b: f64| (a - b).rem_euclid(TAU).min((b - a).rem_euclid(TAU));
        let farthest = (0..5000)
            .map(|i| f64::from(i) / 5000.0 * TAU)
            .map(|direction| {
                visited
                    .iter()
                    .map(|own| apart(direction, *own))
                    .fold(f64::MAX, f64::min)
            });
        let gap = 2.0 * farthest.fold(0.0, f64::max);
        let step = 2.0 * TAU / 5000.0;
        assert!(
            (coverage.largest_gap - gap).abs() < step,
            "{inv_freq}, {length}"
        );
        let swept = (inv_freq * (length - 1) as f64 / TAU).min(1.0);
        assert!((coverage.swept - swept).abs() < 1e-15);
    }
    let nothing = Coverage::new(1.0, 0);
    assert_eq!((nothing.swept, nothing.largest_gap), (0.0, TAU));
    assert_eq!(Coverage::new(1.0, 1).largest_gap, TAU);
}

#[test]
fn principal_components_of_what_has_none() {
    let same = Matrix::from_fn(5, 3, |_, column| column as f64);
    let pca = Pca::new(&same, 2).unwrap();
    assert_eq!(
        (pca.variances(), pca.total_variance()),
        (&[0.0, 0.0][..], 0.0)
    );
    assert!(Pca::new(&same, 0).is_err() && Pca::new(&same, 4).is_err());
    assert!(pca.project(&Matrix::from_fn(1, 2, |_, _| 0.0)).is_err());
    // Directions stay at right angles and of norm 1.
    let directions = pca.components();
    let product = directions.times(&directions.transposed()).unwrap();
    assert_close(product.values(), Matrix::identity(2).values(), 1e-15);
}

/// Returns the sinusoidal encodings of positions 0 to `length - 1`.
fn codes(length: usize, dim: usize) -> Matrix {
    let frequencies = Frequencies::new(10_000.0, dim).unwrap();
    Sinusoidal::new(frequencies, Order::Interleaved).table(length)
}

#[test]
fn few_directions_hold_all_codes() {
    let codes = codes(128, 384);
    let subspace = Subspace::spanning(&codes);
    let (directions, captured) = (subspace.directions(), subspace.captured());
    assert_eq!(captured.len(), directions.n_rows() + 1);
    assert!(captured.windows(2).all(|pair| pair[0] < pair[1]));
    // From numpy's QR with pivoting and its SVD: 90, 99 and 99.99 % of the squared norms.
    let needed = |share: f64| captured.iter().position(|held| *held >= share).unwrap();
    assert_eq!([0.9, 0.99, 0.9999].map(needed), [24, 41, 44]);
    assert_eq!(directions.n_rows(), 49);
    for (row, direction) in directions.rows().enumerate() {
        for (other, second) in directions.rows().enumerate() {
            let expected = f64::from(row == other);
            assert!((dot(direction, second) - expected).abs() < 1e-12);
        }
    }
    // An encoding is the sum of its coordinates times the directions.
    for position in [0, 20, 127] {
        let code = codes.row(position);
        let part = subspace.part(code, usize::MAX).unwrap();
        let left: Vec<f64> = part.iter().zip(code).map(|(a, b)| a - b).collect();
        assert!(norm(&left) <= 1.01e-5 * norm(code));
        let along = subspace.coordinates().row(position);
        assert!((norm(along) - norm(code)).abs() < 1e-9);
        let shares = subspace.shares(code).unwrap();
        let five = dot(&along[..5], &along[..5]) / dot(code, code);
        assert!((shares[5] - five).abs() < 1e-12);
    }
    assert!(subspace.part(&[1.0; 4], 1).is_err() && subspace.shares(&[1.0; 4]).is_err());
}

#[test]
fn nothing_spans_nothing() {
    for rows in [Matrix::identity(0), Matrix::from_fn(3, 4, |_, _| 0.0)] {
        let subspace = Subspace::spanning(&rows);
        assert_eq!(subspace.captured(), [0.0]);
        assert_eq!(subspace.directions().n_rows(), 0);
    }
}

#[test]
fn principal_angles_are_those_between_subspaces() {
    // Planes rotated by known angles in four dimensions, each given by a different basis.
    let (first, second) = (0.3f64, 1.2f64);
    let floor = Matrix::new(2, 4, vec![1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]).unwrap();
    let [(s, c), (t, d)] = [first.sin_cos(), second.sin_cos()];
    let (sin, cos) = 0.7f64.sin_cos();
    let turned = vec![
        cos * c,
        sin * d,
        cos * s,
        sin * t, //
        -sin * c,
        cos * d,
        -sin * s,
        cos * t,
    ];
    let turned = Matrix::new(2, 4, turned).unwrap();
    let angles = principal_angles(&floor, &turned).unwrap();
    assert_close(&angles, &[first, second], 1e-14);
    assert_close(&principal_angles(&turned, &floor).unwrap(), &angles, 1e-14);
    // A line against a plane has one angle, even if the plane has more directions.
    let line = Matrix::from_rows([vec![0.6, 0.0, 0.8, 0.0]]).unwrap();
    let angle = principal_angles(&floor, &line).unwrap();
    assert_close(&angle, &[0.6f64.acos()], 1e-15);
    assert!(principal_angles(&floor, &Matrix::identity(3)).is_err());
}
