//! Pairs that follow a direction between the axes.

use crate::matrix::dot;
use crate::rotary::Pairing;
use crate::{EncodingError, Frequencies};

/// RoPE whose pairs follow directions: a pair with frequencies `(a, b)` rotates by `a column + b row`, so that it can measure along a
/// diagonal. Models learn these frequencies for every head.
///
/// Source: Heo et al. 2024, *Rotary Position Embedding for Vision Transformer*, equation 13. Judged by `RotaryEmbeddingMixed` of timm
/// 1.0.31, whose first entry is the column unless `grid_indexing` is `ij`.
///
/// ```
/// use phasor_encoding::rotary::axial::MixedRope;
///
/// // As at the start of training, with axes that are rotated by 45 degrees.
/// let rope = MixedRope::rotated_axes(10.0, 8, std::f64::consts::FRAC_PI_4)?;
/// let angles = rope.angles([1.0, -1.0]);
/// assert!(angles[0].abs() < 1e-15 && (angles[2] + 2f64.sqrt()).abs() < 1e-15);
/// assert_eq!(rope.directions().len(), 4);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MixedRope {
    directions: Vec<[f64; 2]>,
}

impl MixedRope {
    /// Creates the rope of a head with these frequencies for column and row, in radians per patch. Shape `[n_pairs]`.
    ///
    /// ```
    /// use phasor_encoding::rotary::axial::MixedRope;
    ///
    /// let rope = MixedRope::new(vec![[1.0, 0.5]])?;
    /// let (query, key) = ([1.0, 0.0], [1.0, 0.0]);
    /// let score = rope.score(([0.0, 0.0], &query), ([2.0, -4.0], &key))?;
    /// assert_eq!(score, 1.0); // patches on a line across the direction are indistinguishable
    /// assert!(rope.rotate([1.0, 0.0], &query)?[1] > 0.8);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there is no pair, or if a frequency is not finite.
    pub fn new(directions: Vec<[f64; 2]>) -> Result<Self, EncodingError> {
        let accepted = ("n_pairs", "a whole number above 0");
        EncodingError::count(accepted, directions.len(), usize::MAX)?;
        for &frequency in directions.iter().flatten() {
            let accepted = ("frequency", "finite");
            EncodingError::check(accepted, frequency, frequency.is_finite())?;
        }
        Ok(Self { directions })
    }

    /// Creates the rope with which training starts: one progression from `base` for each of two axes at right angles, rotated by
    /// `angle` radians from columns and rows. `head_dim` is a multiple of 4.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn rotated_axes(base: f64, head_dim: usize, angle: f64) -> Result<Self, EncodingError> {
        let accepted = ("head_dim", "a multiple of 4");
        EncodingError::check(accepted, head_dim as f64, head_dim.is_multiple_of(4))?;
        let frequencies = Frequencies::new(base, head_dim / 2)?;
        let (sin, cos) = angle.sin_cos();
        let along = frequencies
            .inv_freq()
            .iter()
            .map(|inv_freq| [inv_freq * cos, inv_freq * sin]);
        let across = frequencies
            .inv_freq()
            .iter()
            .map(|inv_freq| [-inv_freq * sin, inv_freq * cos]);
        Self::new(along.chain(across).collect())
    }

    /// The frequencies of each pair for column and row.
    #[must_use]
    pub fn directions(&self) -> &[[f64; 2]] {
        &self.directions
    }

    /// Returns the angle of each pair at this column and row, in radians. Shape `[n_pairs]`.
    #[must_use]
    pub fn angles(&self, [column, row]: [f64; 2]) -> Vec<f64> {
        let angle = |&[across, down]: &[f64; 2]| across * column + down * row;
        self.directions.iter().map(angle).collect()
    }

    /// Returns `vector` (shape `[2 n_pairs]`, interleaved pairs) rotated to this column and row.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if the vector has another length.
    pub fn rotate(&self, position: [f64; 2], vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        let n_pairs = self.directions.len();
        EncodingError::check_length(2 * n_pairs, vector.len())?;
        let mut rotated = vector.to_vec();
        for (pair_idx, angle) in self.angles(position).into_iter().enumerate() {
            let (first, second) = Pairing::Interleaved.places(pair_idx, n_pairs);
            let [x, y] = rotated
                .get_disjoint_mut([first, second])
                .expect("a pair is two different components of the head");
            (*x, *y) = crate::rotary::rotate_pair((*x, *y), angle);
        }
        Ok(rotated)
    }

    /// Returns the score before softmax, after query and key are rotated to their columns and rows.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`], as for [`rotate`](Self::rotate).
    pub fn score(
        &self,
        (query_position, query): ([f64; 2], &[f64]),
        (key_position, key): ([f64; 2], &[f64]),
    ) -> Result<f64, EncodingError> {
        let query = self.rotate(query_position, query)?;
        Ok(dot(&query, &self.rotate(key_position, key)?))
    }
}
