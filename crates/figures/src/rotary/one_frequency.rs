//! Why RoPE has many frequencies: the distances that one pair can tell apart, and those that all pairs can.

use std::rc::Rc;

use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Spec};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, WIDE, pair_ink};
use phasor_encoding::Frequencies;
use phasor_encoding::analysis::decay::adversarial;
use phasor_text::number::{Fixed, Grouped, Place};

/// The figure `one-frequency`.
pub(crate) static KIND: Kind = Kind {
    title: "One frequency or many",
    topics: &[Topic::Rope],
    search_words: "bars histogram stripes waves collision",
    caption: "Stripes mark distances whose score is within 0.01 of the largest.",
    keyboard: "In the figure, ← → change the distance, and ↑ ↓ choose a faster or slower pair.",
    shared_keys: &[Key::Base, Key::Dim, Key::Offset, Key::Length],
    own_keys: &[Key::Pair],
    leading_keys: &[Key::Pair, Key::Dim],
    presets: &[
        preset(
            "a fast pair repeats",
            "pair=0&dim=64&base=10000&offset=20&length=128",
        ),
        preset(
            "a slow pair blurs neighbours",
            "pair=20&dim=64&base=10000&offset=20&length=128",
        ),
        preset(
            "one pair alone (2 components)",
            "dim=2&offset=20&length=128",
        ),
        preset(
            "a Llama 3 head, 4,096 tokens",
            "dim=128&base=500000&length=4096&offset=1000&pair=16",
        ),
    ],
    // A single pair rotates by 1 radian per token for every base.
    idle: |spec, key| matches!(key, Key::Pair | Key::Base) && spec.n_pairs() == 1,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<OneFrequency>::default(),
};

/// Changes the distance with left and right, and the pair with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let sign = if spec.offset() < 0.0 { -1.0 } else { 1.0 };
    spec.step_key(Key::Offset, sign * right);
    if down != 0.0 {
        let last = spec.n_pairs() as f64 - 1.0;
        spec.set_nearest(Key::Pair, (spec.pair() as f64 + down).min(last));
    }
}

/// Scores at most this far below the largest count as the same.
const ALIKE: f64 = 0.01;
/// The largest number of bars.
const MOST_BARS: usize = 64;
/// The approximate smallest number of points of the curve of the pair in focus.
const FINEST: usize = 1024;

/// What the numbers depend on: base, dim, distance, length, pair.
type Inputs = (f64, usize, f64, usize, usize);

#[derive(Debug, Default)]
struct OneFrequency(Memo<Inputs, Rc<Computed>>);

#[derive(Debug)]
struct Computed {
    wavelength: f64,
    one: Vec<f64>,
    /// Scores of the pair alone, also between whole distances, and the step between them.
    between: (Vec<f64>, f64),
    all: Vec<f64>,
    /// Pairs, each with the number of other distances that look the same to it.
    bars: Vec<(usize, usize)>,
}

/// Returns the distance that the head looks for, at most the largest shown.
fn distance(spec: &Spec) -> f64 {
    spec.offset().abs().min(spec.length() as f64 - 1.0)
}

impl Computed {
    fn new(spec: &Spec) -> Self {
        let all = spec.frequencies();
        let curve =
            |frequencies: &Frequencies| adversarial(frequencies, distance(spec), spec.length());
        let alone = |pair_idx: usize| {
            let inv_freq = all.inv_freq().get(pair_idx);
            let inv_freq = *inv_freq.expect("every pair has a frequency");
            Frequencies::from_inv_freq(spec.base(), vec![inv_freq])
                .expect("a frequency of a progression is accepted alone")
        };
        let step = spec.n_pairs().div_ceil(MOST_BARS);
        let pairs = (0..spec.n_pairs()).step_by(step);
        let one = alone(spec.pair());
        // With few whole distances, the curve of a fast pair would be jagged.
        let finer = (FINEST / spec.length()).max(1);
        let step = 1.0 / finer as f64;
        let first = (-distance(spec), step);
        let n_steps = (spec.length() - 1) * finer;
        Self {
            wavelength: one.wavelengths().next().expect("one pair has a wavelength"),
            one: curve(&one),
            between: (one.wave_sum([(1.0, 0.0)], first, n_steps + 1), step),
            bars: pairs
                .map(|pair_idx| (pair_idx, others(spec, &curve(&alone(pair_idx)))))
                .collect(),
            all: curve(&all),
        }
    }
}

fn is_alike(score: f64) -> bool {
    score > 1.0 - ALIKE
}

/// Returns how many whole distances, apart from the one looked for, score the same.
fn others(spec: &Spec, curve: &[f64]) -> usize {
    let nearest = distance(spec).round() as usize;
    let alike = curve
        .iter()
        .enumerate()
        .filter(|(_, score)| is_alike(**score));
    alike.filter(|(place, _)| *place != nearest).count()
}

