//! What scaling rules do to the wavelength of every pair, and which angles are new in a longer text.

mod dials;
mod stretch;
mod wavelengths;

use super::view::View;
use stretch::{Fate, Stretch, pair_lines};

use crate::config::choice::{Choice, Rule, RuleView};
use crate::config::{Key, Spec};
use crate::figure::drawing::Drawing;
use crate::figure::geometry::Point;
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Place, Short};
use crate::figure::table::Column;

/// The figure `scaled-angles`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Scaled angles",
    caption: "Every pair, fastest first: angles met in training, new ones, and what a scaling rule changes.",
    keyboard: "Keys on the figure: ← → choose a pair, ↑ ↓ double or halve the factor.",
    shared_keys: &[Key::Base, Key::Dim, Key::Pair],
    own_keys: &[
        Key::RuleView,
        Key::Rule,
        Key::Factor,
        Key::TrainingLength,
        Key::PartialRotaryFactor,
    ],
    leading_keys: &[Key::RuleView, Key::Rule, Key::Factor],
    presets: &[
        preset(
            "no rule: slow pairs reach new angles",
            "base=10000&dim=128&rule=none&factor=8&training-length=4096&pair=52",
        ),
        preset(
            "Llama 3.1 8B: slow pairs divided",
            "base=500000&dim=128&rule=llama3&factor=8&training-length=8192&pair=32",
        ),
        preset(
            "Llama 2 with YaRN × 16",
            "base=10000&dim=128&rule=yarn&factor=16&training-length=4096&pair=33",
        ),
        preset(
            "interpolation slows every pair",
            "base=10000&dim=128&rule=linear&factor=2&training-length=4096&pair=0",
        ),
        preset(
            "Phi-3.5-mini: a divisor for each pair",
            "base=10000&dim=96&rule=longrope&factor=32&training-length=4096&pair=20",
        ),
        preset(
            "p-RoPE as in Gemma 4: slow pairs rest",
            "base=1000000&dim=512&rule=proportional&partial-rotary-factor=0.25&factor=8&training-length=4096&pair=63",
        ),
    ],
    idle,
    clock: None,
    arrow,
    sketch: || Box::new(ScaledAngles),
};

/// The divisors of LongRoPE belong to one model, only p-RoPE has pairs that rest, and the base says nothing of
/// the first pair.
fn idle(spec: &Spec, key: Key) -> bool {
    match key {
        Key::Base if spec.n_pairs() == 1 => true,
        Key::Base | Key::Dim | Key::Factor | Key::TrainingLength => spec.rule() == Rule::LongRope,
        Key::PartialRotaryFactor => spec.rule() != Rule::Proportional,
        _ => false,
    }
}

/// Left and right choose a pair, up and down change the factor.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    if right != 0.0 {
        let last = spec.n_pairs() as f64 - 1.0;
        let pair = (spec.pair() as f64 + right).clamp(0.0, last);
        spec.set_nearest(Key::Pair, pair);
    }
    if down != 0.0 {
        spec.set_nearest(Key::Factor, spec.factor() * (-down).exp2());
    }
}

#[derive(Debug)]
struct ScaledAngles;

impl View for ScaledAngles {
    type Seen = Stretch;
    const ROWS: &'static str =
        "Every pair; what the rule does: 0 kept, 1 between, 2 divided, 3 still";

    fn seen(&mut self, spec: &Spec) -> Option<Stretch> {
        Some(Stretch::new(spec))
    }

    fn draw(spec: &Spec, stretch: &Self::Seen, drawing: &mut Drawing) {
        // LongRoPE has pairs of its own.
        let last = stretch.before.n_pairs() - 1;
        let wanted = spec.number(Key::Pair).unwrap_or_default() as usize;
        let focus = wanted.min(last);
        match spec.rule_view() {
            RuleView::Dials => dials::draw(stretch, focus, drawing),
            RuleView::Wavelengths => wavelengths::draw(stretch, focus, drawing),
        }
    }

    fn reading(spec: &Spec, stretch: &Self::Seen) -> String {
        match spec.rule_view() {
            RuleView::Dials => new_angles(stretch),
            RuleView::Wavelengths => fates(spec, stretch),
        }
    }

