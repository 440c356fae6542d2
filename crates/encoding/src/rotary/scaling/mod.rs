//! Scaling rules: they change the frequencies of a head so that a model can read longer texts.
//!
//! Each rule turns a base and a dimension into inverse frequencies and an attention factor. The
//! names, the fields and the arithmetic are those of `modeling_rope_utils` in Hugging Face
//! transformers 5.23.0, which runs the checkpoints; each rule names its paper. Sections and equations
//! of *YaRN* (Peng et al. 2023) are those of ICLR 2024, <https://openreview.net/forum?id=wHBfxhZu1u>;
//! the first two versions on arXiv count differently.
//!
//! A rule starts from an *original length*, in configurations `original_max_position_embeddings`. It
//! need not be the length of the longest texts in training, because most publishers train further
//! with the rule.

mod llama3;
mod longrope;
mod scaled;
mod yarn;

pub use llama3::Llama3;
pub use longrope::LongRope;
pub use scaled::Scaled;
pub use yarn::Yarn;

use crate::{EncodingError, Frequencies};

/// A rule that makes the frequencies of a head.
///
/// ```
/// use phasor_encoding::{Llama3, Scaling};
///
/// // Llama 3.1: base 500,000, head_dim 128.
/// let rule = Scaling::Llama3(Llama3::default());
/// let scaled = rule.apply(500_000.0, 128, None)?;
/// let slowest = scaled.frequencies().inv_freq()[63];
/// assert!((slowest / 3.06892599e-7 - 1.0).abs() < 1e-8);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Scaling {
    /// The plain geometric progression `base^(-2 i / dim)`.
    #[default]
    Default,
    /// Position interpolation: every frequency divided by `factor` (Chen et al. 2023, *Extending
    /// Context Window of Large Language Models via Positional Interpolation*, equation 4).
    Linear {
        /// How many times longer the context becomes; above 0, usually above 1.
        factor: f64,
    },
    /// NTK-aware: the base becomes `base x factor^(dim / (dim - 2))`, which keeps pair 0 and
    /// divides the lowest frequency by `factor` (Peng et al. 2023, *YaRN*, section 3.1).
    Ntk {
        /// How many times longer the context becomes; above 0, usually above 1.
        factor: f64,
    },
    /// Dynamic NTK: like [`Ntk`](Self::Ntk), with a factor that grows with the sequence once it is
    /// longer than the original length. Shorter sequences keep their frequencies.
    Dynamic {
        /// Above 0, usually above 1: the base is multiplied by
        /// `(factor seq_len / max_position_embeddings - (factor - 1))^(dim / (dim - 2))`.
        factor: f64,
        /// The original length in tokens, above 0.
        max_position_embeddings: f64,
    },
    /// YaRN.
    Yarn(Yarn),
    /// LongRoPE.
    LongRope(LongRope),
    /// The rule of Llama 3.1 and later.
    Llama3(Llama3),
    /// Proportional (p-RoPE): the first `floor(partial_rotary_factor x dim / 2)` pairs keep their
    /// frequencies from the geometric progression over the *whole* `dim`; the slower pairs do not
    /// rotate (Barbero et al. 2024, *Round and Round We Go!*, section 6.1). A plain partial rotary
    /// factor differs: it fits a whole progression into the components that rotate.
    Proportional {
        /// The share of the pairs that rotate, 0 to 1.
        partial_rotary_factor: f64,
        /// An additional divisor of the frequencies; 1 for none.
        factor: f64,
    },
}

