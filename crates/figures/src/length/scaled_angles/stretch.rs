//! The frequencies of a head before and after a scaling rule.

use super::rule::{Numbers, Rule};
use crate::Spec;
use phasor_encoding::frequency::wavelength;
use phasor_encoding::{Frequencies, analysis};
use phasor_text::number::Compact;

/// A rule, and what it does to the pairs of a head.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) rule: Rule,
    pub(super) pairs: analysis::Stretch,
    /// The factor of every score, since the whole head rotates here.
    pub(super) logit_factor: f64,
}

impl Stretch {
    /// Applies the rule of the spec.
    pub(super) fn new(spec: &Spec) -> Self {
        Self::of(spec, spec.choice::<Rule>())
    }

    /// Applies any rule with the numbers of the spec.
    pub(super) fn of(spec: &Spec, rule: Rule) -> Self {
        let Numbers {
            base,
            dim,
            original,
            factor,
        } = rule.numbers(spec);
        let longer = (original * factor) as usize;
        let scaling = rule.scaling(spec);
        let before = Frequencies::new(base, dim)
            .expect("LongRoPE and the table have only bases and dimensions that are accepted");
        let (after, logit_factor) = match rule {
            // For a single pair, the rule has no base.
            Rule::Ntk if dim < 4 => (before.clone(), 1.0),
            _ => {
                let scaled = scaling.apply(base, dim, Some(longer));
                let scaled = scaled.expect("the table accepts only numbers that the rules accept");
                (scaled.frequencies().clone(), scaled.logit_factor())
            }
        };
        let learned = match scaling.is_from_start() {
            true => &after,
            false => &before,
        };
        let pairs = analysis::Stretch {
            learned: learned.clone(),
            before,
            after,
            original,
            longer: original * factor,
            factor,
        };
        Self {
            rule,
            pairs,
            logit_factor,
        }
    }
}

/// Describes in two lines the wavelengths of a pair before and after, and its full turns in the original length and in the
/// longer text.
pub(super) fn pair_lines(stretch: &Stretch, pair_idx: usize) -> Option<[String; 2]> {
    let &before = stretch.pairs.before.inv_freq().get(pair_idx)?;
    let &after = stretch.pairs.after.inv_freq().get(pair_idx)?;
    let [original, _, now] = stretch.pairs.turns().nth(pair_idx)?;
    let length = |inv_freq: f64| Compact(wavelength(inv_freq));
    let after = match after {
        0.0 => "none".to_owned(),
        inv_freq => length(inv_freq).to_string(),
    };
    Some([
        format!("wavelength {} → {after}", length(before)),
        format!("full turns {} → {}", Compact(original), Compact(now)),
    ])
}
