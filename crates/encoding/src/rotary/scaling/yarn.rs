//! YaRN keeps high frequencies, divides low ones, and mixes those between by their pair index.

use std::f64::consts::TAU;

use super::{Facts, Rule, Scaled, Scaling};
use crate::{EncodingError, Frequencies};

/// YaRN with the fields that a configuration has.
///
/// Source: Peng et al. 2023, *YaRN*, sections 3.2 and 3.3. The arithmetic is that of transformers, which mixes
/// linearly in the pair index; the paper's equation 13 mixes in the number of turns.
#[derive(Debug, Clone, PartialEq)]
pub struct Yarn {
    /// How many times longer the context becomes, above 0.
    pub factor: f64,
    /// The original length in tokens, above 0.
    pub original_max_position_embeddings: f64,
    /// The turns in the original length from which a frequency is kept; 32 in the paper, which
    /// found it by experiment.
    pub beta_fast: f64,
    /// The turns in the original length up to which a frequency is divided by `factor`; 1 in the
    /// paper.
    pub beta_slow: f64,
    /// The attention factor, or `None` to compute it.
    pub attention_factor: Option<f64>,
    /// The weight of `ln factor` in the numerator of the attention factor (DeepSeek).
    pub mscale: Option<f64>,
    /// The weight of `ln factor` in the denominator. DeepSeek also multiplies its scores by the
    /// square of the denominator ([`Scaled::softmax_factor`]).
    pub mscale_all_dim: Option<f64>,
    /// Whether to round the ends of the mixed range outwards to whole pairs.
    pub truncate: bool,
}

impl Default for Yarn {
    /// No change of length (`factor` 1) from 4,096 tokens, with the paper's `beta`s and rounded
    /// ends.
    fn default() -> Self {
        Self {
            factor: 1.0,
            original_max_position_embeddings: 4096.0,
            beta_fast: 32.0,
            beta_slow: 1.0,
            attention_factor: None,
            mscale: None,
            mscale_all_dim: None,
            truncate: true,
        }
    }
}

impl Yarn {
    /// The factor of cosines and sines: the given attention factor, or `0.1 ln factor + 1`. If
    /// `mscale` and `mscale_all_dim` are both given and not 0, it is `0.1 mscale ln factor + 1`
    /// over the same with `mscale_all_dim`. A factor up to 1 gives 1.
    ///
    /// ```
    /// use phasor_encoding::Yarn;
    ///
    /// let yarn = Yarn { factor: 16.0, ..Yarn::default() };
    /// assert!((yarn.attention_factor() - 1.27725887).abs() < 1e-8);
    /// ```
    #[must_use]
    pub fn attention_factor(&self) -> f64 {
        let given = |weight: Option<f64>| weight.filter(|&weight| weight != 0.0);
        let computed = match (given(self.mscale), given(self.mscale_all_dim)) {
            (Some(above), Some(below)) => {
                sharpening(self.factor, above) / sharpening(self.factor, below)
            }
            _ => sharpening(self.factor, 1.0),
        };
        self.attention_factor.unwrap_or(computed)
    }

    /// Returns the pair indices `[low, high]` between which frequencies are mixed, for a base above
    /// 1: the pairs that make `beta_fast` and `beta_slow` turns in the original length.
    ///
    /// ```
    /// use phasor_encoding::Yarn;
    ///
    /// let llama_2 = Yarn { factor: 16.0, ..Yarn::default() };
    /// assert_eq!(llama_2.mixed_range(10_000.0, 128), (20.0, 46.0));
    /// ```
    #[must_use]
    pub fn mixed_range(&self, base: f64, dim: usize) -> (f64, f64) {
        let length = self.original_max_position_embeddings;
        let dim = dim as f64;
        let index_at = |turns: f64| dim * (length / (turns * TAU)).ln() / (2.0 * base.ln());
        let (low, high) = (index_at(self.beta_fast), index_at(self.beta_slow));
        let (low, high) = match self.truncate {
            true => (low.floor(), high.ceil()),
            false => (low, high),
        };
        (low.max(0.0), high.min(dim - 1.0))
    }
}

/// Returns the factor by which DeepSeek's attention multiplies its scores before softmax, from the `factor` of the rule and
/// the weight `mscale_all_dim`: `(0.1 mscale_all_dim ln factor + 1)^2`, 1 for a factor up to 1. Its classes apply it with
/// every rule, not only with YaRN.
///
/// Source: `yarn_apply_mscale` of DeepSeek-V3 in transformers 5.23.
///
/// ```
/// use phasor_encoding::scaling::softmax_factor;
///
/// assert!((softmax_factor(40.0, 1.0) - 1.8738542).abs() < 1e-7);
/// assert_eq!((softmax_factor(0.5, 1.0), softmax_factor(40.0, 0.0)), (1.0, 1.0));
/// ```
#[must_use]
pub fn softmax_factor(factor: f64, mscale_all_dim: f64) -> f64 {
    let sharpening = sharpening(factor, mscale_all_dim);
    sharpening * sharpening
}

/// `0.1 weight ln factor + 1` (YaRN, equation 15), 1 for a factor up to 1.
fn sharpening(factor: f64, weight: f64) -> f64 {
    if factor <= 1.0 {
        return 1.0;
    }
    0.1 * weight * factor.ln() + 1.0
}

impl Rule for Yarn {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor),
            original_length: Some(self.original_max_position_embeddings),
            ..Facts::new(
                "yarn",
                "YaRN",
                "Peng et al. 2023, YaRN, section 3.3 (ICLR 2024), as in transformers",
            )
        }
    }

    fn apply(&self, base: f64, dim: usize, _: Option<usize>) -> Result<Scaled, EncodingError> {
        let factor = EncodingError::positive("factor", self.factor)?;
        EncodingError::positive("beta_fast", self.beta_fast)?;
        EncodingError::positive("beta_slow", self.beta_slow)?;
        let name = "original_max_position_embeddings";
        EncodingError::positive(name, self.original_max_position_embeddings)?;
        let accepted = ("base", "a finite number above 1");
        EncodingError::check(accepted, base, base.is_finite() && base > 1.0)?;
        let attention_factor =
            EncodingError::positive("attention_factor", self.attention_factor())?;
        let plain = Frequencies::new(base, dim)?;
        let (low, high) = self.mixed_range(base, dim);
        // The reference widens an empty range by this much.
        let high = if low == high { high + 0.001 } else { high };
        let scaled = plain.inv_freq().iter().enumerate();
        let scaled = scaled.map(|(pair_idx, inv_freq)| {
            let divided = ((pair_idx as f64 - low) / (high - low)).clamp(0.0, 1.0);
            let undivided = 1.0 - divided;
            inv_freq / factor * (1.0 - undivided) + inv_freq * undivided
        });
        Ok(Scaled {
            frequencies: Frequencies::from_inv_freq(base, scaled.collect())?,
            attention_factor,
            softmax_factor: softmax_factor(factor, self.mscale_all_dim.unwrap_or(0.0)),
        })
    }

    fn examples(_: usize) -> Vec<Scaling> {
        let usual = Self {
            factor: 4.0,
            ..Self::default()
        };
        let deepseek = Self {
            factor: 40.0,
            mscale: Some(0.7),
            mscale_all_dim: Some(1.3),
            truncate: false,
            ..Self::default()
        };
        vec![Scaling::Yarn(usual), Scaling::Yarn(deepseek)]
    }
}
