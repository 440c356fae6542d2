//! The areas of a drawing that a pointer can grab.

use crate::geometry::{Panel, Point, Rect};

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
