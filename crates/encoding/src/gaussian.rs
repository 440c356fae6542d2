//! Repeatable random vectors, used in place of learned numbers where there are none.

use std::f64::consts::TAU;

/// An iterator over independent normal numbers with mean 0 and variance 1. A seed gives the same
/// numbers on every machine, apart from the last digit, which depends on its logarithm and sine.
///
/// The generator is SplitMix64 (Steele, Lea and Flood 2014, *Fast Splittable Pseudorandom Number
/// Generators*); the transformation is that of Box and Muller (1958).
///
/// ```
/// use phasor_encoding::Gaussian;
///
/// let vector: Vec<f64> = Gaussian::new(7).take(1000).collect();
/// let again: Vec<f64> = Gaussian::new(7).take(1000).collect();
/// assert_eq!(vector, again);
/// let mean = vector.iter().sum::<f64>() / 1000.0;
/// assert!(mean.abs() < 0.1);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Gaussian {
    state: u64,
    spare: Option<f64>,
}

impl Gaussian {
    /// Creates the generator with that seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed,
            spare: None,
        }
    }

    /// Returns the next normal number. The iterator gives the same, but an iterator might end.
    ///
    /// ```
    /// use phasor_encoding::Gaussian;
    ///
    /// assert_eq!(Some(Gaussian::new(7).normal()), Gaussian::new(7).next());
    /// ```
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        // `uniform` is below 1, so the argument is never 0 and the logarithm is finite.
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        let (sin, cos) = (TAU * self.uniform()).sin_cos();
        self.spare = Some(radius * sin);
        radius * cos
    }

    /// Returns a whole number from 0 (included) to `end` (excluded), or 0 if `end` is 0.
    ///
    /// ```
    /// use phasor_encoding::Gaussian;
    ///
    /// let mut random = Gaussian::new(7);
    /// assert!((0..100).all(|_| random.below(6) < 6));
    /// ```
    pub fn below(&mut self, end: usize) -> usize {
        // `uniform` is below 1, so the product is below `end`.
        (self.uniform() * end as f64) as usize
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    pub(crate) fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Iterator for Gaussian {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        Some(self.normal())
    }
}
