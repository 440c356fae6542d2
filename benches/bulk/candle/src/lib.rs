//! RoPE of candle-nn over vectors of many heads, for `main.rs` and, as WebAssembly, for the page.

#[cfg(target_arch = "wasm32")]
mod wasm;

use candle_core::{Device, Result, Tensor};
use candle_nn::rotary_emb::{rope, rope_i};

const BASE: f64 = 10_000.0;

/// Which components form a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// A component of the first half with its counterpart in the second.
    HalfSplit,
    /// Neighbouring components.
    Interleaved,
}

/// Vectors of shape `[1, heads, positions, components]` with the tables that rotate them.
#[derive(Debug)]
pub struct Case {
    shape: [usize; 3],
    original: Vec<f32>,
    copied: Vec<f32>,
    vectors: Tensor,
    cos: Tensor,
    sin: Tensor,
}

impl Case {
    /// Creates vectors of numbers from -1 to 1, and tables computed in `f64`.
    ///
    /// # Errors
    /// The errors of candle.
    pub fn new(shape: [usize; 3]) -> Result<Self> {
        let [n_heads, n_positions, head_dim] = shape;
        let len = n_heads * n_positions * head_dim;
        let original: Vec<f32> = (0..len).map(|place| (place as f32 * 0.37).sin()).collect();
        let angles = (0..n_positions).flat_map(|position| {
            (0..head_dim / 2).map(move |pair| angle(position, pair, head_dim))
        });
        let (sines, cosines): (Vec<f64>, Vec<f64>) = angles.map(f64::sin_cos).unzip();
        let table = |exact: &[f64]| {
            let rounded: Vec<f32> = exact.iter().map(|value| *value as f32).collect();
            Tensor::from_vec(rounded, (n_positions, head_dim / 2), &Device::Cpu)
        };
        let dims = (1, n_heads, n_positions, head_dim);
        Ok(Self {
            shape,
            vectors: Tensor::from_slice(&original, dims, &Device::Cpu)?,
            cos: table(&cosines)?,
            sin: table(&sines)?,
            copied: vec![0.0; len],
            original,
        })
    }

    /// The numbers before a rotation.
    #[must_use]
    pub fn original(&self) -> &[f32] {
        &self.original
    }

    /// Copies as many numbers, which is the limit.
    pub fn copy(&mut self) -> &[f32] {
        self.copied.copy_from_slice(&self.original);
        &self.copied
    }

    /// Returns all vectors rotated, in new memory as candle does.
    ///
    /// # Errors
    /// The errors of candle.
    pub fn turn(&self, pairing: Pairing) -> Result<Tensor> {
        match pairing {
            Pairing::HalfSplit => rope(&self.vectors, &self.cos, &self.sin),
            Pairing::Interleaved => rope_i(&self.vectors, &self.cos, &self.sin),
        }
    }

    /// Returns the largest difference of a component of the first or the last head from `f64`.
    ///
    /// # Errors
    /// The errors of candle.
    pub fn largest_error(&self, pairing: Pairing) -> Result<f64> {
        let turned = self.turn(pairing)?.flatten_all()?.to_vec1::<f32>()?;
        let [n_heads, n_positions, head_dim] = self.shape;
        let mut largest = 0.0f64;
        for head in [0, n_heads - 1] {
            for position in 0..n_positions {
                let start = (head * n_positions + position) * head_dim;
                for pair in 0..head_dim / 2 {
                    let (first, second) = match pairing {
                        Pairing::HalfSplit => (start + pair, start + pair + head_dim / 2),
                        Pairing::Interleaved => (start + 2 * pair, start + 2 * pair + 1),
                    };
                    let (sin, cos) = angle(position, pair, head_dim).sin_cos();
                    let [a, b] = [first, second].map(|place| f64::from(self.original[place]));
                    let exact = [a * cos - b * sin, a * sin + b * cos];
                    for (place, exact) in [first, second].into_iter().zip(exact) {
                        largest = largest.max((f64::from(turned[place]) - exact).abs());
                    }
                }
            }
        }
        Ok(largest)
    }
}

fn angle(position: usize, pair: usize, head_dim: usize) -> f64 {
    position as f64 * BASE.powf(-2.0 * pair as f64 / head_dim as f64)
}
