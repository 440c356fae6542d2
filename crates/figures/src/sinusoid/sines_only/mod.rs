//! What a sinusoidal encoding loses if it keeps only the sine or only the cosine of every pair.

mod curves;
mod dial;
mod dots;
mod shadows;
mod strips;

use std::rc::Rc;

use crate::topic::Topic;
use crate::view::View;
use dial::Dial;
use dots::Dots;

use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, idle_alone, pan, preset};
use crate::{Key, Setting, Spec};
use phasor_draw::{Column, Point};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};
use phasor_text::number::{Fixed, Place};

choice! {
    /// What a sinusoidal encoding keeps of every pair.
    pub(crate) enum Components {
        /// The sine.
        Sines "sines" "sines",
        /// The cosine.
        Cosines "cosines" "cosines",
        /// Both, as in the paper.
        Both "both" "both",
    }
}

impl Setting for Components {
    const KEY: Key = Key::Components;
}

choice! {
    /// What the figure of an encoding that keeps part of every pair shows.
    pub(crate) enum SinesView {
        /// The dot product of two encodings, at every position.
        Dots "dot-products" "dot products",
        /// One pair on its dial.
        Dial "dial" "one pair",
        /// Every component.
        Strips "components" "all components",
    }
}

impl Setting for SinesView {
    const KEY: Key = Key::SinesView;
}

pub(crate) const COMPONENTS: Parameter = Parameter {
    name: "components",
    label: "components kept",
    unit: "",
    help: "What an encoding keeps of every pair: its sine, its cosine, or both.",
    accepts: Accepts::Choice(Components::LIST),
    default: "sines",
};

pub(crate) const SINES_VIEW: Parameter = Parameter {
    name: "sines-view",
    label: "view",
    unit: "",
    help: "What is shown of sines and cosines: dot products over position, one pair on its dial, or every component.",
    accepts: Accepts::Choice(SinesView::LIST),
    default: "dot-products",
};

/// The figure `sines-only`.
pub(crate) static KIND: Kind = Kind {
    title: "Sines alone",
    topics: &[Topic::Sinusoids],
    search_words: "phase why both barcode dial shadow wall floor",
    caption: "A pair is an arrow on a circle, its sine the shadow on the wall, its cosine that on the floor. From one \
        shadow alone, two positions look alike; with both, dot products are the same everywhere.",
    keyboard: "In the figure, ← → move the position, ↑ ↓ change the offset, Shift takes steps of ten, and Space plays.",
    shared_keys: &[
        Key::Base,
        Key::Dim,
        Key::Position,
        Key::Offset,
        Key::Length,
        Key::Pair,
        Key::Order,
    ],
    own_keys: &[Key::SinesView, Key::Components],
    leading_keys: &[Key::SinesView, Key::Components],
    presets: &[
        preset(
            "one sine, two positions",
            "components=sines&sines-view=dial&position=20",
        ),
        preset(
            "both: the same everywhere",
            "components=both&sines-view=dot-products",
        ),
        preset(
            "sines first: same sum",
            "components=both&order=concatenated&sines-view=components",
        ),
        preset(
            "no sines at position 0",
            "components=sines&position=0&sines-view=components",
        ),
    ],
    idle,
    clock: Some(Key::Position),
    starts: None,
    arrow: pan,
    sketch: || Box::<SinesOnly>::default(),
};

fn idle(spec: &Spec, key: Key) -> bool {
    let view = spec.choice::<SinesView>();
    match key {
        Key::Length => view != SinesView::Dots,
        Key::Order => view != SinesView::Strips || spec.n_pairs() == 1,
        Key::Pair if view == SinesView::Dots => true,
        // The first pair has frequency 1 for every base.
        Key::Base if view == SinesView::Dial && spec.pair() == 0 => true,
        _ => idle_alone(spec, key),
    }
}

#[derive(Debug, Default)]
struct SinesOnly(Memo<Inputs, Rc<Dots>>);

/// What the curves depend on: base, dim, offset, first position, length.
type Inputs = (f64, usize, f64, f64, usize);

impl View for SinesOnly {
    type Computed = Rc<Dots>;
    const ROWS: &'static str =
        "Dot product of the encodings of each position and of the position at the offset";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Dots>> {
        let inputs = (
            spec.base(),
            spec.dim(),
            spec.offset(),
            spec.start(),
            spec.length(),
        );
        try_memoized(&mut self.0, inputs, || Some(Rc::new(Dots::new(spec))))
    }

    fn draw(spec: &Spec, dots: &Self::Computed, drawing: &mut Drawing) {
        match spec.choice::<SinesView>() {
            SinesView::Dots => curves::draw(spec, dots, drawing),
            SinesView::Dial => shadows::draw(spec, &Dial::new(spec, &dots.frequencies), drawing),
            SinesView::Strips => strips::draw(spec, &dots.frequencies, drawing),
        }
    }

    fn reading(spec: &Spec, dots: &Self::Computed) -> String {
        match spec.choice::<SinesView>() {
            SinesView::Dots => dots.reading(spec),
            SinesView::Dial => Dial::new(spec, &dots.frequencies).reading(spec),
            SinesView::Strips => strips::reading(spec, &dots.frequencies),
        }
    }

    fn columns(spec: &Spec, dots: &Self::Computed) -> Vec<Column> {
        let positions = (0..spec.length()).map(|place| spec.start() + place as f64);
        vec![
            Column::numbers("position", positions.collect()),
            Column::numbers("sines", dots.sines.clone()),
            Column::numbers("cosines", dots.cosines.clone()),
            Column::numbers("both", vec![dots.both; spec.length()]),
        ]
    }

    fn probe(spec: &Spec, dots: &Self::Computed, handle: &Handle, point: Point) -> Option<String> {
        if let Grab::Turn(_) = handle.grab {
            return Some(Dial::new(spec, &dots.frequencies).probe(spec));
        }
        let place = (handle.values(point).0.round() - spec.start()).max(0.0) as usize;
        let place = place.min(spec.length() - 1);
        Some(format!(
            "positions {} and {}: sines {:.3}, cosines {:.3}, both {:.3}",
            Place(spec.start() + place as f64),
            Place(spec.start() + place as f64 + spec.offset()),
            Fixed(dots.sines.get(place).copied()?),
            Fixed(dots.cosines.get(place).copied()?),
            Fixed(dots.both),
        ))
    }
}
