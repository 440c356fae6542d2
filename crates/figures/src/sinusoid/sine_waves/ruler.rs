//! All wavelengths on one scale.

use super::Layout;
use crate::Spec;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL, pair_ink};
use phasor_encoding::Frequencies;
use phasor_encoding::frequency::wavelength;
use phasor_text::number::Grouped;

/// The height of the ticks, CSS pixels.
const TICKS: f32 = 22.0;
/// The room for the numbers and the label of the axis.
const AXIS: f32 = 44.0;
/// The height of the ruler.
pub(super) const HEIGHT: f32 = TICKS + AXIS;

/// Draws all wavelengths on a logarithmic scale; a press on one shows or hides its wave. Returns the lower edge.
pub(super) fn draw(
    spec: &Spec,
    layout: &Layout,
    frequencies: &Frequencies,
    top: f32,
    drawing: &mut Drawing,
) -> f32 {
    let rect = layout.lanes.rect;
    let shortest = wavelength(1.0);
    let longest = frequencies.wavelengths().next_back();
    let longest = longest.expect("there is a pair");
    let high = longest.max(spec.length() as f64).max(100.0) * 1.4;
    let ruler = drawing.panel(Panel {
        rect: Rect::new(rect.x, top, rect.width, TICKS),
        x: Axis::bare(shortest.min(spec.length() as f64) / 1.3, high)
            .log()
            .labelled("wavelength (tokens)", if layout.wide { 6 } else { 4 }),
        y: Axis::bare(0.0, 1.0),
    });
    let (y, bottom) = (ruler.rect.y, ruler.rect.bottom());
    for (pair_idx, wavelength) in frequencies.wavelengths().enumerate() {
        let x = ruler.x_px(wavelength);
        let is_drawn = layout.pairs.contains(&pair_idx);
        let ink = pair_ink(pair_idx, frequencies.n_pairs());
        let (height, width, alpha) = if is_drawn {
            (0.0, 3.0, 1.0)
        } else {
            (9.0, 1.2, 0.6)
        };
        let (from, to) = (Point::new(x, y + height), Point::new(x, bottom));
        drawing.segment(from, to, width, ink, alpha);
        drawing.handle(Handle {
            rect: Rect::new(x - 5.0, y - 4.0, 10.0, 30.0),
            grab: Grab::Toggle(pair_idx),
            panel: ruler,
        });
    }
    let x = ruler.x_px(spec.length() as f64);
    let (from, to) = (Point::new(x, y - 6.0), Point::new(x, bottom));
    drawing.dashed(from, to, 1.2, Ink::Text, 0.9);
    let note = SMALL.ink(Ink::Text);
    let (note, x) = if x > rect.x + 0.6 * rect.width {
        (note.end(), x - 5.0)
    } else {
        (note, x + 5.0)
    };
    drawing.text(
        Point::new(x, y - 3.0),
        note,
        format_args!("length {}", Grouped(spec.length() as u64)),
    );
    bottom + AXIS
}
