//! Dynamic NTK, whose base grows with the sequence.

use super::ntk::stretched_base;
use super::{Facts, Rule, Scaled, Scaling};
use crate::EncodingError;

/// Dynamic NTK: like [`Ntk`](super::Ntk), with a factor that grows with the sequence once it is
/// longer than the original length. Shorter sequences keep their frequencies.
///
/// Source: Peng et al. 2023, *YaRN*, section 3.4; `dynamic` in transformers.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_encoding::scaling::Dynamic;
///
/// let rule = Scaling::Dynamic(Dynamic { factor: 2.0, max_position_embeddings: 2048.0 });
/// let base = |seq_len| Ok(rule.apply(10_000.0, 128, Some(seq_len))?.frequencies().base());
/// assert_eq!(base(2048)?, 10_000.0);
/// assert!((base(4096)? - 30_527.7367).abs() < 1e-4);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dynamic {
    /// Above 0, usually above 1: the base is multiplied by
    /// `(factor seq_len / max_position_embeddings - (factor - 1))^(dim / (dim - 2))`.
    pub factor: f64,
    /// The original length in tokens, above 0.
    pub max_position_embeddings: f64,
}

impl Rule for Dynamic {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor),
            original_length: Some(self.max_position_embeddings),
            changes_beyond: Some(self.max_position_embeddings),
            changes_at_every_length: true,
            ..Facts::new(
                "dynamic",
                "dynamic NTK",
                "Peng et al. 2023, YaRN, section 3.4 (ICLR 2024)",
            )
        }
    }

    fn apply(
        &self,
        base: f64,
        dim: usize,
        seq_len: Option<usize>,
    ) -> Result<Scaled, EncodingError> {
        let factor = EncodingError::positive("factor", self.factor)?;
        let name = "max_position_embeddings";
        let longest = EncodingError::positive(name, self.max_position_embeddings)?;
        let seq_len = seq_len.map_or(longest, |seq_len| (seq_len as f64).max(longest));
        let growth = factor * seq_len / longest - (factor - 1.0);
        Scaled::unscaled(stretched_base(base, dim, growth)?, dim)
    }

    fn examples(_: usize) -> Vec<Scaling> {
        let example = |factor, max_position_embeddings| {
            Scaling::Dynamic(Self {
                factor,
                max_position_embeddings,
            })
        };
        vec![example(2.0, 2048.0), example(0.5, 100.0)]
    }
}
