//! Errors of a rotation in bulk.

use std::fmt;

/// The reason why a buffer cannot be rotated. Its `Display` is one sentence.
///
/// ```
/// use phasor_bulk::{BulkError, Layout, Shape};
///
/// let shape = Shape { batch: 1, n_heads: 0, n_positions: 3, head_dim: 4 };
/// let error: BulkError = Layout::heads_first(shape).unwrap_err();
/// assert_eq!(error.to_string(), "The sizes of a shape must be above 0, not 1 x 0 x 3 x 4.");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BulkError {
    /// A size is 0.
    Empty([usize; 4]),
    /// The shape has more numbers than a buffer can hold.
    TooLarge([usize; 4]),
    /// Two vectors overlap.
    Overlap([usize; 3]),
    /// The buffer ends before the last vector does.
    Buffer {
        /// The length needed, in numbers.
        expected: usize,
        /// The length of the buffer, in numbers.
        actual: usize,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// The number of bytes requested.
        bytes: usize,
    },
    /// Tables of components do not have rows of pairs.
    Components {
        /// The number of components in a row.
        rotary_dim: usize,
        /// The number of cosines and of sines.
        numbers: (usize, usize),
    },
    /// The two components of a pair do not have the same cosine and sine.
    UnequalPair {
        /// The row, from 0.
        position: usize,
        /// The pair, from 0.
        pair: usize,
    },
    /// The angles do not fit the layout.
    Angles {
        /// The number of positions in the layout, and of components in a head.
        layout: (usize, usize),
        /// The number of positions with angles, and of components that rotate.
        angles: (usize, usize),
    },
}

impl fmt::Display for BulkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty([batch, heads, positions, dim]) => write!(
                f,
                "The sizes of a shape must be above 0, not {batch} x {heads} x {positions} x {dim}."
            ),
            Self::TooLarge([batch, heads, positions, dim]) => write!(
                f,
                "The shape {batch} x {heads} x {positions} x {dim} has more numbers than a buffer \
                 can hold."
            ),
            Self::Overlap([batch, head, position]) => write!(
                f,
                "With strides of {batch}, {head} and {position} numbers for batch, head and \
                 position, vectors overlap."
            ),
            Self::Buffer { expected, actual } => {
                write!(f, "The buffer must have {expected} numbers, not {actual}.")
            }
            Self::OutOfMemory { bytes } => write!(
                f,
                "There is not enough memory for another {:.1} MiB.",
                *bytes as f64 / 1_048_576.0
            ),
            Self::Components {
                rotary_dim,
                numbers: (cosines, sines),
            } => write!(
                f,
                "Cosines and sines must be as many, in rows of an even number of components above 0, not {cosines} and \
                 {sines} in rows of {rotary_dim}."
            ),
            Self::UnequalPair { position, pair } => write!(
                f,
                "Both components of a pair must have the same cosine and sine, but those of pair {pair} in row {position} \
                 differ; these tables may be for the other layout of pairs."
            ),
            Self::Angles { layout, angles } => write!(
                f,
                "The angles are for {} positions and {} components, but the layout has {} \
                 positions and heads of {} components.",
                angles.0, angles.1, layout.0, layout.1
            ),
        }
    }
}

impl std::error::Error for BulkError {}
