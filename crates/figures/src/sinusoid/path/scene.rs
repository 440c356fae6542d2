//! A cube that can be rotated. Nearer things are larger and darker, but parallel lines stay parallel: seen along its
//! axis, a spiral is one circle.

use std::f32::consts::FRAC_PI_2;

use glam::{Mat3, Vec3, Vec3Swizzles as _};

use phasor_draw::{Axis, Ink, Panel, Point, Rect};

use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};

/// A little more than the distance of a corner from the middle, so that depth stays between 0 and 1.
const REACH: f32 = 1.79;

/// The margin for labels, CSS pixels.
const LABELS: f32 = 22.0;

/// The cube from -1 to 1 along every axis, seen in `rect`.
pub(super) struct Scene {
    pub(super) rect: Rect,
    turned: Mat3,
    /// How many times as long the cube is along its upright axis.
    stretch: f32,
    lies: bool,
    /// CSS pixels per unit in the middle.
    scale: f32,
}

/// The projection of a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Projected {
    /// The place in the drawing.
    pub(super) at: Point,
    /// The depth: 0 for the farthest possible, 1 for the nearest.
    pub(super) near: f32,
}

impl Projected {
    /// Returns the width of a line or the radius of a disc that would be `middle` in the middle.
    pub(super) fn size(self, middle: f32) -> f32 {
        middle * (0.45 + 1.1 * self.near)
    }

    /// Returns the opacity, which is low for far points.
    pub(super) fn alpha(self) -> f32 {
        (0.25 + 0.85 * self.near).min(1.0)
    }
}

impl Scene {
    pub(super) fn new(spec: &Spec, rect: Rect, rise: f64) -> Self {
        /// The most times that the cube is as long as it is wide.
        const LONGEST: f32 = 3.0;
        let radians = |degrees: f64| (degrees as f32).to_radians();
        let (tilt, rise) = (radians(spec.tilt()), rise as f32);
        // With the position as its height, the cube lies on its side, so that position runs from left to right.
        let turned = Mat3::from_rotation_z(rise * FRAC_PI_2)
            * Mat3::from_rotation_x(tilt)
            * Mat3::from_rotation_y(radians(spec.turn()));
        let room = Point::new(rect.width, rect.height) / 2.0 - LABELS;
        let fitting = |(sin, cos): (f32, f32), length: f32| {
            let (across, down) = reach(tilt, length);
            let scale = room.x / (cos * across + sin * down);
            scale.min(room.y / (sin * across + cos * down))
        };
        // As long as there is room for it where it lies.
        let lying = fitting((1.0, 0.0), 1.0);
        let upright = reach(tilt, 0.0).1;
        let longest = (room.x / lying - upright) / tilt.cos().max(1e-3);
        let stretch = 1.0 + rise * (longest.clamp(1.0, LONGEST) - 1.0);
        let scale = fitting((rise * FRAC_PI_2).sin_cos(), stretch);
        Self {
            rect,
            turned,
            stretch,
            lies: rise > 0.5,
            scale,
        }
    }

    /// Projects `point`.
    pub(super) fn project(&self, point: Vec3) -> Projected {
        let point = self.turned * (point * Vec3::new(1.0, self.stretch, 1.0));
        Projected {
            at: self.middle() + self.scale * Point::new(point.x, -point.y),
            near: ((point.z / REACH + 1.0) / 2.0).clamp(0.0, 1.0),
        }
    }

    pub(super) fn middle(&self) -> Point {
        self.rect.center()
    }

    /// Returns the handle that rotates the cube; a drag across the width is half a turn.
    pub(super) fn handle(&self) -> Handle {
        let (x, y, vertical) = match self.lies {
            true => (Key::Tilt, Key::Turn, Axis::bare(0.0, 180.0)),
            false => (Key::Turn, Key::Tilt, Axis::bare(180.0, 0.0)),
        };
        Handle {
            rect: self.rect,
            grab: Grab::Shift {
                x: Some(x),
                y: Some(y),
            },
            panel: Panel {
                rect: self.rect,
                x: Axis::bare(0.0, 180.0),
                y: vertical,
            },
        }
    }

    /// Projects the middles of the four edges along `axis`, in descending order of distance from the middle of the
    /// picture; the first is on the outline.
    pub(super) fn edges(&self, axis: Vec3) -> [Point; 4] {
        let mut projected = middles(axis).map(|middle| self.project(middle).at);
        let middle = self.middle();
        let far = |at: &Point| at.distance(middle);
        projected.sort_by(|one, two| far(two).total_cmp(&far(one)));
        projected
    }

    /// Draws the edges of the cube.
    pub(super) fn draw_cube(&self, drawing: &mut Drawing) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            for middle in middles(axis) {
                let (from, to) = (self.project(middle - axis), self.project(middle + axis));
                let width = self.project(middle).size(1.2);
                drawing.segment(from.at, to.at, width, Ink::Faint, 1.0);
            }
        }
    }
}

/// Returns how far the cube, of a length along its upright axis, reaches to the side and up or down at a tilt, over all
/// rotations, in halves of its side. So a rotation keeps the size of the picture; only a tilt changes it.
fn reach(tilt: f32, length: f32) -> (f32, f32) {
    let (sin, cos) = tilt.abs().sin_cos();
    let diagonal = std::f32::consts::SQRT_2;
    (diagonal, sin * diagonal + length * cos)
}

/// Returns the middles of the four edges of the cube along `axis`, one of the three coordinate axes.
fn middles(axis: Vec3) -> [Vec3; 4] {
    let (side, other) = (axis.zxy(), axis.yzx());
    [side + other, side - other, other - side, -side - other]
}
