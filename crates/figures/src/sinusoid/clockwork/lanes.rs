//! Hands, the threads from their tips, and the waves.

use super::layout::{Layout, Room, Row};
use crate::Spec;
use crate::handle::{Drawing, FINGER, Grab, Hand, Handle, Moves};
use phasor_draw::{Ink, LABEL, Point, Rect, pair_ink};
use phasor_encoding::Frequencies;
use phasor_encoding::frequency::wavelength;
use phasor_text::number::Brief;

/// One hand and its wave.
struct Lane {
    inv_freq: f64,
    ink: Ink,
    /// The centre of the dial.
    center: Point,
    row: Row,
}

/// Draws all hands and waves.
pub(super) fn draw(spec: &Spec, frequencies: &Frequencies, layout: &Layout, drawing: &mut Drawing) {
    drawing.handle(Handle {
        rect: layout.waves,
        grab: Grab::Either {
            x: crate::Key::Position,
            y: crate::Key::Base,
        },
        panel: layout.wave_panel(),
    });
    draw_places(spec, layout, drawing);
    let lanes = || lanes(frequencies, layout);
    for lane in lanes() {
        let begun = drawing.place();
        draw_waves(spec, &lane, layout, drawing);
        draw_hand(spec, &lane, layout, drawing);
        drawing.fade(begun, lane.row.part);
        add_hand(&lane, drawing);
    }
    let (x, top, bottom) = (layout.waves.x, layout.waves.y - 10.0, layout.waves.bottom());
    drawing.segment(
        Point::new(x, top),
        Point::new(x, bottom),
        1.5,
        Ink::Query,
        1.0,
    );
    for lane in lanes() {
        let sin = (spec.position() * lane.inv_freq).sin() as f32;
        let at = Point::new(x, lane.center.y - lane.row.radius * sin);
        drawing.disc(at, 3.5, lane.ink, lane.row.part);
    }
    if layout.room == Room::Screen {
        draw_ends(lanes(), layout, drawing);
    }
}

/// Returns the lanes from top to bottom.
fn lanes(
    frequencies: &Frequencies,
    layout: &Layout,
) -> impl DoubleEndedIterator<Item = Lane> + ExactSizeIterator {
    let (hands, top) = (&layout.hands, layout.waves.y);
    hands.rows().map(move |row| {
        let inv_freq = frequencies.inv_freq().get(row.pair_idx);
        Lane {
            inv_freq: *inv_freq.expect("every pair has a frequency"),
            ink: pair_ink(row.pair_idx, hands.n_pairs),
            center: Point::new(hands.x, top + row.middle),
            row,
        }
    })
}

/// Draws the place of every token.
fn draw_places(spec: &Spec, layout: &Layout, drawing: &mut Drawing) {
    let rect = layout.waves;
    let first = spec.position().ceil();
    let n_places = ((rect.width / layout.pitch) as usize) + 1;
    for place in 0..n_places {
        let x = layout.x(first + place as f64, spec.position());
        if x <= rect.right() {
            let (top, bottom) = (Point::new(x, rect.y - 8.0), Point::new(x, rect.bottom()));
            drawing.segment(top, bottom, 1.0, Ink::Faint, 0.55);
        }
    }
}

/// Draws the sine, and thin behind it the cosine.
fn draw_waves(spec: &Spec, lane: &Lane, layout: &Layout, drawing: &mut Drawing) {
    let rect = layout.waves;
    let radius = lane.row.radius;
    let radians_per_px = lane.inv_freq as f32 / layout.pitch;
    // A chord of this length is at most `FLAT` from the wave.
    const FLAT: f32 = 0.1;
    let step = (8.0 * FLAT / radius).sqrt() / radians_per_px;
    let n_steps = (rect.width / step).ceil().max(1.0);
    let now = spec.position() * lane.inv_freq;
    let mut wave = |of: fn(f64) -> f64, width: f32, alpha: f32| {
        let points = (0..=n_steps as usize).map(|step| {
            let along = step as f32 / n_steps * rect.width;
            let angle = now + f64::from(along * radians_per_px);
            Point::new(rect.x + along, lane.center.y - radius * of(angle) as f32)
        });
        drawing.line(points, width, lane.ink, alpha);
    };
    wave(f64::cos, 1.0, 0.28);
    wave(f64::sin, 2.25, 1.0);
}

