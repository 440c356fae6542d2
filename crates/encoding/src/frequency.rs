//! Frequencies and wavelengths: the geometric progression that sinusoids and RoPE share.
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, section 3.5; Su et al. 2021,
//! *RoFormer*, section 3.2.2.

use std::f64::consts::TAU;
use std::ops::Range;

use super::EncodingError;

/// The largest dimension that [`Frequencies::new`] accepts.
pub const MAX_DIM: usize = 1 << 20;

/// The frequencies of the pairs, as inverse frequencies: `inv_freq[i] = base^(-2 i / dim)`, or what
/// a scaling rule makes of them.
///
/// ```
/// use phasor_encoding::{Frequencies, frequency::MAX_DIM};
///
/// let frequencies = Frequencies::new(10_000.0, 4)?;
/// assert_eq!(frequencies.n_pairs(), 2);
/// assert_eq!(frequencies.inv_freq()[0], 1.0); // pair 0 rotates by one radian per position
/// assert!((frequencies.inv_freq()[1] - 0.01).abs() < 1e-17);
/// assert_eq!(frequencies.angles(3.0).next(), Some(3.0));
/// assert!(Frequencies::new(10_000.0, MAX_DIM + 2).is_err());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Frequencies {
    base: f64,
    inv_freq: Vec<f64>,
}

impl Frequencies {
    /// Creates the geometric progression for `base` (finite, above 0) and `dim` components (even, 2
    /// to [`MAX_DIM`]).
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `base` or `dim` is outside its range.
    pub fn new(base: f64, dim: usize) -> Result<Self, EncodingError> {
        EncodingError::positive("base", base)?;
        let in_range = dim != 0 && dim <= MAX_DIM && dim.is_multiple_of(2);
        let accepted = "an even number from 2 to 1048576";
        EncodingError::check(("dim", accepted), dim as f64, in_range)?;
        let inv_freq = (0..dim / 2)
            .map(|pair_idx| base.powf(-2.0 * pair_idx as f64 / dim as f64))
            .collect();
        Ok(Self { base, inv_freq })
    }

    /// Creates frequencies that need not be a geometric progression, as scaling rules make them.
    /// `inv_freq` holds the radians per position of each pair, finite, 0 for a pair that does not
    /// rotate. `base` is the base that they were derived from.
    ///
    /// ```
    /// use phasor_encoding::Frequencies;
    ///
    /// let frequencies = Frequencies::from_inv_freq(10_000.0, vec![1.0, 0.1, 0.0])?;
    /// assert_eq!(frequencies.dim(), 6);
    /// assert_eq!(frequencies.wavelengths().last(), Some(f64::INFINITY));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `base` or an entry is outside its range, or if there is no
    /// entry.
    pub fn from_inv_freq(base: f64, inv_freq: Vec<f64>) -> Result<Self, EncodingError> {
        EncodingError::positive("base", base)?;
        let accepted = ("n_pairs", "a whole number from 1 to 524288");
        EncodingError::count(accepted, inv_freq.len(), MAX_DIM / 2)?;
        for &entry in &inv_freq {
            let in_range = entry.is_finite() && entry >= 0.0;
            let accepted = ("inv_freq", "finite and not below 0");
            EncodingError::check(accepted, entry, in_range)?;
        }
        // A wavelength is a quotient by this number: minus 0 would make it minus infinity.
        let inv_freq = inv_freq.into_iter().map(f64::abs).collect();
        Ok(Self { base, inv_freq })
    }

