//! Binary encoding: a position as bits, and the sinusoid that each bit is the sign of.

use std::f64::consts::TAU;

use super::EncodingError;

/// The largest number of bits that [`Binary::new`] accepts.
pub const MAX_BITS: u32 = 1024;

/// A counter of `bits` binary digits; bit 0 is the least significant.
///
/// ```
/// use phasor::encoding::Binary;
///
/// let counter = Binary::new(8)?;
/// assert_eq!(counter.digits(252), "11111100");
/// assert_eq!(counter.period(0), 2.0); // the last bit repeats every 2 positions
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
    /// [`EncodingError::Bits`] outside that range.
    pub fn new(bits: u32) -> Result<Self, EncodingError> {
        if bits == 0 || bits > MAX_BITS {
            return Err(EncodingError::Bits(bits));
        }
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
        2f64.powi(bit_idx as i32 + 1)
    }

    /// The sinusoid with the period of bit `bit_idx`, `-sin(2 pi position / period)`, from -1
    /// to 1: above 0 inside the half-period in which the bit is 1, below 0 where it is 0.
    #[must_use]
    pub fn sinusoid(self, position: f64, bit_idx: u32) -> f64 {
        -(TAU * (position / self.period(bit_idx)).fract()).sin()
    }
}
