//! Mistakes in which components make a pair.

use crate::kit::plan::{Lanes, Plan};
use crate::kit::set::Set;
use phasor_encoding::Pairing;
use phasor_params::choice::Choice as _;

pub(super) fn pairing(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let own = plan.layer.pairing;
    let other = match own {
        Pairing::HalfSplit => Pairing::Interleaved,
        Pairing::Interleaved => Pairing::HalfSplit,
    };
    let sentence = format!(
        "Your pairs are {}; this model’s are {}.",
        other.word().name,
        own.word().name
    );
    vec![(plan.with(|plan| plan.layer.pairing = other), sentence)]
}

pub(super) fn packed_lanes(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    if !plan.has_still_pairs() {
        return Vec::new();
    }
    let sentence = format!(
        "Your pairs are within the first {} components; with p-RoPE a component and its partner are half a head apart.",
        plan.layer.rotary_dim
    );
    vec![(plan.with(|plan| plan.lanes = Lanes::Packed), sentence)]
}

pub(super) fn spread_lanes(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let layer = &plan.layer;
    let is_partial = layer.rotary_dim < layer.head_dim && !plan.has_still_pairs();
    if !is_partial || layer.pairing != Pairing::HalfSplit || plan.lanes != Lanes::First {
        return Vec::new();
    }
    let sentence = format!(
        "In your pairs, component and partner are half a head apart; this model’s are within the first {} components.",
        layer.rotary_dim
    );
    vec![(plan.with(|plan| plan.lanes = Lanes::Spread), sentence)]
}

pub(super) fn other_end(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let layer = &plan.layer;
    if layer.rotary_dim == layer.head_dim || plan.has_still_pairs() {
        return Vec::new();
    }
    let (lanes, yours, own) = match plan.lanes {
        Lanes::Last => (Lanes::First, "first", "last"),
        Lanes::First => (Lanes::Last, "last", "first"),
        Lanes::Packed | Lanes::Spread => return Vec::new(),
    };
    let sentence = format!(
        "You rotate the {yours} {} components of the head; this model rotates the {own} ones.",
        layer.rotary_dim
    );
    vec![(plan.with(|plan| plan.lanes = lanes), sentence)]
}
