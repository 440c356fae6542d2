//! Compares kernels over many vectors with the core, vector by vector.

use phasor_bulk::{Angles, BulkError, Element, Layout, Shape, Strides, bf16, f16, scalar, simd};
use phasor_encoding::{Frequencies, Gaussian, Pairing, Rope};
use proptest::prelude::*;

use crate::shapes::trials;

fn ropes() -> impl Strategy<Value = Rope> {
    let pairings = prop::sample::select(vec![Pairing::HalfSplit, Pairing::Interleaved]);
    // Those of models, and a few that leave a rest.
    let n_pairs = prop_oneof![1..20usize, prop::sample::select(vec![24, 32, 40, 48, 64])];
    (2.0..1e6f64, n_pairs, 0..7usize, pairings, 0.5..2.0f64).prop_map(
        |(base, n_pairs, still, pairing, factor)| {
            let rope = Rope::new(Frequencies::new(base, 2 * n_pairs).unwrap(), pairing);
            let rope = rope.with_head_dim(2 * n_pairs + still).unwrap();
            rope.with_attention_factor(factor).unwrap()
        },
    )
}

/// Returns layouts of every kind for a head of that many components.
fn layouts(head_dim: usize) -> impl Strategy<Value = Layout> {
    let sizes = (1..3usize, 1..10usize, 1..80usize, 0..3usize, 0..9usize);
    sizes.prop_map(move |(batch, n_heads, n_positions, kind, gap)| {
        let shape = Shape {
            batch,
            n_heads,
            n_positions,
            head_dim,
        };
        match kind {
            0 => Layout::heads_first(shape).unwrap(),
            1 => Layout::positions_first(shape).unwrap(),
            _ => {
                let position = n_heads * head_dim + gap;
                let strides = Strides {
                    batch: n_positions * position + gap,
                    head: head_dim,
                    position,
                };
                Layout::with_strides(shape, strides).unwrap()
            }
        }
    })
}

fn numbers(n: usize, seed: u64) -> Vec<f32> {
    Gaussian::new(seed).take(n).map(|x| x as f32).collect()
}

proptest! {
    #[test]
    fn tables_of_components_give_the_angles_that_they_were_made_from(
        rope in ropes(), first in prop::sample::select(vec![0, 4000, 9_999_000u64]), n_positions in 1..80usize,
    ) {
        let (dim, positions) = (rope.rotary_dim(), (first..).take(n_positions).map(|position| position as f64));
        let (mut cos, mut sin) = (vec![0.0; n_positions * dim], vec![0.0; n_positions * dim]);
        let positions: Vec<f64> = positions.collect();
        rope.write_components(&positions, |number| number as f32, (&mut cos, &mut sin)).unwrap();
        let angles = Angles::of_components((&cos, &sin), dim, rope.pairing()).unwrap();
        let expected = Angles::new(&rope, first, n_positions).unwrap();
        prop_assert_eq!((angles.n_positions(), angles.n_pairs()), (n_positions, dim / 2));
        let numbers = angles.cos().iter().chain(angles.sin());
        for (number, expected) in numbers.zip(expected.cos().iter().chain(expected.sin())) {
            prop_assert!((number - expected).abs() <= 3e-7, "{} is not {}", number, expected);
        }
    }

    #[test]
    fn each_vector_is_the_core_s(
        (rope, layout) in ropes().prop_flat_map(|rope| {
            let head_dim = rope.head_dim();
            (Just(rope), layouts(head_dim))
        }),
        first in prop::sample::select(vec![0, 1, 4000, 131_000, 9_999_000u64]), seed: u64,
    ) {
        let shape = layout.shape();
        let angles = Angles::new(&rope, first, shape.n_positions).unwrap();
        let before = numbers(layout.len(), seed);
        let mut in_place = before.clone();
        scalar::rotate(&angles, &layout, &mut in_place).unwrap();
        let mut untouched = vec![true; layout.len()];
        for sequence in 0..shape.batch {
            for head in 0..shape.n_heads {
                for position in 0..shape.n_positions {
                    let start = layout.start(sequence, head, position);
                    let places = start..start + shape.head_dim;
                    untouched[places.clone()].fill(false);
                    let x: Vec<f64> = before[places.clone()].iter().map(|x| f64::from(*x)).collect();
                    let exact = rope.rotate(first as f64 + position as f64, &x).unwrap();
                    let largest = x.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
                    for (got, exact) in in_place[places].iter().zip(exact) {
                        // Table, two products and a sum: four roundings of numbers up to twice the
                        // largest.
                        let error = (f64::from(*got) - exact).abs();
                        prop_assert!(error <= 2e-7 * 2.0 * largest * rope.attention_factor().max(1.0), "{}", error);
                    }
                }
            }
        }
        for (place, is_untouched) in untouched.iter().enumerate() {
            prop_assert!(!is_untouched || in_place[place] == before[place], "a gap was written");
        }
        let mut out = before.clone();
        scalar::rotate_into(&angles, &layout, &before, &mut out).unwrap();
        prop_assert_eq!(&out, &in_place, "in place and out of place");
        let mut fast = before.clone();
        simd::rotate(&angles, &layout, &mut fast).unwrap();
        prop_assert_eq!(&fast, &in_place, "in place, in vectors");
        fast.copy_from_slice(&before);
        simd::rotate_into(&angles, &layout, &before, &mut fast).unwrap();
        prop_assert_eq!(fast, in_place, "out of place, in vectors");
    }
}

