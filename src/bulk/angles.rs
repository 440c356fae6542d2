//! Cosines and sines of a stretch of positions, made in `f64` and rounded once.

use super::{BulkError, Layout};
use crate::encoding::{Pairing, Rope};

/// The cosines and sines of every pair at consecutive positions, times the attention factor.
/// Shape `[n_positions, n_pairs]` each. One table serves all heads and sequences.
///
/// ```
/// use phasor::bulk::Angles;
/// use phasor::encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
/// let angles = Angles::new(&rope, 10_000_000, 1);
/// assert_eq!(angles.cos()[0], 1e7f64.cos() as f32); // no digit is lost far out
/// assert_eq!((angles.n_positions(), angles.n_pairs()), (1, 2));
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Angles {
    cos: Vec<f32>,
    sin: Vec<f32>,
    n_positions: usize,
    n_pairs: usize,
    pairing: Pairing,
}

impl Angles {
    /// The angles of `rope` at the `n_positions` positions from `first` on.
    #[must_use]
    pub fn new(rope: &Rope, first: u64, n_positions: usize) -> Self {
        let frequencies = rope.frequencies();
        let (n_pairs, factor) = (frequencies.n_pairs(), rope.attention_factor());
        let mut cos = Vec::with_capacity(n_positions.saturating_mul(n_pairs));
        let mut sin = Vec::with_capacity(n_positions.saturating_mul(n_pairs));
        for row in 0..n_positions {
            for angle in frequencies.angles(first as f64 + row as f64) {
                let (s, c) = angle.sin_cos();
                cos.push((factor * c) as f32);
                sin.push((factor * s) as f32);
            }
        }
        Self {
            cos,
            sin,
            n_positions,
            n_pairs,
            pairing: rope.pairing(),
        }
    }

    /// Cosines, position by position.
    #[must_use]
    pub fn cos(&self) -> &[f32] {
        &self.cos
    }

    /// Sines, position by position.
    #[must_use]
    pub fn sin(&self) -> &[f32] {
        &self.sin
    }

    /// Positions that there are angles for.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// Pairs that turn.
    #[must_use]
    pub fn n_pairs(&self) -> usize {
        self.n_pairs
    }

    /// The layout of pairs in a vector.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// Cosines and sines of row `row`.
    pub(super) fn row(&self, row: usize) -> (&[f32], &[f32]) {
        let places = row * self.n_pairs..(row + 1) * self.n_pairs;
        let cos = self.cos.get(places.clone()).unwrap_or_default();
        (cos, self.sin.get(places).unwrap_or_default())
    }

    /// Whether they are for the positions of `layout`, and for no more than its components.
    pub(super) fn check(&self, layout: &Layout) -> Result<(), BulkError> {
        let shape = layout.shape();
        let turning = 2 * self.n_pairs;
        match self.n_positions == shape.n_positions && turning <= shape.head_dim {
            true => Ok(()),
            false => Err(BulkError::Angles {
                layout: (shape.n_positions, shape.head_dim),
                angles: (self.n_positions, turning),
            }),
        }
    }
}
