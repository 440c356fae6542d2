//! RoPE in `f32`, operation by operation as transformers' classes compute it.
//!
//! Source: `forward` of the rotary classes and `apply_rotary_pos_emb` of transformers 5.23.0: position and inverse
//! frequency are `f32`, and so are their product, its cosine, the product with the attention factor, and each product
//! and sum of the rotation. Here each cosine and sine is the nearest `f32` to that of the `f32` angle; those of torch may
//! be one `f32` beside it.

use super::plan::Motion;
use phasor_encoding::{EncodingError, Format, Frequencies, Narrow, Step};

/// The format of every number, from the angle on.
const SINGLE: Narrow = Narrow {
    format: Format::F32,
    step: Step::Angle,
};

/// The cosines and sines of all pairs at one position. Shapes `[n_pairs]`.
pub(crate) struct Table {
    pub(crate) cos: Vec<f32>,
    pub(crate) sin: Vec<f32>,
}

/// Returns the inverse frequencies, each the nearest `f32`.
pub(crate) fn inv_freq(frequencies: &Frequencies) -> Vec<f32> {
    let inv_freq = frequencies.inv_freq().iter();
    inv_freq.map(|inv_freq| *inv_freq as f32).collect()
}

/// Returns the cosines and sines for a position and inverse frequencies.
pub(crate) fn table(position: f64, inv_freq: &[f32], factor: f64) -> Table {
    let turns = inv_freq.iter().map(|inv_freq| {
        let (sin, cos) = SINGLE.angle(position, f64::from(*inv_freq)).sin_cos();
        (cos as f32 * factor as f32, sin as f32 * factor as f32)
    });
    let (cos, sin) = turns.unzip();
    Table { cos, sin }
}

/// Returns a vector rotated, by the sums of `apply_rotary_pos_emb`. Shape `[head_dim]`.
///
/// # Errors
/// [`EncodingError::VectorLength`] if it has fewer components than rotate.
pub(super) fn rotate(
    motion: &Motion,
    table: &Table,
    vector: &[f64],
) -> Result<Vec<f64>, EncodingError> {
    let n_pairs = motion.n_pairs();
    let start = motion.start();
    let (before, part) = vector.split_at(start.min(vector.len()));
    let turned = motion.pairing.quarter_turn(part, n_pairs)?;
    let rotated = part
        .iter()
        .zip(turned)
        .enumerate()
        .map(|(place, (x, turned))| {
            let (pair_idx, _) = motion.pairing.pair_of(place, n_pairs);
            let of_pair = table.cos.get(pair_idx).zip(table.sin.get(pair_idx));
            match of_pair.filter(|_| place < 2 * n_pairs) {
                Some((cos, sin)) => f64::from(*x as f32 * cos + turned as f32 * sin),
                None => *x,
            }
        });
    Ok(before.iter().copied().chain(rotated).collect())
}
