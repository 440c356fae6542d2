//! p-RoPE, in which the slower pairs do not rotate.

use super::{Facts, Rule, Scaled, Scaling};
use crate::{EncodingError, Frequencies};

/// Proportional (p-RoPE): the first `floor(partial_rotary_factor x dim / 2)` pairs keep their
/// frequencies from the geometric progression over the *whole* `dim`; the slower pairs do not
/// rotate. A plain partial rotary factor differs: it fits a whole progression into the components
/// that rotate.
///
/// Source: Barbero et al. 2024, *Round and Round We Go!*, section 6.1; `proportional` in
/// transformers.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_encoding::scaling::Proportional;
///
/// let rule = Proportional { partial_rotary_factor: 0.5, factor: 1.0 };
/// let scaled = Scaling::Proportional(rule).apply(10_000.0, 8, None)?;
/// assert_eq!(scaled.frequencies().inv_freq(), [1.0, 0.1, 0.0, 0.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proportional {
    /// The share of the pairs that rotate, 0 to 1.
    pub partial_rotary_factor: f64,
    /// An additional divisor of the frequencies, above 0; 1 for none.
    pub factor: f64,
}

impl Rule for Proportional {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor).filter(|factor| *factor != 1.0),
            spans_head: true,
            is_from_start: true,
            ..Facts::new(
                "proportional",
                "p-RoPE",
                "Barbero et al. 2024, Round and Round We Go!, section 6.1 (arXiv:2410.06205)",
            )
        }
    }

    fn apply(&self, base: f64, dim: usize, _: Option<usize>) -> Result<Scaled, EncodingError> {
        let factor = EncodingError::positive("factor", self.factor)?;
        let part = self.partial_rotary_factor;
        let accepted = ("partial_rotary_factor", "from 0 to 1");
        EncodingError::check(accepted, part, (0.0..=1.0).contains(&part))?;
        let n_rotating = (part * dim as f64 / 2.0).floor() as usize;
        let plain = Frequencies::new(base, dim)?;
        let inv_freq = plain.inv_freq().iter().enumerate();
        let scaled = inv_freq.map(|(pair_idx, inv_freq)| match pair_idx < n_rotating {
            true => inv_freq / factor,
            false => 0.0,
        });
        Frequencies::from_inv_freq(base, scaled.collect()).map(Scaled::plain)
    }

    fn examples(_: usize) -> Vec<Scaling> {
        let example = |partial_rotary_factor, factor| {
            Scaling::Proportional(Self {
                partial_rotary_factor,
                factor,
            })
        };
        vec![example(0.25, 1.0), example(0.5, 2.0)]
    }
}
