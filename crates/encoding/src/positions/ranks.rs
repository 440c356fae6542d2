//! A long sequence on several ranks, which compute its attention together.
//!
//! Sources: Liu et al. 2023, *Ring Attention*, section 3 (contiguous chunks); Llama Team 2024, *The
//! Llama 3 Herd of Models*, section 3.3.2, and `_HeadTailLoadBalancer` of torch 2.15 (zigzag).

use super::PositionIds;
use super::layout::token_count;
use crate::EncodingError;

/// Which chunks of a sequence a rank gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChunkOrder {
    /// One chunk, in order: rank 0 has the beginning. With a causal mask, the last rank has the most
    /// to do.
    #[default]
    Contiguous,
    /// Two of `2 n_ranks` chunks: one counted from the beginning, one from the end. All ranks have the
    /// same to do.
    Zigzag,
}

/// The tokens of each rank.
///
/// ```
/// use phasor_encoding::PositionIds;
/// use phasor_encoding::positions::{ChunkOrder, Ranks};
///
/// let ranks = Ranks::new(8, 2, ChunkOrder::Zigzag)?;
/// assert_eq!(ranks.tokens_of(0), Some(&[0, 1, 6, 7][..]));
/// assert_eq!(ranks.tokens_of(1), Some(&[2, 3, 4, 5][..]));
/// assert_eq!((ranks.n_ranks(), ranks.rank_of(6)), (2, Some(0)));
/// // Each rank needs the ids of its tokens.
/// let ids = PositionIds::new(vec![(0..8).map(f64::from).collect()])?;
/// assert_eq!(ranks.position_ids_of(0, &ids)?.axis(0), Some(&[0.0, 1.0, 6.0, 7.0][..]));
/// // A rank that counts its own tokens from 0 gives them others. Here, token by token:
/// assert_eq!(ranks.counted_locally().axis(0), Some(&[0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 2.0, 3.0][..]));
/// assert!(Ranks::new(6, 2, ChunkOrder::Zigzag).is_err()); // six tokens make no four chunks
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranks {
    n_tokens: usize,
    tokens: Vec<Vec<usize>>,
}

impl Ranks {
    /// Spreads `n_tokens` tokens over `n_ranks` ranks.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there is no rank, or if `n_tokens` is 0, above
    /// [`MAX_TOKENS`](super::MAX_TOKENS), or not a multiple of the number of chunks.
    pub fn new(n_tokens: usize, n_ranks: usize, order: ChunkOrder) -> Result<Self, EncodingError> {
        let accepted = ("n_ranks", "a whole number above 0");
        let n_ranks = EncodingError::count(accepted, n_ranks, usize::MAX)?;
        let n_chunks = match order {
            ChunkOrder::Contiguous => n_ranks,
            ChunkOrder::Zigzag => n_ranks.saturating_mul(2),
        };
        let n_tokens = token_count(n_tokens)?;
        let accepted = ("n_tokens", "a multiple of the number of chunks");
        let in_range = n_tokens.is_multiple_of(n_chunks);
        EncodingError::check(accepted, n_tokens as f64, in_range)?;
        let size = n_tokens / n_chunks;
        let chunk = |chunk: usize| chunk * size..(chunk + 1) * size;
        let tokens = (0..n_ranks).map(|rank| match order {
            ChunkOrder::Contiguous => chunk(rank).collect(),
            ChunkOrder::Zigzag => chunk(rank).chain(chunk(n_chunks - 1 - rank)).collect(),
        });
        Ok(Self {
            n_tokens,
            tokens: tokens.collect(),
        })
    }

    /// The number of ranks.
    #[must_use]
    pub fn n_ranks(&self) -> usize {
        self.tokens.len()
    }

    /// The tokens of a rank, in the order in which it has them, or `None` if there is no such rank.
    #[must_use]
    pub fn tokens_of(&self, rank: usize) -> Option<&[usize]> {
        self.tokens.get(rank).map(Vec::as_slice)
    }

    /// Returns the rank that has the token, or `None` if there is no such token.
    #[must_use]
    pub fn rank_of(&self, token: usize) -> Option<usize> {
        self.tokens
            .iter()
            .position(|tokens| tokens.contains(&token))
    }

    /// Returns the ids of the tokens of a rank, from `ids` of the whole sequence; none if there is no
    /// such rank.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `ids` does not have one position for each token.
    pub fn position_ids_of(
        &self,
        rank: usize,
        ids: &PositionIds,
    ) -> Result<PositionIds, EncodingError> {
        EncodingError::check_length(self.n_tokens, ids.n_tokens())?;
        let tokens = self.tokens_of(rank).unwrap_or(&[]);
        let axes = ids.axes().map(|axis| {
            let ids = tokens.iter().filter_map(|token| axis.get(*token));
            ids.copied().collect()
        });
        PositionIds::new(axes.collect())
    }

    /// Returns the ids of the whole sequence if each rank counts its own tokens from 0, as happens
    /// where it gets no ids: right within the first chunk of a rank, wrong between chunks.
    #[must_use]
    pub fn counted_locally(&self) -> PositionIds {
        let mut ids = vec![0.0; self.n_tokens];
        for tokens in &self.tokens {
            for (step, token) in tokens.iter().enumerate() {
                let slot = ids.get_mut(*token);
                *slot.expect("the ranks have the tokens of the sequence") = step as f64;
            }
        }
        PositionIds::of_one_axis(ids)
    }
}
