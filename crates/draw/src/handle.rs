//! The areas of a drawing that a pointer can grab.

use std::ops::Range;

use crate::geometry::{Panel, Point, Rect};
use crate::ink::Ink;

/// A region that can be grabbed, and what it grabs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handle<G> {
    /// The area where a pointer can grab.
    pub rect: Rect,
    /// What the pointer grabs there.
    pub grab: G,
    /// The axes that map pixels to numbers.
    pub panel: Panel,
}

impl<G> Handle<G> {
    /// Returns the axis numbers at `point`.
    #[must_use]
    pub fn values(&self, point: Point) -> (f64, f64) {
        (self.panel.x_value(point.x), self.panel.y_value(point.y))
    }
}

/// A round flag with a letter. If a handle is at its centre, it is what a reader takes hold of.
#[derive(Debug, Clone, PartialEq)]
pub struct Bubble {
    /// The centre.
    pub center: Point,
    /// The radius, CSS pixels.
    pub radius: f32,
    /// Colour.
    pub ink: Ink,
    /// The letter in the shared buffer of texts.
    pub letter: Range<usize>,
}
