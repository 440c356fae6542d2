//! Things with a body that a pointer can take hold of: bubbles, plates, hands and arrows.
//!
//! As texts, query and key have about the same lightness. As bodies they are compared side by side, so the key has its own
//! fill, and its colour is the edge.

use crate::drawing::Drawing;
use crate::geometry::{Point, Rect};
use crate::handle::{Bubble, Handle};
use crate::ink::Ink;
use crate::lettering::LABEL;

/// The width of an edge, CSS pixels.
const EDGE: f32 = 1.25;

/// The inks of a body.
struct Body {
    fill: Ink,
    edge: Option<Ink>,
    letter: Ink,
}

impl Ink {
    fn body(self) -> Body {
        match self {
            Self::Key => Body {
                fill: Self::KeyFill,
                edge: Some(self),
                letter: Self::Text,
            },
            _ => Body {
                fill: self,
                edge: None,
                letter: Self::Surface,
            },
        }
    }

    /// Returns the ink of a text on a body of this ink.
    #[must_use]
    pub fn on_body(self) -> Self {
        self.body().letter
    }
}

impl<G> Drawing<G> {
    /// Returns the bubbles, the topmost last.
    #[must_use]
    pub fn bubbles(&self) -> &[Bubble] {
        &self.bubbles
    }

    /// Returns the handle of the nearest bubble whose centre is at most `reach` CSS pixels from `point` in both
    /// directions, or else the topmost handle at `point`.
    #[must_use]
    pub fn handle_within(&self, point: Point, reach: f32) -> Option<&Handle<G>> {
        let away = |bubble: &Bubble| (bubble.center - point).abs().max_element();
        let in_reach = self.bubbles.iter().filter(|bubble| away(bubble) <= reach);
        let held =
            in_reach.filter_map(|bubble| Some((away(bubble), self.handle_at(bubble.center)?)));
        // Of bubbles at the same distance, the topmost is held.
        let nearest = held.rev().min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest.map_or_else(|| self.handle_at(point), |(_, handle)| Some(handle))
    }

    /// Adds a bubble.
    pub fn flag(&mut self, center: Point, radius: f32, ink: Ink, letter: &str) {
        let Body { fill, edge, .. } = ink.body();
        self.disc(center, radius, fill, 1.0);
        if let Some(edge) = edge {
            self.ring(center, radius - EDGE / 2.0, EDGE, edge, 1.0);
        }
        let size = radius * 1.15;
        let setting = LABEL.middle().bold().size(size).ink(ink.on_body());
        let baseline = Point::new(center.x, center.y + 0.36 * size);
        let letter = self.formatted(baseline, setting, format_args!("{letter}"));
        self.bubbles.push(Bubble {
            center,
            radius,
            ink,
            letter,
        });
    }

    /// Adds a plate for a text.
    pub fn plate(&mut self, rect: Rect, ink: Ink) {
        let Body { fill, edge, .. } = ink.body();
        self.fill(rect, fill, 1.0);
        if let Some(edge) = edge {
            self.outline(rect.grown(-EDGE / 2.0), EDGE, edge, 1.0);
        }
    }

    /// Adds the hand of a dial.
    pub fn hand(&mut self, (from, to): (Point, Point), width: f32, ink: Ink) {
        let Body { fill, edge, .. } = ink.body();
        if let Some(edge) = edge {
            let rim = EDGE.min(width / 2.0);
            let beyond = to + rim * (to - from).normalize_or_zero();
            self.segment(from, beyond, width + 2.0 * rim, edge, 1.0);
        }
        self.segment(from, to, width, fill, 1.0);
    }

    /// Adds a line with a head, or nothing if the line is shorter than the head.
    pub fn arrow(&mut self, (from, to): (Point, Point), width: f32, ink: Ink) {
        let head = 3.0 + 2.2 * width;
        let length = from.distance(to);
        if length < head {
            return;
        }
        let Body { fill, edge, .. } = ink.body();
        let along = (to - from) / length;
        let neck = to - head * along;
        let aside = 0.5 * head * along.perp();
        let corners = [to, neck + aside, neck - aside];
        if let Some(edge) = edge {
            self.segment(from, neck, width + 2.0 * EDGE, edge, 1.0);
            self.line(corners.into_iter().chain([to]), 2.0 * EDGE, edge, 1.0);
        }
        self.segment(from, neck, width, fill, 1.0);
        self.shape(corners, fill, 1.0);
    }
}
