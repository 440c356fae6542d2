//! Where everything is in the picture of arrows.

use super::plane::{Arrow, Plane, label, longest};
use super::zoom::Zoom;
use crate::Spec;
use crate::absolute::added_encoding::computed::Normed;
use crate::absolute::added_encoding::parameters::LayerNorm;
use crate::absolute::added_encoding::ripple::PLAIN;
use crate::handle::{Grab, Handle};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, WIDE, eased};

/// Room around the fan of words at the left and below, and above the tips, CSS pixels.
const LEFT: f32 = 16.0;
const BELOW: f32 = 32.0;
const ABOVE: f32 = 30.0;
/// From the tips of a bundle to the column of its names.
pub(super) const COLUMN: f32 = 34.0;
/// A fan with a larger radius than the first has its names around it, one with a smaller radius than the second beside it.
const FANNED: (f32, f32) = (50.0, 26.0);
/// The radius of the handle, and from the tip to its centre.
pub(super) const BUBBLE: f32 = 10.0;
pub(super) const BEYOND: f32 = 12.0;

/// The arrows in pixels.
pub(super) struct Scene<'a> {
    pub(super) plane: &'a Plane,
    pub(super) normed: &'a Normed,
    pub(super) size: (f32, f32),
    pub(super) origin: Point,
    /// The radius of the fan of words alone, and of the fan after LayerNorm.
    pub(super) fan: f32,
    pub(super) reach: f32,
    pub(super) zoom: Zoom,
    /// The position whose encoding is drawn: that of the spec, and on the way to LayerNorm one that comes to 0.
    pub(super) position: f64,
    /// How much of the way to LayerNorm is done, from 0 to 1.
    pub(super) done: f64,
    /// The arrow of the word in focus.
    pub(super) focus: usize,
}

impl<'a> Scene<'a> {
    pub(super) fn new(spec: &Spec, normed: &'a Normed, width: f32) -> Self {
        let plane = normed.plane.as_ref();
        let fan = match width >= WIDE {
            true => 128.0,
            false => (0.22 * width).min(84.0),
        };
        let widest = plane
            .arrows
            .iter()
            .map(|arrow| PLAIN.bold().width(&label(spec, arrow)));
        let right = COLUMN + widest.fold(0.0, f32::max) + 4.0;
        let (left, below) = (fan + LEFT, fan + BELOW);
        let (least, most) = if width >= WIDE {
            (460.0, 460.0)
        } else {
            (300.0, 390.0)
        };
        let across = (width - left - right).max(fan / 2.0);
        let reach = across.min(most - below - ABOVE);
        let height = (below + reach + ABOVE).max(least);
        let end = spec.start() + spec.length() as f64;
        let zoom = Zoom::new((reach, end), f64::from(fan) / plane.reach);
        let is_on = if normed.is_on { 1.0 } else { 0.0 };
        let done = eased(spec.between(LayerNorm::Off, LayerNorm::On).unwrap_or(is_on));
        let position = match done {
            0.0 => spec.position(),
            done => zoom.position(zoom.out(spec.position()) * (1.0 - done)),
        };
        let words = spec.sentence().words();
        let is_focus = |arrow: &Arrow| words.get(arrow.place) == words.get(spec.token());
        let focus = plane.arrows.iter().position(is_focus);
        Self {
            plane,
            normed,
            size: (width, height),
            origin: Point::new(left + (across - reach) / 2.0, height - below),
            fan,
            reach,
            zoom,
            position,
            done,
            focus: focus.expect("every word has an arrow"),
        }
    }

    /// Returns the point at these pixels to the right of the origin and above it.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> Point {
        self.origin + Point::new(x as f32, -y as f32)
    }

    /// Returns the pixels for 1, before LayerNorm and after it.
    pub(super) fn units(&self) -> [f64; 2] {
        let normed = longest(self.normed.arrows.iter().copied());
        [
            self.zoom.unit(self.position),
            f64::from(self.fan) / normed.max(f64::MIN_POSITIVE),
        ]
    }

    /// Returns the radius of the fan of words at the present scale, CSS pixels.
    pub(super) fn radius(&self) -> f32 {
        let [unit, _] = self.units();
        (unit * self.plane.reach) as f32
    }

    /// Returns the tip of the encoding.
    pub(super) fn encoding(&self) -> Point {
        self.at([self.zoom.out(self.position); 2])
    }

    /// Returns the tips of all words: before LayerNorm, after it, and on the way between.
    pub(super) fn tips(&self) -> [Vec<Point>; 3] {
        let [unit, normed] = self.units();
        let arrows = self.plane.arrows.iter();
        let off = arrows.map(|arrow| self.at(arrow.at.map(|x| unit * (x + self.position))));
        let on = self.normed.arrows.iter();
        let on = on.map(|at| self.at(at.map(|x| normed * x)));
        let (off, on): (Vec<Point>, Vec<Point>) = (off.collect(), on.collect());
        let between = off.iter().zip(&on);
        let between = between.map(|(off, on)| off.lerp(*on, self.done as f32));
        let between = between.collect();
        [off, on, between]
    }

    pub(super) fn ink(&self, arrow: usize) -> Ink {
        match arrow == self.focus {
            true => Ink::Query,
            false => Ink::Muted,
        }
    }

    /// Returns how opaque is what LayerNorm takes away.
    pub(super) fn fading(&self) -> f32 {
        1.0 - self.done as f32
    }

    /// Returns how much the arrows are a bundle, from 0 for a fan to 1.
    pub(super) fn bundled(&self) -> f32 {
        let (fan, bundle) = FANNED;
        let part = (fan - self.radius()) / (fan - bundle);
        eased(f64::from(part.clamp(0.0, 1.0))) as f32
    }

    /// Returns the axes for the pointer: along the diagonal, both together measure the position.
    pub(super) fn panel(&self) -> Panel {
        let (low, high) = self.zoom.ends();
        let axis = Axis::bare(low, low * (high / low).sqrt()).log();
        Panel {
            rect: Rect::new(
                self.origin.x,
                self.origin.y - self.reach,
                self.reach,
                self.reach,
            ),
            x: axis,
            y: axis,
        }
    }

    pub(super) fn pull(&self, rect: Rect) -> Handle {
        Handle {
            rect,
            grab: Grab::Pull,
            panel: self.panel(),
        }
    }

    /// Returns the tips of the words alone at a scale, CSS pixels for 1.
    pub(super) fn alone(&self, unit: f64) -> Vec<Point> {
        let arrows = self.plane.arrows.iter();
        arrows
            .map(|arrow| self.at(arrow.at.map(|x| unit * x)))
            .collect()
    }

    /// Returns the direction of the arrow to a point.
    pub(super) fn along(&self, tip: Point) -> Point {
        // An arrow of length 0 counts as one on the diagonal.
        let diagonal = Point::new(1.0, -1.0).normalize();
        (tip - self.origin).normalize_or(diagonal)
    }

    /// Returns the centre of the handle beyond a tip.
    pub(super) fn bubble(&self, tip: Point) -> Point {
        tip + BEYOND * self.along(tip)
    }

    pub(super) fn around_bubble(&self, tip: Point) -> Rect {
        let center = self.bubble(tip);
        Rect::new(center.x, center.y, 0.0, 0.0).grown(BUBBLE + 1.0)
    }
}
