//! The frequencies of a head before and after a scaling rule.

use crate::config::Spec;
use crate::config::choice::Rule;
use crate::encoding::analysis::training::{new_arcs, turns_in};
use crate::encoding::frequency::wavelength;
use crate::encoding::{Frequencies, Llama3, LongRope, Scaling, Yarn};
use crate::figure::drawing::Ink;
use crate::figure::number::Compact;

/// The colour of angles that are new to the model.
pub(super) const NEW: Ink = Ink::Query;

/// The divisors for long texts of Phi-3.5-mini (`rope_scaling.long_factor` in the published
/// configuration of microsoft/Phi-3.5-mini-instruct, MIT). LongRoPE has no formula for them; they were found by
/// search.
const PHI: [f64; 48] = [
    1.08, 1.11, 1.14, 1.34, 1.59, 1.6, 1.62, 2.62, 3.23, 3.23, 4.79, 7.4, 7.7, 9.09, 12.2, 17.67,
    24.46, 28.57, 30.42, 30.84, 32.59, 32.93, 42.32, 44.96, 50.34, 50.45, 57.55, 57.93, 58.21,
    60.14, 62.61, 62.62, 62.71, 63.14, 63.14, 63.77, 63.93, 63.96, 63.97, 64.03, 64.07, 64.08,
    64.12, 64.41, 64.48, 64.51, 64.53, 64.84,
];

/// What a rule does to a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It rotates as fast as before.
    Kept,
    /// It rotates slower, but by less than the factor.
    Between,
    /// It rotates slower by the factor or more.
    Divided,
    /// It no longer rotates.
    Still,
}

impl Fate {
    pub(super) const ALL: [Self; 4] = [Self::Kept, Self::Between, Self::Divided, Self::Still];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Between => "divided by less",
            Self::Divided => "divided by the full factor",
            Self::Still => "still",
        }
    }
}

/// The frequencies of a head before and after a rule, and the lengths of the texts.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) rule: Rule,
    pub(super) trained: f64,
    pub(super) factor: f64,
    pub(super) before: Frequencies,
    pub(super) after: Frequencies,
    /// The factor of every score.
    pub(super) logit_factor: f64,
}

impl Stretch {
    /// Applies the rule of the spec.
    pub(super) fn new(spec: &Spec) -> Self {
        Self::of(spec, spec.rule())
    }

    /// Applies any rule with the numbers of the spec.
    pub(super) fn of(spec: &Spec, rule: Rule) -> Self {
        let (base, dim, trained, factor) = match rule {
            // Its divisors are those of one model.
            Rule::LongRope => (10_000.0, 96, 4096.0, 32.0),
            _ => (
                spec.base(),
                spec.dim(),
                spec.training_length(),
                spec.factor(),
            ),
        };
        let longer = (trained * factor) as usize;
        let scaling = match rule {
            Rule::None => Scaling::Default,
            Rule::Linear => Scaling::Linear { factor },
            Rule::Ntk => Scaling::Ntk { factor },
            Rule::Yarn => Scaling::Yarn(Yarn {
                factor,
                original_max_position_embeddings: trained,
                ..Yarn::default()
            }),
            Rule::Llama3 => Scaling::Llama3(Llama3 {
                factor,
                original_max_position_embeddings: trained,
                ..Llama3::default()
            }),
            Rule::LongRope => Scaling::LongRope(LongRope {
                // Unused, because the text is longer than in training.
                short_factor: vec![1.0; PHI.len()],
                long_factor: PHI.to_vec(),
                original_max_position_embeddings: trained,
                factor,
                attention_factor: None,
            }),
            Rule::Proportional => Scaling::Proportional {
                partial_rotary_factor: spec.partial_rotary_factor(),
                factor: 1.0,
            },
        };
        // The parameter ranges are within those of the encoding, so this is never the default.
        let before = Frequencies::new(base, dim).unwrap_or_default();
        // Only the NTK-aware rule can fail: for a single pair, it has no base.
        let scaled = scaling.apply(base, dim, Some(longer));
        let (after, logit_factor) = scaled.map_or_else(
            |_| (before.clone(), 1.0),
            |scaled| (scaled.frequencies().clone(), scaled.logit_factor()),
        );
        Self {
            rule,
            trained,
            factor,
            after,
            logit_factor,
            before,
        }
    }

    /// Returns the length of the longer text.
    pub(super) fn longer(&self) -> f64 {
        self.trained * self.factor
    }

    /// Returns by how much each pair rotates slower than before: infinitely much if it stands still.
    pub(super) fn divisors(&self) -> impl Iterator<Item = f64> + '_ {
        let pairs = self.before.inv_freq().iter().zip(self.after.inv_freq());
        pairs.map(|(before, after)| before / after)
    }

    /// Returns what the rule does to each pair.
    pub(super) fn fates(&self) -> impl Iterator<Item = Fate> + '_ {
        const SLACK: f64 = 1e-9;
        self.divisors().map(|divisor| match divisor {
            slower if slower.is_infinite() => Fate::Still,
            slower if slower <= 1.0 + SLACK => Fate::Kept,
            slower if slower < self.factor * (1.0 - SLACK) => Fate::Between,
            _ => Fate::Divided,
        })
    }

    /// Returns the number of pairs with that fate.
    pub(super) fn count(&self, fate: Fate) -> usize {
        self.fates().filter(|other| *other == fate).count()
    }

    /// Returns the frequencies in training; p-RoPE is used from the start.
    fn learned(&self) -> &Frequencies {
        match self.rule {
            Rule::Proportional => &self.after,
            _ => &self.before,
        }
    }

    /// Returns the part of the circle of each pair that the longer text reaches and training did not, in full turns.
    pub(super) fn new_arcs(&self) -> Vec<f64> {
        self.new_arcs_of(self.learned(), &self.after)
    }

    /// Returns how many pairs the longer text takes to new angles without the rule and with it.
    pub(super) fn n_new(&self) -> (usize, usize) {
        let count = |learned: &Frequencies, now: &Frequencies| {
            let arcs = self.new_arcs_of(learned, now).into_iter();
            arcs.filter(|arc| *arc > 0.0).count()
        };
        let plain = count(&self.before, &self.before);
        (plain, count(self.learned(), &self.after))
    }

    fn new_arcs_of(&self, learned: &Frequencies, now: &Frequencies) -> Vec<f64> {
        new_arcs((learned, self.trained), (now, self.longer())).collect()
    }

    /// Returns the full turns of each pair in the training length, in the longer text without the rule, and with it.
    pub(super) fn turns(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let trained = turns_in(self.learned(), self.trained);
        let plain = turns_in(&self.before, self.longer());
        let now = turns_in(&self.after, self.longer());
        let turns = trained.zip(plain).zip(now);
        turns.map(|((trained, plain), now)| [trained, plain, now])
    }
}

/// Describes the wavelengths and the full turns of a pair, in two lines.
pub(super) fn pair_lines(stretch: &Stretch, pair_idx: usize) -> Option<[String; 2]> {
    let &before = stretch.before.inv_freq().get(pair_idx)?;
    let &after = stretch.after.inv_freq().get(pair_idx)?;
    let [trained, _, now] = stretch.turns().nth(pair_idx)?;
    let length = |inv_freq: f64| Compact(wavelength(inv_freq));
    let after = match after {
        0.0 => "none".to_owned(),
        inv_freq => length(inv_freq).to_string(),
    };
    Some([
        format!("wavelength {} → {after}", length(before)),
        format!(
            "full turns: {} in training, {} now",
            Compact(trained),
            Compact(now)
        ),
    ])
}
