//! Made-up measurements for the figure of bulk RoPE, and its drawing of them.

use phasor_encoding::Pairing;
use phasor_figures::Drawing;
use phasor_figures::rotary::bulk_rope::{BulkRope, Means, Run, Sample};

/// Returns two ways to rotate at five sizes, and one vector before and after.
pub(crate) fn measured() -> BulkRope {
    let run = |means, bytes: f64, copy: f64, seconds: f64| Run {
        means,
        n_positions: bytes / 16_384.0,
        bytes,
        copy_seconds: copy,
        seconds,
        error: 1.59e-7,
    };
    let mib = 1_048_576.0;
    let angle = |pair: f64| 4095.0 * 500_000f64.powf(-pair / 64.0);
    let turned = |pair: usize, (x, y): (f64, f64)| {
        let (sin, cos) = angle(pair as f64).sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    };
    let vector = |of: &dyn Fn(usize) -> (f64, f64)| {
        let (first, second): (Vec<f64>, Vec<f64>) = (0..64).map(of).unzip();
        [first, second].concat()
    };
    BulkRope {
        planned: vec![0.25 * mib, mib, 4.0 * mib, 16.0 * mib, 64.0 * mib],
        runs: vec![
            run(Means::Simd, 0.25 * mib, 3.0e-6, 7.8e-6),
            run(Means::Simd, mib, 22e-6, 40e-6),
            run(Means::Simd, 4.0 * mib, 90e-6, 150e-6),
            run(Means::Simd, 16.0 * mib, 0.9e-3, 1.0e-3),
            run(Means::Simd, 64.0 * mib, 4.2e-3, 4.4e-3),
            run(Means::WebGpu, 0.25 * mib, 160e-6, 160e-6),
            run(Means::WebGpu, mib, 165e-6, 168e-6),
            run(Means::WebGpu, 4.0 * mib, 190e-6, 195e-6),
            run(Means::WebGpu, 16.0 * mib, 0.30e-3, 0.32e-3),
            run(Means::WebGpu, 64.0 * mib, 0.72e-3, 0.75e-3),
        ],
        sample: Some(Sample {
            position: 4095.0,
            n_pairs: 64,
            pairing: Pairing::HalfSplit,
            before: vector(&|pair| {
                if pair % 2 == 0 {
                    (0.9, 0.3)
                } else {
                    (-0.4, 0.7)
                }
            }),
            after: vector(&|pair| {
                turned(
                    pair,
                    if pair % 2 == 0 {
                        (0.9, 0.3)
                    } else {
                        (-0.4, 0.7)
                    },
                )
            }),
        }),
    }
}

pub(crate) fn drawn(bulk: &BulkRope, width: f32) -> Drawing {
    let mut drawing = Drawing::new(width);
    bulk.draw(&mut drawing);
    drawing
}
