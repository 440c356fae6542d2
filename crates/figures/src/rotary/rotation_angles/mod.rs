//! One dial per rotated pair, and the score that the pairs sum to.

mod dials;
mod hands;
mod layouts;

use crate::cache::{Cache, vectors};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, SHARED_KEYS, Sketch, pan, preset};
use crate::topic::Topic;
use crate::{Key, Setting, Spec};
use crate::{position_line, probe, tables};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Table, WIDE};
use phasor_encoding::{Pairing, Rope};
use phasor_params::choice::{Choice, choice};
use phasor_params::{Accepts, Parameter};
use phasor_text::number::{Fixed, Place, Short};

choice! {
    /// What the figure of a head's rotated pairs shows.
    pub(crate) enum AnglesView {
        /// One dial for each pair.
        Dials "dials" "dials",
        /// The score at every offset.
        Score "score" "score by offset",
        /// The rotated query as it is stored.
        Components "components" "components",
    }
}

impl Setting for AnglesView {
    const KEY: Key = Key::AnglesView;
}

pub(crate) const ANGLES_VIEW: Parameter = Parameter {
    name: "angles-view",
    label: "view",
    unit: "",
    help: "What is shown of a rotated head: a dial for each pair, the score by offset, or the rotated components.",
    accepts: Accepts::Choice(AnglesView::LIST),
    default: "dials",
};

/// The figure `rotation-angles`.
pub(crate) static KIND: Kind = Kind {
    title: "Rotation angles",
    topics: &[Topic::Rope],
    search_words: "dials clock hands arrows circles frequency",
    caption: "RoPE rotates each pair of the query (q) and of the key (k) by an angle set by position. Position affects the \
        score only through the angles between the hands.",
    keyboard: "In the figure, drag a hand, or press ← → for q and k together and ↑ ↓ for k alone. Shift takes steps of \
        ten, and Space plays.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[Key::AnglesView, Key::Pair, Key::Content, Key::Pairing],
    leading_keys: &[Key::Offset, Key::AnglesView],
    presets: &[
        preset(
            "q at 10°, k at 20°",
            "dim=2&length=4&content=tilted&pair=0\
            &position=0.17453292519943295&offset=0.17453292519943295",
        ),
        preset(
            "both 30° farther: the same score",
            "dim=2&length=4&content=tilted&pair=0\
            &position=0.6981317007977318&offset=0.17453292519943295",
        ),
        preset(
            "a Llama 3 head",
            "base=500000&dim=128&length=128&content=aligned&position=4&offset=1",
        ),
    ],
    idle: |spec, key| match key {
        // The first pair rotates by 1 radian per token for every base.
        Key::Base => spec.n_pairs() == 1,
        Key::Pair => spec.n_pairs() == 1 || spec.choice::<AnglesView>() == AnglesView::Score,
        Key::Content => spec.choice::<AnglesView>() == AnglesView::Components,
        Key::Pairing => spec.choice::<AnglesView>() != AnglesView::Components,
        _ => false,
    },
    clock: Some(Key::Position),
    starts: false,
    arrow: pan,
    sketch: || Box::<RotationAngles>::default(),
};

#[derive(Debug, Default)]
struct RotationAngles(Cache);

impl Sketch for RotationAngles {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let bottom = position_line::draw(spec, ["q", "k"], drawing);
        let top = bottom + 14.0;
        let bottom = match spec.choice::<AnglesView>() {
            AnglesView::Dials => {
                let score = score(spec, &mut self.0);
                dials::draw(spec, self.0.frequencies(spec), (top, score), drawing)
            }
            AnglesView::Score => draw_score(spec, &mut self.0, top + 24.0, drawing) + 46.0,
            AnglesView::Components => {
                let inv_freq = self.0.frequencies(spec).inv_freq();
                layouts::draw(spec, inv_freq, top + 24.0, drawing)
            }
        };
        drawing.set_height(bottom + 4.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        if spec.choice::<AnglesView>() == AnglesView::Components {
            let (first, second) = spec.pairing().places(spec.pair(), spec.n_pairs());
            return format!(
                "The {} layout stores pair {} of the query in components {first} and {second}; the other layout \
                 stores the same numbers elsewhere.",
                spec.pairing().word().label,
                spec.pair(),
            );
        }
        let [query, key] =
            [spec.position(), spec.key_position()].map(|position| place(spec, position));
        format!(
            "The score is {:.4} for a query at {query} and a key at {key}; it stays the same while both move together.",
            Fixed(score(spec, &mut self.0)),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        tables::angles(spec, self.0.frequencies(spec))
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, _: Point) -> Option<String> {
        match handle.grab {
            Grab::Focus(pair_idx) => probe::pair(spec, &mut self.0, pair_idx),
            Grab::Turn(hand) => {
                let pair_idx = hand.pair_idx.unwrap_or(spec.pair());
                probe::pair(spec, &mut self.0, pair_idx)
            }
            _ => None,
        }
    }
}

/// Returns a position, or the angle of the only pair, which says more of a fraction.
fn place(spec: &Spec, position: f64) -> String {
    match spec.dim() {
        2 if position.fract() != 0.0 => format!("{:.0}°", Fixed(position.to_degrees())),
        _ => Place(position).to_string(),
    }
}

/// Draws the score at every offset and marks the current one; returns the lower edge.
fn draw_score(spec: &Spec, cache: &mut Cache, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let curve = cache.score(spec);
    let bound = spec.n_pairs() as f64 * 1.08;
    let lowest = curve.values.iter().copied().fold(0.0, f64::min) * 1.08;
    let reach = spec.length() as f64 - 1.0;
    let is_wide = width >= WIDE;
    let height = if is_wide { 330.0 } else { 240.0 };
    let panel = drawing.panel(Panel {
        rect: Rect::new(66.0, top, width - 82.0, height),
        x: Axis::bare(-reach, reach).labelled(
            "offset: key position − query position (tokens)",
            if is_wide { 9 } else { 5 },
        ),
        y: Axis::bare(lowest, bound).labelled("score", 5),
    });
    let zero = panel.y_px(0.0);
    let (left, right) = (panel.rect.x, panel.rect.right());
    drawing.segment(
        Point::new(left, zero),
        Point::new(right, zero),
        1.0,
        Ink::Faint,
        1.0,
    );
    let points = curve.values.iter().enumerate().map(|(place, &score)| {
        let offset = place as f64 * curve.step - reach;
        Point::new(panel.x_px(offset), panel.y_px(score))
    });
    drawing.line(points, 1.6, Ink::Text, 0.85);
    let score = score(spec, cache);
    let x = panel.x_px(spec.offset().clamp(-reach, reach));
    let at = Point::new(x, panel.y_px(score));
    drawing.segment(
        Point::new(x, top),
        Point::new(x, panel.rect.bottom()),
        1.2,
        Ink::Key,
        0.8,
    );
    drawing.disc(at, 5.0, Ink::Key, 1.0);
    let title = LABEL.size(13.0).ink(Ink::Text);
    let note = format_args!(
        "score q · k = {} at offset {}",
        Short(score),
        Place(spec.offset())
    );
    drawing.text(Point::new(left, top - 10.0), title.bold(), note);
    panel.rect.bottom()
}

fn score(spec: &Spec, cache: &mut Cache) -> f64 {
    let rope = Rope::new(cache.frequencies(spec).clone(), Pairing::Interleaved);
    let (query, key) = vectors(spec);
    rope.pair_scores(&query, &key, spec.offset())
        .expect("the vectors have the dim of the rope")
        .sum()
}
