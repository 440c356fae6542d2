//! Why many frequencies: what one pair can tell apart, and what all of them can.

use std::rc::Rc;

use super::view::View;
use crate::config::{Key, Spec};
use crate::encoding::Frequencies;
use crate::encoding::analysis::decay::adversarial;
use crate::figure::cache::{Made, made_once};
use crate::figure::drawing::{Drawing, Ink, LABEL, pair_ink};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Fixed, Grouped, Place, Short};
use crate::figure::table::Column;

/// The figure `one-frequency`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "One frequency or many",
    caption: "A query and the key that suits it best at one distance, in every pair: their score at \
        all distances, as a part of the best. Stripes mark distances that score within 0.01 of it. \
        Bars count such distances for each pair alone.",
    keyboard: "Keys on the figure: ← → change the distance, ↑ ↓ choose a faster or a slower pair.",
    shared_keys: &[Key::Base, Key::Dim, Key::Offset, Key::Length],
    own_keys: &[Key::Pair],
    leading_keys: &[Key::Pair, Key::Dim],
    presets: &[
        preset(
            "a fast pair comes round",
            "pair=0&dim=64&base=10000&offset=20&length=128",
        ),
        preset(
            "a slow pair is a blur",
            "pair=20&dim=64&base=10000&offset=20&length=128",
        ),
        preset("no other pair to help: dim 2", "dim=2&offset=20&length=128"),
        preset(
            "a Llama 3 head, 4,096 tokens",
            "dim=128&base=500000&length=4096&offset=1000&pair=16",
        ),
    ],
    idle: |_, _| false,
    clock: None,
    arrow,
    sketch: || Box::<OneFrequency>::default(),
};

/// Left and right change the distance, up and down the pair.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let sign = if spec.offset() < 0.0 { -1.0 } else { 1.0 };
    spec.step_key(Key::Offset, sign * right);
    if down != 0.0 {
        let last = spec.n_pairs() as f64 - 1.0;
        spec.set_nearest(Key::Pair, (spec.pair() as f64 + down).min(last));
    }
}

/// Scores this far from the best look the same.
const ALIKE: f64 = 0.01;
/// Bars of single pairs at most.
const MOST_BARS: usize = 64;
/// Points of the curve of the pair in focus at least, about.
const FINEST: usize = 1024;

/// What the numbers depend on: base, dim, distance, length, pair.
type Asked = (f64, usize, f64, usize, usize);

#[derive(Debug, Default)]
struct OneFrequency(Made<Asked, Rc<Seen>>);

#[derive(Debug)]
struct Seen {
    wavelength: f64,
    one: Vec<f64>,
    /// The same between whole distances, and how far apart.
    between: (Vec<f64>, f64),
    all: Vec<f64>,
    /// Pairs and how many other distances look the same to them.
    bars: Vec<(usize, usize)>,
}

/// The distance that the head looks for, among those shown.
fn distance(spec: &Spec) -> f64 {
    spec.offset().abs().min(spec.length() as f64 - 1.0)
}

