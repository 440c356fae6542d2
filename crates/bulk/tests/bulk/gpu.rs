//! Compares the GPU's kernels with those of the CPU, on any available adapter, even a software one.

use phasor_bulk::gpu::{Copy, Gpu, GpuError, Rotation, Stored};
use phasor_bulk::{Angles, BulkError, Layout, Shape, Strides, bf16, f16, simd};
use phasor_encoding::{Frequencies, Gaussian, Pairing, Rope};
use pollster::block_on;

use crate::shapes::trials;

const PAIRINGS: [Pairing; 2] = [Pairing::HalfSplit, Pairing::Interleaved];

fn open() -> Gpu {
    block_on(Gpu::open()).expect("the tests need a Vulkan driver; a software one does")
}

/// Numbers from -1 to 1.
fn numbers<T: Stored>(len: usize) -> Vec<T> {
    let number = |x: f64| T::from_f32(x.sin() as f32);
    Gaussian::new(7).take(len).map(number).collect()
}

fn rope(head_dim: usize, n_pairs: usize, pairing: Pairing) -> Rope {
    let frequencies = Frequencies::new(10_000.0, 2 * n_pairs).unwrap();
    Rope::new(frequencies, pairing)
        .with_head_dim(head_dim)
        .unwrap()
}

/// Returns the largest difference between the results of GPU and CPU for the same vectors, which
/// start at position `first`. It also checks that numbers between the vectors stay.
fn difference<T: Stored>(gpu: &Gpu, rope: &Rope, layout: &Layout, first: u64) -> f32 {
    let angles = Angles::new(rope, first, layout.shape().n_positions).unwrap();
    let before = numbers::<T>(layout.len());
    let mut expected = before.clone();
    simd::rotate(&angles, layout, &mut expected).unwrap();
    let mut turned = before.clone();
    block_on(async {
        let rotation = Rotation::new(gpu, &angles, layout).await?;
        rotation.write(&before)?;
        rotation.run(1).await?;
        rotation.read(&mut turned).await
    })
    .unwrap();
    let differences = turned.iter().zip(&expected);
    differences
        .map(|(got, expected)| (got.to_f32() - expected.to_f32()).abs())
        // A maximum ignores NaN.
        .map(|error| if error.is_nan() { f32::INFINITY } else { error })
        .fold(0.0, f32::max)
}

fn shape([batch, n_heads, n_positions, head_dim]: [usize; 4]) -> Shape {
    Shape {
        batch,
        n_heads,
        n_positions,
        head_dim,
    }
}

fn with_gaps(shape: Shape, gap: usize) -> Layout {
    let position = shape.n_heads * shape.head_dim + gap;
    let strides = Strides {
        batch: shape.n_positions * position + gap,
        head: shape.head_dim,
        position,
    };
    Layout::with_strides(shape, strides).unwrap()
}

#[test]
fn every_layout_gives_what_the_cpu_gives() {
    let gpu = open();
    let sizes = [
        ([1, 1, 1, 8], 4),
        ([2, 3, 37, 64], 32),
        ([1, 4, 100, 96], 48),
        ([2, 2, 33, 80], 12), // partial, four pairs at once
        ([1, 3, 65, 20], 10), // ten pairs: one at a time
        ([2, 2, 19, 7], 3),   // an odd head
        ([3, 1, 5, 2], 1),
    ];
    for (sizes, n_pairs) in sizes {
        for pairing in PAIRINGS {
            let rope = rope(sizes[3], n_pairs, pairing);
            let shape = shape(sizes);
            let layouts = [
                Layout::heads_first(shape).unwrap(),
                Layout::positions_first(shape).unwrap(),
                with_gaps(shape, 4),
                with_gaps(shape, 5),
            ];
            for layout in layouts {
                for first in [0, 131_000, 9_999_900] {
                    let worst = difference::<f32>(&gpu, &rope, &layout, first);
                    assert!(worst <= 2e-7, "{worst:e} for {rope:?} {layout:?}");
                }
            }
        }
    }
}

#[test]
fn the_shared_rotations_are_exact() {
    let gpu = open();
    for (shape, mut trial) in trials() {
        let (layout, angles, vectors) = trial.parts();
        block_on(async {
            let rotation = Rotation::new(&gpu, angles, layout).await?;
            rotation.write(vectors)?;
            rotation.run(1).await?;
            rotation.read(vectors).await
        })
        .unwrap();
        assert!(trial.largest_error() <= 2e-7, "{shape}");
    }
}

#[test]
fn short_numbers_are_turned_too() {
    let gpu = open();
    let layout = with_gaps(shape([2, 3, 41, 64]), 8);
    for pairing in PAIRINGS {
        let rope = rope(64, 24, pairing);
        // Adapters may round the last bit of numbers up to 2 in either direction.
        let worst = difference::<f16>(&gpu, &rope, &layout, 70_000);
        assert!(worst <= f16::EPSILON.to_f32(), "{worst:e}");
        let worst = difference::<bf16>(&gpu, &rope, &layout, 70_000);
        assert!(worst <= bf16::EPSILON.to_f32(), "{worst:e}");
    }
    let odd = Layout::heads_first(shape([1, 1, 4, 6])).unwrap();
    let angles = Angles::new(&rope(6, 3, Pairing::HalfSplit), 0, 4).unwrap();
    let error = block_on(Rotation::<f16>::new(&gpu, &angles, &odd)).unwrap_err();
    assert_eq!(error, GpuError::Divisor { n_pairs: 3 });
    assert!(error.to_string().contains("3 pairs"));
}

