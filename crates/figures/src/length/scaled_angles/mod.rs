//! How scaling rules change the wavelength of every pair, and which angles are new in a longer text.

mod dials;
pub(crate) mod parameters;
mod rule;
mod rules;
mod stretch;
mod wavelengths;

use crate::topic::Topic;
use crate::view::View;
use rule::Rule;
use stretch::{Stretch, pair_lines};

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, preset};
use crate::{Key, Spec};
use parameters::RuleView;
use phasor_draw::{Column, Point};
use phasor_encoding::analysis::Fate;
use phasor_params::choice::Choice;
use phasor_text::number::{Place, Short};

/// The figure `scaled-angles`.
pub(crate) static KIND: Kind = Kind {
    title: "Scaled angles",
    topics: &[Topic::Length, Topic::Rope],
    search_words: "YaRN NTK linear interpolation LongRoPE Llama wavelength dials rings",
    caption: "Every pair, fastest first: angles within the original length, and angles new in a longer text. Scaling rules \
        lower frequencies to avoid new angles.",
    keyboard: "In the figure, ← → choose a pair, and ↑ ↓ double or halve the factor. In the view “all rules”, ↑ ↓ \
        choose a rule, and ← → change the factor.",
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
            "no rule: new angles",
            "base=10000&dim=128&rule=none&factor=8&training-length=4096&pair=52",
        ),
        preset(
            "all rules",
            "rule-view=rules&base=10000&dim=128&rule=yarn&factor=8&training-length=4096",
        ),
        preset(
            "Llama 3.1",
            "base=500000&dim=128&rule=llama3&factor=8&training-length=8192&pair=32",
        ),
        preset(
            "YaRN",
            "base=10000&dim=128&rule=yarn&factor=16&training-length=4096&pair=33",
        ),
        preset(
            "interpolation",
            "base=10000&dim=128&rule=linear&factor=2&training-length=4096&pair=0",
        ),
        preset(
            "Phi-3.5",
            "base=10000&dim=96&rule=longrope&factor=32&training-length=4096&pair=20",
        ),
        preset(
            "p-RoPE",
            "base=1000000&dim=512&rule=proportional&partial-rotary-factor=0.25&factor=8&training-length=4096&pair=63",
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::new(ScaledAngles),
};

/// Some rules do not depend on every number, and the first pair does not depend on the base. Compared rules need every number,
/// but have no pair in focus.
fn idle(spec: &Spec, key: Key) -> bool {
    match key {
        Key::Pair => spec.choice::<RuleView>() == RuleView::Rules,
        Key::Base if spec.n_pairs() == 1 => true,
        _ if spec.choice::<RuleView>() == RuleView::Rules => false,
        _ => !spec.choice::<Rule>().depends_on(key),
    }
}

/// Chooses a pair with left and right, and changes the factor with up and down; where rules are compared, chooses one of
/// them with up and down, and changes the factor with left and right.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    if spec.choice::<RuleView>() == RuleView::Rules {
        spec.set_nearest(Key::Rule, spec.choice::<Rule>().place() as f64 + down);
        spec.set_nearest(Key::Factor, spec.factor() * right.exp2());
        return;
    }
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
    type Computed = Stretch;
    const ROWS: &'static str =
        "Every pair; what the rule does: 0 kept, 1 between, 2 divided, 3 still";

    fn compute(&mut self, spec: &Spec) -> Option<Stretch> {
        Some(Stretch::new(spec))
    }

    fn draw(spec: &Spec, stretch: &Self::Computed, drawing: &mut Drawing) {
        // LongRoPE has the pairs of one model, which may be fewer.
        let focus = spec.pair_of(stretch.pairs.before.n_pairs());
        match spec.choice::<RuleView>() {
            RuleView::Dials => dials::draw(stretch, focus, drawing),
            RuleView::Wavelengths => wavelengths::draw(stretch, focus, drawing),
            RuleView::Rules => rules::draw(spec, drawing),
        }
    }

    fn reading(spec: &Spec, stretch: &Self::Computed) -> String {
        match spec.choice::<RuleView>() {
            RuleView::Dials => new_angles(stretch),
            RuleView::Wavelengths => fates(spec, stretch),
            RuleView::Rules => compared(spec, stretch),
        }
    }

    fn columns(_spec: &Spec, stretch: &Self::Computed) -> Vec<Column> {
        let (before, after) = (&stretch.pairs.before, &stretch.pairs.after);
        let turns: Vec<[f64; 3]> = stretch.pairs.turns().collect();
        let turns = |place: usize| {
            let column = turns.iter().filter_map(|turns| turns.get(place).copied());
            column.collect()
        };
        let pairs = (0..before.n_pairs()).map(|pair_idx| pair_idx as f64);
        let fates = stretch.pairs.fates().map(|fate| f64::from(fate as u8));
        vec![
            Column::numbers("pair_idx", pairs.collect()),
            Column::numbers("inv_freq before", before.inv_freq().to_vec()),
            Column::numbers("inv_freq after", after.inv_freq().to_vec()),
            Column::numbers("what the rule does", fates.collect()),
            Column::numbers("turns in the original length", turns(0)),
            Column::numbers("turns in the longer text without the rule", turns(1)),
            Column::numbers("turns in the longer text", turns(2)),
            Column::numbers("new part of the circle", stretch.pairs.new_arcs()),
        ]
    }

    fn probe(
        spec: &Spec,
        stretch: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        if spec.choice::<RuleView>() == RuleView::Rules {
            let place = handle.values(point).1.round().max(0.0) as usize;
            let (rule, _) = Rule::WORDS.get(place)?;
            return Some(compared(spec, &Stretch::of(spec, *rule)));
        }
        if matches!(handle.grab, Grab::Slide { y: Some(_), .. }) {
            let original = Place(stretch.pairs.original);
            return Some(format!(
                "original length {original} tokens: drag it up or down"
            ));
        }
        let pair_idx = handle.values(point).0.round().max(0.0) as usize;
        let [first, second] = pair_lines(stretch, pair_idx)?;
        Some(format!("pair {pair_idx}: {first}; {second}"))
    }
}

