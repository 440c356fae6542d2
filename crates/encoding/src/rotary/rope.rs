//! Rotary position embedding: every pair of a query or key rotates by `position x inv_freq`.
//!
//! Source: Su et al. 2021, *RoFormer*, equations 14, 15 and 34. Partial rotation: Black et al.
//! 2022, *GPT-NeoX-20B*, section 2.1. Attention factor: Peng et al. 2023, *YaRN*, section 3.3.

use super::pairing::turn_pair;
use super::{Pairing, RotaryTable};
use crate::matrix::dot;
use crate::{EncodingError, Frequencies, Matrix};

/// RoPE with one set of frequencies and one pair layout.
///
/// ```
/// use phasor_encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 2)?, Pairing::HalfSplit);
/// let quarter_turn = std::f64::consts::FRAC_PI_2; // pair 0 rotates by one radian per position
/// let rotated = rope.rotate(quarter_turn, &[1.0, 0.0])?;
/// assert!(rotated[0].abs() < 1e-15 && (rotated[1] - 1.0).abs() < 1e-15);
/// let mut vector = [1.0, 0.0];
/// rope.rotate_in_place(quarter_turn, &mut vector)?;
/// assert_eq!(vector[..], rotated);
/// // Narrowed at the very end, and accurate to 1e-6 at any distance.
/// let narrow = rope.rotate_f32(10_000_000.0, &[1.0, 0.0])?;
/// assert!((f64::from(narrow[0]) - 1e7f64.cos()).abs() < 1e-6);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Rope {
    frequencies: Frequencies,
    pairing: Pairing,
    head_dim: usize,
    attention_factor: f64,
}

impl Rope {
    /// Creates RoPE with these frequencies and this pair layout, for a head that rotates
    /// completely.
    #[must_use]
    pub fn new(frequencies: Frequencies, pairing: Pairing) -> Self {
        Self {
            head_dim: frequencies.dim(),
            frequencies,
            pairing,
            attention_factor: 1.0,
        }
    }

    /// Sets the head to `head_dim` components, of which only the first
    /// [`rotary_dim`](Self::rotary_dim) rotate (partial rotary factor `rotary_dim / head_dim`).
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// // GPT-J rotates 64 of 256 components.
    /// let rope = Rope::new(Frequencies::new(10_000.0, 64)?, Pairing::Interleaved).with_head_dim(256)?;
    /// let rotated = rope.rotate(7.0, &[1.0; 256])?;
    /// assert_eq!(rotated[64..], [1.0; 192]);
    /// assert_eq!((rope.rotary_dim(), rope.pairing()), (64, Pairing::Interleaved));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `head_dim` is below `rotary_dim`.
    pub fn with_head_dim(self, head_dim: usize) -> Result<Self, EncodingError> {
        let in_range = head_dim >= self.rotary_dim();
        let accepted = ("head_dim", "at least rotary_dim");
        EncodingError::check(accepted, head_dim as f64, in_range)?;
        Ok(Self { head_dim, ..self })
    }

    /// Multiplies cosines and sines by `attention_factor` (finite, above 0), as YaRN and LongRoPE
    /// do. This multiplies the part of a score that comes from rotating pairs by the square of the
    /// factor; that part is the whole score unless the rotation is partial.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `attention_factor` is outside that range.
    pub fn with_attention_factor(self, attention_factor: f64) -> Result<Self, EncodingError> {
        let attention_factor = EncodingError::positive("attention_factor", attention_factor)?;
        Ok(Self {
            attention_factor,
            ..self
        })
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

    /// The number of components of a query or key.
    #[must_use]
    pub fn head_dim(&self) -> usize {
        self.head_dim
    }

    /// The number of components that rotate, the first of the head: twice the number of pairs.
    #[must_use]
    pub fn rotary_dim(&self) -> usize {
        self.frequencies.dim()
    }

    /// The factor of cosines and sines; 1 without a scaling rule.
    #[must_use]
    pub fn attention_factor(&self) -> f64 {
        self.attention_factor
    }

    /// Returns `vector` (shape `[head_dim]`) rotated to `position`. Without an attention factor,
    /// its norm does not change.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` does not have `head_dim` components.
    pub fn rotate(&self, position: f64, vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        let mut rotated = vector.to_vec();
        self.rotate_in_place(position, &mut rotated)?;
        Ok(rotated)
    }

    /// Rotates `vector` (shape `[head_dim]`) to `position` in place.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` does not have `head_dim` components.
    pub fn rotate_in_place(&self, position: f64, vector: &mut [f64]) -> Result<(), EncodingError> {
        EncodingError::check_length(self.head_dim, vector.len())?;
        self.pairing.turn(self.turns(position), vector);
        Ok(())
    }

    /// Returns [`rotate`](Self::rotate) rounded once to `f32`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` does not have `head_dim` components.
    pub fn rotate_f32(&self, position: f64, vector: &[f32]) -> Result<Vec<f32>, EncodingError> {
        let wide: Vec<f64> = vector.iter().map(|&x| f64::from(x)).collect();
        let rotated = self.rotate(position, &wide)?;
        Ok(rotated.into_iter().map(|x| x as f32).collect())
    }

    /// Returns `(sin, cos)` of every pair at `position`, each times the attention factor.
    fn turns(&self, position: f64) -> impl ExactSizeIterator<Item = (f64, f64)> + '_ {
        let factor = self.attention_factor;
        self.frequencies.angles(position).map(move |angle| {
            let (sin, cos) = angle.sin_cos();
            (factor * sin, factor * cos)
        })
    }

