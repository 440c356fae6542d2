//! The line of positions with two flags, which can be dragged along it.

use crate::Spec;
use phasor_draw::{Axis, Ink, Panel, Point, Rect, spread};

use crate::handle::{Drawing, Grab, Handle};

/// Draws the line of positions with two flags that have these letters; returns the lower edge.
pub(crate) fn draw(spec: &Spec, letters: [&str; 2], drawing: &mut Drawing) -> f32 {
    let (width, [first, second]) = (drawing.size().0, letters);
    let last = spec.start() + spec.length() as f64 - 1.0;
    let track = drawing.panel(Panel {
        rect: Rect::new(36.0, 44.0, width - 72.0, 8.0),
        x: Axis::bare(spec.start(), last).labelled_within("position (tokens)", width - 72.0),
        y: Axis::bare(0.0, 1.0),
    });
    let y = track.rect.y - 22.0;
    let held = |position: f64| track.x_px(position.clamp(spec.start(), last));
    let (query_x, key_x) = (held(spec.position()), held(spec.key_position()));
    let (left, right) = (query_x.min(key_x), query_x.max(key_x));
    drawing.fill(
        Rect::new(left, y - 4.0, right - left, 8.0),
        Ink::Muted,
        0.35,
    );
    let both = Rect::new(left, y - 14.0, right - left, 28.0);
    drawing.handle(Handle {
        rect: track.rect.grown(30.0),
        grab: Grab::Both,
        panel: track,
    });
    drawing.handle(Handle {
        rect: both,
        grab: Grab::Both,
        panel: track,
    });
    let ends = [
        (query_x, Ink::Query, first, Grab::Both),
        (key_x, Ink::Key, second, Grab::Second),
    ];
    let [query_flag, key_flag] = spread([query_x, key_x], 12.0);
    for ((x, ink, letter, grab), flag_x) in ends.into_iter().zip([query_flag, key_flag]) {
        let foot = Point::new(x, track.rect.bottom());
        drawing.segment(Point::new(flag_x, y), foot, 1.5, ink, 0.8);
        drawing.flag(Point::new(flag_x, y), 12.0, ink, letter);
        let rect = Rect::new(flag_x - 12.0, y - 16.0, 24.0, 46.0);
        drawing.handle(Handle {
            rect,
            grab,
            panel: track,
        });
    }
    track.rect.bottom() + 40.0
}
