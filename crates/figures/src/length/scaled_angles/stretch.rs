//! The frequencies of a head before and after a scaling rule.

use super::parameters::Rule;
use crate::Spec;
use phasor_encoding::frequency::wavelength;
use phasor_encoding::{Frequencies, Llama3, LongRope, Scaling, Yarn, analysis};
use phasor_text::number::Compact;

/// The divisors for long texts of Phi-3.5-mini (`rope_scaling.long_factor` in the published
/// configuration of microsoft/Phi-3.5-mini-instruct, MIT), to two decimals. LongRoPE has no formula for them; they were found by
/// search.
const PHI: [f64; 48] = [
    1.08, 1.11, 1.14, 1.34, 1.59, 1.6, 1.62, 2.62, 3.23, 3.23, 4.79, 7.4, 7.7, 9.09, 12.2, 17.67,
    24.46, 28.57, 30.42, 30.84, 32.59, 32.93, 42.32, 44.96, 50.34, 50.45, 57.55, 57.93, 58.21,
    60.14, 62.61, 62.62, 62.71, 63.14, 63.14, 63.77, 63.93, 63.96, 63.97, 64.03, 64.07, 64.08,
    64.12, 64.41, 64.48, 64.51, 64.53, 64.84,
];

/// A rule, and what it does to the pairs of a head.
#[derive(Debug)]
pub(super) struct Stretch {
    pub(super) rule: Rule,
    pub(super) pairs: analysis::Stretch,
    /// The factor of every score.
    pub(super) logit_factor: f64,
}

impl Stretch {
    /// Applies the rule of the spec.
    pub(super) fn new(spec: &Spec) -> Self {
        Self::of(spec, spec.choice::<Rule>())
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
        let scaling = scaling(spec, rule, (trained, factor));
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
        let learned = match rule {
            // p-RoPE is used from the start.
            Rule::Proportional => &after,
            _ => &before,
        };
        let pairs = analysis::Stretch {
            learned: learned.clone(),
            before,
            after,
            trained,
            longer: trained * factor,
            factor,
        };
        Self {
            rule,
            pairs,
            logit_factor,
        }
    }
}

/// Returns the rule with these numbers.
fn scaling(spec: &Spec, rule: Rule, (trained, factor): (f64, f64)) -> Scaling {
    match rule {
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
    }
}

/// Describes the wavelengths and the full turns of a pair, in two lines.
pub(super) fn pair_lines(stretch: &Stretch, pair_idx: usize) -> Option<[String; 2]> {
    let &before = stretch.pairs.before.inv_freq().get(pair_idx)?;
    let &after = stretch.pairs.after.inv_freq().get(pair_idx)?;
    let [trained, _, now] = stretch.pairs.turns().nth(pair_idx)?;
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
