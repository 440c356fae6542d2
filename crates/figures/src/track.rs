//! The text as a row of blank words, with flags that can be dragged along it.

use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, spread_within};

use crate::Spec;
use crate::handle::{Drawing, Grab, Handle};

/// A named mark at a position.
#[derive(Clone, Copy)]
pub(crate) struct Flag {
    pub(crate) position: f64,
    pub(crate) name: &'static str,
    pub(crate) ink: Ink,
    pub(crate) grab: Grab,
}

const HALF_FLAG: f32 = 24.0;
/// The height of flags and row together, CSS pixels.
pub(crate) const HEIGHT: f32 = 46.0;

/// Draws the shown positions above `chart`, on the same axis, with `flags` above them. A drag beside the flags moves
/// all of them.
pub(crate) fn draw<const N: usize>(
    spec: &Spec,
    flags: [Flag; N],
    chart: &Panel,
    drawing: &mut Drawing,
) {
    const ROW: f32 = 10.0;
    let track = Panel {
        rect: Rect {
            y: chart.rect.y - ROW - 2.0,
            height: ROW,
            ..chart.rect
        },
        y: Axis::bare(0.0, 1.0),
        ..*chart
    };
    drawing.handle(Handle {
        rect: Rect {
            y: track.rect.bottom() - HEIGHT,
            height: HEIGHT,
            ..track.rect
        },
        grab: Grab::Both,
        panel: track,
    });
    draw_blanks(spec, &track, drawing);
    let last = spec.start() + spec.length() as f64 - 1.0;
    let held = |flag: Flag| track.x_px(flag.position.clamp(spec.start(), last));
    let ends = (HALF_FLAG, drawing.size().0 - HALF_FLAG);
    let places = spread_within(flags.map(held), HALF_FLAG + 1.0, ends);
    for (flag, x) in flags.into_iter().zip(places) {
        draw_flag(flag, x, held(flag), &track, drawing);
    }
}

/// Draws one blank for each position, or one bar where blanks would be too narrow to see.
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
    let row = track.rect;
    let pill = Rect::new(x - HALF_FLAG, row.y - 34.0, 2.0 * HALF_FLAG, 21.0);
    drawing.segment(
        Point::new(x, pill.bottom()),
        Point::new(foot, row.y),
        1.5,
        flag.ink,
        1.0,
    );
    drawing.plate(Rect::new(foot - 3.0, row.y, 6.0, row.height), flag.ink);
    drawing.plate(pill, flag.ink);
    let setting = LABEL.bold().size(13.0).middle();
    let name = setting.ink(flag.ink.on_body());
    let baseline = Point::new(x, pill.bottom() - 6.0);
    drawing.text(baseline, name, flag.name);
    drawing.handle(Handle {
        rect: Rect::new(pill.x, pill.y, pill.width, row.bottom() - pill.y + 2.0),
        grab: flag.grab,
        panel: *track,
    });
}