    /// Returns the same frequencies, but 0 for the pairs outside of `pairs`, which then do not rotate.
    ///
    /// ```
    /// use phasor_encoding::Frequencies;
    ///
    /// let slow = Frequencies::new(10_000.0, 4)?.keeping(1..2);
    /// assert_eq!(slow.inv_freq(), [0.0, 0.01]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn keeping(mut self, pairs: Range<usize>) -> Self {
        for (pair_idx, inv_freq) in self.inv_freq.iter_mut().enumerate() {
            if !pairs.contains(&pair_idx) {
                *inv_freq = 0.0;
            }
        }
        self
    }

    /// The base (theta) of the geometric progression.
    #[must_use]
    pub fn base(&self) -> f64 {
        self.base
    }

    /// The number of components, twice the number of pairs.
    #[must_use]
    pub fn dim(&self) -> usize {
        2 * self.n_pairs()
    }

    /// The number of pairs.
    #[must_use]
    pub fn n_pairs(&self) -> usize {
        self.inv_freq.len()
    }

    /// The frequencies in radians per position, highest first for a base above 1. Shape
    /// `[n_pairs]`.
    #[must_use]
    pub fn inv_freq(&self) -> &[f64] {
        &self.inv_freq
    }

    /// The wavelengths in positions per full turn, `2 pi / inv_freq`, shortest first for a base
    /// above 1.
    pub fn wavelengths(&self) -> impl DoubleEndedIterator<Item = f64> + ExactSizeIterator + '_ {
        self.inv_freq.iter().map(|&inv_freq| wavelength(inv_freq))
    }

    /// Returns the angle of every pair at `position`, in radians: `position x inv_freq`, not
    /// reduced to one turn.
    ///
    /// The product is within one `f64` rounding of the exact one, 1e-9 radians at position
    /// 10,000,000.
    pub fn angles(&self, position: f64) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.inv_freq
            .iter()
            .map(move |&inv_freq| position * inv_freq)
    }

    /// Returns `sum over pairs of a cos(p inv_freq) + b sin(p inv_freq)` at the `length` positions
    /// `p = first + i step`, with one `(a, b)` for each pair. Every quantity of sinusoids and of
    /// RoPE that depends only on the offset is such a sum.
    ///
    /// Each position is split into `block + rest`, whose exact sines and cosines give those of the
    /// sum (angle addition). This costs `length / 64 + 64` sines and cosines for each pair instead
    /// of `length`, and adds at most three roundings to each term.
    ///
    /// ```
    /// use phasor_encoding::Frequencies;
    ///
    /// let frequencies = Frequencies::new(10_000.0, 4)?;
    /// let sums = frequencies.wave_sum([(1.0, 0.0), (0.0, 2.0)], (5.0, 0.5), 2);
    /// assert!((sums[1] - (5.5f64.cos() + 2.0 * 0.055f64.sin())).abs() < 1e-15);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    pub fn wave_sum(
        &self,
        amplitudes: impl IntoIterator<Item = (f64, f64)>,
        (first, step): (f64, f64),
        length: usize,
    ) -> Vec<f64> {
        const BLOCK: usize = 64;
        let mut sums = vec![0.0; length];
        for (&inv_freq, (a, b)) in self.inv_freq.iter().zip(amplitudes) {
            let rest: [(f64, f64); BLOCK] =
                std::array::from_fn(|rest| (rest as f64 * step * inv_freq).sin_cos());
            for (block_idx, block) in sums.chunks_mut(BLOCK).enumerate() {
                let start = first + (block_idx * BLOCK) as f64 * step;
                let (sin, cos) = (start * inv_freq).sin_cos();
                let (along, across) = (a * cos + b * sin, b * cos - a * sin);
                for (sum, (rest_sin, rest_cos)) in block.iter_mut().zip(&rest) {
                    *sum += along * rest_cos + across * rest_sin;
                }
            }
        }
        sums
    }
}

impl Default for Frequencies {
    /// The smallest progression: one pair, which rotates by one radian per position for any base.
    fn default() -> Self {
        Self {
            base: 10_000.0,
            inv_freq: vec![1.0],
        }
    }
}

/// Returns the wavelength of a pair with frequency `inv_freq`, in positions; infinite for 0.
///
/// ```
/// assert_eq!(phasor_encoding::frequency::wavelength(1.0), std::f64::consts::TAU);
/// ```
#[must_use]
pub fn wavelength(inv_freq: f64) -> f64 {
    TAU / inv_freq
}

/// Returns the number of full turns in `angle` radians; its fraction is the unfinished turn.
///
/// ```
/// assert_eq!(phasor_encoding::frequency::turns(3.0 * std::f64::consts::PI), 1.5);
/// ```
#[must_use]
pub fn turns(angle: f64) -> f64 {
    angle / TAU
}

/// Returns the equivalent angle within one turn, in radians from 0 (included) to 2 pi (excluded).
///
/// ```
/// use std::f64::consts::{PI, TAU};
/// assert_eq!(phasor_encoding::frequency::within_one_turn(PI - TAU), PI);
/// ```
#[must_use]
pub fn within_one_turn(angle: f64) -> f64 {
    let wrapped = angle.rem_euclid(TAU);
    // Adding 2 pi to a tiny negative angle rounds to 2 pi itself.
    if wrapped >= TAU { 0.0 } else { wrapped }
}