    fn columns(_spec: &Spec, stretch: &Self::Seen) -> Vec<Column> {
        let (before, after) = (&stretch.before, &stretch.after);
        let turns: Vec<[f64; 3]> = stretch.turns().collect();
        let turns = |place: usize| {
            let column = turns.iter().filter_map(|turns| turns.get(place).copied());
            column.collect()
        };
        let pairs = (0..before.n_pairs()).map(|pair_idx| pair_idx as f64);
        let fates = stretch.fates().map(|fate| f64::from(fate as u8));
        vec![
            Column::numbers("pair_idx", pairs.collect()),
            Column::numbers("inv_freq before", before.inv_freq().to_vec()),
            Column::numbers("inv_freq after", after.inv_freq().to_vec()),
            Column::numbers("what the rule does", fates.collect()),
            Column::numbers("turns in training", turns(0)),
            Column::numbers("turns in the longer text without the rule", turns(1)),
            Column::numbers("turns in the longer text", turns(2)),
            Column::numbers("new part of the circle", stretch.new_arcs()),
        ]
    }

    fn probe(_spec: &Spec, stretch: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        if matches!(handle.grab, Grab::Slide { y: Some(_), .. }) {
            let trained = Place(stretch.trained);
            return Some(format!(
                "training length {trained} tokens: drag it up or down"
            ));
        }
        let pair_idx = handle.values(point).0.round().max(0.0) as usize;
        let [first, second] = pair_lines(stretch, pair_idx)?;
        Some(format!("pair {pair_idx}: {first}; {second}"))
    }
}

/// The name of the rule and its factor.
fn name(stretch: &Stretch) -> String {
    match stretch.rule {
        Rule::None => "no rule".to_owned(),
        Rule::Linear => format!("position interpolation × {}", Short(stretch.factor)),
        // What the controls say of another head does not count.
        Rule::LongRope => "LongRoPE as in Phi-3.5-mini".to_owned(),
        Rule::Proportional => "p-RoPE".to_owned(),
        rule => format!("{} × {}", rule.word().label, Short(stretch.factor)),
    }
}

/// How many pairs a longer text takes to angles that training never showed.
fn new_angles(stretch: &Stretch) -> String {
    let (plain, now) = stretch.n_new();
    let amount = |count: usize| match count {
        0 => "no pair".to_owned(),
        1 => "1 pair".to_owned(),
        count => format!("{count} pairs"),
    };
    let longer = Place(stretch.longer().floor());
    match stretch.rule {
        Rule::None => format!(
            "Without a rule, texts of {longer} tokens take {} to angles that training to {} never showed.",
            amount(now),
            Place(stretch.trained)
        ),
        _ => format!(
            "With {}, texts of {longer} tokens take {} to angles that training never showed; without it, {}.",
            name(stretch),
            amount(now),
            amount(plain)
        ),
    }
}

/// What the rule does to the pairs.
fn fates(spec: &Spec, stretch: &Stretch) -> String {
    let n_pairs = stretch.before.n_pairs();
    let counts = Fate::ALL.map(|fate| (stretch.count(fate), fate.name()));
    let fates: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, fate)| format!("{count} {fate}"))
        .collect();
    let fates = match fates.as_slice() {
        [only] => format!("all {only}"),
        _ => format!("of {n_pairs} pairs {}", fates.join(", ")),
    };
    format!("With {}, {fates}{}.", name(stretch), remark(spec, stretch))
}

/// What a rule costs or does beside.
fn remark(spec: &Spec, stretch: &Stretch) -> String {
    let fastest = stretch.after.inv_freq().first().copied();
    match stretch.rule {
        Rule::Ntk if spec.dim() < 4 => ", since the rule needs two pairs".to_owned(),
        Rule::Linear => format!(
            ", and two neighbours are {} radians apart in pair 0, not 1",
            Short(fastest.unwrap_or_default())
        ),
        _ if stretch.logit_factor != 1.0 => format!(
            ", and every score is multiplied by {}",
            Short(stretch.logit_factor)
        ),
        _ => String::new(),
    }
}
