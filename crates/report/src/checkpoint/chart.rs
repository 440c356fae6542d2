//! Norms as a map: layers, or the heads of one layer, over pairs.

use phasor_draw::{Axis, Drawing, Ink, LABEL, Panel, Point, Rect, Type, axis};
use phasor_text::number::Short;

const SMALL: Type = LABEL.size(12.0);

/// Room above the map for the colour bar and the name of the axis, CSS pixels.
const TOP: f32 = 40.0;
const RIGHT: f32 = 14.0;

/// The colour bar: its width, and the number of its steps.
const BAR: f32 = 96.0;
const N_STEPS: u8 = 24;

/// The heights of a row and of the map, CSS pixels.
const ROW: (f32, f32) = (2.0, 14.0);
const HEIGHT: f32 = 420.0;

/// Draws norms of shape `[n_rows, n_pairs]` with the first row at the bottom. `rows` has the name of the rows and the
/// number of each.
pub(super) fn draw(
    width: f32,
    norms: &[f64],
    (name, rows): (&str, &[usize]),
    n_pairs: usize,
) -> Drawing {
    let mut drawing = Drawing::new(width);
    let n_rows = rows.len().max(1);
    let row = (HEIGHT / n_rows as f32).floor().clamp(ROW.0, ROW.1);
    let left = axis::NUMBERS;
    let panel = drawing.panel(Panel {
        rect: Rect::new(left, TOP, width - left - RIGHT, row * n_rows as f32),
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5),
        y: Axis::bare(-0.5, n_rows as f64 - 0.5),
    });
    let step = n_rows.div_ceil(8).next_power_of_two();
    let ticks = rows.iter().enumerate().step_by(step);
    let ticks = ticks.map(|(place, number)| (place as f64, number.to_string()));
    axis::beside(&panel, (name, 12.0), ticks, &mut drawing);
    axis::pairs(&panel, n_pairs, &mut drawing);
    let range = (
        norms.iter().copied().fold(f64::INFINITY, f64::min),
        norms.iter().copied().fold(0.0, f64::max),
    );
    let mut bottom = panel.rect.bottom();
    for cells in norms.chunks_exact(n_pairs.max(1)) {
        bottom -= row;
        for (pair_idx, norm) in cells.iter().enumerate() {
            // Whole pixels leave no seams between the cells.
            let x =
                |place: usize| (left + panel.rect.width * place as f32 / n_pairs as f32).round();
            let (from, to) = (x(pair_idx), x(pair_idx + 1));
            let cell = Rect::new(from, bottom, to - from, row);
            drawing.fill(cell, ink(*norm, range), 1.0);
        }
    }
    axis::frame(&panel, &mut drawing);
    draw_bar(range, &mut drawing);
    drawing.set_height(panel.rect.bottom() + 42.0);
    drawing
}

/// Returns the ink of a norm; if all are alike, that of the largest.
fn ink(norm: f64, (low, high): (f64, f64)) -> Ink {
    let share = (norm - low) / (high - low);
    Ink::Sequential(if share.is_finite() { share as f32 } else { 1.0 })
}

/// Draws the colour bar between the smallest and the largest norm.
fn draw_bar((low, high): (f64, f64), drawing: &mut Drawing) {
    const BASELINE: f32 = 14.0;
    let right = drawing.size().0 - RIGHT;
    let high = Short(high).to_string();
    let at = Point::new(right, BASELINE);
    drawing.text(at, SMALL.end(), &high);
    let left = right - SMALL.width(&high) - 8.0 - BAR;
    let step = BAR / f32::from(N_STEPS);
    for place in 0..N_STEPS {
        let x = left + step * f32::from(place);
        let share = f32::from(place) / f32::from(N_STEPS - 1);
        let rect = Rect::new(x, BASELINE - 10.0, step, 11.0);
        drawing.fill(rect, Ink::Sequential(share), 1.0);
    }
    let at = Point::new(left - 8.0, BASELINE);
    drawing.text(at, SMALL.end(), format_args!("norm {}", Short(low)));
}
