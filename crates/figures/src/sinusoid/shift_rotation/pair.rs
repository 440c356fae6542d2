//! The pair in focus at both positions, and the matrix from A to B.

use crate::Spec;
use crate::cache::Cache;
use phasor_draw::{Ink, pair_ink};
use phasor_encoding::absolute::shift_matrix;

/// The pair in focus.
pub(super) struct Pair {
    /// The frequency, in radians per position.
    pub(super) inv_freq: f64,
    pub(super) ink: Ink,
    /// The angle at A.
    pub(super) angle: f64,
    /// The angle of the offset.
    pub(super) by: f64,
    /// The angle at B.
    pub(super) sum: f64,
    /// Sine and cosine at A.
    pub(super) old: (f64, f64),
    /// Sine and cosine at B.
    pub(super) new: (f64, f64),
    /// The matrix from A to B.
    pub(super) matrix: [[f64; 2]; 2],
}

impl Pair {
    pub(super) fn new(spec: &Spec, cache: &mut Cache) -> Self {
        let found = cache.frequencies(spec).inv_freq().get(spec.pair());
        let inv_freq = *found.expect("every pair has a frequency");
        let angle = spec.position() * inv_freq;
        let sum = spec.key_position() * inv_freq;
        Self {
            inv_freq,
            ink: pair_ink(spec.pair(), spec.n_pairs()),
            angle,
            by: spec.offset() * inv_freq,
            sum,
            old: angle.sin_cos(),
            new: sum.sin_cos(),
            matrix: shift_matrix(inv_freq, spec.offset()),
        }
    }
}
