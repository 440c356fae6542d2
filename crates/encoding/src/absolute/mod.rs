//! Absolute encodings: a vector for each position, added to the embedding or concatenated with it.

pub mod binary;
pub mod counting;
pub mod learned;
pub mod sinusoidal;

pub use binary::Binary;
pub use counting::{Integer, LengthNormalised};
pub use learned::LearnedTable;
pub use sinusoidal::{Order, Sinusoidal, shift_matrix};

use crate::EncodingError;
use crate::frequency::MAX_DIM;

/// Any absolute encoding.
///
/// ```
/// use phasor_encoding::{Absolute, Frequencies, Order, Sinusoidal};
///
/// let sinusoidal = Sinusoidal::new(Frequencies::new(10_000.0, 4)?, Order::Interleaved);
/// let scheme = Absolute::Sinusoidal(sinusoidal);
/// assert_eq!(scheme.encode(0, 4)?, [0.0, 1.0, 0.0, 1.0]);
/// assert!(scheme.encode(0, 6).is_err());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Absolute {
    /// Every component is the position.
    Integer,
    /// Every component is the position over the length.
    LengthNormalised(LengthNormalised),
    /// The bits of the position, stretched over the components.
    Binary(Binary),
    /// Sines and cosines of the position.
    Sinusoidal(Sinusoidal),
    /// A row of a learned table.
    Learned(LearnedTable),
}

impl Absolute {
    /// Returns the encoding of `position` with `dim` components.
    ///
    /// # Errors
    /// - [`EncodingError::VectorLength`] if the scheme has another number of components;
    /// - [`EncodingError::OutsideTable`] if `position` is past the last row of a learned table;
    /// - [`EncodingError::Parameter`] if `dim` is 0, above [`MAX_DIM`] or below the number of bits.
    pub fn encode(&self, position: u64, dim: usize) -> Result<Vec<f64>, EncodingError> {
        let along = position as f64;
        let accepted = ("dim", "a whole number from 1 to 1048576");
        EncodingError::count(accepted, dim, MAX_DIM)?;
        match self {
            Self::Integer => Ok(Integer.encode(along, dim)),
            Self::LengthNormalised(scheme) => Ok(scheme.encode(along, dim)),
            Self::Binary(scheme) => scheme.stretched(position, dim),
            Self::Sinusoidal(scheme) => {
                EncodingError::check_length(dim, scheme.dim())?;
                Ok(scheme.encode(along))
            }
            Self::Learned(table) => {
                EncodingError::check_length(dim, table.dim())?;
                let position = usize::try_from(position).unwrap_or(usize::MAX);
                table.encode(position).map(<[f64]>::to_vec)
            }
        }
    }

    /// The number of components that the scheme fixes, or `None` if it works with any number.
    #[must_use]
    pub fn dim(&self) -> Option<usize> {
        match self {
            Self::Integer | Self::LengthNormalised(_) | Self::Binary(_) => None,
            Self::Sinusoidal(scheme) => Some(scheme.dim()),
            Self::Learned(table) => Some(table.dim()),
        }
    }
}
