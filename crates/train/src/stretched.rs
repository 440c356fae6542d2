//! How RoPE is changed for a longer test, without further training.

use phasor_encoding::{Scaling, Yarn};

/// How RoPE is changed for a longer test, without its own training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stretched {
    /// Not at all.
    No,
    /// By position interpolation.
    Linear,
    /// By another base.
    Ntk,
    /// By YaRN with its published bounds, 1 and 32 turns in training.
    Yarn,
    /// By YaRN with bounds made for so short a training, 0.25 and 1 turn.
    YarnShort,
}

impl Stretched {
    /// Returns every way.
    #[must_use]
    pub fn all() -> [Self; 5] {
        [
            Self::No,
            Self::Linear,
            Self::Ntk,
            Self::Yarn,
            Self::YarnShort,
        ]
    }

    /// Returns the name in files and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::No => "none",
            Self::Linear => "linear",
            Self::Ntk => "ntk",
            Self::Yarn => "yarn",
            Self::YarnShort => "yarn-short",
        }
    }

    /// Returns the rule for texts of `length` tokens after training on texts of `trained` tokens.
    pub(super) fn scaling(self, length: usize, trained: usize) -> Scaling {
        let factor = length as f64 / trained as f64;
        let yarn = |beta_fast, beta_slow| {
            Scaling::Yarn(Yarn {
                factor,
                original_max_position_embeddings: trained as f64,
                beta_fast,
                beta_slow,
                truncate: false,
                ..Yarn::default()
            })
        };
        match self {
            Self::No => Scaling::Default,
            Self::Linear => Scaling::Linear { factor },
            Self::Ntk => Scaling::Ntk { factor },
            Self::Yarn => yarn(32.0, 1.0),
            Self::YarnShort => yarn(1.0, 0.25),
        }
    }
}
