//! Position interpolation, which divides every frequency by the same number.

use super::{Facts, Rule, Scaled, Scaling};
use crate::{EncodingError, Frequencies};

/// Position interpolation: every frequency divided by `factor`.
///
/// Source: Chen et al. 2023, *Extending Context Window of Large Language Models via Positional
/// Interpolation*, equation 4; `linear` in transformers.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_encoding::scaling::Linear;
///
/// let rule = Scaling::Linear(Linear { factor: 4.0 });
/// let scaled = rule.apply(10_000.0, 128, None)?;
/// assert_eq!(scaled.frequencies().inv_freq()[0], 0.25);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Linear {
    /// How many times longer the context becomes; above 0, usually above 1.
    pub factor: f64,
}

impl Rule for Linear {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor),
            ..Facts::new(
                "linear",
                "linear",
                "Chen et al. 2023, Position Interpolation, equation 4 (arXiv:2306.15595)",
            )
        }
    }

    fn apply(&self, base: f64, dim: usize, _: Option<usize>) -> Result<Scaled, EncodingError> {
        let factor = EncodingError::positive("factor", self.factor)?;
        let plain = Frequencies::new(base, dim)?;
        let divided = plain.inv_freq().iter().map(|inv_freq| inv_freq / factor);
        Frequencies::from_inv_freq(base, divided.collect()).map(Scaled::plain)
    }

    fn examples(_: usize) -> Vec<Scaling> {
        vec![Scaling::Linear(Self { factor: 3.0 })]
    }
}
