//! The mean cosine of all pairs over the distance, without a rule and with it.

use super::SMALL;
use phasor_draw::{Axis, Drawing, Ink, Panel, Point, Rect, WIDE, axis};
use phasor_encoding::Frequencies;
use phasor_encoding::analysis::decay::equal;
use phasor_text::number::{Place, Tick};

const TOP: f32 = 46.0;

/// A curve: its name, its frequencies, the factor of its scores and its colour.
pub(crate) struct Curve<'a> {
    pub(crate) name: String,
    pub(crate) frequencies: &'a Frequencies,
    pub(crate) factor: f64,
    pub(crate) ink: Ink,
}

/// Draws the scores of equal vectors at distances below `length`.
pub(crate) fn draw(width: f32, curves: &[Curve<'_>], length: usize) -> Drawing {
    let mut drawing = Drawing::new(width);
    let left = axis::NUMBERS;
    let height = if width < WIDE { 190.0 } else { 220.0 };
    let highest = curves.iter().map(|curve| curve.factor).fold(1.0, f64::max);
    let panel = drawing.panel(Panel {
        rect: Rect::new(left, TOP, width - left - 16.0, height),
        x: Axis::bare(0.0, length as f64),
        y: Axis::bare(-0.2, highest.max(1.0) * 1.02),
    });
    let ticks = [0.0, 0.5, 1.0].map(|tick| (tick, Tick(tick).to_string()));
    axis::beside(&panel, ("score", 32.0), ticks.into_iter(), &mut drawing);
    let step = (length / 4).max(1);
    let ticks = (0..=4).map(|tick| {
        (
            (tick * step) as f64,
            Place((tick * step) as f64).to_string(),
        )
    });
    axis::below(
        &panel,
        "distance between query and key (tokens)",
        ticks,
        &mut drawing,
    );
    for curve in curves {
        let scores = equal(curve.frequencies, length);
        // A point for each pixel is enough.
        let every = (length as f32 / panel.rect.width).ceil().max(1.0) as usize;
        let points = scores.iter().enumerate().step_by(every);
        let points = points.map(|(distance, score)| {
            Point::new(
                panel.x_px(distance as f64),
                panel.y_px(score * curve.factor),
            )
        });
        drawing.line(points.collect::<Vec<_>>(), 1.6, curve.ink, 1.0);
    }
    axis::frame(&panel, &mut drawing);
    let mut right = width - 16.0;
    for curve in curves.iter().rev() {
        let at = Point::new(right, 13.0);
        drawing.text(at, SMALL.end().ink(curve.ink), &curve.name);
        right -= SMALL.width(&curve.name) + 24.0;
    }
    drawing.set_height(panel.rect.bottom() + 42.0);
    drawing
}
