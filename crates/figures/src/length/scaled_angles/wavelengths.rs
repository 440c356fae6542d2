//! The wavelength of every pair before and after a rule.

use super::stretch::{Stretch, pair_lines};

use super::rule::Rule;
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::scaling::NEW;
use phasor_draw::scaling::wavelengths::{self, Length, Series, Sign};
use phasor_draw::{Ink, LABEL, Panel, Point, Rect, SMALL, pair_ink};
use phasor_encoding::analysis::Fate;

/// Draws the wavelengths of all pairs, and marks the pair in focus.
pub(super) fn draw(stretch: &Stretch, focus: usize, drawing: &mut Drawing) {
    let series = [
        ("before", &stretch.pairs.before, Sign::Rings(Ink::Muted)),
        ("after", &stretch.pairs.after, Sign::Dots),
    ];
    let series = series.map(|(name, frequencies, sign)| Series {
        name: name.to_owned(),
        frequencies,
        sign,
    });
    let lengths = [
        ("original length", stretch.pairs.original, Ink::Key),
        ("longer text", stretch.pairs.longer, NEW),
    ];
    let lengths = lengths.map(|(name, tokens, ink)| Length { name, tokens, ink });
    let panel = wavelengths::draw(&series, &lengths, drawing);
    draw_focus(stretch, focus, &panel, drawing);
    draw_fates(stretch, &panel, drawing);
    let slide = |x, y| Grab::Slide { x, y };
    drawing.handle(Handle {
        rect: panel.rect,
        grab: slide(Some(Key::Pair), None),
        panel,
    });
    if stretch.rule != Rule::LongRope {
        let line = panel.y_px(stretch.pairs.original);
        drawing.handle(Handle {
            rect: Rect::new(panel.rect.x, line - 8.0, panel.rect.width, 16.0),
            grab: slide(None, Some(Key::TrainingLength)),
            panel,
        });
    }
    drawing.set_height(panel.rect.bottom() + 82.0);
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
        drawing.text(at, SMALL.ink(Ink::Text), line);
    }
}

/// Draws above the panel what the rule does to each run of pairs.
fn draw_fates(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
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
        if right - left > SMALL.width(name) + 4.0 {
            let at = Point::new((left + right) / 2.0, y - 6.0);
            drawing.text(at, SMALL.middle(), name);
        }
        first = end;
    }
}
