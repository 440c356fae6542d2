//! Axes with chosen ticks, for logarithmic scales on which the usual ticks would be powers of ten with all digits.

use crate::geometry::{Panel, Point};
use crate::{Drawing, Ink, LABEL, Type};
use phasor_text::number::Superscript;

/// The type of ticks.
const SMALL: Type = LABEL.size(11.0);
/// The gap between two numbers, CSS pixels.
const GAP: f32 = 8.0;
/// Room for numbers beside a panel, CSS pixels.
pub const NUMBERS: f32 = 46.0;

/// Draws the lower and left edge of a panel, as panels with ticks have them.
pub fn frame<G>(panel: &Panel, drawing: &mut Drawing<G>) {
    let rect = panel.rect;
    let corner = Point::new(rect.x, rect.bottom());
    let ends = [
        Point::new(rect.x, rect.y),
        corner,
        Point::new(rect.right(), corner.y),
    ];
    drawing.line(ends, 1.0, Ink::Muted, 0.8);
}

/// Draws ticks and a label below a panel; numbers without room are left out.
pub fn below<G>(
    panel: &Panel,
    label: &str,
    ticks: impl Iterator<Item = (f64, String)>,
    drawing: &mut Drawing<G>,
) {
    let rect = panel.rect;
    let mut end = f32::NEG_INFINITY;
    for (number, name) in ticks {
        let (x, foot) = (panel.x_px(number), rect.bottom());
        let half = SMALL.width(&name) / 2.0;
        let to = Point::new(x, foot + 4.0);
        drawing.segment(Point::new(x, foot), to, 1.0, Ink::Muted, 0.8);
        // The last number must not reach over the edge of the drawing.
        let x = x.min(drawing.size().0 - half);
        if x - half >= end + GAP {
            let at = Point::new(x, foot + 16.0);
            drawing.text(at, SMALL.middle(), name);
            end = x + half;
        }
    }
    let middle = Point::new(rect.x + rect.width / 2.0, rect.bottom() + 33.0);
    drawing.text(middle, SMALL.middle().ink(Ink::Text), label);
}

/// Draws the numbers of the pairs below a panel, about eight of them.
pub fn pairs<G>(panel: &Panel, n_pairs: usize, drawing: &mut Drawing<G>) {
    let step = n_pairs.div_ceil(8).next_power_of_two();
    let ticks = (0..n_pairs).step_by(step);
    let ticks = ticks.map(|pair_idx| (pair_idx as f64, pair_idx.to_string()));
    below(panel, "pair, fastest first", ticks, drawing);
}

/// Draws ticks beside a panel, and a label that is `lift` pixels above it.
pub fn beside<G>(
    panel: &Panel,
    (label, lift): (&str, f32),
    numbers: impl Iterator<Item = (f64, String)>,
    drawing: &mut Drawing<G>,
) {
    ticks(panel, numbers, drawing);
    let at = Point::new((panel.rect.x - NUMBERS).max(0.0), panel.rect.y - lift);
    drawing.text(at, SMALL.ink(Ink::Text), label);
}

/// Draws ticks beside a panel, each with a rule across it.
pub fn ticks<G>(
    panel: &Panel,
    numbers: impl Iterator<Item = (f64, String)>,
    drawing: &mut Drawing<G>,
) {
    let rect = panel.rect;
    for (number, name) in numbers {
        let y = panel.y_px(number);
        let (from, to) = (Point::new(rect.x, y), Point::new(rect.right(), y));
        drawing.segment(from, to, 1.0, Ink::Faint, 0.7);
        let at = Point::new(rect.x - 6.0, y + 4.0);
        drawing.text(at, SMALL.end(), name);
    }
}

/// Returns the powers of ten from `low` to `high` with their names.
pub fn powers(low: f64, high: f64) -> impl Iterator<Item = (f64, String)> {
    let (first, last) = (low.log10().ceil() as i32, high.log10().floor() as i32);
    (first..=last).map(|power| (10f64.powi(power), power_of_ten(power)))
}

fn power_of_ten(power: i32) -> String {
    match power {
        -2..=2 => 10f64.powi(power).to_string(),
        _ => format!("10{}", Superscript(power)),
    }
}
