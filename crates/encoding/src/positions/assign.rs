//! What a rule is given of a token, and what it answers.

use super::{Part, PerAxis, TokenKind};

/// What a model needs of an image or a video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    /// Its patches, frame after frame.
    Frames,
    /// Its patches, with text before each frame.
    TimeStamps,
    /// An image with a token at the end of each row.
    RowEnds,
}

impl Needs {
    /// Returns what `part` must be, if it is not that.
    pub(super) fn unmet(self, part: &Part) -> Option<&'static str> {
        match (self, part) {
            (Self::RowEnds, Part::Video(_)) => Some("an image, since the model reads no videos"),
            (Self::RowEnds, Part::Image(image)) => {
                (!image.has_row_ends()).then_some("an image with a token at the end of each row")
            }
            (Self::Frames | Self::TimeStamps, Part::Image(image)) => {
                (image.has_row_ends()).then_some("an image without tokens at the ends of its rows")
            }
            (Self::Frames | Self::TimeStamps, Part::Video(video)) => {
                let (has, needs) = (video.time_stamp_tokens() > 0, self == Self::TimeStamps);
                match (has, needs) {
                    _ if video.frame().has_row_ends() => {
                        Some("a video without tokens at the ends of rows")
                    }
                    (true, false) => Some("a video without time stamps between its frames"),
                    (false, true) => Some("a video with a time stamp before each frame"),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A run of tokens that take their positions together: one word, or all patches of an image, of a
/// frame with a time stamp, or of a video without them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Block {
    /// The position that a word would have here.
    pub(super) start: f64,
    /// The number of its tokens.
    pub(super) n_tokens: usize,
    /// The number of its tokens before the present one.
    pub(super) step: usize,
    /// The number of images and frames before it in the sequence.
    pub(super) n_images: usize,
    /// The larger of rows and columns; 1 for a word.
    pub(super) longest_side: usize,
    /// The number of its columns, without the ends of rows.
    pub(super) n_columns: usize,
    /// The seconds from one frame to the next, if it is a video without time stamps.
    pub(super) seconds_per_frame: Option<f64>,
}

impl Block {
    /// Returns what a token of the block is to a rule. The end of a row is one more column.
    pub(super) fn spot(&self, kind: TokenKind) -> Spot {
        match kind {
            TokenKind::Patch { frame, row, column } => Spot::Patch { frame, row, column },
            TokenKind::RowEnd { frame, row } => Spot::Patch {
                frame,
                row,
                column: self.n_columns,
            },
            TokenKind::Text
            | TokenKind::System
            | TokenKind::Padding
            | TokenKind::TimeStamp { .. } => Spot::Word,
        }
    }
}

/// What a token is to a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Word,
    Patch {
        frame: usize,
        row: usize,
        column: usize,
    },
}

/// A rule. [`Numbering`](super::Numbering) calls these.
pub(super) trait Assign {
    /// Returns what the model needs of `part`.
    fn needs(&self, part: &Part) -> Needs;

    /// Returns the position of a token.
    fn position(&self, spot: Spot, block: &Block) -> PerAxis;

    /// Returns how far after its start the text after the block goes on, if `largest` is the largest
    /// position in the block.
    fn advance(&self, block: &Block, largest: f64) -> f64;
}
