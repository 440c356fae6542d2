//! Laws of the schemes: what holds for all parameters, by definition.

use phasor_encoding::scaling::Proportional;
use phasor_encoding::{
    Absolute, Alibi, AxialRope, Binary, ClippedDistance, Direction, Format, Frequencies, Gaussian,
    Head, Join, Llama3, Mask, Matrix, Order, Pairing, Rope, Scaling, Scheme, SectionOrder, Shaw,
    Sinusoidal, T5Bias, T5Buckets, TransformerXl,
};
use proptest::prelude::*;

fn ladders() -> impl Strategy<Value = Frequencies> {
    let dims = (1..40usize).prop_map(|n_pairs| 2 * n_pairs);
    (2.0..1e7f64, dims).prop_map(|(base, dim)| Frequencies::new(base, dim).unwrap())
}

fn pairings() -> impl Strategy<Value = Pairing> {
    prop::sample::select(vec![Pairing::HalfSplit, Pairing::Interleaved])
}

/// RoPE with every option: partial, with an attention factor, in both layouts.
fn ropes() -> impl Strategy<Value = Rope> {
    (ladders(), pairings(), 0..20usize, 0.5..2.0f64).prop_map(
        |(frequencies, pairing, still, factor)| {
            let head_dim = frequencies.dim() + still;
            let rope = Rope::new(frequencies, pairing)
                .with_head_dim(head_dim)
                .unwrap();
            rope.with_attention_factor(factor).unwrap()
        },
    )
}

fn vector(dim: usize, seed: u64) -> Vec<f64> {
    Gaussian::new(seed).take(dim).collect()
}