impl Seen {
    fn new(spec: &Spec) -> Self {
        // The table's ranges lie inside those of the encoding, so this is never the default.
        let all = Frequencies::new(spec.base(), spec.dim()).unwrap_or_default();
        let curve =
            |frequencies: &Frequencies| adversarial(frequencies, distance(spec), spec.length());
        let alone = |pair_idx: usize| {
            let inv_freq = all.inv_freq().get(pair_idx).copied().unwrap_or_default();
            Frequencies::from_inv_freq(spec.base(), vec![inv_freq]).unwrap_or_default()
        };
        let step = spec.n_pairs().div_ceil(MOST_BARS);
        let pairs = (0..spec.n_pairs()).step_by(step);
        let one = alone(spec.pair());
        // Few whole distances would make a broken line of a fast pair.
        let finer = (FINEST / spec.length()).max(1);
        let step = 1.0 / finer as f64;
        let first = (-distance(spec), step);
        let n_steps = (spec.length() - 1) * finer;
        Self {
            wavelength: one.wavelengths().next().unwrap_or(f64::MAX),
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

/// How many whole distances but the one looked for score as it does.
fn others(spec: &Spec, curve: &[f64]) -> usize {
    let nearest = distance(spec).round() as usize;
    let alike = curve
        .iter()
        .enumerate()
        .filter(|(_, score)| is_alike(**score));
    alike.filter(|(place, _)| *place != nearest).count()
}

impl View for OneFrequency {
    type Seen = Rc<Seen>;
    const ROWS: &'static str = "Scores over the best";

    fn seen(&mut self, spec: &Spec) -> Option<Rc<Seen>> {
        let asked = (
            spec.base(),
            spec.dim(),
            distance(spec),
            spec.length(),
            spec.pair(),
        );
        made_once(&mut self.0, asked, || Some(Rc::new(Seen::new(spec))))
    }

    fn draw(spec: &Spec, seen: &Self::Seen, drawing: &mut Drawing) {
        let bottom = draw_stripes(spec, seen, drawing);
        let bottom = draw_curves(spec, seen, bottom + 14.0, drawing);
        draw_bars(spec, seen, bottom + 78.0, drawing);
    }

    fn reading(spec: &Spec, seen: &Self::Seen) -> String {
        let count = |n: usize, [one, many]: [&str; 2]| match n {
            0 => format!("no other distance {one}"),
            1 => format!("1 other distance {one}"),
            n => format!("{} other distances {many}", Grouped(n as u64)),
        };
        let alone = count(others(spec, &seen.one), ["scores", "score"]);
        format!(
            "A head looks for what is {} away. By pair {} alone, which repeats every {} tokens, {alone} within \
             {ALIKE} of it{}{}.",
            Place(distance(spec)),
            spec.pair(),
            Short(seen.wavelength),
            cause(spec, seen),
            match spec.n_pairs() {
                1 => "; there is no other pair".to_owned(),
                n => format!(
                    "; by all {n} pairs {}",
                    count(others(spec, &seen.all), ["does", "do"])
                ),
            },
        )
    }

    fn columns(spec: &Spec, seen: &Self::Seen) -> Vec<Column> {
        let distances = (0..spec.length()).map(|place| place as f64);
        vec![
            Column::numbers("distance", distances.collect()),
            Column::numbers("score of the pair alone", seen.one.clone()),
            Column::numbers("score of all pairs", seen.all.clone()),
        ]
    }

    fn probe(spec: &Spec, seen: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        let x = handle.values(point).0.round().max(0.0) as usize;
        match handle.grab {
            Grab::Slide {
                x: Some(Key::Pair), ..
            } => {
                let (pair_idx, n) = seen.bars.iter().min_by_key(|(pair, _)| pair.abs_diff(x))?;
                let n = Grouped(*n as u64);
                Some(format!(
                    "pair {pair_idx} alone: other distances that look the same: {n}"
                ))
            }
            _ => Some(format!(
                "distance {x}: {:.3} by pair {} alone, {:.3} by all",
                Fixed(*seen.one.get(x)?),
                spec.pair(),
                Fixed(*seen.all.get(x)?),
            )),
        }
    }
}

fn all_pairs(spec: &Spec) -> String {
    match spec.n_pairs() {
        1 => "all that there are".to_owned(),
        n => format!("all {n} pairs"),
    }
}

/// Why distances look the same to the pair in focus.
fn cause(spec: &Spec, seen: &Seen) -> &'static str {
    let middle = distance(spec);
    let far = |place: usize| (place as f64 - middle).abs() > seen.wavelength / 2.0;
    let alike = || {
        seen.one
            .iter()
            .enumerate()
            .filter(|(_, score)| is_alike(**score))
    };
    let is_blurred = others(spec, &seen.one) > alike().filter(|(place, _)| far(*place)).count();
    let comes_round = alike().any(|(place, _)| far(place));
    match (is_blurred, comes_round) {
        (true, true) => " (it is too slow for neighbours and comes round again)",
        (true, false) => " (it is too slow for neighbours)",
        (false, true) => " (it comes round again)",
        (false, false) => "",
    }
}

const LEFT: f32 = 64.0;
const RIGHT: f32 = 16.0;

fn distances(spec: &Spec) -> Axis {
    Axis::bare(-0.5, spec.length() as f64 - 0.5)
}

/// Which distances look the same, by the pair alone and by all; returns the lower edge.
fn draw_stripes(spec: &Spec, seen: &Seen, drawing: &mut Drawing) -> f32 {
    const TALL: f32 = 16.0;
    const EACH: f32 = 46.0;
    let width = drawing.size().0 - LEFT - RIGHT;
    let ink = pair_ink(spec.pair(), spec.n_pairs());
    let rows = [
        (&seen.one, ink, format!("pair {} alone", spec.pair())),
        (&seen.all, Ink::Text, all_pairs(spec)),
    ];
    for (row, (curve, ink, name)) in rows.into_iter().enumerate() {
        let top = EACH * row as f32;
        let rect = Rect::new(LEFT, top + 22.0, width, TALL);
        let n = others(spec, curve);
        let title = LABEL.bold().size(13.0).ink(ink);
        drawing.text(Point::new(0.0, top + 14.0), title, format_args!("{name}"));
        let verb = if n == 1 { "other looks" } else { "others look" };
        let note = format_args!("{} {verb} the same", Grouped(n as u64));
        let end = Point::new(rect.right(), top + 14.0);
        drawing.text(end, LABEL.end().ink(Ink::Text), note);
        drawing.fill(rect, Ink::Faint, 0.6);
        let panel = Panel {
            rect,
            x: distances(spec),
            y: Axis::bare(0.0, 1.0),
        };
        draw_runs(curve, &panel, ink, drawing);
        draw_handle(rect, panel, drawing);
    }
    2.0 * EACH
}

fn draw_handle(rect: Rect, panel: Panel, drawing: &mut Drawing) {
    let grab = Grab::Slide {
        x: Some(Key::Offset),
        y: None,
    };
    drawing.handle(Handle { rect, grab, panel });
}

/// One stripe for each run of distances that look the same.
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
                drawing.fill(rect, ink, 1.0);
                from = None;
            }
            _ => {}
        }
    }
}

