//! Errors of work on the GPU.

use crate::BulkError;
use std::fmt;

/// The reason why the GPU cannot do its work. Its `Display` is one sentence. The CPU can do it
/// instead, except after a [`GpuError::Bulk`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no GPU, or programs have no access to it.
    NoAdapter,
    /// There is a GPU, but it cannot be used.
    NoDevice(String),
    /// The GPU was unplugged, reset or taken by the system.
    Lost(String),
    /// The memory of the GPU is too small.
    OutOfMemory,
    /// The number of pairs or a stride of 16-bit numbers is not a multiple of 4.
    Divisor {
        /// The number of pairs that rotate.
        n_pairs: usize,
    },
    /// The number of components of a vector is not a multiple of 4.
    Components(usize),
    /// What a kernel must read as a whole is larger than the largest buffer of the GPU.
    Large {
        /// Its size in bytes.
        n_bytes: u64,
        /// The size of the largest buffer in bytes.
        most_bytes: u64,
    },
    /// The driver rejected work that the specification allows.
    Rejected(String),
    /// Angles, layout and buffer do not fit together.
    Bulk(BulkError),
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter => f.write_str("No GPU is available."),
            Self::NoDevice(why) => write!(f, "The GPU cannot be used: {why}."),
            Self::Lost(why) if why.is_empty() => f.write_str("The GPU was lost."),
            Self::Lost(why) => write!(f, "The GPU was lost: {why}."),
            Self::OutOfMemory => f.write_str("The GPU has too little memory."),
            Self::Divisor { n_pairs } => write!(
                f,
                "On the GPU, the number of pairs and the strides of 16-bit numbers must be \
                 multiples of 4; there are {n_pairs} pairs."
            ),
            Self::Components(n) => write!(
                f,
                "On the GPU, the number of components of a vector must be a multiple of 4, not {n}."
            ),
            Self::Large {
                n_bytes,
                most_bytes,
            } => write!(
                f,
                "The GPU reads at most {most_bytes} bytes as a whole, and {n_bytes} are needed."
            ),
            Self::Rejected(why) => write!(f, "The GPU's driver rejected the work: {why}."),
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
