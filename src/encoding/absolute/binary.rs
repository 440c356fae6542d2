//! Binary encoding: a position as bits, and the sinusoid that each bit is the sign of.

use std::f64::consts::TAU;

use crate::encoding::EncodingError;
use crate::encoding::frequency::MAX_DIM;

/// The largest number of bits that [`Binary::new`] accepts.
pub const MAX_BITS: u32 = 1024;

/// A counter of `bits` binary digits; bit 0 is the least significant.
///
/// ```
/// use phasor::encoding::{Binary, absolute::binary::MAX_BITS};
///
/// let counter = Binary::new(8)?;
/// assert_eq!(counter.digits(252), "11111100");
/// assert_eq!(counter.period(0), 2.0); // the last bit repeats every 2 positions
/// assert_eq!(counter.flips(252, 0), 252); // and has flipped at every one of them
/// assert!(counter.sinusoid(252.5, 0) < 0.0 && !counter.bit(252, 0)); // below 0 while it is 0
/// assert!(counter.overflows(256) && !counter.overflows(255));
/// assert_eq!(counter.bits(), 8);
/// assert!(Binary::new(MAX_BITS + 1).is_err());
/// # Ok::<(), phasor::encoding::EncodingError>(())
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
    /// A counter of `bits` digits, 1 to [`MAX_BITS`].
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] outside that range.
    pub fn new(bits: u32) -> Result<Self, EncodingError> {
        let in_range = (1..=MAX_BITS).contains(&bits);
        let accepted = ("bits", "a whole number from 1 to 1024");
        EncodingError::check(accepted, f64::from(bits), in_range)?;
        Ok(Self { bits })
    }

    /// Number of digits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// Digit `bit_idx` of `value`.
    #[must_use]
    pub fn bit(self, value: u64, bit_idx: u32) -> bool {
        value.checked_shr(bit_idx).unwrap_or(0) & 1 == 1
    }

    /// The digits of `value`, most significant first; higher digits than the counter has are
    /// dropped, as a counter that runs over drops them.
    pub fn encode(self, value: u64) -> impl Iterator<Item = bool> {
        (0..self.bits)
            .rev()
            .map(move |bit_idx| self.bit(value, bit_idx))
    }

    /// [`encode`](Self::encode) as text of `0` and `1`.
    #[must_use]
    pub fn digits(self, value: u64) -> String {
        self.encode(value)
            .map(|bit| if bit { '1' } else { '0' })
            .collect()
    }

    /// The digits of `value` as 0 and 1, stretched to `dim` components: component `j` holds
    /// digit `j bits / dim`, most significant first, so every digit fills `dim / bits` of them.
    ///
    /// ```
    /// use phasor::encoding::Binary;
    ///
    /// let code = Binary::new(2)?.stretched(0b10, 6)?;
    /// assert_eq!(code, [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    /// # Ok::<(), phasor::encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there are fewer components than digits, which would lose
    /// some, or more than [`MAX_DIM`].
    pub fn stretched(self, value: u64, dim: usize) -> Result<Vec<f64>, EncodingError> {
        let bits = self.bits as usize;
        let in_range = (bits..=MAX_DIM).contains(&dim);
        let accepted = ("dim", "a whole number from the number of bits to 1048576");
        EncodingError::check(accepted, dim as f64, in_range)?;
        let digit = |component: usize| (bits - 1 - component * bits / dim) as u32;
        let bit = |component| f64::from(self.bit(value, digit(component)));
        Ok((0..dim).map(bit).collect())
    }

    /// Whether `value` needs more digits than the counter has.
    #[must_use]
    pub fn overflows(self, value: u64) -> bool {
        value.checked_shr(self.bits).unwrap_or(0) != 0
    }

    /// How often bit `bit_idx` has flipped while counting from 0 to `value`: `value / 2^bit_idx`.
    #[must_use]
    pub fn flips(self, value: u64, bit_idx: u32) -> u64 {
        value.checked_shr(bit_idx).unwrap_or(0)
    }

    /// Positions after which bit `bit_idx` repeats, `2^(bit_idx + 1)`; it flips at every half.
    #[must_use]
    pub fn period(self, bit_idx: u32) -> f64 {
        (f64::from(bit_idx) + 1.0).exp2()
    }

    /// The sinusoid with the period of bit `bit_idx`, `-sin(2 pi position / period)`, from -1
    /// to 1: above 0 inside the half-period in which the bit is 1, below 0 where it is 0.
    #[must_use]
    pub fn sinusoid(self, position: f64, bit_idx: u32) -> f64 {
        -(TAU * (position / self.period(bit_idx)).fract()).sin()
    }
}
