//! How the parts of the picture write and darken.

use crate::handle::Drawing;
use phasor_draw::{Ink, Rect};

/// Covers what has a brightness from 0 to 1: the background shows through as it falls.
pub(super) fn wash(rect: Rect, brightness: f64, drawing: &mut Drawing) {
    /// Of the darkest patch, as much is left as shows that it is there.
    const MOST: f64 = 0.88;
    let alpha = MOST * (1.0 - brightness).powf(0.8);
    drawing.fill(rect, Ink::Surface, alpha as f32);
}
