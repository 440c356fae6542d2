//! What is painted above a picture: the bubble under a pointer, and the one pulse of all handles that shows what can be
//! dragged.

use std::cell::Cell;

use phasor_draw::{Bubble, Ink, Point};
use phasor_figures::{Drawing, Grab, Handle};

/// A bubble under a pointer is this many times as large as others.
const GROWN: f32 = 14.0 / 12.0;

/// How far the rings of a pulse go, CSS pixels.
const FURTHEST: f32 = 12.0;

/// How long a pulse takes.
const PULSE_SECS: f64 = 0.6;

/// The most time that one frame adds to a pulse.
const SLOWEST_FRAME_SECS: f64 = 0.1;

thread_local! {
    /// Whether no handle of this page has pulsed yet, and none was touched.
    static IS_DUE: Cell<bool> = const { Cell::new(true) };
    /// Whether a pulse is on.
    static IS_ON: Cell<bool> = const { Cell::new(false) };
}

/// The pulse of the handles of one figure. There is one on a page.
#[derive(Debug)]
pub(super) struct Pulse {
    secs: f64,
}

impl Pulse {
    /// Begins the pulse of the page, unless it has been, or a handle was touched.
    pub(super) fn begin() -> Option<Self> {
        let is_due = IS_DUE.replace(false);
        is_due.then(|| {
            IS_ON.set(true);
            Self { secs: 0.0 }
        })
    }

    /// Lets time pass, and returns whether the pulse goes on.
    pub(super) fn advance(&mut self, elapsed_secs: f64) -> bool {
        // A slow frame, such as that of the first picture, does not skip the pulse.
        self.secs += elapsed_secs.min(SLOWEST_FRAME_SECS);
        if self.secs >= PULSE_SECS {
            IS_ON.set(false);
        }
        IS_ON.get()
    }

    /// Ends the pulse of the page, or lets it never begin, because the reader has found a handle.
    pub(super) fn end() {
        IS_DUE.set(false);
        IS_ON.set(false);
    }
}

/// Returns whether a picture has something to drag that would pulse.
pub(super) fn has_handles(drawing: &Drawing) -> bool {
    dragged_bubbles(drawing).next().is_some() || dials(drawing).next().is_some()
}

/// Draws the bubbles of `lifted`, and the rings of the pulse.
pub(super) fn draw(
    drawing: &Drawing,
    lifted: Option<Grab>,
    pulse: Option<&Pulse>,
    above: &mut phasor_draw::Drawing,
) {
    above.clear(drawing.size().0);
    if let Some(pulse) = pulse {
        let part = (pulse.secs / PULSE_SECS) as f32;
        let mut ring = |center: Point, radius: f32, furthest: f32, ink: Ink| {
            // Fast at first, as a ring in water.
            let way = furthest * part * (2.0 - part);
            above.ring(center, radius + way, 2.0, ink, 0.7 * (1.0 - part));
        };
        for (bubble, _) in dragged_bubbles(drawing) {
            ring(bubble.center, bubble.radius, FURTHEST, bubble.ink);
        }
        for dial in dials(drawing) {
            let (rect, radius) = (dial.panel.rect, dial.panel.rect.width / 2.0);
            // Rings of dials above each other hardly touch.
            ring(
                rect.center(),
                radius,
                FURTHEST.min(0.25 * radius),
                Ink::Muted,
            );
        }
    }
    for (bubble, grab) in dragged_bubbles(drawing) {
        if lifted == Some(grab) {
            let letter = drawing.text_of(&bubble.letter);
            above.flag(bubble.center, GROWN * bubble.radius, bubble.ink, letter);
        }
    }
}

/// Returns the bubbles that can be dragged, and what each grabs.
fn dragged_bubbles(drawing: &Drawing) -> impl Iterator<Item = (&Bubble, Grab)> {
    drawing.bubbles().iter().filter_map(|bubble| {
        let grab = drawing.handle_at(bubble.center)?.grab;
        grab.is_dragged().then_some((bubble, grab))
    })
}

/// Returns the hands that turn a whole dial, unless there are many small dials.
fn dials(drawing: &Drawing) -> impl Iterator<Item = &Handle> {
    drawing.handles().iter().filter(|handle| {
        let is_dial = |grab: Grab| matches!(grab, Grab::Turn(_)) && !grab.may_click();
        is_dial(handle.grab) && handle.rect.contains(handle.panel.rect.center())
    })
}
