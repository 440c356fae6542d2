//! Mistakes in which components make a pair.

use crate::kit::plan::{Lanes, Plan, TableOrder};
use crate::kit::set::Set;
use phasor_encoding::Pairing;
use phasor_params::choice::Choice as _;

fn other_than(pairing: Pairing) -> Pairing {
    match pairing {
        Pairing::HalfSplit => Pairing::Interleaved,
        Pairing::Interleaved => Pairing::HalfSplit,
    }
}

/// Returns how cosines and sines get the order of a layout, in the words of torch.
fn made(pairing: Pairing) -> &'static str {
    match pairing {
        Pairing::HalfSplit => "`cat((f, f))`",
        Pairing::Interleaved => "`repeat_interleave(2)`",
    }
}

pub(super) fn pairing(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let own = plan.layer.pairing;
    let other = other_than(own);
    let sentence = format!(
        "Your pairs are {}; this model’s are {}.",
        other.word().name,
        own.word().name
    );
    vec![(plan.with(|plan| plan.layer.pairing = other), sentence)]
}

/// The rotation of this model, by tables that are in the order of the other layout.
pub(super) fn table_order(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let own = plan.layer.pairing;
    let other = other_than(own);
    let sentence = format!(
        "Your rotation is that of {} pairs, as this model needs, but its cosines and sines are in the order of {} pairs: each          must stand twice as {} puts it, not as {} does.",
        own.word().name,
        other.word().name,
        made(own),
        made(other)
    );
    let mixed = plan.with(|plan| plan.table_order = TableOrder::Of(other));
    vec![(mixed, sentence)]
}

/// The tables of this model, in a rotation of the other layout.
pub(super) fn rotation_order(plan: &Plan, _: &[Set]) -> Vec<(Plan, String)> {
    let own = plan.layer.pairing;
    let other = other_than(own);
    let remedy = match own {
        Pairing::HalfSplit => {
            "rotate with `rotate_half`, whose partners are half of the vector apart"
        }
        Pairing::Interleaved => "rotate neighbours, not with `rotate_half`",
    };
    let sentence = format!(
        "Your cosines and sines are in the order of {} pairs, as this model needs, but your rotation is that of {} pairs: {remedy}.",
        own.word().name,
        other.word().name,
    );
    let mixed = plan.with(|plan| {
        plan.layer.pairing = other;
        plan.table_order = TableOrder::Of(own);
    });
    vec![(mixed, sentence)]
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
