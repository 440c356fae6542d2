//! Which two components of a vector make a pair.

use crate::EncodingError;

/// The layout of pairs in a vector of `n_pairs` pairs.
///
/// Both layouts rotate the same pairs by the same angles. They differ by a permutation of the
/// components, so a model must use the layout that it was trained with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairing {
    /// Components `i` and `n_pairs + i`. GPT-NeoX and the Llama, Qwen and Gemma code of
    /// Hugging Face transformers.
    #[default]
    HalfSplit,
    /// Components `2 i` and `2 i + 1`. The RoFormer paper, GPT-J, the original Llama code.
    Interleaved,
}

impl Pairing {
    /// Returns the places of the two components of pair `pair_idx`.
    ///
    /// ```
    /// use phasor_encoding::Pairing;
    ///
    /// assert_eq!(Pairing::HalfSplit.places(1, 4), (1, 5));
    /// assert_eq!(Pairing::Interleaved.places(1, 4), (2, 3));
    /// ```
    #[must_use]
    pub fn places(self, pair_idx: usize, n_pairs: usize) -> (usize, usize) {
        match self {
            Self::HalfSplit => (pair_idx, n_pairs.saturating_add(pair_idx)),
            Self::Interleaved => {
                let first = pair_idx.saturating_mul(2);
                (first, first.saturating_add(1))
            }
        }
    }

    /// Returns the pair that component `place` belongs to, and whether it is the first (0) or
    /// second (1) component of that pair: the inverse of [`places`](Self::places).
    ///
    /// ```
    /// use phasor_encoding::Pairing;
    ///
    /// assert_eq!(Pairing::HalfSplit.pair_of(5, 4), (1, 1));
    /// assert_eq!(Pairing::Interleaved.pair_of(5, 4), (2, 1));
    /// ```
    #[must_use]
    pub fn pair_of(self, place: usize, n_pairs: usize) -> (usize, usize) {
        match self {
            Self::HalfSplit => (place % n_pairs.max(1), place / n_pairs.max(1)),
            Self::Interleaved => (place / 2, place % 2),
        }
    }

    /// Returns the same vector in the layout `to`: each pair moves from its places in this layout
    /// to its places in the other. Components past the last pair stay.
    ///
    /// Rotating and changing the layout commute. To convert a checkpoint, apply this to the rows of
    /// its query and key projections, head by head.
    ///
    /// ```
    /// use phasor_encoding::Pairing;
    ///
    /// let interleaved = [1.0, 2.0, 3.0, 4.0];
    /// let half_split = Pairing::Interleaved.convert(Pairing::HalfSplit, &interleaved, 2)?;
    /// assert_eq!(half_split, [1.0, 3.0, 2.0, 4.0]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` has fewer than two components for each pair.
    pub fn convert(
        self,
        to: Self,
        vector: &[f64],
        n_pairs: usize,
    ) -> Result<Vec<f64>, EncodingError> {
        check_room(n_pairs, vector.len())?;
        let mut converted = vector.to_vec();
        for pair_idx in 0..n_pairs {
            let (from, to) = (self.places(pair_idx, n_pairs), to.places(pair_idx, n_pairs));
            for (from, to) in [(from.0, to.0), (from.1, to.1)] {
                let places = converted.get_mut(to).zip(vector.get(from));
                let (slot, value) = places.expect("the vector has room for every pair");
                *slot = *value;
            }
        }
        Ok(converted)
    }

    /// Returns `vector` with each of its `n_pairs` pairs rotated by a quarter turn: `(x, y)`
    /// becomes `(-y, x)`. This is `rotate_half` of Hugging Face transformers, for either layout.
    /// Components past the last pair become 0.
    ///
    /// ```
    /// use phasor_encoding::Pairing;
    ///
    /// let x = [1.0, 2.0, 3.0, 4.0];
    /// assert_eq!(Pairing::HalfSplit.quarter_turn(&x, 2)?, [-3.0, -4.0, 1.0, 2.0]);
    /// assert_eq!(Pairing::Interleaved.quarter_turn(&x, 2)?, [-2.0, 1.0, -4.0, 3.0]);
    /// assert!(Pairing::HalfSplit.quarter_turn(&x, 3).is_err());
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` has fewer than two components for each pair.
    pub fn quarter_turn(self, vector: &[f64], n_pairs: usize) -> Result<Vec<f64>, EncodingError> {
        check_room(n_pairs, vector.len())?;
        let at = |place: usize| {
            let component = vector.get(place).copied();
            component.expect("the vector has room for every pair")
        };
        let turned = (0..vector.len()).map(|place| {
            let (pair_idx, side) = self.pair_of(place, n_pairs);
            let (first, second) = self.places(pair_idx, n_pairs);
            match side {
                _ if place >= n_pairs.saturating_mul(2) => 0.0,
                0 => -at(second),
                _ => at(first),
            }
        });
        Ok(turned.collect())
    }

    /// Rotates the pairs at the start of `vector`, each by its `(sin, cos)`. The caller has checked
    /// that they fit.
    pub(super) fn turn(self, turns: impl ExactSizeIterator<Item = (f64, f64)>, vector: &mut [f64]) {
        let n_pairs = turns.len();
        for (pair_idx, turn) in turns.enumerate() {
            let (first, second) = self.places(pair_idx, n_pairs);
            let [x, y] = vector
                .get_disjoint_mut([first, second])
                .expect("the vector has room for every pair");
            (*x, *y) = turn_pair((*x, *y), turn);
        }
    }
}

/// Checks that a vector of `len` components has room for `n_pairs` pairs.
fn check_room(n_pairs: usize, len: usize) -> Result<(), EncodingError> {
    let needed = n_pairs.saturating_mul(2);
    match len < needed {
        true => EncodingError::check_length(needed, len),
        false => Ok(()),
    }
}

/// Returns the pair rotated by the angle of that `(sin, cos)`.
pub(super) fn turn_pair((x, y): (f64, f64), (sin, cos): (f64, f64)) -> (f64, f64) {
    (x * cos - y * sin, x * sin + y * cos)
}