/// Draws the dial, its hand, the way of the hand over the last three tokens, and the thread to the wave.
fn draw_hand(spec: &Spec, lane: &Lane, layout: &Layout, drawing: &mut Drawing) {
    const N_STEPS: u32 = 12;
    let Lane {
        center,
        ink,
        inv_freq,
        row: Row { radius, .. },
    } = *lane;
    let angle = spec.position() * inv_freq;
    let on_dial = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        center + radius * Point::new(cos as f32, -sin as f32)
    };
    drawing.disc(center, radius, ink, 0.1);
    drawing.ring(center, radius, 1.25, ink, 0.55);
    let way = (3.0 * inv_freq).min(2.4).min(spec.position() * inv_freq);
    let arc = (0..=N_STEPS).map(|step| on_dial(angle - way * f64::from(step) / f64::from(N_STEPS)));
    drawing.line(arc, 2.5, ink, 0.5);
    let tip = on_dial(angle);
    drawing.segment(center, tip, 2.25, ink, 1.0);
    drawing.disc(center, 1.75, ink, 1.0);
    drawing.disc(tip, 3.5, ink, 1.0);
    draw_thread(tip, layout.waves.x, ink, drawing);
}

/// Adds the handle that turns a hand.
fn add_hand(lane: &Lane, drawing: &mut Drawing) {
    let Lane {
        center,
        inv_freq,
        row: Row { height, radius, .. },
        ..
    } = *lane;
    let hand = Hand {
        moves: Moves::All,
        inv_freq,
        pair_idx: None,
    };
    let left = (center.x - FINGER / 2.0).max(0.0);
    let area = Rect::new(left, center.y - height / 2.0, FINGER, height);
    drawing.handle(hand.handle(area, center, radius));
}

/// Draws a dotted line to `end`, whose dots stand still.
fn draw_thread(from: Point, end: f32, ink: Ink, drawing: &mut Drawing) {
    const APART: f32 = 5.0;
    let n_dots = ((end - 5.0 - from.x) / APART).max(0.0) as usize;
    for dot in 1..=n_dots {
        let x = end - dot as f32 * APART;
        drawing.disc(Point::new(x, from.y), 0.9, ink, 0.75);
    }
}

/// Says beside the first and the last hand how long they take. While the last hand grows, the text of the one before it
/// fades before that of the last appears.
fn draw_ends(
    mut lanes: impl DoubleEndedIterator<Item = Lane>,
    layout: &Layout,
    drawing: &mut Drawing,
) {
    let (first, last, before) = (lanes.next(), lanes.next_back(), lanes.next_back());
    let grown = last.as_ref().map_or(1.0, |last| last.row.part);
    let fading = 2.0 * grown - 1.0;
    let alphas = [1.0, fading.max(0.0), (-fading).max(0.0)];
    let x = layout.hands.x - layout.hands.radius.max(22.0) - 10.0;
    for (lane, alpha) in [first, last, before].into_iter().zip(alphas) {
        if let Some(lane) = lane.filter(|_| alpha > 0.0) {
            draw_end(&lane, (x, alpha), drawing);
        }
    }
}

/// Says how long a hand takes, in a text that ends at `x`.
fn draw_end(lane: &Lane, (x, alpha): (f32, f32), drawing: &mut Drawing) {
    let y = lane.center.y;
    let setting = LABEL.end().alpha(alpha);
    drawing.text(Point::new(x, y - 3.0), setting, "a turn in");
    let length = Brief(wavelength(lane.inv_freq));
    let at = Point::new(x, y + 12.0);
    drawing.text(at, setting.ink(Ink::Text), format_args!("{length} tokens"));
}
