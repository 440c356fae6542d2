//! Cosines and sines of all pairs at all positions, in the form that kernels use.

use super::Pairing;
use crate::EncodingError;

/// The cosine and sine of every pair at the positions `0` to `seq_len - 1`, or at others, each times the
/// attention factor. The angles are `f64`, so narrowed values are accurate at any position.
///
/// ```
/// use phasor_encoding::{Frequencies, Pairing, Rope, RotaryTable};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 8)?, Pairing::HalfSplit);
/// let table: RotaryTable = rope.table(100);
/// let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
/// assert_eq!(table.rotate(3, &x, Pairing::HalfSplit)?, rope.rotate(3.0, &x)?);
/// assert_eq!(table.cos().len(), table.seq_len() * table.n_pairs());
/// assert_eq!(table.sin()[..4], [0.0; 4]); // position 0
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RotaryTable {
    n_pairs: usize,
    seq_len: usize,
    cos: Vec<f64>,
    sin: Vec<f64>,
}

impl RotaryTable {
    /// Creates the table from `(sin, cos)`, one row of `n_pairs` for each position.
    pub(crate) fn new<T>(n_pairs: usize, rows: impl ExactSizeIterator<Item = T>) -> Self
    where
        T: Iterator<Item = (f64, f64)>,
    {
        let seq_len = rows.len();
        let (sin, cos) = rows.flatten().unzip();
        Self {
            n_pairs,
            seq_len,
            cos,
            sin,
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn n_pairs(&self) -> usize {
        self.n_pairs
    }

    /// The number of positions.
    #[must_use]
    pub fn seq_len(&self) -> usize {
        self.seq_len
    }

    /// The cosines, position by position. Shape `[seq_len, n_pairs]`.
    #[must_use]
    pub fn cos(&self) -> &[f64] {
        &self.cos
    }

    /// The sines, position by position. Shape `[seq_len, n_pairs]`.
    #[must_use]
    pub fn sin(&self) -> &[f64] {
        &self.sin
    }

    /// Returns `vector` (shape `[head_dim]`, at least two components for each pair) rotated to
    /// `position`.
    ///
    /// # Errors
    /// [`EncodingError::OutsideTable`] if `position` is past the last one,
    /// [`EncodingError::VectorLength`] if the vector is too short.
    pub fn rotate(
        &self,
        position: usize,
        vector: &[f64],
        pairing: Pairing,
    ) -> Result<Vec<f64>, EncodingError> {
        if position >= self.seq_len {
            return Err(EncodingError::OutsideTable {
                position,
                n_positions: self.seq_len,
            });
        }
        if vector.len() < 2 * self.n_pairs {
            EncodingError::check_length(2 * self.n_pairs, vector.len())?;
        }
        let row = position * self.n_pairs..(position + 1) * self.n_pairs;
        let rows = self.sin.get(row.clone()).zip(self.cos.get(row));
        let (sin, cos) = rows.expect("the table has a row for each position");
        let turns = sin.iter().copied().zip(cos.iter().copied());
        let mut rotated = vector.to_vec();
        pairing.turn(turns, &mut rotated);
        Ok(rotated)
    }
}
