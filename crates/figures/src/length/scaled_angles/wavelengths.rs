//! The wavelength of every pair before and after a rule.

use super::stretch::{Stretch, pair_lines};

use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::strip::NEW;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, WIDE, axis, pair_ink};
use phasor_encoding::analysis::Fate;
use phasor_params::Key;
use phasor_params::choice::Rule;
use phasor_text::number::Place;

const TOP: f32 = 56.0;
const LEFT: f32 = axis::NUMBERS;
const RIGHT: f32 = 12.0;

/// Draws the wavelengths of all pairs, and marks the pair in focus.
pub(super) fn draw(stretch: &Stretch, focus: usize, drawing: &mut Drawing) {
    let panel = panel(stretch, drawing);
    draw_focus(stretch, focus, &panel, drawing);
    draw_lengths(stretch, &panel, drawing);
    draw_wavelengths(stretch, &panel, drawing);
    draw_fates(stretch, &panel, drawing);
    axis::frame(&panel, drawing);
    let slide = |x, y| Grab::Slide { x, y };
    drawing.handle(Handle {
        rect: panel.rect,
        grab: slide(Some(Key::Pair), None),
        panel,
    });
    if stretch.rule != Rule::LongRope {
        let line = panel.y_px(stretch.pairs.trained);
        drawing.handle(Handle {
            rect: Rect::new(LEFT, line - 8.0, panel.rect.width, 16.0),
            grab: slide(None, Some(Key::TrainingLength)),
            panel,
        });
    }
    drawing.set_height(panel.rect.bottom() + 82.0);
}

fn panel(stretch: &Stretch, drawing: &mut Drawing) -> Panel {
    let width = drawing.size().0;
    let n_pairs = stretch.pairs.before.n_pairs();
    let lengths = stretch
        .pairs
        .before
        .wavelengths()
        .chain(stretch.pairs.after.wavelengths());
    let lengths = lengths.filter(|length| length.is_finite());
    let highest = lengths.fold(stretch.pairs.longer, f64::max);
    let height = if width < WIDE { 290.0 } else { 400.0 };
    let panel = drawing.panel(Panel {
        rect: Rect::new(LEFT, TOP, width - LEFT - RIGHT, height),
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5),
        y: Axis::bare(2.0, 10f64.powf(highest.log10().ceil() + 0.3)).log(),
    });
    let powers = axis::powers(panel.y.low, panel.y.high);
    axis::beside(&panel, ("wavelength (tokens)", 40.0), powers, drawing);
    axis::pairs(&panel, n_pairs, drawing);
    let legend = LABEL.size(11.0).end();
    let at = Point::new(panel.rect.right(), TOP - 40.0);
    drawing.text(at, legend, "ring: before; dot: after");
    panel
}

/// Draws a line through the pair in focus, and its numbers below the panel.
fn draw_focus(stretch: &Stretch, focus: usize, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let x = panel.x_px(focus as f64);
    let (from, to) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
    drawing.segment(from, to, 1.2, Ink::Muted, 0.6);
    let y = rect.bottom() + 56.0;
    let name = LABEL
        .bold()
        .ink(pair_ink(focus, stretch.pairs.before.n_pairs()));
    drawing.text(Point::new(0.0, y), name, format_args!("pair {focus}"));
    let lines = pair_lines(stretch, focus).into_iter().flatten();
    for (row, line) in (0u8..).zip(lines) {
        let at = Point::new(56.0, y + 18.0 * f32::from(row));
        drawing.text(at, LABEL.size(11.0).ink(Ink::Text), line);
    }
}

/// Draws the training length and the longer one as rules across the wavelengths.
fn draw_lengths(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let small = LABEL.size(11.0);
    let (trained, longer) = (stretch.pairs.trained, stretch.pairs.longer);
    let ends = |y: f32| (Point::new(rect.x, y), Point::new(rect.right(), y));
    let ((from, to), y) = (ends(panel.y_px(longer)), panel.y_px(longer));
    drawing.dashed(from, to, 1.2, NEW, 0.9);
    let at = Point::new(rect.x + 6.0, y - 5.0);
    let longer = Place(longer.floor());
    drawing.text(at, small.ink(NEW), format_args!("longer text {longer}"));
    let ((from, to), y) = (ends(panel.y_px(trained)), panel.y_px(trained));
    drawing.segment(from, to, 1.6, Ink::Key, 0.9);
    let at = Point::new(rect.x + 6.0, y + 14.0);
    let trained = Place(trained);
    drawing.text(
        at,
        small.ink(Ink::Key),
        format_args!("training length {trained}"),
    );
}

fn draw_wavelengths(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    let n_pairs = stretch.pairs.before.n_pairs();
    let radius = (panel.rect.width / n_pairs as f32 * 0.36).clamp(1.1, 3.6);
    let lengths = stretch
        .pairs
        .before
        .wavelengths()
        .zip(stretch.pairs.after.wavelengths());
    for (pair_idx, (before, after)) in lengths.enumerate() {
        let ink = pair_ink(pair_idx, n_pairs);
        let x = panel.x_px(pair_idx as f64);
        let from = Point::new(x, panel.y_px(before));
        drawing.ring(from, radius, 1.0, Ink::Muted, 0.8);
        if after.is_finite() {
            let to = Point::new(x, panel.y_px(after));
            drawing.segment(from, to, 1.0, ink, 0.6);
            drawing.disc(to, radius, ink, 1.0);
        }
    }
}

/// Draws above the panel what the rule does to each run of pairs.
fn draw_fates(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    const LETTER: f32 = 6.2;
    let fates: Vec<Fate> = stretch.pairs.fates().collect();
    let mut first = 0;
    for run in fates.chunk_by(|one, next| one == next) {
        let Some(fate) = run.first() else { continue };
        let end = first + run.len();
        let edge = |pair_idx: usize| panel.x_px(pair_idx as f64 - 0.5);
        let (left, right) = (edge(first) + 1.0, edge(end) - 1.0);
        let y = panel.rect.y - 8.0;
        let (from, to) = (Point::new(left, y), Point::new(right.max(left), y));
        drawing.segment(from, to, 2.0, Ink::Muted, 0.9);
        let name = fate.name();
        if right - left > LETTER * name.len() as f32 {
            let at = Point::new((left + right) / 2.0, y - 6.0);
            drawing.text(at, LABEL.size(11.0).middle(), name);
        }
        first = end;
    }
}
