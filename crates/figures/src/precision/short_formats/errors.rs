//! The errors of angles in low precision.

use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL, axis, pair_ink};
use phasor_encoding::precision::{Format, Narrow, Step};
use phasor_encoding::{Frequencies, Order, Sinusoidal};
use phasor_text::number::Brief;

/// Returns the error of each pair in radians if position, frequency and angle are rounded.
pub(super) fn of_angles(spec: &Spec, frequencies: &Frequencies) -> Vec<f64> {
    let narrow = Narrow {
        format: spec.choice::<Format>(),
        step: Step::Angle,
    };
    let position = spec.position();
    let exact = frequencies.angles(position);
    let pairs = frequencies.inv_freq().iter().zip(exact);
    pairs
        .map(|(inv_freq, exact)| (narrow.angle(position, *inv_freq) - exact).abs())
        .collect()
}

/// Returns the largest error of a cosine or sine if only these are rounded.
pub(super) fn of_table(spec: &Spec, frequencies: Frequencies) -> f64 {
    let narrow = Narrow {
        format: spec.choice::<Format>(),
        step: Step::Table,
    };
    let sinusoidal = Sinusoidal::new(frequencies, Order::Interleaved);
    narrow.encoding_error(&sinusoidal, spec.position())
}

/// Draws the error of the angle of every pair.
pub(super) fn draw(spec: &Spec, rect: Rect, drawing: &mut Drawing) {
    let frequencies = spec.frequencies();
    let n_pairs = frequencies.n_pairs();
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5),
        y: Axis::bare(1e-8, 2e5).log(),
    });
    let powers = axis::powers(panel.y.low, panel.y.high).step_by(2);
    axis::beside(
        &panel,
        ("error of the angle (radians)", 30.0),
        powers,
        drawing,
    );
    axis::pairs(&panel, n_pairs, drawing);
    axis::frame(&panel, drawing);
    let across = rect.width / n_pairs as f32;
    let wide = (across - 1.0).max(across * 0.7);
    let errors = of_angles(spec, &frequencies);
    for (pair_idx, error) in errors.into_iter().enumerate() {
        // An angle that overflows the format, whose error is infinite or not a number, gets the highest bar.
        let error = error.min(panel.y.high);
        if error > panel.y.low {
            let top = panel.y_px(error);
            let x = panel.x_px(pair_idx as f64) - wide / 2.0;
            let bar = Rect::new(x, top, wide, rect.bottom() - top);
            drawing.fill(bar, pair_ink(pair_idx, n_pairs), 0.85);
        }
    }
    let half_turn = std::f64::consts::PI;
    draw_level(&panel, (half_turn, Ink::Text), drawing);
    let small = SMALL.end();
    let at = Point::new(rect.right(), panel.y_px(half_turn) - 5.0);
    let behind = Rect::new(at.x - 62.0, at.y - 10.0, 62.0, 13.0);
    drawing.fill(behind, Ink::Surface, 0.85);
    drawing.text(at, small, "half a turn");
    let remedy = of_table(spec, frequencies);
    draw_level(&panel, (remedy.max(panel.y.low), Ink::Key), drawing);
    let at = Point::new(rect.right(), rect.y - 8.0);
    let text = format_args!("only cosines and sines rounded: {}", Brief(remedy));
    drawing.text(at, small.ink(Ink::Key), text);
}

/// Draws a dashed line across the panel.
fn draw_level(panel: &Panel, (error, ink): (f64, Ink), drawing: &mut Drawing) {
    let y = panel.y_px(error);
    let (left, right) = (panel.rect.x, panel.rect.right());
    drawing.dashed(Point::new(left, y), Point::new(right, y), 1.4, ink, 0.9);
}
