//! The square of all pairs of positions, which is woven as the text is read.

use std::rc::Rc;

use super::layout::{Layout, Room};
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, ColorMap, Ink, LABEL, Panel, Point, Raster, Rect};
use phasor_encoding::{Frequencies, Measure, SimilarityCurve};
use phasor_text::number::Fixed;

/// The curve that was last requested.
#[derive(Debug, Default)]
pub(super) struct Weave(Option<((f64, usize, usize), Curve)>);

/// The cosine similarity at every offset, as shades.
#[derive(Debug)]
pub(super) struct Curve {
    /// How far apart each offset is, from 0 to 1 for the least alike.
    shades: Rc<[f32]>,
    lowest: f64,
}

impl Weave {
    /// Returns the curve of the spec over the shown length.
    pub(super) fn curve(&mut self, spec: &Spec, frequencies: &Frequencies) -> &Curve {
        let wanted = (spec.base(), spec.dim(), spec.length());
        if self.0.as_ref().is_some_and(|(known, _)| *known != wanted) {
            self.0 = None;
        }
        let make = || (wanted, Curve::new(frequencies, spec.length()));
        &self.0.get_or_insert_with(make).1
    }
}

impl Curve {
    fn new(frequencies: &Frequencies, length: usize) -> Self {
        let curve = SimilarityCurve::new(frequencies, Measure::CosineSimilarity, length);
        let lowest = curve.range().0;
        // Encodings can be equal, for example at length 2 with a very slow pair.
        let span = (1.0 - lowest).max(f64::MIN_POSITIVE);
        let shade = |alike: &f64| ((1.0 - alike) / span).clamp(0.0, 1.0) as f32;
        Self {
            shades: curve.values().iter().map(shade).collect(),
            lowest,
        }
    }
}

/// Draws the square: what was read is opaque.
pub(super) fn draw(spec: &Spec, curve: &Curve, layout: &Layout, drawing: &mut Drawing) {
    const HIDDEN: f32 = 0.82;
    let rect = layout.weave;
    let (start, length) = (spec.start(), spec.length() as f64);
    drawing.raster(Raster {
        rect,
        map: ColorMap::Distance,
        layout: phasor_draw::Layout::Diagonals,
        shades: Rc::clone(&curve.shades),
        row: 0.0,
        column: 0.0,
        span: length,
    });
    let panel = Panel {
        rect,
        x: Axis::bare(start, start + length),
        y: Axis::bare(start + length, start),
    };
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: Some(Key::Position),
            y: None,
        },
        panel,
    });
    let read = (spec.position() + 1.0).min(start + length);
    let (x, y) = (panel.x_px(read), panel.y_px(read));
    let unread = [
        (x, rect.y),
        (rect.right(), rect.y),
        (rect.right(), rect.bottom()),
        (rect.x, rect.bottom()),
        (rect.x, y),
        (x, y),
    ];
    let unread = unread.map(|(x, y)| Point::new(x, y));
    drawing.shape(unread, Ink::Surface, HIDDEN);
    let corner = Point::new(x, y);
    drawing.line(
        [Point::new(rect.x, y), corner, Point::new(x, rect.y)],
        1.5,
        Ink::Query,
        1.0,
    );
    drawing.disc(corner, 3.5, Ink::Query, 1.0);
    draw_texts(curve, layout, drawing);
}

/// Says what the square is, and what its colours mean.
fn draw_texts(curve: &Curve, layout: &Layout, drawing: &mut Drawing) {
    const N_STEPS: usize = 24;
    const BAR: f32 = 72.0;
    let (at, width) = layout.about_weave;
    let setting = LABEL.size(13.0).ink(Ink::Text);
    let line = "how alike any two positions are";
    let y = match setting.width(line) <= width {
        true => {
            drawing.text(at, setting, line);
            at.y + 21.0
        }
        false => {
            drawing.text(at, setting, "how alike any two");
            drawing.text(at + Point::new(0.0, 16.0), setting, "positions are");
            at.y + 37.0
        }
    };
    drawing.text(Point::new(at.x, y), LABEL, "1");
    let (left, step) = (at.x + 12.0, BAR / N_STEPS as f32);
    for place in 0..N_STEPS {
        let x = left + place as f32 * step;
        let shade = (place as f32 + 0.5) / N_STEPS as f32;
        let part = Rect::new(x, y - 9.0, step + 0.3, 10.0);
        drawing.fill(part, Ink::Distance(shade), 1.0);
    }
    let right = left + BAR + 6.0;
    drawing.text(
        Point::new(right, y),
        LABEL,
        format_args!("{:.2}", Fixed(curve.lowest)),
    );
    if layout.room == Room::Screen {
        let x = right + 40.0;
        drawing.text(Point::new(x, y), LABEL, "cosine similarity");
    }
}