/// Both scores over distance; returns the lower edge.
fn draw_curves(spec: &Spec, seen: &Seen, top: f32, drawing: &mut Drawing) -> f32 {
    let rect = Rect::new(LEFT, top, drawing.size().0 - LEFT - RIGHT, 140.0);
    let panel = drawing.panel(Panel {
        rect,
        x: distances(spec).labelled_within("distance (tokens)", rect.width),
        y: Axis::bare(-1.1, 1.1).labelled("score / best", 5),
    });
    let ink = pair_ink(spec.pair(), spec.n_pairs());
    let (between, step) = &seen.between;
    for (curve, step, ink, width) in [(between, *step, ink, 1.4), (&seen.all, 1.0, Ink::Text, 2.0)]
    {
        let points = curve
            .iter()
            .enumerate()
            .map(|(place, &score)| Point::new(panel.x_px(place as f64 * step), panel.y_px(score)));
        drawing.line(points, width, ink, 0.95);
    }
    let x = panel.x_px(distance(spec));
    let (head, foot) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
    drawing.segment(head, foot, 1.2, Ink::Key, 1.0);
    drawing.disc(Point::new(x, panel.y_px(1.0)), 5.0, Ink::Key, 1.0);
    draw_handle(rect, panel, drawing);
    rect.bottom()
}

/// How many distances look the same to each pair alone.
fn draw_bars(spec: &Spec, seen: &Seen, top: f32, drawing: &mut Drawing) {
    let (width, n_pairs) = (drawing.size().0, spec.n_pairs());
    let rect = Rect::new(LEFT, top, width - LEFT - RIGHT, 110.0);
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let text = match width >= 380.0 {
        true => "each pair alone: how many others look the same",
        false => "each pair alone: others alike",
    };
    drawing.text(Point::new(0.0, top - 12.0), title, format_args!("{text}"));
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5)
            .labelled_within("pair, fastest first", rect.width),
        y: Axis::bare(0.0, spec.length() as f64).labelled("distances", 3),
    });
    let across = rect.width / seen.bars.len() as f32;
    for (place, &(pair_idx, n)) in seen.bars.iter().enumerate() {
        let high = panel.y_px(n as f64);
        let x = rect.x + place as f32 * across;
        let bar = Rect::new(x, high, across * 0.8, rect.bottom() - high);
        drawing.fill(bar, pair_ink(pair_idx, n_pairs), 1.0);
    }
    let (left, right) = (rect.x, rect.right());
    let y = panel.y_px(others(spec, &seen.all) as f64);
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
    drawing.set_height(rect.bottom() + 46.0);
}
