//! The scaling rules that the figure shows, and what it says of each.

use crate::{Key, Setting, Spec};
use phasor_encoding::scaling::{Linear, Ntk, Proportional};
use phasor_encoding::{Llama3, LongRope, Scaling, Yarn};
use phasor_params::choice::{Choice as _, choice};
use phasor_text::number::Short;

choice! {
    /// How the frequencies of RoPE change for texts longer than those for which they were made.
    pub(crate) enum Rule {
        /// Not at all.
        None "none" "none",
        /// Position interpolation.
        Linear "linear" "position interpolation",
        /// NTK-aware: another base.
        Ntk "ntk" "NTK-aware",
        /// YaRN.
        Yarn "yarn" "YaRN",
        /// The rule of Llama 3.1.
        Llama3 "llama3" "Llama 3.1",
        /// LongRoPE with the divisors of Phi-3.5-mini.
        LongRope "longrope" "LongRoPE",
        /// p-RoPE.
        Proportional "proportional" "p-RoPE",
    }
}

impl Setting for Rule {
    const KEY: Key = Key::Rule;
}

/// The divisors for long texts of Phi-3.5-mini (`rope_scaling.long_factor` in the published
/// configuration of microsoft/Phi-3.5-mini-instruct, MIT), to two decimals. LongRoPE has no formula for them; they were found by
/// search.
const PHI: [f64; 48] = [
    1.08, 1.11, 1.14, 1.34, 1.59, 1.6, 1.62, 2.62, 3.23, 3.23, 4.79, 7.4, 7.7, 9.09, 12.2, 17.67,
    24.46, 28.57, 30.42, 30.84, 32.59, 32.93, 42.32, 44.96, 50.34, 50.45, 57.55, 57.93, 58.21,
    60.14, 62.61, 62.62, 62.71, 63.14, 63.14, 63.77, 63.93, 63.96, 63.97, 64.03, 64.07, 64.08,
    64.12, 64.41, 64.48, 64.51, 64.53, 64.84,
];

/// The numbers of the head and of the texts that a rule is applied to.
pub(super) struct Numbers {
    pub(super) base: f64,
    pub(super) dim: usize,
    /// The original length, in tokens.
    pub(super) original: f64,
    pub(super) factor: f64,
}

impl Rule {
    /// Returns the numbers of the one model that the rule was made for, if it fits no other.
    fn fixed(self) -> Option<Numbers> {
        match self {
            Self::LongRope => Some(Numbers {
                base: 10_000.0,
                dim: PHI.len() * 2,
                original: 4096.0,
                factor: 32.0,
            }),
            Self::None
            | Self::Linear
            | Self::Ntk
            | Self::Yarn
            | Self::Llama3
            | Self::Proportional => None,
        }
    }

    /// Returns the numbers of the spec, or those of the one model that the rule was made for.
    pub(super) fn numbers(self, spec: &Spec) -> Numbers {
        self.fixed().unwrap_or_else(|| Numbers {
            base: spec.base(),
            dim: spec.dim(),
            original: spec.training_length(),
            factor: spec.factor(),
        })
    }

    /// Returns the rule with the numbers of the spec.
    pub(super) fn scaling(self, spec: &Spec) -> Scaling {
        let Numbers {
            original, factor, ..
        } = self.numbers(spec);
        match self {
            Self::None => Scaling::Default,
            Self::Linear => Scaling::Linear(Linear { factor }),
            Self::Ntk => Scaling::Ntk(Ntk { factor }),
            Self::Yarn => Scaling::Yarn(Yarn {
                factor,
                original_max_position_embeddings: original,
                ..Yarn::default()
            }),
            Self::Llama3 => Scaling::Llama3(Llama3 {
                factor,
                original_max_position_embeddings: original,
                ..Llama3::default()
            }),
            Self::LongRope => Scaling::LongRope(LongRope {
                // Unused, because the text is longer than the original length.
                short_factor: vec![1.0; PHI.len()],
                long_factor: PHI.to_vec(),
                original_max_position_embeddings: original,
                factor,
                attention_factor: None,
                long_attention_factor: None,
            }),
            Self::Proportional => Scaling::Proportional(Proportional {
                partial_rotary_factor: spec.partial_rotary_factor(),
                factor: 1.0,
            }),
        }
    }

    /// Returns whether a parameter changes what the rule does.
    pub(super) fn depends_on(self, key: Key) -> bool {
        match key {
            Key::Base | Key::Dim | Key::Factor | Key::TrainingLength => self.fixed().is_none(),
            Key::PartialRotaryFactor => self == Self::Proportional,
            _ => true,
        }
    }

    /// Returns the name with the factor.
    pub(super) fn name(self, factor: f64) -> String {
        let factor = Short(factor);
        match self {
            Self::None => "no rule".to_owned(),
            // Its divisors are fixed, so the factor of the controls does not apply.
            Self::LongRope => format!("LongRoPE × {factor} as in Phi-3.5-mini"),
            Self::Proportional => "p-RoPE".to_owned(),
            Self::Linear | Self::Ntk | Self::Yarn | Self::Llama3 => {
                format!("{} × {factor}", self.word().label)
            }
        }
    }

    /// Returns in a few words what the rule changes.
    pub(super) fn remark(self) -> &'static str {
        match self {
            Self::None => "frequencies as trained",
            Self::Linear => "all pairs alike",
            Self::Ntk => "a larger base",
            Self::Yarn | Self::Llama3 => "fast pairs kept",
            Self::LongRope => "a divisor for each pair",
            Self::Proportional => "slow pairs stand still",
        }
    }

    /// Returns what the rule divides the frequencies of the slowest pairs by.
    pub(super) fn full_factor(self) -> String {
        match self.fixed() {
            // The divisors of LongRoPE may exceed its factor.
            Some(numbers) => format!("{} or more", Short(numbers.factor)),
            None => "the full factor".to_owned(),
        }
    }
}

impl Spec {
    /// Chooses the rule that is `scaling` with the numbers of the spec. Returns whether there is one.
    pub fn choose_rule(&mut self, scaling: &Scaling) -> bool {
        let found = Rule::all().find(|rule| rule.scaling(self) == *scaling);
        if let Some(rule) = found {
            self.set_nearest(Key::Rule, rule.place() as f64);
        }
        found.is_some()
    }
}
