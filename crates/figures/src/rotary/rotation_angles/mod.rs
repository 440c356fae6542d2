//! One dial per rotated pair, and the score that the pairs sum to.

mod dials;
mod hands;
mod layouts;
mod unroll;

use std::rc::Rc;

use crate::cache::{Cache, Memo, Score, memoized, vectors};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, SHARED_KEYS, Sketch, pan, preset};
use crate::topic::Topic;
use crate::{Content, Key, Setting, Spec};
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
    starts: None,
    arrow: pan,
    sketch: || Box::<RotationAngles>::default(),
};

#[derive(Debug, Default)]
struct RotationAngles {
    cache: Cache,
    scores: Memo<(f64, usize, Content, f64), Rc<Scores>>,
}

/// What each pair adds to the score.
#[derive(Debug)]
struct Scores(Vec<f64>);

impl Scores {
    fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    /// Returns at most `most` groups of neighbouring pairs, slowest first, as their parts hardly ever cancel: the pair in the
    /// middle of each group, and the sum before and after the group.
    fn groups(&self, most: usize) -> impl ExactSizeIterator<Item = (usize, (f64, f64))> {
        let n_pairs = self.0.len();
        let n_groups = n_pairs.min(most);
        let mut sum = 0.0;
        (0..n_groups).map(move |group| {
            let [start, end] = [group, group + 1].map(|edge| edge * n_pairs / n_groups);
            let before = sum;
            let slowest_first = self.0.iter().rev();
            sum += slowest_first.skip(start).take(end - start).sum::<f64>();
            let middle = usize::midpoint(start, end - 1);
            (n_pairs - 1 - middle, (before, sum))
        })
    }
}

impl RotationAngles {
    fn scores(&mut self, spec: &Spec) -> Rc<Scores> {
        let wanted = (spec.base(), spec.dim(), spec.content(), spec.offset());
        let cache = &mut self.cache;
        memoized(&mut self.scores, wanted, || {
            let rope = Rope::new(cache.frequencies(spec).clone(), Pairing::Interleaved);
            let (query, key) = vectors(spec);
            let scores = rope.pair_scores(&query, &key, spec.offset());
            let scores = scores.expect("the vectors have the dim of the rope");
            Rc::new(Scores(scores.collect()))
        })
    }

    /// Draws what is below the line of positions; returns the lower edge.
    fn draw_view(&mut self, spec: &Spec, top: f32, drawing: &mut Drawing) -> f32 {
        if let Some(done) = spec.between(AnglesView::Dials, AnglesView::Score) {
            return self.draw_unrolling(spec, top, done, drawing);
        }
        match spec.choice::<AnglesView>() {
            AnglesView::Dials => self.draw_dials(spec, top, drawing),
            AnglesView::Score => {
                let curve = self.cache.score(spec);
                let panel = score_panel(spec, &curve, top + 24.0, drawing);
                draw_curve(spec, &curve, (&panel, 1.0), drawing);
                draw_marker(spec, self.scores(spec).sum(), &panel, drawing);
                below(&panel)
            }
            AnglesView::Components => {
                let inv_freq = self.cache.frequencies(spec).inv_freq();
                layouts::draw(spec, inv_freq, top + 24.0, drawing)
            }
        }
    }

    /// Draws a place on the way from the dials to the score; returns the lower edge.
    fn draw_unrolling(&mut self, spec: &Spec, top: f32, done: f64, drawing: &mut Drawing) -> f32 {
        let curve = self.cache.score(spec);
        let scores = self.scores(spec);
        let panel = score_panel(spec, &curve, top + 24.0, drawing);
        // Axes cannot fade, but they can be uncovered.
        let cover = Rect::new(0.0, top, drawing.size().0, below(&panel) - top);
        let covered = 1.0 - unroll::axes(done);
        if covered > 0.0 {
            drawing.fill(cover, Ink::Surface, covered);
        }
        let begun = drawing.place();
        let bottom = self.draw_dials(spec, top, drawing);
        drawing.fade(begun, unroll::dials(done));
        let frequencies = self.cache.frequencies(spec);
        unroll::draw(spec, (frequencies, &scores), (&panel, top), done, drawing);
        let begun = drawing.place();
        draw_curve(spec, &curve, (&panel, unroll::sweep(done)), drawing);
        draw_marker(spec, scores.sum(), &panel, drawing);
        drawing.fade(begun, unroll::marker(done));
        bottom.max(below(&panel))
    }

