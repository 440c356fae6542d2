//! DyPE: rules for larger pictures that fade while a picture is made.

use crate::rotary::scaling::Ntk;
use crate::rotary::{Scaled, Scaling, Yarn};
use crate::{EncodingError, Frequencies};

/// DyPE: a rule for larger pictures that acts in full at the start of a diffusion, where a picture is noise and its large shapes
/// appear, and fades to the frequencies of the training, with which the small ones are drawn.
///
/// Source: Issachar et al. 2025, *DyPE* (arXiv 2510.20766), and the published code, `flux/transformer_flux.py` of guyyariv/DyPE.
/// At time 0 that code divides by 0; here, the rule has gone.
///
/// ```
/// use phasor_encoding::rotary::axial::{Dype, DypeRule};
///
/// // FLUX.1 at 4,096 pixels: 256 patches instead of 64 along a side.
/// let rule = Dype { rule: DypeRule::Yarn, length: 256.0, trained: 64.0, time: 1.0 };
/// let (start, end) = (rule.apply(1e4, 56)?, Dype { time: 0.0, ..rule }.apply(1e4, 56)?);
/// let slowest = |scaled: &phasor_encoding::Scaled| scaled.frequencies().inv_freq()[27];
/// assert!((slowest(&end) / slowest(&start) - 4.0).abs() < 1e-12);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dype {
    /// The rule that fades.
    pub rule: DypeRule,
    /// The patches along this axis, above 0.
    pub length: f64,
    /// The patches along this axis in training, above 0.
    pub trained: f64,
    /// The time of the diffusion, from 1, where all is noise, to 0, the finished picture.
    pub time: f64,
}

/// What DyPE lets fade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DypeRule {
    /// The NTK-aware rule: its exponent is multiplied by `2 time^2`.
    Ntk,
    /// YaRN for pictures: fast pairs keep their frequency, slow ones are divided by the growth, and those between follow the
    /// NTK-aware rule. The turns that divide the three are multiplied by `time^2`.
    #[default]
    Yarn,
}

impl Dype {
    /// Returns the frequencies of an axis of `dim` components with this base. A picture that is not larger than in training has
    /// those of the training.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn apply(&self, base: f64, dim: usize) -> Result<Scaled, EncodingError> {
        let length = EncodingError::positive("length", self.length)?;
        let trained = EncodingError::positive("trained", self.trained)?;
        let accepted = ("time", "a number from 0 to 1");
        EncodingError::check(accepted, self.time, (0.0..=1.0).contains(&self.time))?;
        let growth = length / trained;
        if growth <= 1.0 {
            return Scaling::Default.apply(base, dim, None);
        }
        let fading = self.time * self.time;
        match self.rule {
            DypeRule::Ntk => {
                let factor = growth.powf(2.0 * fading);
                Scaling::Ntk(Ntk { factor }).apply(base, dim, None)
            }
            DypeRule::Yarn => self.yarn(base, dim, (growth, fading)),
        }
    }

    /// YaRN with two ranges: from divided to NTK-aware frequencies, and from these to the plain ones.
    fn yarn(
        &self,
        base: f64,
        dim: usize,
        (growth, fading): (f64, f64),
    ) -> Result<Scaled, EncodingError> {
        const SLOW: (f64, f64) = (1.25, 0.75);
        const FAST: (f64, f64) = (16.0, 2.0);
        let accepted = ("base", "a finite number above 1");
        EncodingError::check(accepted, base, base.is_finite() && base > 1.0)?;
        let plain = Frequencies::new(base, dim)?;
        let stretched = Scaling::Ntk(Ntk { factor: growth }).apply(base, dim, None)?;
        let slow = self.ramp(base, dim, (SLOW, fading));
        let fast = self.ramp(base, dim, (FAST, fading));
        let pairs = plain
            .inv_freq()
            .iter()
            .zip(stretched.frequencies().inv_freq());
        let inv_freq = pairs.enumerate().map(|(pair_idx, (plain, stretched))| {
            let divided = slow(pair_idx);
            let changed = plain / growth * divided + stretched * (1.0 - divided);
            let share = fast(pair_idx);
            changed * share + plain * (1.0 - share)
        });
        let frequencies = Frequencies::from_inv_freq(base, inv_freq.collect())?;
        let yarn = Yarn {
            factor: growth,
            ..Yarn::default()
        };
        Ok(Scaled::plain(frequencies).with_attention_factor(yarn.attention_factor()))
    }

    /// Returns the ramp over the pair index from 0 to 1 between the pairs that make these turns in the length of the training.
    fn ramp(
        &self,
        base: f64,
        dim: usize,
        ((more, fewer), fading): ((f64, f64), f64),
    ) -> impl Fn(usize) -> f64 {
        let turns = Yarn {
            original_max_position_embeddings: self.trained,
            beta_fast: more * fading,
            beta_slow: fewer * fading,
            ..Yarn::default()
        };
        let last = (dim / 2) as f64;
        let (low, high) = turns.mixed_range(base, dim);
        let (low, high) = (low.min(last), high.min(last));
        // The reference widens an empty range by this much.
        let high = if low == high { high + 0.001 } else { high };
        move |pair_idx| ((pair_idx as f64 - low) / (high - low)).clamp(0.0, 1.0)
    }
}
