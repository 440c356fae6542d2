//! Shaw et al.: a learned vector for each offset, added to keys and to values.
//!
//! Source: Shaw et al. 2018, *Self-Attention with Relative Position Representations*,
//! section 3.

use crate::matrix::dot;
use crate::{EncodingError, Matrix};

/// Offsets clipped to the range `-clip` to `clip` and counted from 0. The result is the
/// row of the learned tables for a query and a key.
///
/// ```
/// use phasor_encoding::ClippedDistance;
///
/// let clipped = ClippedDistance::new(4);
/// let row: Vec<usize> = (0..8).map(|key| clipped.index(key - 0)).collect();
/// assert_eq!(row, [4, 5, 6, 7, 8, 8, 8, 8]);
/// assert_eq!(clipped.n_rows(), 9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClippedDistance {
    clip: u32,
}

impl ClippedDistance {
    /// Creates the clipping; distances above `clip` (K in the paper) count as `clip`.
    #[must_use]
    pub fn new(clip: u32) -> Self {
        Self { clip }
    }

    /// The largest distance before clipping merges it with all greater ones.
    #[must_use]
    pub fn clip(self) -> u32 {
        self.clip
    }

    /// The number of rows that a table needs, `2 clip + 1`.
    #[must_use]
    pub fn n_rows(self) -> usize {
        2 * self.clip as usize + 1
    }

    /// Returns the row for a key at `relative_position` (key minus query), 0 to `n_rows - 1`.
    #[must_use]
    pub fn index(self, relative_position: i64) -> usize {
        let clip = i64::from(self.clip);
        (relative_position.clamp(-clip, clip) + clip) as usize
    }

    /// Returns the row for every query and key. Shape `[n_queries, n_keys]`, whole numbers.
    #[must_use]
    pub fn matrix(self, n_queries: usize, n_keys: usize) -> Matrix {
        Matrix::from_fn(n_queries, n_keys, |query, key| {
            self.index(key as i64 - query as i64) as f64
        })
    }
}

/// Relative keys and values with clipping.
///
/// ```
/// use phasor_encoding::{ClippedDistance, Matrix, Shaw};
///
/// let clipped = ClippedDistance::new(1);
/// let keys = Matrix::from_rows([vec![-1.0, 0.0], vec![0.0, 0.0], vec![1.0, 0.0]])?;
/// let shaw = Shaw::new(clipped, keys.clone(), keys)?;
/// assert_eq!(shaw.score_term(&[2.0, 5.0], -7)?, -2.0);
/// assert_eq!(shaw.key_term(7), shaw.value_term(1)); // past the clip, all distances share a row
/// assert_eq!((shaw.clipped().clip(), shaw.parameter_count()), (1, 12));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Shaw {
    clipped: ClippedDistance,
    keys: Matrix,
    values: Matrix,
}

impl Shaw {
    /// Creates the scheme from tables of relative keys (the paper's `a^K`) and relative values
    /// (`a^V`), each of shape `[2 clip + 1, head_dim]`, with the row of offset 0 in the
    /// middle.
    ///
    /// # Errors
    /// [`EncodingError::Shape`] if a table has another shape.
    pub fn new(
        clipped: ClippedDistance,
        keys: Matrix,
        values: Matrix,
    ) -> Result<Self, EncodingError> {
        let expected = (clipped.n_rows(), keys.n_columns());
        EncodingError::check_shape("the table of relative keys", expected, keys.shape())?;
        EncodingError::check_shape("the table of relative values", expected, values.shape())?;
        Ok(Self {
            clipped,
            keys,
            values,
        })
    }

    /// The clipping, which maps an offset to a row of the tables.
    #[must_use]
    pub fn clipped(&self) -> ClippedDistance {
        self.clipped
    }

    /// The number of learned values.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.keys.values().len() + self.values.values().len()
    }

    /// Returns what is added to the key at `relative_position` (equation 4). Shape `[head_dim]`.
    #[must_use]
    pub fn key_term(&self, relative_position: i64) -> &[f64] {
        self.keys.row(self.clipped.index(relative_position))
    }

    /// Returns what is added to the score of `query` (shape `[head_dim]`) with a key at
    /// `relative_position`, before the division by `sqrt(head_dim)`: `query . a^K` (equation 4).
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `query` does not have as many components as a row of the
    /// table.
    pub fn score_term(&self, query: &[f64], relative_position: i64) -> Result<f64, EncodingError> {
        EncodingError::check_length(self.keys.n_columns(), query.len())?;
        Ok(dot(query, self.key_term(relative_position)))
    }

    /// Returns what is added to the value at `relative_position` (equation 3). Shape `[head_dim]`.
    #[must_use]
    pub fn value_term(&self, relative_position: i64) -> &[f64] {
        self.values.row(self.clipped.index(relative_position))
    }
}
