//! Which two components of a vector make a pair.

/// The layout of pairs in a vector of `n_pairs` pairs.
///
/// Both layouts rotate the same pairs by the same angles; they differ by a permutation of the
/// components, so a model must use the one that it was trained with.
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
    /// Places of the two components of pair `pair_idx`.
    ///
    /// ```
    /// use phasor::encoding::Pairing;
    ///
    /// assert_eq!(Pairing::HalfSplit.places(1, 4), (1, 5));
    /// assert_eq!(Pairing::Interleaved.places(1, 4), (2, 3));
    /// ```
    #[must_use]
    pub fn places(self, pair_idx: usize, n_pairs: usize) -> (usize, usize) {
        match self {
            Self::HalfSplit => (pair_idx, n_pairs + pair_idx),
            Self::Interleaved => (2 * pair_idx, 2 * pair_idx + 1),
        }
    }
}
