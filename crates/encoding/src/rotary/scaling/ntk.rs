//! The NTK-aware rule, which stretches the base.

use super::{Facts, Rule, Scaled, Scaling};
use crate::EncodingError;

/// NTK-aware: the base becomes `base x factor^(dim / (dim - 2))`, which keeps pair 0 and divides the
/// lowest frequency by `factor`.
///
/// Source: Peng et al. 2023, *YaRN*, section 3.1. Configurations of transformers do not have it.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_encoding::scaling::Ntk;
///
/// let scaled = Scaling::Ntk(Ntk { factor: 2.0 }).apply(10_000.0, 128, None)?;
/// assert!((scaled.frequencies().base() - 20_221.2617).abs() < 1e-4);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ntk {
    /// How many times longer the context becomes; above 0, usually above 1.
    pub factor: f64,
}

impl Rule for Ntk {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor),
            ..Facts::new(
                "ntk",
                "NTK-aware",
                "bloc97 2023; Peng et al. 2023, YaRN, section 3.1 (ICLR 2024)",
            )
        }
    }

    fn apply(&self, base: f64, dim: usize, _: Option<usize>) -> Result<Scaled, EncodingError> {
        let factor = EncodingError::positive("factor", self.factor)?;
        Scaled::unscaled(stretched_base(base, dim, factor)?, dim)
    }

    fn examples(_: usize) -> Vec<Scaling> {
        vec![Scaling::Ntk(Self { factor: 2.5 })]
    }
}

/// The base whose lowest frequency is that of `base` divided by `growth`.
pub(super) fn stretched_base(base: f64, dim: usize, growth: f64) -> Result<f64, EncodingError> {
    let accepted = ("dim", "an even number from 4 to 1048576");
    EncodingError::check(accepted, dim as f64, dim >= 4)?;
    let dim = dim as f64;
    Ok(base * growth.powf(dim / (dim - 2.0)))
}
