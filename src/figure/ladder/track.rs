//! The text as a row of blank words, with flags that are dragged along it.

use crate::config::Spec;
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect, spread};
use crate::figure::handle::{Grab, Handle};

/// Something that stands at a position.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    pub(super) position: f64,
    pub(super) name: &'static str,
    pub(super) ink: Ink,
    pub(super) grab: Grab,
}

const HALF_FLAG: f32 = 24.0;
const ROW: Rect = Rect::new(30.0, 36.0, 60.0, 10.0);

/// Draws the shown positions with `flags` above them; returns the lower edge. Dragging beside a flag
/// moves all of them.
pub(super) fn draw<const N: usize>(spec: &Spec, flags: [Flag; N], drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0 - ROW.width;
    let length = spec.length() as f64;
    let track = drawing.panel(Panel {
        rect: Rect { width, ..ROW },
        x: Axis::bare(spec.start() - 0.5, spec.start() + length - 0.5)
            .labelled_within("position (tokens)", width),
        y: Axis::bare(0.0, 1.0),
    });
    drawing.handle(Handle {
        rect: track.rect.grown(34.0),
        grab: Grab::Both,
        panel: track,
    });
    draw_blanks(spec, &track, drawing);
    let last = spec.start() + length - 1.0;
    let held = |flag: Flag| track.x_px(flag.position.clamp(spec.start(), last));
    let (first, end) = (HALF_FLAG, drawing.size().0 - HALF_FLAG);
    let places = flags.map(|flag| held(flag).clamp(first, end));
    let places = spread(places, HALF_FLAG + 1.0);
    // Those that push each other over an end of the row come back together.
    let lowest = places.iter().copied().fold(first, f32::min);
    let highest = places.iter().copied().fold(end, f32::max);
    let back = (first - lowest) - (highest - end);
    for (flag, x) in flags.into_iter().zip(places) {
        draw_flag(flag, x + back, held(flag), &track, drawing);
    }
    track.rect.bottom() + 42.0
}

/// One blank for each position, as long as they can be told apart.
fn draw_blanks(spec: &Spec, track: &Panel, drawing: &mut Drawing) {
    const NARROWEST: f32 = 3.0;
    let cell = track.rect.width / spec.length() as f32;
    if cell < NARROWEST {
        return drawing.fill(track.rect, Ink::Faint, 1.0);
    }
    let gap = (cell / 4.0).min(2.0);
    for place in 0..spec.length() {
        let x = track.rect.x + place as f32 * cell;
        let blank = Rect::new(x, track.rect.y, cell - gap, track.rect.height);
        drawing.fill(blank, Ink::Faint, 1.0);
    }
}

fn draw_flag(flag: Flag, x: f32, foot: f32, track: &Panel, drawing: &mut Drawing) {
    let pill = Rect::new(x - HALF_FLAG, 2.0, 2.0 * HALF_FLAG, 21.0);
    let row = track.rect;
    drawing.segment(
        Point::new(x, pill.bottom()),
        Point::new(foot, row.y),
        1.5,
        flag.ink,
        1.0,
    );
    drawing.fill(Rect::new(foot - 3.0, row.y, 6.0, row.height), flag.ink, 1.0);
    drawing.fill(pill, flag.ink, 1.0);
    let name = LABEL.bold().size(13.0).middle().ink(Ink::Surface);
    let baseline = Point::new(x, pill.bottom() - 6.0);
    drawing.text(baseline, name, format_args!("{}", flag.name));
    drawing.handle(Handle {
        rect: Rect::new(pill.x, 0.0, pill.width, row.bottom() + 8.0),
        grab: flag.grab,
        panel: *track,
    });
}
