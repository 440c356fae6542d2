//! Padding: which id it gets, and whether the tokens after it count it.
//!
//! Source: `_prepare_position_ids_for_generation` of transformers 5.23, which makes the ids from the
//! attention mask (1 for a token, 0 for padding): the cumulative sum minus 1, and 0 for padding.

/// The id of a token of padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaddingIds {
    /// Padding counts like a word, so padding before a text shifts the text. All tokens have the
    /// ids 0, 1, 2 ..., as if there were no attention mask.
    Counted,
    /// Padding does not count, and has the id that stands here: 0 in transformers 5.23, and 1 in
    /// older versions and in Qwen-Omni without images. A mask hides it, so any id does.
    Filled(i32),
    /// Padding does not count, and has the id of the token before it, or -1 where there is none: the
    /// cumulative sum minus 1 as it is.
    Unfilled,
}

impl Default for PaddingIds {
    /// What transformers 5.23 does.
    fn default() -> Self {
        Self::Filled(0)
    }
}