/// Describes how many pairs a longer text takes to new angles.
fn new_angles(stretch: &Stretch) -> String {
    let (plain, now) = (stretch.pairs.n_new_without(), stretch.pairs.n_new());
    let amount = |count: usize| match count {
        0 => "no pair".to_owned(),
        1 => "1 pair".to_owned(),
        count => format!("{count} pairs"),
    };
    let longer = Place(stretch.pairs.longer.floor());
    match stretch.rule {
        Rule::None => format!(
            "Without a rule, texts of {longer} tokens take {} to angles that texts of {} tokens never reach.",
            amount(now),
            Place(stretch.pairs.original)
        ),
        _ => format!(
            "With {}, {} {} new angles in texts of {longer} tokens; without it, {} {}.",
            stretch.rule.name(stretch.pairs.factor),
            amount(now),
            if now > 1 { "reach" } else { "reaches" },
            amount(plain),
            if plain > 1 { "do" } else { "does" }
        ),
    }
}

/// Describes what the rule does to the pairs, and how many reach new angles.
fn compared(spec: &Spec, stretch: &Stretch) -> String {
    let fates = fates(spec, stretch);
    let now = stretch.pairs.n_new();
    let n_pairs = stretch.pairs.before.n_pairs();
    let reach = if now == 1 { "reaches" } else { "reach" };
    format!("{fates} {now} of {n_pairs} pairs {reach} new angles.")
}

/// Describes what the rule does to the pairs.
fn fates(spec: &Spec, stretch: &Stretch) -> String {
    let n_pairs = stretch.pairs.before.n_pairs();
    let (name, effect) = (
        stretch.rule.name(stretch.pairs.factor),
        effect(spec, stretch),
    );
    let mut all = Fate::ALL.into_iter();
    match all.find(|fate| stretch.pairs.count(*fate) == n_pairs) {
        Some(fate) => format!("With {name}, every frequency is {}{effect}.", fate.name()),
        None => format!(
            "Of {n_pairs} frequencies, {name} {}{effect}.",
            counted(stretch)
        ),
    }
}

/// Returns what the rule does to how many pairs.
fn counted(stretch: &Stretch) -> String {
    let [unchanged, between, divided, still] = Fate::ALL.map(|fate| stretch.pairs.count(fate));
    let full = stretch.rule.full_factor();
    let divides = match (divided, between) {
        (0, _) => format!("divides {between} by less"),
        (_, 0) => format!("divides {divided} by {full}"),
        _ => format!("divides {divided} by {full} and {between} by less"),
    };
    let all = [
        (unchanged, format!("keeps {unchanged}")),
        (divided + between, divides),
        (still, format!("sets {still} to zero")),
    ];
    let met = all.into_iter().filter(|(count, _)| *count > 0);
    let met: Vec<String> = met.map(|(_, done)| done).collect();
    met.join(", and ")
}

/// Returns a side effect of the rule.
fn effect(spec: &Spec, stretch: &Stretch) -> String {
    match stretch.rule {
        Rule::Ntk if spec.dim() < 4 => ", because the rule needs two pairs".to_owned(),
        Rule::Linear => {
            let fastest = stretch.pairs.after.inv_freq().first();
            let fastest = fastest.expect("there is a pair");
            format!(
                ", so neighbours are {} radians apart in pair 0, not 1",
                Short(*fastest)
            )
        }
        _ if stretch.logit_factor != 1.0 => format!(
            ". Every score is multiplied by {}",
            Short(stretch.logit_factor)
        ),
        _ => String::new(),
    }
}
