//! Mistakes in the frequencies.

use super::with_rule;
use crate::kit::plan::{Exponent, Lanes, Plan};
use crate::kit::set::Set;
use phasor_encoding::Scaling;
use phasor_encoding::scaling::Linear;
use phasor_model_files::LayerRope;
use phasor_text::number::{Digits, Place};

/// The base of a class that does not read the file's.
const LOST_BASE: f64 = 10_000.0;

/// The base alone lost, or with the rule, or with all that `rope_parameters` says.
pub(super) fn base(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let layer = &plan.layer;
    if layer.base == LOST_BASE {
        return Vec::new();
    }
    let base = format!(
        "Your angles are those of base {}; this model’s base is {}",
        Digits(LOST_BASE),
        Digits(layer.base)
    );
    let lost = |scaling: &Scaling, rotary_dim| {
        plan.with(|plan| {
            plan.layer.base = LOST_BASE;
            plan.layer.scaling = scaling.clone();
            plan.layer.rotary_dim = rotary_dim;
        })
    };
    let scaling = &layer.scaling;
    let mut plans = vec![(lost(scaling, layer.rotary_dim), format!("{base}."))];
    let rule = match scaling {
        Scaling::Default => String::new(),
        rule => format!(", with the rule {}", rule.name()),
    };
    if !rule.is_empty() && !scaling.spans_head() {
        let plan = lost(&Scaling::Default, layer.rotary_dim);
        plans.push((plan, format!("{base}{rule}.")));
    }
    if layer.rotary_dim < layer.head_dim {
        let plan = lost(&Scaling::Default, layer.head_dim);
        let sentence = format!("{base}{rule}, and {} components rotate.", layer.rotary_dim);
        plans.push((plan, sentence));
    }
    plans
}

pub(super) fn other_layers(plan: &Plan, sets: &[Set]) -> Vec<(Plan, String)> {
    let own = plan.layer.layer_type.as_deref();
    let others = sets.iter().filter(|set| set.layer_type.as_deref() != own);
    let others = others.map(|set| {
        let other = &set.plan.layer;
        // The heads stay, since numbers for heads of another size would not fit.
        let layer = LayerRope {
            layer_type: plan.layer.layer_type.clone(),
            ..other.clone()
        };
        let sentence = format!("Your numbers are those of the layers `{}`.", set.name);
        let plan = plan.with(|plan| {
            plan.layer = layer;
            plan.seq_len = set.plan.seq_len;
        });
        (plan, sentence)
    });
    let same_head = |(other, _): &(Plan, String)| other.layer.head_dim == plan.layer.head_dim;
    others.filter(same_head).collect()
}

pub(super) fn no_rule(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let scaling = &plan.layer.scaling;
    // Without its rule, p-RoPE is a plain partial rotation, which has its own row.
    if *scaling == Scaling::Default || plan.has_still_pairs() {
        return Vec::new();
    }
    let sentence = format!(
        "Your angles are those without the rule {}, of the plain progression.",
        scaling.name()
    );
    vec![(with_rule(plan, Scaling::Default), sentence)]
}

/// The rule from another length: the original one times the factor, which many files declare.
pub(super) fn original_length(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let scaling = &plan.layer.scaling;
    let Some((length, factor)) = scaling.original_length().zip(scaling.factor()) else {
        return Vec::new();
    };
    let wrong = length * factor;
    let mut changed = scaling.clone();
    match &mut changed {
        Scaling::Yarn(rule) => rule.original_max_position_embeddings = wrong,
        Scaling::Llama3(rule) => rule.original_max_position_embeddings = wrong,
        _ => return Vec::new(),
    }
    let sentence = format!(
        "Your rule {} starts from {} tokens; this model’s original length is {}.",
        scaling.name(),
        Place(wrong),
        Place(length)
    );
    vec![(with_rule(plan, changed), sentence)]
}

pub(super) fn inverted_factor(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let mut changed = plan.layer.scaling.clone();
    let Scaling::Linear(Linear { factor }) = &mut changed else {
        return Vec::new();
    };
    let sentence = format!(
        "Your frequencies are multiplied by the factor {}; they must be divided by it.",
        Digits(*factor)
    );
    *factor = factor.recip();
    vec![(with_rule(plan, changed), sentence)]
}

/// The frequencies for short texts in long ones, or the other way round.
pub(super) fn other_length(plan: &Plan, sets: &[Set]) -> Vec<(Plan, String)> {
    let own = &plan.layer.layer_type;
    let others = sets
        .iter()
        .filter(|set| set.layer_type == *own && set.plan.seq_len != plan.seq_len);
    let others = others.map(|set| {
        let (yours, own) = match set.plan.seq_len {
            None => ("short", "long"),
            Some(_) => ("long", "short"),
        };
        let sentence = format!(
            "Your frequencies are those of {yours} texts, but this text is {own}: the rule {} has two sets.",
            set.plan.layer.scaling.name()
        );
        (plan.with(|plan| plan.seq_len = set.plan.seq_len), sentence)
    });
    others.collect()
}

pub(super) fn exponent_over_head(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let layer = &plan.layer;
    if plan.has_still_pairs() || layer.rotary_dim == layer.head_dim {
        return Vec::new();
    }
    let sentence = format!(
        "Your exponent divides by the {} components of the head; this model divides by the {} that rotate.",
        layer.head_dim, layer.rotary_dim
    );
    let over_head = plan.with(|plan| plan.exponent = Exponent::Head);
    vec![(over_head, sentence)]
}

pub(super) fn halved_exponent(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    if plan.has_still_pairs() {
        return Vec::new();
    }
    let sentence =
        "Your exponent is i over the number of components, half of what it must be: 2 i.";
    let halved = plan.with(|plan| plan.exponent = Exponent::Double);
    vec![(halved, sentence.to_owned())]
}

pub(super) fn whole_head(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let layer = &plan.layer;
    if layer.rotary_dim == layer.head_dim {
        return Vec::new();
    }
    let sentence = format!(
        "You rotate all {} components of the head; this model rotates {}.",
        layer.head_dim, layer.rotary_dim
    );
    let whole = plan.with(|plan| {
        plan.layer.rotary_dim = layer.head_dim;
        if let Scaling::Proportional(rule) = &mut plan.layer.scaling {
            rule.partial_rotary_factor = 1.0;
        }
    });
    vec![(whole, sentence)]
}

/// p-RoPE as a plain partial rotation, whose progression ends within the components that rotate.
pub(super) fn plain_partial(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    if !plan.has_still_pairs() {
        return Vec::new();
    }
    let layer = &plan.layer;
    let sentence = format!(
        "Your progression fits into the {} components that rotate; with p-RoPE it spans all {} of the head.",
        layer.rotary_dim, layer.head_dim
    );
    let plain = with_rule(plan, Scaling::Default);
    let spread = plain.with(|plan| plan.lanes = Lanes::Spread);
    vec![(plain, sentence.clone()), (spread, sentence)]
}
