//! The numbers that articles and papers quote: cosine distances and where they first shrink,
//! encodings, wavelengths, rotated vectors, mean cosines, bounds on the base.

use phasor_encoding::{
    Binary, Frequencies, Measure, Order, Pairing, Rope, SimilarityCurve, Sinusoidal,
};

/// Checks that each of `got` is at most `bound` from its counterpart in `expected`; NaN fails.
fn close(what: &str, got: &[f64], expected: &[f64], bound: impl Fn(f64) -> f64) {
    assert_eq!(got.len(), expected.len(), "{what}: how many numbers");
    for (place, (&got, &expected)) in got.iter().zip(expected).enumerate() {
        let (error, bound) = ((got - expected).abs(), bound(expected));
        assert!(
            error <= bound,
            "{what}, place {place}: {got} is {error:e} from {expected}, allowed {bound:e}"
        );
    }
}

fn paper(dim: usize) -> Frequencies {
    Frequencies::new(10_000.0, dim).expect("inside the ranges")
}

#[test]
fn the_quoted_cosine_distances_come_out_at_dim_1024() {
    let quoted = [
        (1.0, 2.0, 0.026_488_616_022_189_992),
        (1.0, 3.0, 0.093_391_613_075_13),
        (1.0, 30.0, 0.432_303_036_571_996_2),
        (30.0, 31.0, 0.026_488_616_022_189_88),
    ];
    let encoding = Sinusoidal::new(paper(1024), Order::Interleaved);
    for (first, second, quoted) in quoted {
        let (a, b) = (encoding.encode(first), encoding.encode(second));
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let plain = 1.0 - dot(&a, &b) / (dot(&a, &a).sqrt() * dot(&b, &b).sqrt());
        let at = Measure::CosineDistance.at(&paper(1024), second - first);
        // 512 roundings in any order of summation: 512 x 2^-53 < 1e-13, with a margin.
        close("distance", &[plain, at], &[quoted, quoted], |_| 1e-12);
    }
}

#[test]
fn the_distance_first_shrinks_where_it_is_said_to() {
    for (dim, turn) in [(64, 6), (128, 12), (256, 25), (512, 44), (1024, 69)] {
        let curve = SimilarityCurve::new(&paper(dim), Measure::CosineDistance, 250);
        assert_eq!(curve.first_turn(), Some(turn), "dim {dim}");
    }
    let curve = SimilarityCurve::new(&paper(1024), Measure::CosineDistance, 250);
    let values = curve.values();
    close(
        "around the turn",
        &values[68..70],
        &[0.522_603, 0.522_567],
        |_| 5e-7,
    );
    let (_, largest) = curve.range();
    assert!((largest - 0.663_366).abs() < 5e-7 && largest == values[248]);
}

#[test]
fn the_quoted_codes_wavelengths_and_bits_come_out() {
    let code = Sinusoidal::new(paper(4), Order::Interleaved).encode(3.0);
    let quoted = [
        0.141_120_008_1,
        -0.989_992_496_6,
        0.029_995_500_2,
        0.999_550_033_7,
    ];
    close("code of 3", &code, &quoted, |_| 5e-11);
    for (dim, longest) in [(128, 54_410.14), (512, 60_611.48), (1024, 61_711.68)] {
        let last = paper(dim)
            .wavelengths()
            .next_back()
            .expect("there is a pair");
        close("longest wavelength", &[last], &[longest], |_| 5e-3);
    }
    assert_eq!(Binary::new(8).expect("8 bits").digits(252), "11111100");
}

#[test]
fn the_quoted_rope_vectors_come_out() {
    let interleaved = [
        -1.272_232_51,
        -1.838_864_99,
        1.683_928_64,
        4.707_906_58,
        4.817_777_17,
        6.147_277_70,
        6.975_968_54,
        8.020_963_97,
    ];
    let half_split = [
        -1.695_592_54,
        0.137_551_74,
        2.788_681_60,
        3.975_982_03,
        -4.808_842_47,
        6.323_059_35,
        7.086_836_74,
        8.011_963_98,
    ];
    let x: Vec<f64> = (1..=8).map(f64::from).collect();
    for (pairing, quoted) in [
        (Pairing::Interleaved, interleaved),
        (Pairing::HalfSplit, half_split),
    ] {
        let rotated = Rope::new(paper(8), pairing)
            .rotate(3.0, &x)
            .expect("8 components");
        close("rotated", &rotated, &quoted, |_| 1e-8);
        let norm = rotated.iter().map(|x| x * x).sum::<f64>().sqrt();
        close("norm", &[norm], &[14.282_856_857_1], |_| 5e-11);
    }
}

#[test]
fn the_quoted_mean_cosines_and_base_bounds_come_out() {
    let far = Frequencies::new(500_000.0, 128).expect("inside the ranges");
    let near = paper(128);
    let quoted = [
        (&near, 1.0, 0.970_213_81),
        (&near, 10.0, 0.669_062_86),
        (&near, 100.0, 0.477_241_48),
        (&near, 1000.0, 0.159_027_00),
        (&near, 4096.0, -0.052_853_34),
        (&far, 8192.0, 0.265_413_84),
        (&far, 131_072.0, 0.047_777_46),
    ];
    for (frequencies, offset, mean) in quoted {
        let got = Measure::CosineSimilarity.at(frequencies, offset);
        close(&format!("mean cosine at {offset}"), &[got], &[mean], |_| {
            5e-9
        });
    }
    for (frequencies, first) in [(&near, 1707), (&far, 18_438)] {
        let sums = SimilarityCurve::new(frequencies, Measure::Dot, first + 1);
        assert_eq!(sums.values().iter().position(|&sum| sum < 0.0), Some(first));
    }
}