/// Returns the bits of numbers, which also covers infinity, subnormal numbers and NaN; all NaNs
/// count as the same number.
fn equal<T: Element>(a: &[T], b: &[T]) -> bool {
    let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    a.iter().zip(b).all(|(a, b)| same(a.to_f32(), b.to_f32()))
}

fn the_same_in_vectors<T: Element>(rope: &Rope, layout: &Layout, before: &[T]) {
    let angles = Angles::new(rope, 70, layout.shape().n_positions).unwrap();
    let (mut expected, mut fast) = (before.to_vec(), before.to_vec());
    scalar::rotate(&angles, layout, &mut expected).unwrap();
    simd::rotate(&angles, layout, &mut fast).unwrap();
    assert!(equal(&fast, &expected), "in place");
    fast.copy_from_slice(before);
    simd::rotate_into(&angles, layout, before, &mut fast).unwrap();
    assert!(equal(&fast, &expected), "out of place");
}

proptest! {
    #[test]
    fn any_bits_in_any_storage_are_the_same_in_vectors(
        (rope, layout) in ropes().prop_flat_map(|rope| {
            let head_dim = rope.head_dim();
            (Just(rope), layouts(head_dim))
        }),
        seed: u64,
    ) {
        let mut state = seed | 1;
        let mut bits = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 32) as u32
        };
        let words: Vec<u32> = (0..layout.len()).map(|_| bits()).collect();
        let of_f32: Vec<f32> = words.iter().map(|bits| f32::from_bits(*bits)).collect();
        the_same_in_vectors(&rope, &layout, &of_f32);
        let of_f16: Vec<f16> = words.iter().map(|bits| f16::from_bits(*bits as u16)).collect();
        the_same_in_vectors(&rope, &layout, &of_f16);
        let of_bf16: Vec<bf16> = words.iter().map(|bits| bf16::from_bits(*bits as u16)).collect();
        the_same_in_vectors(&rope, &layout, &of_bf16);
    }
}

#[test]
fn every_short_number_is_read_and_written_the_same_in_vectors() {
    let rope = Rope::new(Frequencies::new(10_000.0, 16).unwrap(), Pairing::HalfSplit);
    let shape = Shape {
        batch: 1,
        n_heads: 1,
        n_positions: 2 * 65_536 / 16,
        head_dim: 16,
    };
    let layout = Layout::heads_first(shape).unwrap();
    // Each number is next to a small one and next to a large one.
    let all = |partner| (0..=u16::MAX).flat_map(move |bits| [bits, partner]);
    for partner in [1, 0x1234, 0x3c00, 0x7bff, 0xfbff] {
        let of_f16: Vec<f16> = all(partner).map(f16::from_bits).collect();
        the_same_in_vectors(&rope, &layout, &of_f16);
        let of_bf16: Vec<bf16> = all(partner).map(bf16::from_bits).collect();
        the_same_in_vectors(&rope, &layout, &of_bf16);
    }
}

