//! What the pairs of a head can follow, and how far: rows and columns of a picture, and frames of a video.

use phasor_draw::Ink;

/// Patches along one side of the image.
pub(super) const SIDE: usize = 8;
/// The last row, and the last column.
pub(super) const LAST: f64 = SIDE as f64 - 1.0;
/// The farthest frame that can be chosen.
pub(super) const LAST_FRAME: f64 = 16.0;

/// What the angle of a pair grows with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Time,
    Rows,
    Columns,
}

impl Direction {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Rows => "rows",
            Self::Columns => "columns",
        }
    }

    /// Returns the name of a step.
    pub(super) fn step(self) -> &'static str {
        match self {
            Self::Time => "frame",
            Self::Rows => "row",
            Self::Columns => "column",
        }
    }

    /// Returns the colour of its pairs.
    pub(super) fn ink(self) -> Ink {
        match self {
            Self::Time => Ink::Time,
            Self::Rows => Ink::Rows,
            Self::Columns => Ink::Columns,
        }
    }

    /// Returns the largest offset that two patches can have.
    pub(super) fn farthest(self) -> f64 {
        match self {
            Self::Time => LAST_FRAME,
            Self::Rows | Self::Columns => LAST,
        }
    }
}
