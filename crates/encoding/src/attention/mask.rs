//! The keys that a query sees, and the softmax over them.

use crate::Matrix;

/// The keys that a query sees. A mask is not a positional encoding, but it reveals order: with
/// [`Causal`](Self::Causal) the first token sees one key and the last sees all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mask {
    /// Every key, as in an encoder.
    #[default]
    None,
    /// Keys up to the query itself, as in a decoder.
    Causal,
}

impl Mask {
    /// Returns `true` if the query at row `query` sees the key at row `key`.
    ///
    /// ```
    /// use phasor_encoding::Mask;
    ///
    /// assert!(Mask::Causal.shows(2, 2) && !Mask::Causal.shows(2, 3));
    /// assert!(Mask::None.shows(2, 3));
    /// ```
    #[must_use]
    pub fn shows(self, query: usize, key: usize) -> bool {
        match self {
            Self::None => true,
            Self::Causal => key <= query,
        }
    }

    /// Returns `scores` with minus infinity for every key that its query does not see.
    #[must_use]
    pub fn apply(self, scores: &Matrix) -> Matrix {
        let (n_queries, n_keys) = scores.shape();
        Matrix::from_fn(n_queries, n_keys, |query, key| {
            match self.shows(query, key) {
                true => (scores.get(query, key)).expect("the result has the shape of the scores"),
                false => f64::NEG_INFINITY,
            }
        })
    }
}

/// Returns the attention weights for the scores of one query: `exp(score) / sum of exp(score)`. A
/// score of minus infinity gives 0, even if all scores are minus infinity. A score of plus infinity
/// makes all weights NaN.
///
/// ```
/// use phasor_encoding::attention::softmax;
///
/// assert_eq!(softmax(&[1000.0, 1000.0, f64::NEG_INFINITY]), [0.5, 0.5, 0.0]);
/// ```
#[must_use]
pub fn softmax(scores: &[f64]) -> Vec<f64> {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if highest == f64::NEG_INFINITY {
        return vec![0.0; scores.len()];
    }
    let powers: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}
