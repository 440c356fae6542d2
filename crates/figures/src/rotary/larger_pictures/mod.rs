//! A picture that is larger than in training: the angles that its rows and columns reach, and what rules do about them.

mod bars;
mod canvas;
mod computed;
pub(crate) mod parameters;
mod picture;

use std::rc::Rc;

use computed::Computed;
use parameters::PictureRule;
use phasor_draw::{Column, Point};
use phasor_encoding::analysis::Fate;
use phasor_text::number::{Fixed, Place, Short};

use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Spec};

/// The figure `larger-pictures`.
pub(crate) static KIND: Kind = Kind {
    title: "Larger pictures than in training",
    topics: &[Topic::Rope, Topic::Length],
    search_words: "image diffusion FLUX resolution NTK DyPE YaRN interpolation noise dog",
    caption: "FLUX.1 makes a picture larger than in training. Bars: the part of its circle that each pair of rows reaches. \
        Below: the score of these pairs, by the rows between two patches. Columns are alike.",
    keyboard: "In the figure, ← → choose a pair, and ↑ ↓ make the picture larger or smaller.",
    shared_keys: &[Key::Pair],
    own_keys: &[Key::PictureRule, Key::Growth, Key::DiffusionTime],
    leading_keys: &[Key::PictureRule, Key::Growth, Key::DiffusionTime],
    presets: &[
        preset("new angles", "picture-rule=none&growth=4&pair=12"),
        preset(
            "neighbours blur",
            "picture-rule=interpolation&growth=4&pair=0",
        ),
        preset("NTK: smaller", "picture-rule=ntk&growth=4&pair=12"),
        preset(
            "DyPE: early",
            "picture-rule=dype&growth=4&diffusion-time=1&pair=12",
        ),
        preset(
            "DyPE: late",
            "picture-rule=dype&growth=4&diffusion-time=0.15&pair=12",
        ),
    ],
    idle: |spec, key| {
        key == Key::DiffusionTime && spec.choice::<PictureRule>() != PictureRule::Dype
    },
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<LargerPictures>::default(),
};

fn arrow(spec: &mut Spec, right: f64, down: f64) {
    const STEP: f64 = 0.25;
    if right != 0.0 {
        let pair = spec.pair() as f64 + right;
        spec.set_nearest(Key::Pair, pair.max(0.0));
    }
    if down != 0.0 {
        spec.set_nearest(Key::Growth, spec.growth() - STEP * down);
    }
}

/// What the numbers depend on.
type Inputs = (PictureRule, f64, f64);

#[derive(Debug, Default)]
struct LargerPictures(Memo<Inputs, Rc<Computed>>);

impl View for LargerPictures {
    type Computed = Rc<Computed>;
    const ROWS: &'static str =
        "Every pair of rows; what the rule does: 0 kept, 1 between, 2 divided";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Computed>> {
        let inputs = (
            spec.choice::<PictureRule>(),
            spec.growth(),
            spec.diffusion_time(),
        );
        try_memoized(&mut self.0, inputs, || Some(Rc::new(Computed::new(spec))))
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        picture::draw(spec, computed, drawing);
    }

    fn reading(_: &Spec, computed: &Self::Computed) -> String {
        reading(computed)
    }

    fn columns(_: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let pairs = &computed.pairs;
        let turns: Vec<[f64; 3]> = pairs.turns().collect();
        let turns = |place: usize| {
            let column = turns.iter().filter_map(|turns| turns.get(place).copied());
            column.collect()
        };
        let fates = pairs.fates().map(|fate: Fate| f64::from(fate as u8));
        vec![
            Column::numbers("inv_freq before", pairs.before.inv_freq().to_vec()),
            Column::numbers("inv_freq after", pairs.after.inv_freq().to_vec()),
            Column::numbers("what the rule does", fates.collect()),
            Column::numbers("turns in training", turns(0)),
            Column::numbers("turns without the rule", turns(1)),
            Column::numbers("turns", turns(2)),
            Column::numbers("new part of the circle", pairs.new_arcs()),
        ]
    }

    fn probe(_: &Spec, computed: &Self::Computed, handle: &Handle, point: Point) -> Option<String> {
        match handle.grab {
            Grab::Slide {
                x: Some(Key::Pair), ..
            } => bars::pair_line(computed, handle.values(point).0.round().max(0.0) as usize),
            Grab::Set(Key::DiffusionTime, time) => Some(format!("to time {}", Place(time))),
            _ => Some(format!(
                "{} patches a side: drag to make the picture larger or smaller",
                computed.side()
            )),
        }
    }
}

/// Describes how many pairs reach new angles, and what the rule costs.
fn reading(computed: &Computed) -> String {
    let (n_new, n_pairs) = (computed.pairs.n_new(), computed.n_pairs());
    let [now, without] = computed.new_turns();
    let [next, in_training] = computed.next_row();
    if computed.growth == 1.0 {
        return format!(
            "A picture of {} × {} patches is as large as in training, so no pair reaches a new angle.",
            computed.side(),
            computed.side()
        );
    }
    match computed.rule {
        PictureRule::None => format!(
            "Without a rule, {n_new} of {n_pairs} pairs of rows reach angles that training never had; together, {} full turns are new.",
            Short(now)
        ),
        PictureRule::Interpolation => format!(
            "With interpolation, no angle is new, but neighbours blur: the next row lowers their score by {}, not by {}.",
            Short(next),
            Short(in_training)
        ),
        PictureRule::Ntk => format!(
            "NTK spares only the slowest pair: {n_new} still reach new angles, though together with {} full turns instead of {}.",
            Short(now),
            Short(without)
        ),
        PictureRule::Dype => {
            let unchanged = computed.pairs.count(Fate::Unchanged);
            let new = match n_new {
                0 => "no pair reaches a new angle".to_owned(),
                1 => "1 pair reaches new angles".to_owned(),
                _ => format!("{n_new} pairs reach new angles"),
            };
            let rotate = if unchanged == 1 { "rotates" } else { "rotate" };
            format!(
                "At time {:.2}, {new} with DyPE, and {unchanged} of {n_pairs} {rotate} as in training.",
                Fixed(computed.time),
            )
        }
    }
}
