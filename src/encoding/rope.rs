//! Rotary position embedding: every pair of a query or key turns by `position x inv_freq`.
//!
//! Source: Su et al. 2021, *RoFormer*, equations 14, 15 and 34.

use super::{EncodingError, Frequencies, Pairing};

/// RoPE with one ladder of frequencies and one pair layout.
///
/// ```
/// use phasor::encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 2)?, Pairing::HalfSplit);
/// let quarter_turn = std::f64::consts::FRAC_PI_2; // pair 0 turns one radian per position
/// let rotated = rope.rotate(quarter_turn, &[1.0, 0.0])?;
/// assert!(rotated[0].abs() < 1e-15 && (rotated[1] - 1.0).abs() < 1e-15);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Rope {
    frequencies: Frequencies,
    pairing: Pairing,
}

impl Rope {
    /// RoPE with these frequencies and this pair layout.
    #[must_use]
    pub fn new(frequencies: Frequencies, pairing: Pairing) -> Self {
        Self {
            frequencies,
            pairing,
        }
    }

    /// The frequencies, one per pair.
    #[must_use]
    pub fn frequencies(&self) -> &Frequencies {
        &self.frequencies
    }

    /// The pair layout.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// `vector` (shape `[dim]`) rotated to `position`. Its length does not change.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] unless `vector` has `dim` components.
    pub fn rotate(&self, position: f64, vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        let mut rotated = vector.to_vec();
        self.rotate_in_place(position, &mut rotated)?;
        Ok(rotated)
    }

    /// Rotates `vector` (shape `[dim]`) to `position` where it stands.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] unless `vector` has `dim` components.
    pub fn rotate_in_place(&self, position: f64, vector: &mut [f64]) -> Result<(), EncodingError> {
        self.check_length(vector)?;
        let n_pairs = self.frequencies.n_pairs();
        for (pair_idx, angle) in self.frequencies.angles(position).enumerate() {
            let (first, second) = self.pairing.places(pair_idx, n_pairs);
            if let Ok([x, y]) = vector.get_disjoint_mut([first, second]) {
                (*x, *y) = rotate_pair((*x, *y), angle);
            }
        }
        Ok(())
    }

    /// [`rotate`](Self::rotate) rounded once to `f32`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] unless `vector` has `dim` components.
    pub fn rotate_f32(&self, position: f64, vector: &[f32]) -> Result<Vec<f32>, EncodingError> {
        let wide: Vec<f64> = vector.iter().map(|&x| f64::from(x)).collect();
        let rotated = self.rotate(position, &wide)?;
        Ok(rotated.into_iter().map(|x| x as f32).collect())
    }

    /// What each pair adds to the score of `query` and `key` at `relative_position` (key minus
    /// query), fastest pair first: `q . R(relative_position x inv_freq) k`.
    ///
    /// No position enters but the difference, which is the point of RoPE (RoFormer, eq. 16).
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] unless both vectors have `dim` components.
    pub fn pair_scores<'a>(
        &'a self,
        query: &'a [f64],
        key: &'a [f64],
        relative_position: f64,
    ) -> Result<impl Iterator<Item = f64> + 'a, EncodingError> {
        let angles = self.frequencies.angles(relative_position);
        let amplitudes = self.amplitudes(query, key)?;
        Ok(amplitudes.zip(angles).map(|((along, across), angle)| {
            let (sin, cos) = angle.sin_cos();
            along * cos + across * sin
        }))
    }

    /// The score of `query` and `key` at the `length` relative positions `first + i step`.
    /// Shape `[length]`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] unless both vectors have `dim` components.
    pub fn score_curve(
        &self,
        query: &[f64],
        key: &[f64],
        (first, step): (f64, f64),
        length: usize,
    ) -> Result<Vec<f64>, EncodingError> {
        let amplitudes = self.amplitudes(query, key)?;
        Ok(self.frequencies.wave_sum(amplitudes, (first, step), length))
    }

    /// For every pair the factors of `cos` and of `sin` of the relative angle in its score:
    /// the dot product of the two pairs, and their cross product with the key first.
    fn amplitudes<'a>(
        &'a self,
        query: &'a [f64],
        key: &'a [f64],
    ) -> Result<impl Iterator<Item = (f64, f64)> + 'a, EncodingError> {
        self.check_length(query)?;
        self.check_length(key)?;
        let n_pairs = self.frequencies.n_pairs();
        let pair = move |vector: &[f64], pair_idx: usize| {
            let (first, second) = self.pairing.places(pair_idx, n_pairs);
            let at = |place: usize| vector.get(place).copied().unwrap_or_default();
            (at(first), at(second))
        };
        Ok((0..n_pairs).map(move |pair_idx| {
            let (q, k) = (pair(query, pair_idx), pair(key, pair_idx));
            (q.0 * k.0 + q.1 * k.1, k.0 * q.1 - k.1 * q.0)
        }))
    }

    /// The score before softmax, `q . k` after both are rotated to their positions.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] unless both vectors have `dim` components.
    pub fn score(&self, query: (f64, &[f64]), key: (f64, &[f64])) -> Result<f64, EncodingError> {
        let query = self.rotate(query.0, query.1)?;
        let key = self.rotate(key.0, key.1)?;
        Ok(query.iter().zip(&key).map(|(q, k)| q * k).sum())
    }

    fn check_length(&self, vector: &[f64]) -> Result<(), EncodingError> {
        let expected = self.frequencies.dim();
        if vector.len() == expected {
            return Ok(());
        }
        Err(EncodingError::VectorLength {
            expected,
            actual: vector.len(),
        })
    }
}

/// One pair turned counter-clockwise by `angle` radians (RoFormer, eq. 13).
#[must_use]
pub fn rotate_pair((x, y): (f64, f64), angle: f64) -> (f64, f64) {
    let (sin, cos) = angle.sin_cos();
    (x * cos - y * sin, x * sin + y * cos)
}
