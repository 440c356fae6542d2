//! Every pair as a dial: the angles that training reached, and those that a longer text adds.

use std::f32::consts::TAU;

use super::stretch::{Stretch, pair_lines};

use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, WIDE, pair_ink};

use super::rule::Rule;
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::scaling::NEW;

/// The narrowest drawing with room for the dial in focus, CSS pixels.
const NARROW: f32 = 320.0;
/// The distance between lines of text.
const LINE: f32 = 17.0;
/// Room for heading and names above the dials.
const TOP: f32 = 22.0;

/// Draws all dials, and the dial of the pair in focus also large.
pub(super) fn draw(stretch: &Stretch, focus: usize, drawing: &mut Drawing) {
    let width = drawing.size().0;
    draw_count(stretch, drawing);
    let arcs: Vec<Arcs> = arcs(stretch).collect();
    let focused = arcs.get(focus);
    let focused = focused.expect("the pair in focus is one of those that the rule scales");
    let large = match width {
        w if w >= WIDE => (width * 0.3).min(230.0),
        w if w >= NARROW => 112.0,
        _ => 0.0,
    };
    if large > 0.0 {
        let middle = Point::new(large / 2.0, TOP + 8.0 + large / 2.0);
        draw_dial(focused, middle, large / 2.0 - 2.0, drawing);
    }
    let notes = match width {
        w if w >= WIDE => Point::new(0.0, TOP + large + 34.0),
        w if w >= NARROW => Point::new(large + 14.0, TOP + 20.0),
        _ => Point::new(0.0, TOP + 14.0),
    };
    let lowest = draw_notes(stretch, focus, notes, drawing);
    let wall = match width >= WIDE {
        true => Rect::new(large + 28.0, TOP + 4.0, width - large - 28.0, 440.0),
        false => {
            let top = (lowest + 14.0).max(TOP + large + 18.0);
            Rect::new(0.0, top, width, 424.0 - top)
        }
    };
    let bottom = draw_wall(&arcs, focus, wall, drawing);
    drawing.set_height(bottom.max(lowest) + 6.0);
}

/// The arcs of a pair, in full turns.
struct Arcs {
    ink: Ink,
    /// Met within the original length.
    met: f64,
    /// Added by the longer text.
    new: f64,
    /// Reached by the longer text without the rule.
    plain: f64,
}

fn arcs(stretch: &Stretch) -> impl Iterator<Item = Arcs> + '_ {
    let n_pairs = stretch.pairs.before.n_pairs();
    let pairs = stretch
        .pairs
        .turns()
        .zip(stretch.pairs.new_arcs())
        .enumerate();
    pairs.map(move |(pair_idx, ([original, plain, _], new))| Arcs {
        ink: pair_ink(pair_idx, n_pairs),
        met: original.min(1.0),
        new,
        plain: plain.min(1.0),
    })
}

/// Draws the finding above the dials.
fn draw_count(stretch: &Stretch, drawing: &mut Drawing) {
    let n_pairs = stretch.pairs.before.n_pairs();
    let now = stretch.pairs.n_new();
    let text = match now {
        0 => format!("no new angle in any of {n_pairs} pairs"),
        _ => format!("new angles in {now} of {n_pairs} pairs"),
    };
    let ink = if now == 0 { Ink::Text } else { NEW };
    let at = Point::new(0.0, 13.0);
    drawing.text(at, LABEL.bold().ink(ink), text);
}

/// Draws the numbers of the pair in focus and the legend; returns the lower edge.
fn draw_notes(stretch: &Stretch, focus: usize, at: Point, drawing: &mut Drawing) -> f32 {
    let mut y = at.y;
    let name = LABEL
        .bold()
        .ink(pair_ink(focus, stretch.pairs.before.n_pairs()));
    drawing.text(Point::new(at.x, y), name, format_args!("pair {focus}"));
    let room = drawing.size().0 - at.x;
    let texts = pair_lines(stretch, focus).into_iter().flatten();
    for line in texts.flat_map(|text| SMALL.lines(&text, room)) {
        y += LINE;
        let at = Point::new(at.x, y);
        drawing.text(at, SMALL.ink(Ink::Text), line);
    }
    y += LINE / 2.0;
    let hue = pair_ink(focus, stretch.pairs.before.n_pairs());
    let mut entries = vec![
        (hue, 1.0, "met before, in the pair’s colour"),
        (NEW, 1.0, "new in the longer text"),
    ];
    if stretch.rule != Rule::None {
        entries.push((Ink::Muted, GHOST, "only without the rule"));
    }
    for (ink, alpha, text) in entries {
        y += LINE;
        let sign = Rect::new(at.x, y - 9.0, 16.0, 9.0);
        drawing.fill(sign, ink, alpha);
        drawing.text(Point::new(at.x + 22.0, y), SMALL, text);
    }
    y
}

