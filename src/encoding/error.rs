//! What can be wrong with the parameters of an encoding.

use std::fmt;

/// A parameter outside the range that an encoding is defined for.
///
/// Building a scheme is the only step that checks ranges; afterwards only a vector of the
/// wrong length can be refused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum EncodingError {
    /// The base is not a finite number above 0.
    Base(f64),
    /// The dimension is odd, 0, or above [`MAX_DIM`](super::frequency::MAX_DIM).
    Dim(usize),
    /// The number of bits is 0 or above [`MAX_BITS`](super::binary::MAX_BITS).
    Bits(u32),
    /// A vector does not have one entry per component.
    VectorLength {
        /// Components that the scheme has.
        expected: usize,
        /// Components that the vector had.
        actual: usize,
    },
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(base) => {
                write!(f, "base must be a finite number above 0, not {base}")
            }
            Self::Dim(dim) => write!(
                f,
                "dim must be an even number from 2 to {}, not {dim}",
                super::frequency::MAX_DIM
            ),
            Self::Bits(bits) => write!(
                f,
                "bits must be a whole number from 1 to {}, not {bits}",
                super::binary::MAX_BITS
            ),
            Self::VectorLength { expected, actual } => write!(
                f,
                "the vector must have {expected} components, not {actual}"
            ),
        }
    }
}

impl std::error::Error for EncodingError {}
