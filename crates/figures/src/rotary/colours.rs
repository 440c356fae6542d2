//! The scale of the colours of a board.

use crate::handle::Drawing;
use phasor_draw::{Ink, Point, Rect, SMALL};

/// Draws the sequential colours from `first` to `last`, parts of the whole range, between the words for their ends; returns
/// where the colours are.
pub(super) fn draw(
    place: Rect,
    [left, right]: &[String; 2],
    [first, last]: [f32; 2],
    drawing: &mut Drawing,
) -> Rect {
    const STEPS: u8 = 24;
    const GAP: f32 = 5.0;
    /// How far each step lies under the next one, without which a light seam would remain between the two.
    const SEAM: f32 = 0.5;
    let baseline = place.bottom() - 1.0;
    drawing.text(Point::new(place.x, baseline), SMALL, left);
    drawing.text(Point::new(place.right(), baseline), SMALL.end(), right);
    let x = place.x + SMALL.width(left) + GAP;
    let colours = Rect {
        x,
        width: place.right() - SMALL.width(right) - GAP - x,
        ..place
    };
    let across = colours.width / f32::from(STEPS);
    for step in 0..STEPS {
        let rect = Rect {
            x: x + f32::from(step) * across,
            width: across + SEAM,
            ..place
        };
        let part = f32::from(step) / f32::from(STEPS - 1);
        drawing.fill(rect, Ink::Sequential(first + part * (last - first)), 1.0);
    }
    colours
}