/// The opacity of angles that the rule avoids.
const GHOST: f32 = 0.35;

/// Draws all dials as large as they fit, row by row from the fastest pair; returns the lower edge.
fn draw_wall(arcs: &[Arcs], focus: usize, rect: Rect, drawing: &mut Drawing) -> f32 {
    const LARGEST: f32 = 120.0;
    let n_pairs = arcs.len().max(1);
    let fits = |n_columns: &usize| {
        let cell = rect.width / *n_columns as f32;
        cell <= LARGEST && cell * n_pairs.div_ceil(*n_columns) as f32 <= rect.height
    };
    let n_columns = (1..=n_pairs).find(fits).unwrap_or(n_pairs);
    let cell = (rect.width / n_columns as f32).min(LARGEST);
    let place = |pair_idx: usize| {
        let (row, column) = (pair_idx / n_columns, pair_idx % n_columns);
        Point::new(
            rect.x + (column as f32 + 0.5) * cell,
            rect.y + (row as f32 + 0.5) * cell,
        )
    };
    for (pair_idx, dial) in arcs.iter().enumerate() {
        draw_dial(dial, place(pair_idx), cell * 0.42, drawing);
    }
    let chosen = place(focus);
    let frame = Rect::new(chosen.x, chosen.y, 0.0, 0.0).grown(cell * 0.48);
    drawing.outline(frame, 1.6, Ink::Text, 1.0);
    // Each row is a slider over its pairs.
    let n_rows = n_pairs.div_ceil(n_columns);
    for row in 0..n_rows {
        let first = (row * n_columns) as f64 - 0.5;
        let strip = Rect::new(
            rect.x,
            rect.y + row as f32 * cell,
            cell * n_columns as f32,
            cell,
        );
        let panel = Panel {
            rect: strip,
            x: Axis::bare(first, first + n_columns as f64),
            y: Axis::bare(0.0, 1.0),
        };
        let (x, y) = (Some(Key::Pair), None);
        drawing.handle(Handle {
            rect: strip,
            grab: Grab::Slide { x, y },
            panel,
        });
    }
    rect.y + cell * n_rows as f32
}

/// Draws a dial: a circle with arcs for angles met within the original length, new angles, and angles that the rule avoids.
fn draw_dial(arcs: &Arcs, middle: Point, radius: f32, drawing: &mut Drawing) {
    let thick = radius * 0.42;
    let track = radius - thick / 2.0;
    drawing.ring(middle, track, thick, Ink::Faint, 0.6);
    let end = arcs.met + arcs.new;
    if arcs.plain > end {
        draw_arc(
            (end, arcs.plain),
            middle,
            (track, thick),
            (Ink::Muted, GHOST),
            drawing,
        );
    }
    draw_arc(
        (0.0, arcs.met),
        middle,
        (track, thick),
        (arcs.ink, 1.0),
        drawing,
    );
    if arcs.new > 0.0 {
        draw_arc((arcs.met, end), middle, (track, thick), (NEW, 1.0), drawing);
    }
}

/// Draws a part of a ring, in full turns; angles grow anticlockwise from the right, as for cosine and sine.
fn draw_arc(
    (from, to): (f64, f64),
    middle: Point,
    (track, thick): (f32, f32),
    (ink, alpha): (Ink, f32),
    drawing: &mut Drawing,
) {
    /// The distance between corners of the line, CSS pixels.
    const STRIDE: f32 = 3.0;
    let (from, to) = (from as f32 * TAU, to as f32 * TAU);
    // Where the ends of a line meet, a gap would show.
    if to - from >= TAU {
        return drawing.ring(middle, track, thick, ink, alpha);
    }
    let n_steps = ((to - from) * track / STRIDE).ceil().max(1.0) as usize;
    let points = (0..=n_steps).map(|step| {
        let angle = from + (to - from) * step as f32 / n_steps as f32;
        let (sin, cos) = angle.sin_cos();
        Point::new(middle.x + track * cos, middle.y - track * sin)
    });
    drawing.line(points, thick, ink, alpha);
}
