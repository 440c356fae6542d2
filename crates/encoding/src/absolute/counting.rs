//! The two encodings that count: the position itself, and the position as a fraction of the length.
//!
//! No model of note uses them. They are the first rungs of the ladder because later schemes repair
//! what breaks in them: size without bound, and an encoding that depends on the length.

use crate::EncodingError;

/// The encoding whose every component is the position.
///
/// ```
/// use phasor_encoding::absolute::Integer;
///
/// assert_eq!(Integer.encode(250.0, 3), [250.0; 3]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Integer;

impl Integer {
    /// Returns the encoding of `position`, shape `[dim]`. Whole positions are exact up to 2^53.
    #[must_use]
    pub fn encode(self, position: f64, dim: usize) -> Vec<f64> {
        vec![position; dim]
    }
}

/// The encoding whose every component is the position over the last position, 0 to 1 in the
/// sequence.
///
/// ```
/// use phasor_encoding::absolute::LengthNormalised;
///
/// // The fault of this scheme: the encoding of a position depends on the length of its sequence.
/// assert_eq!(LengthNormalised::new(5)?.encode(2.0, 1), [0.5]);
/// assert_eq!(LengthNormalised::new(9)?.encode(2.0, 1), [0.25]);
/// assert_eq!(LengthNormalised::new(9)?.seq_len(), 9);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LengthNormalised {
    seq_len: usize,
}

impl LengthNormalised {
    /// Creates the encoding for a sequence of `seq_len` tokens, 1 to 2^53.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `seq_len` is outside that range.
    pub fn new(seq_len: usize) -> Result<Self, EncodingError> {
        let accepted = ("seq_len", "a whole number from 1 to 2^53");
        let most = usize::try_from(1u64 << 53).unwrap_or(usize::MAX);
        let seq_len = EncodingError::count(accepted, seq_len, most)?;
        Ok(Self { seq_len })
    }

    /// The number of tokens in the sequence.
    #[must_use]
    pub fn seq_len(self) -> usize {
        self.seq_len
    }

    /// Returns the encoding of `position`, shape `[dim]`: `position / (seq_len - 1)`. In a sequence
    /// of one token the divisor is 1.
    #[must_use]
    pub fn encode(self, position: f64, dim: usize) -> Vec<f64> {
        let last = (self.seq_len - 1).max(1) as f64;
        vec![position / last; dim]
    }
}