impl View for OneFrequency {
    type Computed = Rc<Computed>;
    const ROWS: &'static str = "Scores divided by the largest";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Computed>> {
        let inputs = (
            spec.base(),
            spec.dim(),
            distance(spec),
            spec.length(),
            spec.pair(),
        );
        try_memoized(&mut self.0, inputs, || Some(Rc::new(Computed::new(spec))))
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        let bottom = draw_curves(spec, computed, drawing);
        draw_bars(spec, computed, bottom + 72.0, drawing);
    }

    fn reading(spec: &Spec, computed: &Self::Computed) -> String {
        let alone = match others(spec, &computed.one) {
            0 => "no other distance looks".to_owned(),
            1 => "1 other distance looks".to_owned(),
            n => format!("{} other distances look", Grouped(n as u64)),
        };
        let together = match (spec.n_pairs(), others(spec, &computed.all)) {
            (1, _) => "there is no other pair".to_owned(),
            (_, 0) => "with all pairs together, none does".to_owned(),
            (_, 1) => "with all pairs together, 1 does".to_owned(),
            (_, n) => format!("with all pairs together, {} do", Grouped(n as u64)),
        };
        format!(
            "With pair {} alone, {alone} the same as distance {}{}; {together}.",
            spec.pair(),
            Place(distance(spec)),
            cause(spec, computed),
        )
    }

    fn columns(spec: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let distances = (0..spec.length()).map(|place| place as f64);
        vec![
            Column::numbers("distance", distances.collect()),
            Column::numbers("score of the pair alone", computed.one.clone()),
            Column::numbers("score of all pairs", computed.all.clone()),
        ]
    }

    fn probe(
        spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let x = handle.values(point).0.round().max(0.0) as usize;
        match handle.grab {
            Grab::Slide {
                x: Some(Key::Pair), ..
            } => {
                let (pair_idx, n) = computed
                    .bars
                    .iter()
                    .min_by_key(|(pair, _)| pair.abs_diff(x))?;
                let n = Grouped(*n as u64);
                Some(format!(
                    "pair {pair_idx} alone: other distances that look the same: {n}"
                ))
            }
            _ => Some(format!(
                "distance {x}: score {:.3} with pair {} alone, {:.3} with all",
                Fixed(*computed.one.get(x)?),
                spec.pair(),
                Fixed(*computed.all.get(x)?),
            )),
        }
    }
}

fn all_pairs(spec: &Spec) -> String {
    match spec.n_pairs() {
        1 => "all pairs: just this one".to_owned(),
        n => format!("all {n} pairs"),
    }
}

/// Returns why distances look the same to the pair in focus.
fn cause(spec: &Spec, computed: &Computed) -> &'static str {
    let middle = distance(spec);
    let far = |place: usize| (place as f64 - middle).abs() > computed.wavelength / 2.0;
    let alike = || {
        computed
            .one
            .iter()
            .enumerate()
            .filter(|(_, score)| is_alike(**score))
    };
    let is_blurred = others(spec, &computed.one) > alike().filter(|(place, _)| far(*place)).count();
    let repeats = alike().any(|(place, _)| far(place));
    match (is_blurred, repeats) {
        (true, true) => " (the pair’s wavelength is long, but the wave repeats)",
        (true, false) => " (the pair’s wavelength is long)",
        (false, true) => " (the pair’s wave repeats)",
        (false, false) => "",
    }
}

const LEFT: f32 = 64.0;
const RIGHT: f32 = 16.0;

fn distances(spec: &Spec) -> Axis {
    Axis::bare(-0.5, spec.length() as f64 - 0.5)
}

/// A curve of scores by distance.
struct Curve<'a> {
    name: String,
    ink: Ink,
    /// At whole distances.
    scores: &'a [f64],
    /// The scores to draw, and the step between them.
    points: (&'a [f64], f64),
}

/// Draws the score of the pair alone and of all pairs, with stripes where distances look the same; returns the lower
/// edge.
fn draw_curves(spec: &Spec, computed: &Computed, drawing: &mut Drawing) -> f32 {
    const TITLE: f32 = 24.0;
    let height = if drawing.size().0 >= WIDE {
        112.0
    } else {
        70.0
    };
    let curves = [
        Curve {
            name: format!("pair {} alone", spec.pair()),
            ink: pair_ink(spec.pair(), spec.n_pairs()),
            scores: &computed.one,
            points: (&computed.between.0, computed.between.1),
        },
        Curve {
            name: all_pairs(spec),
            ink: Ink::Text,
            scores: &computed.all,
            points: (&computed.all, 1.0),
        },
    ];
    let mut bottom = 0.0;
    for (curve, is_last) in curves.iter().zip([false, true]) {
        let top = bottom + TITLE;
        let across = drawing.size().0 - LEFT - RIGHT;
        let rect = Rect::new(LEFT, top, across, height);
        let x = match is_last {
            true => distances(spec).labelled_within("distance (tokens)", across),
            false => distances(spec),
        };
        let panel = drawing.panel(Panel {
            rect,
            x,
            y: Axis::bare(-1.1, 1.1).labelled("score / max", 3),
        });
        draw_title(spec, curve, Point::new(rect.right(), top - 9.0), drawing);
        draw_curve(spec, curve, &panel, drawing);
        bottom = rect.bottom();
    }
    bottom
}

