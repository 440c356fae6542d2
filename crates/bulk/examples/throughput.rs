//! Rotates the queries of a model with 32 heads and prints the speed: `cargo run --release --example throughput`.

use std::error::Error;
use std::time::Instant;

use phasor_bulk::{Angles, Layout, Shape, simd};
use phasor_encoding::{Frequencies, Pairing, Rope};

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape {
        batch: 1,
        n_heads: 32,
        n_positions: 4096,
        head_dim: 128,
    };
    let frequencies = Frequencies::new(500_000.0, shape.head_dim)?;
    let rope = Rope::new(frequencies, Pairing::HalfSplit);
    let layout = Layout::heads_first(shape)?;
    let angles = Angles::new(&rope, 0, shape.n_positions)?;
    let queries = vec![1.0_f32; layout.len()];
    let mut rotated = vec![0.0_f32; layout.len()];
    let start = Instant::now();
    simd::rotate_into(&angles, &layout, &queries, &mut rotated)?;
    let seconds = start.elapsed().as_secs_f64();
    let gib = 2.0 * size_of_val(&queries[..]) as f64 / f64::from(1 << 30);
    println!(
        "{} positions in {:.1} ms: {:.2} GiB/s read and written",
        shape.n_positions,
        seconds * 1e3,
        gib / seconds
    );
    Ok(())
}
