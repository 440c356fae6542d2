//! The rotated query as the two pair layouts store it.

use super::hands::Hands;
use crate::Spec;
use crate::cells::Cells;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::{Ink, LABEL, Panel, Point, Rect, WIDE, pair_ink};
use phasor_encoding::Pairing;
use phasor_params::choice::Choice as _;

/// Draws the rotated query in both pair layouts; returns the lower edge.
pub(super) fn draw(spec: &Spec, inv_freq: &[f64], top: f32, drawing: &mut Drawing) -> f32 {
    const APART: f32 = 42.0;
    const BELOW: f32 = 12.0;
    let width = drawing.size().0;
    let height = match drawing.wanted_height() {
        Some(height) => (0.5 * (height - top - APART - BELOW) - 2.0).max(30.0),
        None if width >= WIDE => 130.0,
        None => 90.0,
    };
    let mut y = top;
    for (pairing, word) in Pairing::WORDS {
        let is_used = *pairing == spec.pairing();
        let (name, alpha) = match is_used {
            true => (LABEL.bold().size(13.0).ink(Ink::Text), 1.0),
            false => (LABEL.size(13.0), 0.4),
        };
        let at = Point::new(8.0, y - 10.0);
        drawing.text(at, name, format_args!("rotated query, {}", word.label));
        let rect = Rect::new(8.0, y, width - 16.0, height);
        draw_layout(spec, (*pairing, inv_freq), (rect, alpha), drawing);
        y = rect.bottom() + APART;
    }
    y - APART + BELOW
}

/// Draws one bar for each component in the colour of its pair; the bars of the pair in focus are framed and joined.
fn draw_layout(
    spec: &Spec,
    (pairing, inv_freq): (Pairing, &[f64]),
    (rect, alpha): (Rect, f32),
    drawing: &mut Drawing,
) {
    const JOINT: f32 = 6.0;
    let last = pairing.places(spec.n_pairs() - 1, spec.n_pairs());
    let cells = Cells::new(spec, (rect.x, rect.width), (Some(last.0), Some(last.1)));
    let gap = if cells.width() > 5.0 { 0.75 } else { 0.0 };
    let (middle, scale) = (rect.y + rect.height / 2.0, rect.height / 2.0);
    let cell_at = |place: usize| {
        let x = cells.start(place);
        let width = (cells.start(place + 1) - x - gap).max(0.0);
        Rect::new(x, rect.y, width, rect.height)
    };
    for (pair_idx, &inv_freq) in inv_freq.iter().enumerate() {
        let query = Hands::new(spec, inv_freq).query;
        let ink = pair_ink(pair_idx, spec.n_pairs());
        let places = pairing.places(pair_idx, spec.n_pairs());
        for (place, value) in [(places.0, query.0), (places.1, query.1)] {
            let cell = cell_at(place);
            drawing.fill(cell, ink, 0.14 * alpha);
            let tall = value.abs() as f32 * scale;
            let top = if value > 0.0 { middle - tall } else { middle };
            drawing.fill(Rect::new(cell.x, top, cell.width, tall), ink, alpha);
            drawing.handle(Handle {
                rect: cell,
                grab: Grab::Focus(pair_idx),
                panel: Panel::bare(rect),
            });
        }
    }
    let places = pairing.places(spec.pair(), spec.n_pairs());
    let cells = [places.0, places.1].map(cell_at);
    let foot = rect.bottom() + JOINT;
    let joint = cells.map(|cell| Point::new(cell.x + cell.width / 2.0, foot));
    drawing.line(joint, 1.6, Ink::Text, alpha);
    for (cell, end) in cells.into_iter().zip(joint) {
        drawing.outline(cell, 1.6, Ink::Text, alpha);
        let above = Point::new(end.x, rect.bottom());
        drawing.segment(above, end, 1.6, Ink::Text, alpha);
    }
}
