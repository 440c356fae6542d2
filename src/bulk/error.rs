//! Why a buffer cannot be rotated.

use std::fmt;

/// Why a buffer cannot be rotated; its `Display` is one sentence.
///
/// ```
/// use phasor::bulk::{BulkError, Layout, Shape};
///
/// let shape = Shape { batch: 1, n_heads: 0, n_positions: 3, head_dim: 4 };
/// let error: BulkError = Layout::heads_first(shape).unwrap_err();
/// assert_eq!(error.to_string(), "The shape 1 x 0 x 3 x 4 has a size of 0.");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BulkError {
    /// A size is 0.
    Empty([usize; 4]),
    /// More numbers than a buffer can have.
    TooLarge([usize; 4]),
    /// Two vectors lie over each other.
    Overlap([usize; 3]),
    /// The buffer ends before the last vector does.
    Buffer {
        /// Numbers that are needed.
        expected: usize,
        /// Numbers that it has.
        actual: usize,
    },
    /// There is no memory for so much.
    OutOfMemory {
        /// What was asked for.
        bytes: usize,
    },
    /// The angles are for other vectors.
    Angles {
        /// Positions of the layout, and components of a head.
        layout: (usize, usize),
        /// Positions of the angles, and components that they turn.
        angles: (usize, usize),
    },
}

impl fmt::Display for BulkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty([batch, heads, positions, dim]) => write!(
                f,
                "The shape {batch} x {heads} x {positions} x {dim} has a size of 0."
            ),
            Self::TooLarge([batch, heads, positions, dim]) => write!(
                f,
                "The shape {batch} x {heads} x {positions} x {dim} has more numbers than memory \
                 can be counted in."
            ),
            Self::Overlap([batch, head, position]) => write!(
                f,
                "With steps of {batch}, {head} and {position} numbers for batch, head and position \
                 vectors lie over each other."
            ),
            Self::Buffer { expected, actual } => write!(
                f,
                "The buffer must have {expected} numbers and has {actual}."
            ),
            Self::OutOfMemory { bytes } => write!(
                f,
                "There is no room in memory for {:.1} MiB more.",
                *bytes as f64 / 1_048_576.0
            ),
            Self::Angles { layout, angles } => write!(
                f,
                "The angles are for {} positions and {} components; there are {} positions, and a \
                 head has {} components.",
                angles.0, angles.1, layout.0, layout.1
            ),
        }
    }
}

impl std::error::Error for BulkError {}
