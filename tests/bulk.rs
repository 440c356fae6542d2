//! Kernels over many vectors against the core, vector by vector.
#![cfg(feature = "bulk")]
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use phasor::bulk::{Angles, BulkError, Layout, Shape, Strides, scalar, simd};
use phasor::encoding::{Frequencies, Gaussian, Pairing, Rope};
use proptest::prelude::*;

fn ropes() -> impl Strategy<Value = Rope> {
    let pairings = prop::sample::select(vec![Pairing::HalfSplit, Pairing::Interleaved]);
    (2.0..1e6f64, 1..20usize, 0..7usize, pairings, 0.5..2.0f64).prop_map(
        |(base, n_pairs, still, pairing, factor)| {
            let rope = Rope::new(Frequencies::new(base, 2 * n_pairs).unwrap(), pairing);
            let rope = rope.with_head_dim(2 * n_pairs + still).unwrap();
            rope.with_attention_factor(factor).unwrap()
        },
    )
}

/// Layouts of every kind for a head of that many components.
fn layouts(head_dim: usize) -> impl Strategy<Value = Layout> {
    let sizes = (1..3usize, 1..4usize, 1..80usize, 0..3usize, 0..9usize);
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
    fn each_vector_is_the_core_s(
        (rope, layout) in ropes().prop_flat_map(|rope| {
            let head_dim = rope.head_dim();
            (Just(rope), layouts(head_dim))
        }),
        first in prop::sample::select(vec![0, 1, 4000, 131_000, 9_999_000u64]), seed: u64,
    ) {
        let shape = layout.shape();
        let angles = Angles::new(&rope, first, shape.n_positions);
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
                        // Table, two products and a sum: four roundings of numbers up to twice
                        // the largest.
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
    let short = Angles::new(&rope, 0, 4);
    let told = scalar::rotate(&short, &layout, &mut vectors).unwrap_err();
    assert!(told.to_string().contains("4 positions"), "{told}");
    let narrow = Layout::heads_first(Shape {
        head_dim: 6,
        ..shape
    })
    .unwrap();
    let angles = Angles::new(&rope, 0, 5);
    assert!(matches!(
        scalar::rotate(&angles, &narrow, &mut vectors),
        Err(BulkError::Angles { .. })
    ));
    let expected = BulkError::Buffer {
        expected: 240,
        actual: 239,
    };
    let told = scalar::rotate_into(&angles, &layout, &before, &mut vectors[1..]);
    assert_eq!(told, Err(expected));
    let told = simd::rotate_into(&angles, &layout, &before[1..], &mut vectors);
    assert_eq!(told, Err(expected));
    assert!(simd::rotate(&short, &layout, &mut vectors).is_err());
    assert_eq!(vectors, before);
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
        let told = Layout::with_strides(all, strides);
        assert_eq!(told, Err(BulkError::Overlap([batch, head, position])));
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