    /// Returns the cosines and sines of the positions `0` to `seq_len - 1`, in the form that
    /// kernels use.
    #[must_use]
    pub fn table(&self, seq_len: usize) -> RotaryTable {
        let turns = (0..seq_len).map(|position| self.turns(position as f64));
        RotaryTable::new(self.frequencies.n_pairs(), turns)
    }

    /// Returns the cosines and sines of any positions, one row for each.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 2)?, Pairing::HalfSplit);
    /// let table = rope.table_at(&[7.0, 0.5]);
    /// assert_eq!(table.cos(), [7f64.cos(), 0.5f64.cos()]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn table_at(&self, positions: &[f64]) -> RotaryTable {
        let turns = positions.iter().map(|position| self.turns(*position));
        RotaryTable::new(self.frequencies.n_pairs(), turns)
    }

    /// Returns the rotation to `position` as a matrix: one 2 x 2 block for each pair, ones for the
    /// components that do not rotate, 0 elsewhere. Shape `[head_dim, head_dim]`.
    ///
    /// It multiplies and adds the same numbers as [`rotate`](Self::rotate), and a great many zeros
    /// (RoFormer, eq. 15 against eq. 34), so both agree in every bit.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::Interleaved);
    /// let x = [0.3, -1.2, 0.7, 2.0];
    /// assert_eq!(rope.matrix(5.0).apply(&x)?, rope.rotate(5.0, &x)?);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn matrix(&self, position: f64) -> Matrix {
        let n_pairs = self.frequencies.n_pairs();
        let turns: Vec<(f64, f64)> = self.turns(position).collect();
        Matrix::from_fn(self.head_dim, self.head_dim, |row, column| {
            if row >= self.rotary_dim() || column >= self.rotary_dim() {
                return f64::from(row == column);
            }
            let (row_pair, row_side) = self.pairing.pair_of(row, n_pairs);
            let (column_pair, column_side) = self.pairing.pair_of(column, n_pairs);
            let (sin, cos) = *turns
                .get(row_pair)
                .expect("every pair has a sine and cosine");
            match (row_side, column_side) {
                _ if row_pair != column_pair => 0.0,
                (0, 1) => -sin,
                (1, 0) => sin,
                _ => cos,
            }
        })
    }

    /// Returns the rotation to `position` for use component by component, the form in most
    /// implementations: the cosine and the sine of each component's pair, or 1 and 0 for the
    /// components that do not rotate. Shape `[head_dim]` each.
    ///
    /// `x cos + quarter_turn(x) sin` is the rotated `x` (RoFormer, eq. 34), to the bit, with
    /// `2 head_dim` multiplications where [`matrix`](Self::matrix) needs `head_dim` squared.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
    /// let x = [0.3, -1.2, 0.7, 2.0];
    /// let (cos, sin) = rope.cos_and_sin(5.0);
    /// let turned = rope.pairing().quarter_turn(&x, 2)?;
    /// let sums = (0..4).map(|i| x[i] * cos[i] + turned[i] * sin[i]);
    /// assert_eq!(sums.collect::<Vec<f64>>(), rope.rotate(5.0, &x)?);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn cos_and_sin(&self, position: f64) -> (Vec<f64>, Vec<f64>) {
        let (mut cos, mut sin) = (vec![1.0; self.head_dim], vec![0.0; self.head_dim]);
        let n_pairs = self.frequencies.n_pairs();
        for (pair_idx, turn) in self.turns(position).enumerate() {
            let (first, second) = self.pairing.places(pair_idx, n_pairs);
            for place in [first, second] {
                let slots = cos.get_mut(place).zip(sin.get_mut(place));
                let (cos, sin) = slots.expect("a pair is two components of the head");
                (*sin, *cos) = turn;
            }
        }
        (cos, sin)
    }

    /// Returns what each pair adds to the score of `query` and `key` at `relative_position` (key
    /// minus query), highest frequency first: `q . R(relative_position x inv_freq) k`.
    ///
    /// Only the difference of the positions enters, which is the point of RoPE (RoFormer, eq. 16).
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
    /// let rope = rope.with_attention_factor(2.0)?;
    /// let (query, key) = ([1.0, 0.5, -0.3, 2.0], [0.2, 1.0, 0.7, -1.0]);
    /// let score: f64 = rope.pair_scores(&query, &key, 3.0)?.sum();
    /// assert!((score - rope.score((4.0, &query), (7.0, &key))?).abs() < 1e-14);
    /// let curve = rope.score_curve(&query, &key, (0.0, 1.0), 5)?;
    /// assert!((score - curve[3]).abs() < 1e-14);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if a vector does not have `head_dim` components.
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

    /// Returns the score of `query` and `key` at the `length` offsets `first + i step`.
    /// Shape `[length]`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if a vector does not have `head_dim` components.
    pub fn score_curve(
        &self,
        query: &[f64],
        key: &[f64],
        (first, step): (f64, f64),
        length: usize,
    ) -> Result<Vec<f64>, EncodingError> {
        let amplitudes = self.amplitudes(query, key)?;
        let mut scores = self.frequencies.wave_sum(amplitudes, (first, step), length);
        let (_, query_stays) = query.split_at(self.rotary_dim());
        let (_, key_stays) = key.split_at(self.rotary_dim());
        let unturned = dot(query_stays, key_stays);
        if unturned != 0.0 {
            scores.iter_mut().for_each(|score| *score += unturned);
        }
        Ok(scores)
    }

    /// Returns for every pair the factors of `cos` and `sin` of the relative angle in its score:
    /// the dot product of the two pairs, and their cross product with the key first.
    fn amplitudes<'a>(
        &'a self,
        query: &'a [f64],
        key: &'a [f64],
    ) -> Result<impl Iterator<Item = (f64, f64)> + 'a, EncodingError> {
        EncodingError::check_length(self.head_dim, query.len())?;
        EncodingError::check_length(self.head_dim, key.len())?;
        let n_pairs = self.frequencies.n_pairs();
        let pair = move |vector: &[f64], pair_idx: usize| {
            let (first, second) = self.pairing.places(pair_idx, n_pairs);
            let at = |place: usize| {
                let component = vector.get(place).copied();
                component.expect("a pair is two components of the head")
            };
            (at(first), at(second))
        };
        let factor = self.attention_factor * self.attention_factor;
        Ok((0..n_pairs).map(move |pair_idx| {
            let (q, k) = (pair(query, pair_idx), pair(key, pair_idx));
            let (along, across) = (q.0 * k.0 + q.1 * k.1, k.0 * q.1 - k.1 * q.0);
            (factor * along, factor * across)
        }))
    }

    /// Returns the score before softmax, `q . k` after both are rotated to their positions.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if a vector does not have `head_dim` components.
    pub fn score(&self, query: (f64, &[f64]), key: (f64, &[f64])) -> Result<f64, EncodingError> {
        let query = self.rotate(query.0, query.1)?;
        let key = self.rotate(key.0, key.1)?;
        Ok(dot(&query, &key))
    }
}

/// Returns one pair rotated counter-clockwise by `angle` radians (RoFormer, eq. 13).
///
/// ```
/// use phasor_encoding::rotary::rotate_pair;
///
/// let (x, y) = rotate_pair((0.6, 0.8), std::f64::consts::PI);
/// assert!((x + 0.6).abs() < 1e-15 && (y + 0.8).abs() < 1e-15);
/// ```
#[must_use]
pub fn rotate_pair(pair: (f64, f64), angle: f64) -> (f64, f64) {
    turn_pair(pair, angle.sin_cos())
}
