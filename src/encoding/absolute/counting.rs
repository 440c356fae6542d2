//! The two encodings that count: the position itself, and the position as a part of the length.
//!
//! No model of note uses them; they are the first two rungs of the ladder because what breaks
//! in them (size without bound, a code that depends on the length) is what others mend.

use crate::encoding::EncodingError;

/// Every component is the position.
///
/// ```
/// use phasor::encoding::absolute::Integer;
///
/// assert_eq!(Integer.encode(250.0, 3), [250.0; 3]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Integer;

impl Integer {
    /// The code of `position`, shape `[dim]`. Whole positions are exact up to 2^53.
    #[must_use]
    pub fn encode(self, position: f64, dim: usize) -> Vec<f64> {
        vec![position; dim]
    }
}

/// Every component is the position over the last position of the sequence, 0 to 1 inside it.
///
/// ```
/// use phasor::encoding::absolute::LengthNormalised;
///
/// // The same position has another code in another sequence: that is its fault.
/// assert_eq!(LengthNormalised::new(5)?.encode(2.0, 1), [0.5]);
/// assert_eq!(LengthNormalised::new(9)?.encode(2.0, 1), [0.25]);
/// assert_eq!(LengthNormalised::new(9)?.seq_len(), 9);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LengthNormalised {
    seq_len: usize,
}

impl LengthNormalised {
    /// The encoding for a sequence of `seq_len` tokens, 1 to 2^53.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] outside that range.
    pub fn new(seq_len: usize) -> Result<Self, EncodingError> {
        let accepted = ("seq_len", "a whole number from 1 to 2^53");
        let most = usize::try_from(1u64 << 53).unwrap_or(usize::MAX);
        let seq_len = EncodingError::count(accepted, seq_len, most)?;
        Ok(Self { seq_len })
    }

    /// Tokens of the sequence.
    #[must_use]
    pub fn seq_len(self) -> usize {
        self.seq_len
    }

    /// The code of `position`, shape `[dim]`: `position / (seq_len - 1)`. In a sequence of one
    /// token, whose position is 0, it is divided by 1.
    #[must_use]
    pub fn encode(self, position: f64, dim: usize) -> Vec<f64> {
        let last = (self.seq_len - 1).max(1) as f64;
        vec![position / last; dim]
    }
}