#[test]
fn numbers_between_short_ones_go_to_the_nearest_and_halfway_to_the_even_one() {
    // Every number times one and half a step.
    let rope = Rope::new(
        Frequencies::new(10_000.0, 16).unwrap(),
        Pairing::Interleaved,
    )
    .with_attention_factor(1.0 + f64::from(f16::EPSILON.to_f32()) / 2.0)
    .unwrap();
    let shape = Shape {
        batch: 1,
        n_heads: 1,
        n_positions: 1,
        head_dim: 16,
    };
    let layout = Layout::heads_first(shape).unwrap();
    let angles = Angles::new(&rope, 0, 1).unwrap();
    for exponent in -24..16i32 {
        for odd in 0..1024u32 {
            let number = f16::from_f64(f64::from(1024 + odd) * 2f64.powi(exponent - 10));
            let mut vectors = [number; 16];
            simd::rotate(&angles, &layout, &mut vectors).unwrap();
            let exact = number.to_f64() * f64::from(angles.cos()[0]);
            assert_eq!(vectors, [f16::from_f64(exact); 16], "{number}");
        }
    }
}

#[test]
fn the_shared_rotations_are_exact() {
    for (shape, trial) in trials() {
        let (mut one_by_one, mut fast) = (trial.clone(), trial);
        let (layout, angles, vectors) = one_by_one.parts();
        scalar::rotate(angles, layout, vectors).unwrap();
        let (layout, angles, vectors) = fast.parts();
        simd::rotate(angles, layout, vectors).unwrap();
        assert!(one_by_one.largest_error() <= 2e-7, "{shape}");
        assert_eq!(one_by_one.parts().2, fast.parts().2, "{shape}");
        fast.reset();
        assert!(
            fast.largest_error() > 0.1,
            "a check that cannot fail: {shape}"
        );
    }
}

proptest! {
    #[test]
    fn norms_stay_and_two_rotations_are_one(
        pairing in prop::sample::select(vec![Pairing::HalfSplit, Pairing::Interleaved]),
        n_pairs in 1..20usize, first in 0..1000u64, second in 0..1000u64, seed: u64,
    ) {
        let rope = Rope::new(Frequencies::new(10_000.0, 2 * n_pairs).unwrap(), pairing);
        let shape = Shape { batch: 1, n_heads: 3, n_positions: 1, head_dim: 2 * n_pairs };
        let layout = Layout::heads_first(shape).unwrap();
        let before = numbers(layout.len(), seed);
        let turned = |positions: &[u64]| {
            let mut vectors = before.clone();
            for position in positions {
                let angles = Angles::new(&rope, *position, 1).unwrap();
                simd::rotate(&angles, &layout, &mut vectors).unwrap();
            }
            vectors
        };
        let norm = |vectors: &[f32]| vectors.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>();
        let (twice, once) = (turned(&[first, second]), turned(&[first + second]));
        let scale = norm(&before).sqrt();
        for (twice, once) in twice.iter().zip(&once) {
            prop_assert!(f64::from(twice - once).abs() <= 1e-6 * scale);
        }
        prop_assert!((norm(&once) / norm(&before) - 1.0).abs() <= 1e-6);
    }
}