    fn draw_dials(&mut self, spec: &Spec, top: f32, drawing: &mut Drawing) -> f32 {
        let score = self.scores(spec).sum();
        dials::draw(spec, self.cache.frequencies(spec), (top, score), drawing)
    }
}

impl Sketch for RotationAngles {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let bottom = position_line::draw(spec, ["q", "k"], drawing);
        let top = bottom + 14.0;
        let bottom = self.draw_view(spec, top, drawing) + dials::EDGE;
        drawing.set_height(bottom.max(drawing.wanted_height().unwrap_or(0.0)));
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
            Fixed(self.scores(spec).sum()),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        tables::angles(spec, self.cache.frequencies(spec))
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, _: Point) -> Option<String> {
        match handle.grab {
            Grab::Focus(pair_idx) => probe::pair(spec, &mut self.cache, pair_idx),
            Grab::Turn(hand) => {
                let pair_idx = hand.pair_idx.unwrap_or(spec.pair());
                probe::pair(spec, &mut self.cache, pair_idx)
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

/// The room for the numbers and the label of the axis below the score, CSS pixels.
const AXIS: f32 = 46.0;

/// Adds the axes of the score.
fn score_panel(spec: &Spec, curve: &Score, top: f32, drawing: &mut Drawing) -> Panel {
    let width = drawing.size().0;
    let bound = spec.n_pairs() as f64 * 1.08;
    let lowest = curve.values.iter().copied().fold(0.0, f64::min) * 1.08;
    let reach = spec.length() as f64 - 1.0;
    let is_wide = width >= WIDE;
    let height = match drawing.wanted_height() {
        Some(height) => (height - top - AXIS - dials::EDGE).max(100.0),
        None if is_wide => 330.0,
        None => 240.0,
    };
    drawing.panel(Panel {
        rect: Rect::new(66.0, top, width - 82.0, height),
        x: Axis::bare(-reach, reach).labelled(
            "offset: key position − query position (tokens)",
            if is_wide { 9 } else { 5 },
        ),
        y: Axis::bare(lowest, bound).labelled("score", 5),
    })
}

/// The lower edge of the score with its axis.
fn below(panel: &Panel) -> f32 {
    panel.rect.bottom() + AXIS
}

/// Draws the score as far from the offset as `part` of the axis.
fn draw_curve(spec: &Spec, curve: &Score, (panel, part): (&Panel, f64), drawing: &mut Drawing) {
    let reach = spec.length() as f64 - 1.0;
    let zero = panel.y_px(0.0);
    let (left, right) = (panel.rect.x, panel.rect.right());
    drawing.segment(
        Point::new(left, zero),
        Point::new(right, zero),
        1.0,
        Ink::Faint,
        1.0,
    );
    let offset = |place: usize| place as f64 * curve.step - reach;
    let middle = spec.offset().clamp(-reach, reach);
    let near = |place: &usize| (offset(*place) - middle).abs() <= 2.0 * reach * part;
    let points = curve.values.iter().enumerate();
    let points = points.filter(|(place, _)| near(place));
    let points =
        points.map(|(place, &score)| Point::new(panel.x_px(offset(place)), panel.y_px(score)));
    drawing.line(points, 1.6, Ink::Text, 0.85);
}

/// Marks the offset and its score.
fn draw_marker(spec: &Spec, score: f64, panel: &Panel, drawing: &mut Drawing) {
    let reach = spec.length() as f64 - 1.0;
    let rect = panel.rect;
    let x = panel.x_px(spec.offset().clamp(-reach, reach));
    let (top, bottom) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
    drawing.segment(top, bottom, 1.2, Ink::Key, 0.8);
    drawing.disc(Point::new(x, panel.y_px(score)), 5.0, Ink::Key, 1.0);
    let title = LABEL.size(13.0).ink(Ink::Text);
    let note = format_args!(
        "score q · k = {} at offset {}",
        Short(score),
        Place(spec.offset())
    );
    drawing.text(Point::new(rect.x, rect.y - 10.0), title.bold(), note);
}
