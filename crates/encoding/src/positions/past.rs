//! The past: tokens that were read in earlier steps, so that only their keys are there.
//!
//! Sources: `_prepare_position_ids_for_generation` and `compute_3d_position_ids` (with its
//! `rope_deltas`) of transformers 5.23.

/// The id of the first token after the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PastIds {
    /// The one that it has when the whole text is read at once.
    #[default]
    Continued,
    /// The largest id of the cached tokens of its sequence on any axis, plus 1. This is what
    /// transformers does for pictures (`rope_deltas`), and the same as [`Continued`](Self::Continued)
    /// for text.
    AfterLargest,
    /// The number of tokens in the cache. Padding and the patches of images make it too large.
    CacheLength,
    /// 0, as if there were no past.
    Reset,
}
