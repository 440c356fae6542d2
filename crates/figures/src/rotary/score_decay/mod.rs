//! RoPE's score by offset for equal, random and chosen vectors, and its upper bound.

mod computed;
mod picture;

use std::rc::Rc;

use crate::topic::Topic;
use crate::view::View;
use computed::{Computed, Curves, Inputs};

use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Handle};
use crate::kind::{Kind, preset};
use crate::{Key, Setting, Spec};
use phasor_draw::{Column, Point};
use phasor_encoding::analysis::decay::adversarial;
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};
use phasor_text::number::{Fixed, Place, Short};

choice! {
    /// The vectors whose scores `score-decay` shows.
    pub(crate) enum Vectors {
        /// All of them, under their upper bound.
        All "all" "all: under their bound",
        /// A query and a key that are equal.
        Equal "equal" "equal",
        /// Queries and keys with random components.
        Random "random" "random",
        /// A query and a key chosen to score most at one offset.
        Chosen "chosen" "chosen: to peak at P",
    }
}

impl Vectors {
    /// Returns whether `one` is among these vectors.
    #[must_use]
    pub(crate) fn include(self, one: Self) -> bool {
        self == one || self == Self::All
    }
}

impl Setting for Vectors {
    const KEY: Key = Key::Vectors;
}

pub(crate) const PEAK: Parameter = Parameter {
    name: "peak",
    label: "peak",
    unit: "tokens",
    help: "Offset at which the chosen query and key score most.",
    accepts: Accepts::Number(Range::whole(0.0, 4095.0)),
    default: "60",
};

pub(crate) const VECTORS: Parameter = Parameter {
    name: "vectors",
    label: "vectors",
    unit: "",
    help: "The vectors of query and key whose scores are shown.",
    accepts: Accepts::Choice(Vectors::LIST),
    default: "all",
};

impl Spec {
    /// The offset at which query and key are chosen to score most.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.at(Key::Peak) as usize
    }
}

/// The figure `score-decay`.
pub(crate) static KIND: Kind = Kind {
    title: "Does the score fade?",
    topics: &[Topic::Rope, Topic::Length],
    search_words: "decay curve bound long-term",
    caption: "RoPE’s score by offset, for equal, random and chosen vectors, and the upper bound for equal \
        ones. The buttons below show one kind of vector, or all.",
    keyboard: "In the figure, ← → change the offset, ↑ ↓ move the peak P, and Shift takes steps of ten.",
    shared_keys: &[Key::Base, Key::Dim, Key::Offset, Key::Length],
    own_keys: &[Key::Vectors, Key::Peak],
    leading_keys: &[Key::Vectors, Key::Base],
    presets: &[
        preset(
            "the paper’s bound falls",
            "vectors=all&base=10000&dim=128&length=251&offset=250&peak=200",
        ),
        preset(
            "equal vectors fade",
            "vectors=equal&base=10000&dim=128&length=4096&offset=1000",
        ),
        preset(
            "random vectors do not",
            "vectors=random&base=10000&dim=128&length=4096&offset=1000",
        ),
        preset(
            "a peak 3,000 tokens away",
            "vectors=chosen&base=10000&dim=128&length=4096&offset=1000&peak=3000",
        ),
        preset(
            "one pair never fades",
            "vectors=equal&dim=2&length=64&offset=6",
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<ScoreDecay>::default(),
};

/// The first pair does not depend on the base, and only chosen vectors have a peak.
fn idle(spec: &Spec, key: Key) -> bool {
    match key {
        Key::Base => spec.n_pairs() == 1,
        Key::Peak => !spec.choice::<Vectors>().include(Vectors::Chosen),
        _ => false,
    }
}

/// Moves the offset, which is shown without its sign, with left and right, and the peak with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    if right != 0.0 {
        spec.set_nearest(Key::Offset, spec.offset().abs());
        spec.step_key(Key::Offset, right);
        spec.set_nearest(Key::Offset, spec.offset().max(0.0));
    }
    if !idle(spec, Key::Peak) {
        spec.step_key(Key::Peak, -down);
    }
}

#[derive(Debug, Default)]
struct ScoreDecay {
    curves: Memo<Inputs, Rc<Curves>>,
    chosen: Memo<(Inputs, usize), Rc<[f64]>>,
}

impl View for ScoreDecay {
    type Computed = Computed;
    const ROWS: &'static str = "Scores divided by the norms of query and key";

    fn compute(&mut self, spec: &Spec) -> Option<Computed> {
        let inputs = (spec.base(), spec.dim(), spec.length());
        let curves = try_memoized(&mut self.curves, inputs, || {
            Some(Rc::new(Curves::new(spec)))
        })?;
        let peak = spec.peak();
        let chosen = try_memoized(&mut self.chosen, (inputs, peak), || {
            let chosen = adversarial(&curves.frequencies, peak as f64, spec.length());
            Some(chosen.into())
        })?;
        Some(Computed {
            vectors: spec.choice::<Vectors>(),
            curves,
            chosen,
            peak: peak as f64,
            offset: spec.offset().abs(),
            reach: spec.length() as f64 - 1.0,
        })
    }

    fn draw(_spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
        picture::draw(computed, drawing);
    }

    fn reading(_spec: &Spec, computed: &Computed) -> String {
        let at = computed.at(computed.offset);
        match computed.vectors {
            Vectors::All => computed.all(&at),
            Vectors::Equal => computed.equal(&at),
            Vectors::Random => computed.random(&at),
            Vectors::Chosen => computed.best_at_peak(&at),
        }
    }

    fn columns(_spec: &Spec, computed: &Computed) -> Vec<Column> {
        let places = 0..computed.curves.random.mean.len();
        let at = |numbers: &[f64]| {
            let numbers = numbers.iter().step_by(computed.curves.step).copied();
            numbers.collect::<Vec<f64>>()
        };
        let offsets = places.map(|place| (place * computed.curves.step) as f64);
        vec![
            Column::numbers("offset", offsets.collect()),
            Column::numbers("bound", at(&computed.curves.bound)),
            Column::numbers("random mean", computed.curves.random.mean.clone()),
            Column::numbers(
                "random spread",
                computed.curves.random.root_mean_square.clone(),
            ),
            Column::numbers("chosen", at(&computed.chosen)),
            Column::numbers("equal", at(&computed.curves.equal)),
        ]
    }

    fn probe(_spec: &Spec, computed: &Computed, handle: &Handle, point: Point) -> Option<String> {
        let at = computed.at(handle.values(point).0.round().clamp(0.0, computed.reach));
        let values = [
            (Vectors::Equal, "equal", format!("{:.3}", Fixed(at.equal))),
            (
                Vectors::Chosen,
                "chosen",
                format!("{:.3}", Fixed(at.chosen)),
            ),
            (Vectors::Random, "random", format!("{:.3}", Fixed(at.mean))),
            (
                Vectors::Random,
                "spread",
                format!("{:.3}", Fixed(at.spread)),
            ),
            (Vectors::All, "bound", Short(at.bound).to_string()),
        ];
        let listed = values
            .into_iter()
            .filter(|(vectors, ..)| computed.vectors.include(*vectors));
        let listed: Vec<String> = listed
            .map(|(_, name, value)| format!("{name} {value}"))
            .collect();
        Some(format!(
            "offset {}: {}",
            Place(at.offset),
            listed.join(", ")
        ))
    }
}
