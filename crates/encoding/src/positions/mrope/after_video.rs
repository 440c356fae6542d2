//! Where the text after a video goes on.

use super::super::assign::Block;

/// Where the text after a video goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AfterVideo {
    /// The larger of rows and columns after the first position of the video, however long it is, so
    /// that text shares positions with later frames (transformers from 5.3 on).
    #[default]
    LongestSide,
    /// After the largest position of the video on any axis (*Qwen2-VL*, section 2.1; transformers
    /// up to 5.2).
    LargestPosition,
}

impl AfterVideo {
    pub(super) fn advance(self, block: &Block, largest: f64) -> f64 {
        match self {
            Self::LongestSide => block.longest_side as f64,
            Self::LargestPosition => largest + 1.0 - block.start,
        }
    }
}
