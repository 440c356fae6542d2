//! Times the work of `benches/python/run.py` without Python, and prints the seconds of each as JSON.
#![allow(clippy::print_stdout, reason = "numbers are what it is for")]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use half::{bf16, f16};
use phasor_bulk::{Angles, Element, Layout, Shape, simd};
use phasor_encoding::{Frequencies, Measure, Pairing, Rope, SimilarityCurve, SimilarityMatrix};

const HEAD_DIM: usize = 128;
const SEQ_LENS: [u32; 2] = [4096, 32_768];
const POSITIONS: usize = 4096;
const HEADS: usize = 32;
const LENGTH: usize = 1024;
const DIM: usize = 512;
const REPEATS: usize = 5;

/// Prints the shortest time of a few.
fn time(
    name: &str,
    mut work: impl FnMut() -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{{\"{name}\": {best}}}");
    Ok(())
}

fn tables<T: Copy + Default>(
    rope: &Rope,
    positions: &[f64],
    narrow: fn(f64) -> T,
) -> Result<(), Box<dyn Error>> {
    let (mut cos, mut sin) = (
        vec![T::default(); positions.len() * HEAD_DIM],
        vec![T::default(); positions.len() * HEAD_DIM],
    );
    rope.write_components(positions, narrow, (&mut cos, &mut sin))?;
    black_box((cos, sin));
    Ok(())
}

fn bulk<T: Element>(name: &str, angles: &Angles, layout: &Layout) -> Result<(), Box<dyn Error>> {
    let mut vectors = vec![T::from_f32(1.0); layout.len()];
    time(name, || {
        Ok(simd::rotate(angles, layout, black_box(&mut vectors))?)
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let rope = Rope::new(Frequencies::new(10_000.0, HEAD_DIM)?, Pairing::HalfSplit);
    for seq_len in SEQ_LENS {
        let positions: Vec<f64> = (0..seq_len).map(f64::from).collect();
        time(&format!("tables {seq_len} float64"), || {
            tables(&rope, &positions, |number| number)
        })?;
        time(&format!("tables {seq_len} float32"), || {
            tables(&rope, &positions, |number| number as f32)
        })?;
    }
    let frequencies = Frequencies::new(10_000.0, DIM)?;
    time("similarity float64", || {
        let curve = SimilarityCurve::new(&frequencies, Measure::CosineSimilarity, LENGTH);
        let mut values = vec![0.0; LENGTH * LENGTH];
        let matrix = SimilarityMatrix::new(&curve);
        for (out, row) in values.chunks_exact_mut(LENGTH).zip(matrix.rows()) {
            out.copy_from_slice(row);
        }
        black_box(values);
        Ok(())
    })?;
    let shape = Shape {
        batch: 1,
        n_heads: HEADS,
        n_positions: POSITIONS,
        head_dim: HEAD_DIM,
    };
    let layout = Layout::heads_first(shape)?;
    let angles = Angles::new(&rope, 0, POSITIONS)?;
    bulk::<f32>("rotate float32", &angles, &layout)?;
    bulk::<f16>("rotate float16", &angles, &layout)?;
    bulk::<bf16>("rotate bfloat16", &angles, &layout)
}
