//! Why the GPU cannot do a rotation.

use crate::bulk::BulkError;
use std::fmt;

/// Why the GPU cannot do a rotation; its `Display` is one sentence. The CPU can do whatever is not
/// a [`GpuError::Bulk`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no GPU, or it is not offered to programs.
    NoAdapter,
    /// There is one, and it cannot be had.
    NoDevice(String),
    /// It went away: unplugged, reset or taken by the system.
    Lost(String),
    /// Its memory does not hold the vectors.
    OutOfMemory,
    /// Numbers of 16 bits are turned four at a time.
    Divisor {
        /// Pairs that turn.
        n_pairs: usize,
    },
    /// The driver refused what is correct by the specification.
    Refused(String),
    /// Angles, layout and buffer do not belong together.
    Bulk(BulkError),
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter => f.write_str("No GPU is offered here."),
            Self::NoDevice(why) => write!(f, "The GPU cannot be used: {why}."),
            Self::Lost(why) if why.is_empty() => f.write_str("The GPU was lost."),
            Self::Lost(why) => write!(f, "The GPU was lost: {why}."),
            Self::OutOfMemory => f.write_str("The GPU has too little memory for these vectors."),
            Self::Divisor { n_pairs } => write!(
                f,
                "On the GPU numbers of 16 bits need pairs and strides that divide by 4, and there \
                 are {n_pairs} pairs."
            ),
            Self::Refused(why) => write!(f, "The GPU's driver refused the work: {why}."),
            Self::Bulk(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GpuError {}

impl From<BulkError> for GpuError {
    fn from(error: BulkError) -> Self {
        Self::Bulk(error)
    }
}