#[test]
fn what_is_larger_than_a_buffer_is_split() {
    let gpu = block_on(Gpu::open_with_buffers_of(1 << 16)).unwrap();
    for (sizes, least) in [
        ([2, 3, 300, 64], 6),
        ([1, 1, 5000, 32], 10),
        ([40, 2, 3, 128], 2),
    ] {
        for pairing in PAIRINGS {
            let rope = rope(sizes[3], sizes[3] / 2, pairing);
            for layout in [
                Layout::heads_first(shape(sizes)).unwrap(),
                Layout::positions_first(shape(sizes)).unwrap(),
                with_gaps(shape(sizes), 4),
            ] {
                let angles = Angles::new(&rope, 0, sizes[2]).unwrap();
                let rotation = block_on(Rotation::<f32>::new(&gpu, &angles, &layout)).unwrap();
                assert!(rotation.n_buffers() >= least, "{}", rotation.n_buffers());
                assert!(difference::<f32>(&gpu, &rope, &layout, 12_345) <= 2e-7);
            }
        }
    }
}

#[test]
fn more_groups_than_an_adapter_counts_are_turned() {
    let gpu = open();
    // Each invocation takes one pair, and 65,535 groups of 256 take 16,776,960.
    let layout = Layout::heads_first(shape([1, 1, 16_777_000, 2])).unwrap();
    let rope = rope(2, 1, Pairing::Interleaved);
    assert!(difference::<f32>(&gpu, &rope, &layout, 0) <= 2e-7);
    // More sequences than there are groups in the other direction.
    let layout = Layout::heads_first(shape([70_000, 1, 1, 8])).unwrap();
    let rope = self::rope(8, 4, Pairing::HalfSplit);
    assert!(difference::<f32>(&gpu, &rope, &layout, 9) <= 2e-7);
}

#[test]
fn turning_twice_is_turning_twice_as_far() {
    let gpu = open();
    let rope = rope(32, 16, Pairing::HalfSplit);
    let layout = Layout::heads_first(shape([1, 2, 1, 32])).unwrap();
    let before = numbers::<f32>(layout.len());
    let (mut twice, mut once) = (before.clone(), before.clone());
    block_on(async {
        let angles = Angles::new(&rope, 21, 1).unwrap();
        let rotation = Rotation::new(&gpu, &angles, &layout).await.unwrap();
        rotation.write(&before).unwrap();
        rotation.run(2).await.unwrap();
        rotation.read(&mut twice).await.unwrap();
    });
    simd::rotate(&Angles::new(&rope, 42, 1).unwrap(), &layout, &mut once).unwrap();
    let norm = |vectors: &[f32]| vectors.iter().map(|x| x * x).sum::<f32>();
    assert!(
        twice
            .iter()
            .zip(&once)
            .all(|(twice, once)| (twice - once).abs() < 1e-6)
    );
    assert!((norm(&twice) / norm(&before) - 1.0).abs() < 1e-6);
}

#[test]
fn a_lost_device_says_so_and_nothing_panics() {
    let gpu = open();
    let rope = rope(32, 16, Pairing::HalfSplit);
    let layout = Layout::heads_first(shape([1, 2, 50, 32])).unwrap();
    let angles = Angles::new(&rope, 0, 50).unwrap();
    let mut vectors = numbers::<f32>(layout.len());
    let before = vectors.clone();
    block_on(async {
        let rotation = Rotation::new(&gpu, &angles, &layout).await.unwrap();
        rotation.write(&vectors).unwrap();
        gpu.close();
        let is_lost = |error: Result<(), GpuError>| matches!(error, Err(GpuError::Lost(_)));
        assert!(is_lost(rotation.run(1).await));
        assert!(is_lost(rotation.write(&vectors)));
        assert!(is_lost(rotation.read(&mut vectors).await));
        let again = Rotation::<f32>::new(&gpu, &angles, &layout).await;
        let error = again.unwrap_err();
        assert!(error.to_string().starts_with("The GPU was lost"), "{error}");
    });
    assert_eq!(vectors, before);
}

#[test]
fn what_does_not_fit_is_told() {
    let gpu = open();
    let rope = rope(32, 16, Pairing::HalfSplit);
    let layout = Layout::heads_first(shape([1, 2, 50, 32])).unwrap();
    let angles = Angles::new(&rope, 0, 49).unwrap();
    let error = block_on(Rotation::<f32>::new(&gpu, &angles, &layout)).unwrap_err();
    assert!(matches!(error, GpuError::Bulk(BulkError::Angles { .. })));
    let angles = Angles::new(&rope, 0, 50).unwrap();
    let rotation = block_on(Rotation::new(&gpu, &angles, &layout)).unwrap();
    let short = BulkError::Buffer {
        expected: 3200,
        actual: 3199,
    };
    assert_eq!(rotation.write(&[0.0f32; 3199]), Err(short.into()));
    let error = block_on(rotation.read(&mut [0.0; 3199]));
    assert_eq!(error, Err(short.into()));
    // A single vector that is larger than a buffer.
    let small = block_on(Gpu::open_with_buffers_of(1 << 12)).unwrap();
    let wide = Layout::heads_first(shape([1, 1, 1, 2048])).unwrap();
    let angles = Angles::new(&self::rope(2048, 16, Pairing::HalfSplit), 0, 1).unwrap();
    let error = block_on(Rotation::<f32>::new(&small, &angles, &wide)).unwrap_err();
    assert_eq!(error, GpuError::OutOfMemory);
}

#[test]
fn every_way_to_copy_runs() {
    let gpu = open();
    for way in 0..Copy::WAYS.len() {
        block_on(async {
            let copy = Copy::new(&gpu, 1_000_000).await.unwrap();
            assert!(!copy.is_complete().await.unwrap());
            copy.run(way, 2).await.unwrap();
            assert!(copy.is_complete().await.unwrap(), "{:?}", Copy::WAYS[way]);
        });
    }
}
