//! Mistakes in factors, positions and precision.

use crate::kit::plan::{Direction, Factor, Plan, Rounding};
use crate::kit::set::Set;
use phasor_encoding::{Format, Scaling, Yarn};
use phasor_text::number::Digits;

/// Returns the attention factor of a plan, if it is not 1.
fn own_factor(plan: &Plan) -> Option<f64> {
    let scaled = plan.layer.scaled(plan.seq_len).ok()?;
    Some(scaled.attention_factor()).filter(|factor| *factor != 1.0)
}

fn with_factor(plan: &Plan, factor: f64) -> Plan {
    plan.with(|plan| plan.factor = Factor::Other(factor))
}

pub(super) fn no_factor(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let plans = own_factor(plan).map(|factor| {
        let sentence = format!(
            "Your cosines and sines lack the attention factor {}.",
            Digits(factor)
        );
        (with_factor(plan, 1.0), sentence)
    });
    plans.into_iter().collect()
}

pub(super) fn factor_twice(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let plans = own_factor(plan).map(|factor| {
        let sentence = format!(
            "Your numbers have the attention factor {} twice.",
            Digits(factor)
        );
        (with_factor(plan, factor * factor), sentence)
    });
    plans.into_iter().collect()
}

/// DeepSeek's factor of scores on cosines and sines.
pub(super) fn mscale_on_table(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let Scaling::Yarn(rule) = &plan.layer.scaling else {
        return Vec::new();
    };
    let usual = Yarn {
        mscale: None,
        mscale_all_dim: None,
        ..rule.clone()
    };
    let (factor, own) = (usual.attention_factor(), rule.attention_factor());
    if factor == own {
        return Vec::new();
    }
    let sentence = format!(
        "Your cosines and sines are multiplied by {}; with this model’s `mscale` and `mscale_all_dim` it is {}. Its scores have \
         a factor for that, so yours count it twice.",
        Digits(factor),
        Digits(own)
    );
    vec![(with_factor(plan, factor), sentence)]
}

pub(super) fn position_offset(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let offsets = [(1.0, "one too many"), (-1.0, "one too few")].into_iter();
    let plans = offsets.map(|(offset, which)| {
        let sentence = format!("Your positions are {which}.");
        (plan.with(|plan| plan.offset = offset), sentence)
    });
    plans.collect()
}

pub(super) fn direction(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let backwards = plan.with(|plan| plan.direction = Direction::Backwards);
    let still = with_factor(plan, 1.0).with(|plan| plan.direction = Direction::Still);
    vec![
        (
            backwards,
            "You rotate backwards: the sign of your sines is reversed.".to_owned(),
        ),
        (still, "Nothing is rotated.".to_owned()),
    ]
}

pub(super) fn low_precision(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let mut plans = Vec::new();
    for (format, name) in [(Format::Bf16, "bf16"), (Format::F16, "f16")] {
        let (some, none) = (Some(format), None);
        let all = Rounding::all(format);
        let without_position = Rounding {
            position: none,
            ..all
        };
        for (rounding, what) in [
            (all, "Positions, frequencies and angles"),
            (without_position, "Frequencies and angles"),
            (Rounding { angle: none, ..all }, "Positions and frequencies"),
            (
                Rounding {
                    inv_freq: some,
                    ..Rounding::default()
                },
                "Frequencies",
            ),
            (
                Rounding {
                    position: some,
                    ..Rounding::default()
                },
                "Positions",
            ),
            (
                Rounding {
                    angle: some,
                    ..Rounding::default()
                },
                "Angles",
            ),
        ] {
            let sentence = format!("{what} are rounded to {name}; compute them in f32.");
            plans.push((plan.with(|plan| plan.rounding = rounding), sentence));
        }
    }
    plans
}
