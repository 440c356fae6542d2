//! The three ways to share out the pairs of a head among rows, columns and time.

use super::direction::Direction;
use super::parameters::Axes;

/// A way to share out the pairs of a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// One half of the head for rows, the other half for columns.
    Axial,
    /// The fastest pairs for time, the next ones for rows, the slowest for columns.
    Sections,
    /// Time, rows and columns alternately.
    Interleaved,
}

impl Way {
    pub(super) const ALL: [Self; 3] = [Self::Axial, Self::Sections, Self::Interleaved];

    /// Returns the directions in the order of the entries of a position.
    pub(super) fn directions(self) -> &'static [Direction] {
        match self {
            Self::Axial => &[Direction::Rows, Direction::Columns],
            Self::Sections | Self::Interleaved => {
                &[Direction::Time, Direction::Rows, Direction::Columns]
            }
        }
    }

    /// Returns the name that stands above its board.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Axial => "axial",
            Self::Sections => "in sections",
            Self::Interleaved => "interleaved",
        }
    }

    /// Returns the word of the parameter that draws it alone.
    pub(super) fn axes(self) -> Axes {
        match self {
            Self::Axial => Axes::Axial,
            Self::Sections => Axes::MRope,
            Self::Interleaved => Axes::Interleaved,
        }
    }
}

impl Axes {
    /// Returns the way that is drawn alone, unless all are compared.
    pub(super) fn way(self) -> Option<Way> {
        match self {
            Self::Axial => Some(Way::Axial),
            Self::MRope => Some(Way::Sections),
            Self::Interleaved => Some(Way::Interleaved),
            Self::All => None,
        }
    }
}
