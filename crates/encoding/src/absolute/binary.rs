//! Binary encoding: a position as bits, and for each bit the sinusoid whose sign it is.

use std::f64::consts::TAU;

use crate::EncodingError;
use crate::frequency::MAX_DIM;

/// The largest number of bits that [`Binary::new`] accepts.
pub const MAX_BITS: u32 = 1024;

/// A counter of `bits` binary digits; bit 0 is the least significant.
///
/// ```
/// use phasor_encoding::{Binary, absolute::binary::MAX_BITS};
///
/// let counter = Binary::new(8)?;
/// assert_eq!(counter.digits(252), "11111100");
/// assert_eq!(counter.period(0), 2.0); // bit 0 repeats every 2 positions
/// assert_eq!(counter.flips(252, 0), 252); // and has flipped at each of the 252 steps
/// assert!(counter.sinusoid(252.5, 0) < 0.0 && !counter.bit(252, 0)); // bit 0 is 0 there
/// assert!(counter.overflows(256) && !counter.overflows(255));
/// assert_eq!(counter.bits(), 8);
/// assert!(Binary::new(MAX_BITS + 1).is_err());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binary {
    bits: u32,
}

impl Default for Binary {
    /// A counter of 8 digits.
    fn default() -> Self {
        Self { bits: 8 }
    }
}

impl Binary {
    /// Creates a counter of `bits` digits, 1 to [`MAX_BITS`].
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `bits` is outside that range.
    pub fn new(bits: u32) -> Result<Self, EncodingError> {
        let in_range = (1..=MAX_BITS).contains(&bits);
        let accepted = ("bits", "a whole number from 1 to 1024");
        EncodingError::check(accepted, f64::from(bits), in_range)?;
        Ok(Self { bits })
    }

    /// The number of digits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Returns digit `bit_idx` of `value`.
    #[must_use]
    pub fn bit(self, value: u64, bit_idx: u32) -> bool {
        value.checked_shr(bit_idx).unwrap_or(0) & 1 == 1
    }

    /// Returns the digits of `value`, most significant first. Digits that the counter does not have
    /// are dropped, as when a counter overflows.
    pub fn encode(self, value: u64) -> impl Iterator<Item = bool> {
        (0..self.bits)
            .rev()
            .map(move |bit_idx| self.bit(value, bit_idx))
    }

    /// Returns [`encode`](Self::encode) as a text of `0` and `1`.
    #[must_use]
    pub fn digits(self, value: u64) -> String {
        self.encode(value)
            .map(|bit| if bit { '1' } else { '0' })
            .collect()
    }

    /// Returns the digits of `value` as 0 and 1, stretched to `dim` components: component `j` holds
    /// digit `j bits / dim`, most significant first, so every digit fills `dim / bits` components.
    ///
    /// ```
    /// use phasor_encoding::Binary;
    ///
    /// let code = Binary::new(2)?.stretched(0b10, 6)?;
    /// assert_eq!(code, [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `dim` is below the number of digits, which would lose some,
    /// or above [`MAX_DIM`].
    pub fn stretched(self, value: u64, dim: usize) -> Result<Vec<f64>, EncodingError> {
        let bits = self.bits as usize;
        let in_range = (bits..=MAX_DIM).contains(&dim);
        let accepted = ("dim", "a whole number from the number of bits to 1048576");
        EncodingError::check(accepted, dim as f64, in_range)?;
        let digit = |component: usize| (bits - 1 - component * bits / dim) as u32;
        let bit = |component| f64::from(self.bit(value, digit(component)));
        Ok((0..dim).map(bit).collect())
    }

    /// Returns `true` if `value` needs more digits than the counter has.
    #[must_use]
    pub fn overflows(self, value: u64) -> bool {
        value.checked_shr(self.bits).unwrap_or(0) != 0
    }

    /// Returns how often bit `bit_idx` has flipped while counting from 0 to `value`:
    /// `value / 2^bit_idx`.
    #[must_use]
    pub fn flips(self, value: u64, bit_idx: u32) -> u64 {
        value.checked_shr(bit_idx).unwrap_or(0)
    }

    /// Returns the period of bit `bit_idx` in positions, `2^(bit_idx + 1)`; the bit flips every
    /// half period.
    #[must_use]
    pub fn period(self, bit_idx: u32) -> f64 {
        (f64::from(bit_idx) + 1.0).exp2()
    }

    /// Returns the sinusoid with the period of bit `bit_idx`, `-sin(2 pi position / period)`, from
    /// -1 to 1. It is above 0 in the half-period in which the bit is 1, and below 0 where the bit
    /// is 0.
    #[must_use]
    pub fn sinusoid(self, position: f64, bit_idx: u32) -> f64 {
        -(TAU * (position / self.period(bit_idx)).fract()).sin()
    }
}
