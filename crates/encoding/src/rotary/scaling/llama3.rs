//! The rule of Llama 3.1, which divides low frequencies and keeps high ones.

use super::{Facts, Rule, Scaled, Scaling};
use crate::frequency::wavelength;
use crate::{EncodingError, Frequencies};

/// The rule of Llama 3.1. Pairs that make more than `high_freq_factor` turns in the original length
/// keep their frequency; the frequency of pairs that make fewer than `low_freq_factor` turns is
/// divided by `factor`. In between, the two are mixed in proportion to the number of turns.
///
/// It is often mistaken for YaRN, but it has no attention factor and mixes by turns, not by pair
/// index. Source: `apply_scaling` in Meta's `llama-models`, `llama3` in transformers. Meta found its
/// two limits by a grid search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Llama3 {
    /// The divisor of low frequencies, above 0.
    pub factor: f64,
    /// The turns in the original length below which a frequency is divided, above 0.
    pub low_freq_factor: f64,
    /// The turns in the original length above which a frequency is kept, above 0.
    pub high_freq_factor: f64,
    /// The original length in tokens, above 0.
    pub original_max_position_embeddings: f64,
}

impl Default for Llama3 {
    /// The values of Llama 3.1.
    fn default() -> Self {
        Self {
            factor: 8.0,
            low_freq_factor: 1.0,
            high_freq_factor: 4.0,
            original_max_position_embeddings: 8192.0,
        }
    }
}

impl Rule for Llama3 {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor),
            original_length: Some(self.original_max_position_embeddings),
            ..Facts::new(
                "llama3",
                "llama3",
                "apply_scaling in Meta's llama-models, llama3 in transformers",
            )
        }
    }

    fn apply(&self, base: f64, dim: usize, _: Option<usize>) -> Result<Scaled, EncodingError> {
        let factor = EncodingError::positive("factor", self.factor)?;
        let low = EncodingError::positive("low_freq_factor", self.low_freq_factor)?;
        let high = EncodingError::positive("high_freq_factor", self.high_freq_factor)?;
        let name = "original_max_position_embeddings";
        let length = EncodingError::positive(name, self.original_max_position_embeddings)?;
        let plain = Frequencies::new(base, dim)?;
        let scaled = plain.inv_freq().iter().map(|&inv_freq| {
            let wavelength = wavelength(inv_freq);
            if wavelength > length / low {
                inv_freq / factor
            } else if wavelength < length / high || high <= low {
                inv_freq
            } else {
                // If both factors are nearly equal, rounding could leave the range.
                let undivided = ((length / wavelength - low) / (high - low)).clamp(0.0, 1.0);
                (1.0 - undivided) * inv_freq / factor + undivided * inv_freq
            }
        });
        Frequencies::from_inv_freq(base, scaled.collect()).map(Scaled::plain)
    }

    fn examples(_: usize) -> Vec<Scaling> {
        let step = Self {
            low_freq_factor: 4.0,
            ..Self::default()
        };
        vec![Scaling::Llama3(Self::default()), Scaling::Llama3(step)]
    }
}
