//! The strip of film below the image: each frame is as bright as time alone lets it be.

use super::super::scene::{self, Detail};
use super::computed::Computed;
use super::direction::{Direction, LAST_FRAME};
use super::style::wash;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL};
use phasor_text::number::Place;

/// How many frames the strip has.
const N_FRAMES: usize = 9;
/// The largest side of a frame, CSS pixels.
const LARGEST: f32 = 76.0;
/// The holes above and below the frames.
const EDGE: f32 = 6.0;
const GAP: f32 = 2.0;
/// The least brightness of a frame, in which the dog can still be seen.
const DIMMEST: f64 = 0.3;

/// A strip of frames.
struct Strip {
    rect: Rect,
    /// The number of the first frame; q’s frame is in the middle, as long as k’s is on the strip.
    first: f64,
    /// From one frame to the next, CSS pixels.
    across: f32,
}

impl Strip {
    fn new(spec: &Spec, place: Rect) -> Self {
        let reach = (N_FRAMES / 2) as f64;
        let beyond = (spec.frame().abs() - reach).max(0.0).ceil();
        let middle = beyond.copysign(spec.frame());
        let across = (place.width / N_FRAMES as f32).min(LARGEST + GAP);
        let (width, height) = (across * N_FRAMES as f32, across - GAP + 2.0 * EDGE);
        Self {
            rect: Rect::new(place.x, place.y, width, height),
            first: middle.clamp(reach - LAST_FRAME, LAST_FRAME - reach) - reach,
            across,
        }
    }

    fn last(&self) -> f64 {
        self.first + (N_FRAMES - 1) as f64
    }

    /// Returns the place of a frame, which may be between two or beyond the ends.
    fn frame(&self, number: f64) -> Rect {
        let side = self.across - GAP;
        let x = self.rect.x + (number - self.first) as f32 * self.across + GAP / 2.0;
        Rect::new(x, self.rect.y + EDGE, side, side)
    }

    /// Draws the film without its pictures.
    fn draw_film(&self, drawing: &mut Drawing) {
        let rect = self.rect;
        drawing.fill(rect, Ink::Text, 0.86);
        let n_holes = (rect.width / 9.0) as usize;
        for hole in 0..n_holes {
            let x = rect.x + (hole as f32 + 0.5) * rect.width / n_holes as f32 - 2.0;
            for y in [rect.y + 1.5, rect.bottom() - EDGE + 1.5] {
                drawing.fill(Rect::new(x, y, 4.0, 3.0), Ink::Surface, 0.9);
            }
        }
    }

    fn handle(&self) -> Handle {
        let [from, to] = [self.first, self.last()].map(|number| self.frame(number).center().x);
        Handle {
            rect: self.rect,
            grab: Grab::Slide {
                x: Some(Key::Frame),
                y: None,
            },
            panel: Panel {
                rect: Rect::new(from, self.rect.y, to - from, self.rect.height),
                x: Axis::bare(self.first, self.last()),
                y: Axis::bare(0.0, 1.0),
            },
        }
    }
}

/// Draws the strip from the top of `place` on; returns its lower edge.
pub(super) fn draw(spec: &Spec, computed: &Computed, place: Rect, drawing: &mut Drawing) -> f32 {
    /// Room for the title above the strip.
    const TITLE: f32 = 16.0;
    let titles = [
        "a film: drag through the frames in which the patches are; q is in frame 0",
        "a film: drag to the frame of the patches; q is in frame 0",
        "the frame of the patches; q is in 0",
    ];
    let title = SMALL.fitting(&titles, place.width);
    let at = Point::new(place.x, place.y + 9.0);
    drawing.text(at, SMALL.ink(Ink::Text), title);
    let strip = Strip::new(spec, Rect::new(place.x, place.y + TITLE, place.width, 0.0));
    strip.draw_film(drawing);
    let bottom = strip.rect.bottom();
    for number in (0..N_FRAMES).map(|place| strip.first + place as f64) {
        let rect = strip.frame(number);
        scene::draw(number, Detail::Small, rect, drawing);
        let loss = computed.head.loss(Direction::Time, number);
        let brightness = computed.head.scale.brightness(loss).max(DIMMEST);
        wash(rect, brightness, drawing);
        let ink = if number == 0.0 {
            Ink::Query
        } else {
            Ink::Muted
        };
        let at = Point::new(rect.center().x, bottom + 13.0);
        let plus = if number > 0.0 { "+" } else { "" };
        let setting = SMALL.middle().ink(ink);
        drawing.text(at, setting, format_args!("{plus}{}", Place(number)));
    }
    draw_chosen(spec, &strip, drawing);
    drawing.handle(strip.handle());
    bottom + 16.0
}

/// Marks the frame of q and the frame of k.
fn draw_chosen(spec: &Spec, strip: &Strip, drawing: &mut Drawing) {
    const FLAG: f32 = 8.8;
    if (strip.first..=strip.last()).contains(&0.0) {
        drawing.outline(strip.frame(0.0).grown(-1.0), 2.4, Ink::Query, 1.0);
    }
    let chosen = strip.frame(spec.frame());
    drawing.outline(chosen.grown(1.5), 5.0, Ink::Surface, 0.9);
    drawing.outline(chosen.grown(1.5), 2.8, Ink::Key, 1.0);
    let right = (chosen.right() - 1.0).min(drawing.size().0 - FLAG);
    let flag = Point::new(right, chosen.bottom());
    drawing.flag(flag, FLAG, Ink::Key, "k");
}