fn matrix(n_rows: usize, n_columns: usize, seed: u64) -> Matrix {
    let mut numbers = Gaussian::new(seed);
    Matrix::from_fn(n_rows, n_columns, |_, _| numbers.next().unwrap())
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    norm(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

/// The allowed error: half an ulp for position times frequency and one ulp for the frequency, for
/// each position that a law compares, and a few roundings of the result.
fn rounding(farthest: f64, size: f64) -> f64 {
    (1e-15 * farthest.abs() + 1e-14) * size
}

proptest! {
    #[test]
    fn rotation_is_linear(rope in ropes(), p in -1e5..1e5f64, seed: u64, a in -3.0..3.0f64, b in -3.0..3.0f64) {
        let (x, y) = (vector(rope.head_dim(), seed), vector(rope.head_dim(), !seed));
        let mixed: Vec<f64> = x.iter().zip(&y).map(|(x, y)| a * x + b * y).collect();
        let together = rope.rotate(p, &mixed).unwrap();
        let (x, y) = (rope.rotate(p, &x).unwrap(), rope.rotate(p, &y).unwrap());
        let apart: Vec<f64> = x.iter().zip(&y).map(|(x, y)| a * x + b * y).collect();
        prop_assert!(distance(&together, &apart) <= 1e-13 * (norm(&x) + norm(&y)));
    }

    #[test]
    fn rotations_compose(frequencies in ladders(), pairing in pairings(), seed: u64, a in -1e4..1e4f64, b in -1e4..1e4f64) {
        let rope = Rope::new(frequencies, pairing);
        let x = vector(rope.head_dim(), seed);
        let twice = rope.rotate(b, &rope.rotate(a, &x).unwrap()).unwrap();
        let once = rope.rotate(a + b, &x).unwrap();
        prop_assert!(distance(&twice, &once) <= rounding(a.abs() + b.abs(), norm(&x)));
        let back = rope.rotate(-a, &rope.rotate(a, &x).unwrap()).unwrap();
        prop_assert!(distance(&back, &x) <= 1e-14 * norm(&x));
    }

    #[test]
    fn only_the_turning_part_turns_and_the_factor_scales_it(rope in ropes(), p in -1e5..1e5f64, seed: u64) {
        let x = vector(rope.head_dim(), seed);
        let rotated = rope.rotate(p, &x).unwrap();
        let turning = rope.rotary_dim();
        prop_assert_eq!(&rotated[turning..], &x[turning..]);
        let expected = rope.attention_factor() * norm(&x[..turning]);
        prop_assert!((norm(&rotated[..turning]) - expected).abs() <= 1e-14 * expected);
    }

    #[test]
    fn the_matrix_form_is_the_elementwise_form_to_the_bit(rope in ropes(), p in -1e7..1e7f64, seed: u64) {
        let x = vector(rope.head_dim(), seed);
        prop_assert_eq!(rope.matrix(p).apply(&x).unwrap(), rope.rotate(p, &x).unwrap());
    }

    #[test]
    fn the_table_turns_as_the_scheme_does(rope in ropes(), seed: u64, p in 0..50usize) {
        let x = vector(rope.head_dim(), seed);
        let table = rope.table(64);
        prop_assert_eq!((table.n_pairs(), table.seq_len()), (rope.frequencies().n_pairs(), 64));
        let turned = table.rotate(p, &x, rope.pairing()).unwrap();
        prop_assert!(distance(&turned, &rope.rotate(p as f64, &x).unwrap()) <= rounding(50.0, norm(&x)));
    }

    #[test]
    fn layouts_differ_by_a_permutation(frequencies in ladders(), p in -1e5..1e5f64, seed: u64) {
        let n_pairs = frequencies.n_pairs();
        let (half, inter) = (Pairing::HalfSplit, Pairing::Interleaved);
        let x = vector(frequencies.dim(), seed);
        let there = half.convert(inter, &x, n_pairs).unwrap();
        prop_assert_eq!(&inter.convert(half, &there, n_pairs).unwrap(), &x);
        let rotated = Rope::new(frequencies.clone(), half).rotate(p, &x).unwrap();
        let converted = Rope::new(frequencies, inter).rotate(p, &there).unwrap();
        prop_assert_eq!(half.convert(inter, &rotated, n_pairs).unwrap(), converted);
    }

    #[test]
    fn axes_rotate_apart(base in 2.0..1e6f64, pairing in pairings(), half in 1..10usize, seed: u64, p in (-100..100i32, -100..100i32), shift in (-50..50i32, -50..50i32)) {
        let sections = [2 * half, 4 * half, 2];
        let rope = AxialRope::axial(base, &sections, pairing).unwrap();
        let dim = rope.head_dim();
        let (q, k) = (vector(dim, seed), vector(dim, !seed));
        let at = |x: i32, y: i32| [f64::from(x), f64::from(y), 3.0];
        // Each section is a separate RoPE.
        let rotated = rope.rotate(&at(p.0, p.1), &q).unwrap();
        let first = Rope::new(Frequencies::new(base, sections[0]).unwrap(), pairing);
        prop_assert_eq!(&rotated[..sections[0]], first.rotate(f64::from(p.0), &q[..sections[0]]).unwrap());
        prop_assert!((norm(&rotated) - norm(&q)).abs() <= 1e-13 * norm(&q));
        // Only the offset on each axis matters.
        let here = rope.score((&at(0, 0), &q), (&at(p.0, p.1), &k)).unwrap();
        let there = rope.score((&at(shift.0, shift.1), &q), (&at(p.0 + shift.0, p.1 + shift.1), &k)).unwrap();
        prop_assert!((here - there).abs() <= rounding(200.0, norm(&q) * norm(&k)));
    }

    #[test]
    fn mrope_is_rope_for_text(frequencies in ladders(), pairing in pairings(), seed: u64, p in 0..10_000u32, interleaved: bool) {
        let n_pairs = frequencies.n_pairs();
        let sections = [n_pairs - n_pairs / 3 * 2, n_pairs / 3, n_pairs / 3];
        let order = if interleaved { SectionOrder::Interleaved } else { SectionOrder::Contiguous };
        let rope = AxialRope::mrope(&frequencies, &sections, order, pairing).unwrap();
        let counts = [0, 1, 2].map(|axis| rope.axis_of_pair().filter(|own| *own == axis).count());
        prop_assert_eq!(counts, sections);
        let x = vector(frequencies.dim(), seed);
        let p = f64::from(p);
        let as_text = rope.rotate(&[p; 3], &x).unwrap();
        prop_assert_eq!(as_text, Rope::new(frequencies, pairing).rotate(p, &x).unwrap());
    }

    #[test]
    fn a_shifted_code_is_a_matrix_times_the_code(frequencies in ladders(), concatenated: bool, p in -1e4..1e4f64, k in -1e3..1e3f64) {
        let order = if concatenated { Order::Concatenated } else { Order::Interleaved };
        let sinusoidal = Sinusoidal::new(frequencies, order);
        let shifted = sinusoidal.shift(k).unwrap().apply(&sinusoidal.encode(p)).unwrap();
        let expected = sinusoidal.encode(p + k);
        prop_assert!(distance(&shifted, &expected) <= rounding(2.0 * (p.abs() + k.abs()), norm(&expected)));
    }

    #[test]
    fn the_table_is_the_codes(frequencies in ladders(), order in prop::sample::select(vec![Order::Interleaved, Order::Concatenated, Order::SinesOnly, Order::CosinesOnly]), length in 0..300usize) {
        let sinusoidal = Sinusoidal::new(frequencies, order);
        let table = sinusoidal.table(length);
        prop_assert_eq!(table.n_rows(), length);
        for (position, row) in table.rows().enumerate() {
            let code = sinusoidal.encode(position as f64);
            let worst = row.iter().zip(&code).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            prop_assert!(worst <= rounding(position as f64, 1.0), "{}", worst);
        }
    }

    #[test]
    fn buckets_are_monotone(n_buckets in 2..80usize, max_distance in 3..5000usize, bidirectional: bool, far in 0..20_000i64) {
        let direction = if bidirectional { Direction::Bidirectional } else { Direction::Causal };
        let Ok(buckets) = T5Buckets::new(n_buckets, max_distance, direction) else {
            return Ok(());
        };
        for step in [-1, 1] {
            let (near, next) = (buckets.bucket(step * far), buckets.bucket(step * (far + 1)));
            prop_assert!(near < n_buckets && next < n_buckets);
            // Numbers jump only between the query itself and the keys after it.
            prop_assert!(near <= next && next <= near + 1 || (far == 0 && step > 0), "{} then {}", near, next);
        }
        prop_assert_eq!(buckets.bucket(-(max_distance as i64)), buckets.bucket(-1_000_000_000));
        if bidirectional && far > 0 {
            prop_assert_eq!(buckets.bucket(far), buckets.bucket(-far) + n_buckets / 2);
        }
        if !bidirectional {
            prop_assert_eq!(buckets.bucket(far), 0);
        }
    }

    #[test]
    fn slopes_are_geometric(n_heads in 1..200usize) {
        let alibi = Alibi::new(n_heads).unwrap();
        let slopes = alibi.slopes();
        prop_assert_eq!(slopes.len(), n_heads);
        let below = 1 << n_heads.ilog2();
        for (set, ratio) in [(&slopes[..below], 8.0 / below as f64), (&slopes[below..], 8.0 / below as f64)] {
            for pair in set.windows(2) {
                prop_assert!((pair[1] / pair[0] - (-ratio).exp2()).abs() < 1e-15 * 4.0);
            }
        }
        prop_assert_eq!(slopes[below - 1], 1.0 / 256.0);
        let mut different = slopes.to_vec();
        different.sort_by(f64::total_cmp);
        prop_assert!(different.windows(2).all(|pair| pair[0] < pair[1]), "each head has its own");
    }

    #[test]
    fn clipping_is_a_window(clip in 0..50u32, relative in -200..200i64) {
        let clipped = ClippedDistance::new(clip);
        let index = clipped.index(relative) as i64;
        prop_assert_eq!(index, relative.clamp(-i64::from(clip), i64::from(clip)) + i64::from(clip));
        prop_assert_eq!(clipped.n_rows(), 2 * clip as usize + 1);
    }

    #[test]
    fn rules_only_slow_down(base in 1_000.0..1e6f64, half in 4..64usize, factor in 1.0..64.0f64, length in 512.0..65_536.0f64) {
        let dim = 2 * half;
        let plain = Frequencies::new(base, dim).unwrap();
        let whole = Scaling::Proportional(Proportional { partial_rotary_factor: 1.0, factor });
        for rule in Scaling::stretching(factor, length).into_iter().chain([whole]) {
            let scaled = rule.apply(base, dim, Some(2 * length as usize)).unwrap();
            for (new, old) in scaled.frequencies().inv_freq().iter().zip(plain.inv_freq()) {
                // Every rule mixes the plain frequency and the interpolated one, so its result lies
                // between them. The divisor of a rule that depends on the length may be larger.
                let slowest = match rule.changes_beyond() { Some(_) => 0.0, None => old / rule.full_divisor() };
                prop_assert!(*new <= old * (1.0 + 1e-14) && *new >= slowest * (1.0 - 1e-13), "{}", rule.name());
            }
            let expected = scaled.attention_factor().powi(2) * scaled.softmax_factor();
            prop_assert_eq!(scaled.logit_factor(), expected);
        }
    }

    #[test]
    fn a_factor_of_one_changes_nothing(base in 10.0..1e6f64, half in 2..64usize) {
        let plain = Frequencies::new(base, 2 * half).unwrap();
        for rule in Scaling::stretching(1.0, 4096.0) {
            let scaled = rule.apply(base, 2 * half, None).unwrap();
            for (new, old) in scaled.frequencies().inv_freq().iter().zip(plain.inv_freq()) {
                prop_assert!((new / old - 1.0).abs() < 1e-14, "{}", rule.name());
            }
            prop_assert_eq!(scaled.logit_factor(), 1.0);
        }
    }

    #[test]
    fn rounding_goes_to_the_nearest_number(mantissa in -2.0..2.0f64, power in -40..40i32) {
        let number = mantissa * f64::from(power).exp2();
        for format in Format::ALL {
            let rounded = format.round(number);
            if !rounded.is_finite() {
                prop_assert!(number.abs() > format.max());
                continue;
            }
            prop_assert_eq!(format.round(rounded), rounded, "it stays");
            prop_assert_eq!(format.round(-number), -rounded, "it is odd");
            let within = number.clamp(-format.max(), format.max());
            prop_assert!((rounded - number).abs() <= format.spacing(within) / 2.0);
        }
        prop_assert_eq!(Format::F32.round(number), f64::from(number as f32), "as the machine does");
    }
}

#[test]
fn buckets_need_room_beyond_the_exact_ones() {
    // 32 buckets for one direction: 16 exact ones, and logarithms of distance / 16.
    assert!(T5Buckets::new(32, 16, Direction::Causal).is_err());
    assert!(T5Buckets::new(32, 17, Direction::Causal).is_ok());
    assert!(T5Buckets::new(32, 8, Direction::Bidirectional).is_err());
}

#[test]
fn the_defaults_of_llama3_are_those_of_llama_3_1() {
    let scaled = Scaling::Llama3(Llama3::default())
        .apply(500_000.0, 128, None)
        .unwrap();
    // Kept up to pair 28, mixed up to 34, divided from 35.
    for (pair_idx, expected) in [
        (29, 0.002_166_570_763_5),
        (30, 0.001_371_893_567_76),
        (34, 1.785_078_127_68e-4),
        (35, 9.556_212_35e-5),
    ] {
        let got = scaled.frequencies().inv_freq()[pair_idx];
        assert!(
            (got / expected - 1.0).abs() < 1e-9,
            "pair {pair_idx}: {got}"
        );
    }
}

#[test]
fn a_head_that_takes_tokens_as_they_are_divides_by_the_root_of_their_size() {
    let tokens = matrix(3, 16, 8);
    let attention = Head::identity(16)
        .attend(&tokens, &Scheme::NoPe, Mask::None, 0)
        .unwrap();
    for (query, scores) in attention.scores.rows().enumerate() {
        for (key, score) in scores.iter().enumerate() {
            let products = tokens
                .row(query)
                .iter()
                .zip(tokens.row(key))
                .map(|(q, k)| q * k);
            assert!((score - products.sum::<f64>() / 4.0).abs() < 1e-14);
        }
    }
}

/// Returns every scheme, for tokens of 8 components.
fn schemes(n_tokens: usize) -> Vec<Scheme> {
    // The tokens fill the rows of an image that is two patches wide.
    let positions = Matrix::from_fn(n_tokens, 2, |token, axis| {
        [token / 2, token % 2][axis] as f64
    });
    let frequencies = Frequencies::new(100.0, 8).unwrap();
    let sinusoidal = Sinusoidal::new(frequencies.clone(), Order::Interleaved);
    let (u, v) = (vector(8, 1), vector(8, 2));
    let xl = TransformerXl::new(sinusoidal.clone(), matrix(8, 8, 3), u, v).unwrap();
    let shaw = Shaw::new(ClippedDistance::new(2), matrix(5, 8, 4), matrix(5, 8, 5)).unwrap();
    let bias = T5Bias::new(T5Buckets::default(), matrix(32, 2, 6)).unwrap();
    let alibi = Alibi::new(8).unwrap();
    let absolute = |encoding| Scheme::Absolute {
        encoding,
        join: Join::Sum,
    };
    vec![
        Scheme::NoPe,
        absolute(Absolute::Integer),
        absolute(Absolute::Binary(Binary::new(8).unwrap())),
        absolute(Absolute::Sinusoidal(sinusoidal)),
        Scheme::Rope(Rope::new(frequencies, Pairing::HalfSplit)),
        Scheme::Axial {
            rope: AxialRope::axial(100.0, &[4, 4], Pairing::Interleaved).unwrap(),
            positions,
        },
        Scheme::Shaw(shaw),
        Scheme::TransformerXl(xl),
        Scheme::T5 { bias, head: 1 },
        Scheme::Alibi { alibi, head: 2 },
    ]
}

fn head(seed: u64) -> Head {
    let projection = |n: u64| matrix(8, 8, seed.wrapping_add(n));
    Head::new(projection(0), projection(1), projection(2)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Without mask and positions, attention commutes with every permutation of the tokens; with
    /// any scheme, its scores do not.
    #[test]
    fn only_nope_is_blind_to_order(seed in 0..u64::MAX / 2, order in Just(vec![0, 1, 2, 3, 4]).prop_shuffle()) {
        let tokens = matrix(5, 8, seed);
        let permuted = Matrix::from_rows(order.iter().map(|&row| tokens.row(row).to_vec())).unwrap();
        let is_moved = order != [0, 1, 2, 3, 4];
        for scheme in schemes(5) {
            let attend = |tokens: &Matrix| head(seed).attend(tokens, &scheme, Mask::None, 0).unwrap();
            let (plain, moved) = (attend(&tokens), attend(&permuted));
            let mut apart = 0.0;
            for (query, &from_query) in order.iter().enumerate() {
                let own: Vec<f64> = order.iter().map(|&key| plain.scores.get(from_query, key).unwrap()).collect();
                apart = f64::max(apart, distance(&own, moved.scores.row(query)));
                if scheme == Scheme::NoPe {
                    apart = f64::max(apart, distance(plain.output.row(from_query), moved.output.row(query)));
                }
            }
            match scheme {
                Scheme::NoPe => prop_assert!(apart < 1e-12, "{}", apart),
                // The bias depends on the distance but not on the side, so a mirror image gets the
                // same scores.
                Scheme::Alibi { .. } if order == [4, 3, 2, 1, 0] => prop_assert!(apart < 1e-12),
                _ if is_moved => prop_assert!(apart > 1e-9, "{} {}", scheme.name(), apart),
                _ => prop_assert!(apart == 0.0),
            }
        }
    }

    /// A later start changes only the scores of absolute schemes.
    #[test]
    fn only_absolute_schemes_see_where_a_sentence_starts(seed in 0..u64::MAX / 2, first in 1..200u64) {
        let tokens = matrix(4, 8, seed);
        for scheme in schemes(4) {
            let scores = |first| head(seed).attend(&tokens, &scheme, Mask::None, first).unwrap().scores;
            let (here, there) = (scores(0), scores(first));
            let apart = distance(here.values(), there.values()) / norm(here.values());
            match scheme {
                Scheme::Absolute { .. } => prop_assert!(apart > 1e-6, "{} {}", scheme.name(), apart),
                _ => prop_assert!(apart < 1e-12, "{} {}", scheme.name(), apart),
            }
        }
    }

    #[test]
    fn weights_are_a_distribution_over_what_the_mask_shows(seed in 0..u64::MAX / 2) {
        let tokens = matrix(6, 8, seed);
        for scheme in schemes(6) {
            let attention = head(seed).attend(&tokens, &scheme, Mask::Causal, 3).unwrap();
            for (query, weights) in attention.weights.rows().enumerate() {
                prop_assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-14);
                for (key, weight) in weights.iter().enumerate() {
                    prop_assert_eq!(*weight == 0.0 && attention.scores.get(query, key) == Some(f64::NEG_INFINITY), key > query);
                }
            }
        }
    }
}