fn draw_title(spec: &Spec, curve: &Curve<'_>, end: Point, drawing: &mut Drawing) {
    let title = LABEL.bold().size(13.0).ink(curve.ink);
    drawing.text(Point::new(0.0, end.y), title, &curve.name);
    let n = others(spec, curve.scores);
    let verb = if n == 1 { "other looks" } else { "others look" };
    let note = format!("{} {verb} the same", Grouped(n as u64));
    let short = format!("{} others", Grouped(n as u64));
    let setting = LABEL.end().ink(Ink::Text);
    let room = end.x - title.width(&curve.name) - 10.0;
    drawing.text(end, setting, setting.fitting(&[&note, &short], room));
}

fn draw_curve(spec: &Spec, curve: &Curve<'_>, panel: &Panel, drawing: &mut Drawing) {
    let (points, step) = curve.points;
    draw_runs(curve.scores, panel, curve.ink, drawing);
    let points = points
        .iter()
        .enumerate()
        .map(|(place, &score)| Point::new(panel.x_px(place as f64 * step), panel.y_px(score)));
    drawing.line(points, 1.6, curve.ink, 1.0);
    let x = panel.x_px(distance(spec));
    let (head, foot) = (panel.rect.y, panel.rect.bottom());
    drawing.segment(Point::new(x, head), Point::new(x, foot), 1.2, Ink::Key, 1.0);
    drawing.disc(Point::new(x, panel.y_px(1.0)), 5.0, Ink::Key, 1.0);
    draw_handle(panel.rect, *panel, drawing);
}

fn draw_handle(rect: Rect, panel: Panel, drawing: &mut Drawing) {
    let grab = Grab::Slide {
        x: Some(Key::Offset),
        y: None,
    };
    drawing.handle(Handle { rect, grab, panel });
}

/// Draws one stripe for each run of distances that look the same.
fn draw_runs(curve: &[f64], panel: &Panel, ink: Ink, drawing: &mut Drawing) {
    const NARROWEST: f32 = 1.5;
    let mut from = None;
    for place in 0..=curve.len() {
        let alike = curve.get(place).is_some_and(|score| is_alike(*score));
        match (from, alike) {
            (None, true) => from = Some(place),
            (Some(first), false) => {
                let left = panel.x_px(first as f64 - 0.5);
                let across = (panel.x_px(place as f64 - 0.5) - left).max(NARROWEST);
                let rect = Rect::new(left, panel.rect.y, across, panel.rect.height);
                drawing.fill(rect, ink, 0.4);
                from = None;
            }
            _ => {}
        }
    }
}

/// Draws how many distances look the same to each pair alone.
fn draw_bars(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) {
    let (width, n_pairs) = (drawing.size().0, spec.n_pairs());
    let height = if width >= WIDE { 116.0 } else { 72.0 };
    let rect = Rect::new(LEFT, top, width - LEFT - RIGHT, height);
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let text = match width >= 380.0 {
        true => "each pair alone: how many others look the same",
        false => "each pair alone: lookalikes",
    };
    drawing.text(Point::new(0.0, top - 12.0), title, text);
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5)
            .labelled_within("pair, fastest first", rect.width),
        y: Axis::bare(0.0, spec.length() as f64).labelled("distances", 3),
    });
    let across = rect.width / computed.bars.len() as f32;
    for (place, &(pair_idx, n)) in computed.bars.iter().enumerate() {
        let high = panel.y_px(n as f64);
        let x = rect.x + place as f32 * across;
        let bar = Rect::new(x, high, across * 0.8, rect.bottom() - high);
        drawing.fill(bar, pair_ink(pair_idx, n_pairs), 1.0);
    }
    let (left, right) = (rect.x, rect.right());
    let y = panel.y_px(others(spec, &computed.all) as f64);
    drawing.dashed(
        Point::new(left, y),
        Point::new(right, y),
        1.6,
        Ink::Text,
        1.0,
    );
    let x = panel.x_px(spec.pair() as f64);
    let (head, foot) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
    drawing.segment(head, foot, 1.2, Ink::Query, 0.9);
    drawing.disc(head, 5.0, Ink::Query, 1.0);
    let grab = Grab::Slide {
        x: Some(Key::Pair),
        y: None,
    };
    drawing.handle(Handle { rect, grab, panel });
    drawing.set_height(rect.bottom() + 44.0);
}
