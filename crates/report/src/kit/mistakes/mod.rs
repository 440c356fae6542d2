//! The known mistakes: how each changes the way of a model, and what to say of it.

mod arithmetic;
mod frequencies;
mod lanes;

use super::plan::{Order, Plan};
use super::set::Set;
use phasor_encoding::{Pairing, Scaling};

/// A plan with a mistake, and the sentence that says which.
#[derive(Debug, Clone)]
pub(super) struct Mistaken {
    /// The name of the mistake, or the names of two.
    pub(super) name: String,
    pub(super) sentence: String,
    pub(super) plan: Plan,
}

/// The plans that a mistake makes of a plan of one of the sets, each with its sentence.
type Plans = fn(&Plan, &[Set]) -> Vec<(Plan, String)>;

/// A mistake: its name, and the plans that it makes of a plan. There are none where it changes nothing.
struct Mistake {
    name: &'static str,
    /// What the mistake changes, so that two of the same kind are not combined.
    kind: Kind,
    plans: Plans,
}

/// What a mistake changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Frequencies,
    Lanes,
    Factor,
    Position,
    Precision,
}

/// The mistakes, the likelier one first where two give the same numbers.
const MISTAKES: [Mistake; 22] = [
    row("base", Kind::Frequencies, frequencies::base),
    row("other-layers", Kind::Frequencies, frequencies::other_layers),
    row("no-rule", Kind::Frequencies, frequencies::no_rule),
    row(
        "original-length",
        Kind::Frequencies,
        frequencies::original_length,
    ),
    row(
        "inverted-factor",
        Kind::Frequencies,
        frequencies::inverted_factor,
    ),
    row("other-length", Kind::Frequencies, frequencies::other_length),
    row(
        "exponent-over-head",
        Kind::Frequencies,
        frequencies::exponent_over_head,
    ),
    row(
        "halved-exponent",
        Kind::Frequencies,
        frequencies::halved_exponent,
    ),
    row("whole-head", Kind::Frequencies, frequencies::whole_head),
    row(
        "plain-partial",
        Kind::Frequencies,
        frequencies::plain_partial,
    ),
    row("pairing", Kind::Lanes, lanes::pairing),
    row("table-order", Kind::Lanes, lanes::table_order),
    row("rotation-order", Kind::Lanes, lanes::rotation_order),
    row("packed-lanes", Kind::Lanes, lanes::packed_lanes),
    row("spread-lanes", Kind::Lanes, lanes::spread_lanes),
    row("other-end", Kind::Lanes, lanes::other_end),
    row("no-factor", Kind::Factor, arithmetic::no_factor),
    row("factor-twice", Kind::Factor, arithmetic::factor_twice),
    row("mscale-on-table", Kind::Factor, arithmetic::mscale_on_table),
    row(
        "position-offset",
        Kind::Position,
        arithmetic::position_offset,
    ),
    row("direction", Kind::Position, arithmetic::direction),
    row("low-precision", Kind::Precision, arithmetic::low_precision),
];

const fn row(name: &'static str, kind: Kind, plans: Plans) -> Mistake {
    Mistake { name, kind, plans }
}

/// Returns the mistakes that change some number in a set of a model, whose sets are all given.
pub(super) fn single(set: &Set, sets: &[Set]) -> Vec<Mistaken> {
    let mistaken = MISTAKES.iter().flat_map(|mistake| {
        let plans = (mistake.plans)(&set.plan, sets).into_iter();
        plans.map(|(plan, sentence)| Mistaken {
            name: mistake.name.to_owned(),
            sentence,
            plan,
        })
    });
    // A rule that has no effect in short texts cannot be left out by mistake, for example.
    let right = set.plan.motion().ok();
    mistaken
        .filter(|mistaken| mistaken.plan.motion().ok() != right)
        .collect()
}

/// Returns every two mistakes of different kinds together.
pub(super) fn double(set: &Set, sets: &[Set]) -> Vec<Mistaken> {
    let mut both = Vec::new();
    for one in &MISTAKES {
        for (first, sentence) in (one.plans)(&set.plan, sets) {
            let others = MISTAKES.iter().filter(|other| other.kind > one.kind);
            for other in others.filter(|other| other.kind != Kind::Precision) {
                for (plan, also) in (other.plans)(&first, sets) {
                    both.push(Mistaken {
                        name: format!("{} and {}", one.name, other.name),
                        sentence: format!("{sentence} {also}"),
                        plan,
                    });
                }
            }
        }
    }
    both
}

fn with_rule(plan: &Plan, scaling: Scaling) -> Plan {
    plan.with(|plan| plan.layer.scaling = scaling)
}

/// Returns the plan whose interleaved pairs come back half-split, which some classes of transformers do.
pub(super) fn moved(plan: &Plan) -> Option<Plan> {
    let is_interleaved = plan.layer.pairing == Pairing::Interleaved;
    is_interleaved.then(|| plan.with(|plan| plan.order = Order::Moved))
}