impl Scaling {
    /// The name of the rule in configurations. The static rule `ntk`, which configurations do not
    /// have, also gets a name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Linear { .. } => "linear",
            Self::Ntk { .. } => "ntk",
            Self::Dynamic { .. } => "dynamic",
            Self::Yarn(_) => "yarn",
            Self::LongRope(_) => "longrope",
            Self::Llama3(_) => "llama3",
            Self::Proportional { .. } => "proportional",
        }
    }

    /// The number that the slowest frequencies are divided by; `None` if the rule has none.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    ///
    /// assert_eq!(Scaling::Linear { factor: 4.0 }.factor(), Some(4.0));
    /// assert_eq!(Scaling::Default.factor(), None);
    /// ```
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        match self {
            Self::Default => None,
            Self::Proportional { factor, .. } => Some(*factor).filter(|factor| *factor != 1.0),
            Self::Linear { factor } | Self::Ntk { factor } | Self::Dynamic { factor, .. } => {
                Some(*factor)
            }
            Self::Yarn(rule) => Some(rule.factor),
            Self::LongRope(rule) => Some(rule.factor),
            Self::Llama3(rule) => Some(rule.factor),
        }
    }

    /// The original length in tokens, if the rule depends on it.
    ///
    /// ```
    /// use phasor_encoding::{Llama3, Scaling};
    ///
    /// assert_eq!(Scaling::Llama3(Llama3::default()).training_length(), Some(8192.0));
    /// ```
    #[must_use]
    pub fn training_length(&self) -> Option<f64> {
        match self {
            Self::Default | Self::Linear { .. } | Self::Ntk { .. } | Self::Proportional { .. } => {
                None
            }
            Self::Dynamic {
                max_position_embeddings,
                ..
            } => Some(*max_position_embeddings),
            Self::Yarn(rule) => Some(rule.original_max_position_embeddings),
            Self::LongRope(rule) => Some(rule.original_max_position_embeddings),
            Self::Llama3(rule) => Some(rule.original_max_position_embeddings),
        }
    }

    /// The name of the rule for readers.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    ///
    /// assert_eq!(Scaling::Ntk { factor: 4.0 }.label(), "NTK-aware");
    /// ```
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self {
            Self::Default => "no rule",
            Self::Linear { .. } => "linear",
            Self::Ntk { .. } => "NTK-aware",
            Self::Dynamic { .. } => "dynamic NTK",
            Self::Yarn(_) => "YaRN",
            Self::LongRope(_) => "LongRoPE",
            Self::Llama3(_) => "llama3",
            Self::Proportional { .. } => "p-RoPE",
        }
    }

    /// The publication of the formula.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    ///
    /// assert!(Scaling::Default.source().contains("RoFormer"));
    /// ```
    #[must_use]
    pub fn source(&self) -> &'static str {
        match self {
            Self::Default => "Su et al. 2021, RoFormer, section 3.2.2 (arXiv:2104.09864)",
            Self::Linear { .. } => {
                "Chen et al. 2023, Position Interpolation, equation 4 (arXiv:2306.15595)"
            }
            Self::Ntk { .. } => "bloc97 2023; Peng et al. 2023, YaRN, section 3.1 (ICLR 2024)",
            Self::Dynamic { .. } => "Peng et al. 2023, YaRN, section 3.4 (ICLR 2024)",
            Self::Yarn(_) => "Peng et al. 2023, YaRN, section 3.3 (ICLR 2024), as in transformers",
            Self::LongRope(_) => "Ding et al. 2024, LongRoPE, section 3 (arXiv:2402.13753)",
            Self::Llama3(_) => "apply_scaling in Meta's llama-models, llama3 in transformers",
            Self::Proportional { .. } => {
                "Barbero et al. 2024, Round and Round We Go!, section 6.1 (arXiv:2410.06205)"
            }
        }
    }

    /// Returns the frequencies for `base` (finite, above 0; above 1 for YaRN) and the `dim`
    /// components that rotate (the whole head for [`Proportional`](Self::Proportional)), for a
    /// sequence of `seq_len` tokens. Without a length, rules that depend on it assume a sequence
    /// that fits the original length.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a parameter is outside its range,
    /// [`EncodingError::VectorLength`] if LongRoPE does not have one divisor for each pair.
    pub fn apply(
        &self,
        base: f64,
        dim: usize,
        seq_len: Option<usize>,
    ) -> Result<Scaled, EncodingError> {
        match self {
            Self::Default => unscaled(base, dim),
            Self::Linear { factor } => {
                let factor = EncodingError::positive("factor", *factor)?;
                Ok(Scaled::plain(divided(base, dim, dim / 2, factor)?))
            }
            Self::Ntk { factor } => {
                let factor = EncodingError::positive("factor", *factor)?;
                unscaled(stretched_base(base, dim, factor)?, dim)
            }
            Self::Dynamic {
                factor,
                max_position_embeddings,
            } => {
                let factor = EncodingError::positive("factor", *factor)?;
                let longest =
                    EncodingError::positive("max_position_embeddings", *max_position_embeddings)?;
                let seq_len = seq_len.map_or(longest, |seq_len| (seq_len as f64).max(longest));
                let growth = factor * seq_len / longest - (factor - 1.0);
                unscaled(stretched_base(base, dim, growth)?, dim)
            }
            Self::Yarn(yarn) => yarn.apply(base, dim),
            Self::LongRope(rule) => rule.apply(base, dim, seq_len),
            Self::Llama3(rule) => rule.apply(base, dim).map(Scaled::plain),
            Self::Proportional {
                partial_rotary_factor,
                factor,
            } => {
                let factor = EncodingError::positive("factor", *factor)?;
                let part = *partial_rotary_factor;
                let accepted = ("partial_rotary_factor", "from 0 to 1");
                EncodingError::check(accepted, part, (0.0..=1.0).contains(&part))?;
                let n_turning = (part * dim as f64 / 2.0).floor() as usize;
                Ok(Scaled::plain(divided(base, dim, n_turning, factor)?))
            }
        }
    }
}

fn unscaled(base: f64, dim: usize) -> Result<Scaled, EncodingError> {
    Frequencies::new(base, dim).map(Scaled::plain)
}

/// The progression divided by `factor`; pairs from `n_turning` on do not rotate.
fn divided(
    base: f64,
    dim: usize,
    n_turning: usize,
    factor: f64,
) -> Result<Frequencies, EncodingError> {
    let plain = Frequencies::new(base, dim)?;
    let inv_freq = plain.inv_freq().iter().enumerate();
    let divided = inv_freq.map(|(pair_idx, inv_freq)| match pair_idx < n_turning {
        true => inv_freq / factor,
        false => 0.0,
    });
    Frequencies::from_inv_freq(base, divided.collect())
}

/// The base whose lowest frequency is that of `base` divided by `growth`.
fn stretched_base(base: f64, dim: usize, growth: f64) -> Result<f64, EncodingError> {
    let accepted = ("dim", "an even number from 4 to 1048576");
    EncodingError::check(accepted, dim as f64, dim >= 4)?;
    let dim = dim as f64;
    Ok(base * growth.powf(dim / (dim - 2.0)))
}