#[test]
fn what_does_not_fit_is_told_and_nothing_is_written() {
    let rope = Rope::new(Frequencies::new(10_000.0, 8).unwrap(), Pairing::HalfSplit);
    let shape = Shape {
        batch: 2,
        n_heads: 3,
        n_positions: 5,
        head_dim: 8,
    };
    let layout = Layout::heads_first(shape).unwrap();
    let mut vectors = numbers(layout.len(), 1);
    let before = vectors.clone();
    let short = Angles::new(&rope, 0, 4).unwrap();
    let error = scalar::rotate(&short, &layout, &mut vectors).unwrap_err();
    assert!(error.to_string().contains("4 positions"), "{error}");
    let narrow = Layout::heads_first(Shape {
        head_dim: 6,
        ..shape
    })
    .unwrap();
    let angles = Angles::new(&rope, 0, 5).unwrap();
    assert!(matches!(
        scalar::rotate(&angles, &narrow, &mut vectors),
        Err(BulkError::Angles { .. })
    ));
    let expected = BulkError::Buffer {
        expected: 240,
        actual: 239,
    };
    let error = scalar::rotate_into(&angles, &layout, &before, &mut vectors[1..]);
    assert_eq!(error, Err(expected));
    let error = simd::rotate_into(&angles, &layout, &before[1..], &mut vectors);
    assert_eq!(error, Err(expected));
    assert!(simd::rotate(&short, &layout, &mut vectors).is_err());
    assert_eq!(vectors, before);
}

#[test]
fn a_single_vector_may_have_any_stride() {
    let rope = Rope::new(Frequencies::new(10_000.0, 4).unwrap(), Pairing::Interleaved);
    let shape = Shape {
        batch: 1,
        n_heads: 1,
        n_positions: 1,
        head_dim: 4,
    };
    let angles = Angles::new(&rope, 3, 1).unwrap();
    for (head, position) in [(0, 0), (0, 1), (7, 0), (2, 3)] {
        let strides = Strides {
            batch: 0,
            head,
            position,
        };
        let layout = Layout::with_strides(shape, strides).unwrap();
        let mut vector = [1.0, 2.0, 3.0, 4.0];
        simd::rotate(&angles, &layout, &mut vector).unwrap();
        let exact = rope.rotate(3.0, &[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!(
            vector
                .iter()
                .zip(exact)
                .all(|(got, exact)| (f64::from(*got) - exact).abs() < 1e-6)
        );
    }
}

#[test]
fn angles_that_no_memory_holds_are_refused() {
    let rope = Rope::new(Frequencies::new(10_000.0, 128).unwrap(), Pairing::HalfSplit);
    let error = Angles::new(&rope, 0, usize::MAX / 1024).unwrap_err();
    assert!(matches!(error, BulkError::OutOfMemory { .. }));
    assert!(
        error
            .to_string()
            .starts_with("There is not enough memory for another")
    );
}

#[test]
fn absurd_shapes_are_refused() {
    let shape = Shape {
        batch: 1,
        n_heads: 1,
        n_positions: usize::MAX / 2,
        head_dim: 128,
    };
    assert!(matches!(
        Layout::heads_first(shape),
        Err(BulkError::TooLarge(_))
    ));
    assert!(matches!(
        Layout::positions_first(shape),
        Err(BulkError::TooLarge(_))
    ));
    for empty in [
        Shape { batch: 0, ..shape },
        Shape {
            n_positions: 0,
            ..shape
        },
        Shape {
            head_dim: 0,
            ..shape
        },
    ] {
        assert!(matches!(
            Layout::heads_first(empty),
            Err(BulkError::Empty(_))
        ));
    }
    let all = Shape {
        batch: 2,
        n_heads: 2,
        n_positions: 2,
        head_dim: 4,
    };
    for (batch, head, position) in [(4, 4, 8), (16, 3, 8), (16, 0, 8), (11, 4, 8)] {
        let strides = Strides {
            batch,
            head,
            position,
        };
        let error = Layout::with_strides(all, strides);
        assert_eq!(error, Err(BulkError::Overlap([batch, head, position])));
    }
    assert!(
        Layout::with_strides(
            all,
            Strides {
                batch: 4,
                head: 16,
                position: 8
            }
        )
        .is_ok()
    );
}
