//! Paints the marks of a drawing with a pen.

use super::Theme;
use super::pen::{Color, Lettering, Pen, PenError};
use crate::{Drawing, Mark};

/// Paints every mark of `drawing`.
///
/// # Errors
/// Returns the pen's [`PenError`] if the surface refuses.
pub fn marks<G>(drawing: &Drawing<G>, theme: &Theme, pen: &mut dyn Pen) -> Result<(), PenError> {
    for mark in drawing.marks() {
        paint(mark, drawing, theme, pen)?;
    }
    Ok(())
}

fn paint<G>(
    mark: &Mark,
    drawing: &Drawing<G>,
    theme: &Theme,
    pen: &mut dyn Pen,
) -> Result<(), PenError> {
    let color = |ink, alpha| Color(theme.color(ink), alpha);
    match *mark {
        Mark::Line {
            ref points,
            ink,
            alpha,
            width,
        } => pen.line(drawing.points(points), width, color(ink, alpha)),
        Mark::Shape {
            ref points,
            ink,
            alpha,
        } => pen.shape(drawing.points(points), color(ink, alpha)),
        Mark::Box { rect, ink, alpha } => pen.fill(rect, color(ink, alpha)),
        Mark::Disc {
            center,
            radius,
            ink,
            alpha,
        } => pen.disc(center, radius, color(ink, alpha)),
        Mark::Ring {
            center,
            radius,
            ink,
            alpha,
            width,
        } => pen.ring(center, radius, width, color(ink, alpha)),
        Mark::Text {
            ref text,
            at,
            anchor,
            size,
            weight,
            ink,
            alpha,
        } => {
            let lettering = Lettering {
                size,
                weight,
                anchor,
                color: color(ink, alpha),
            };
            pen.text(drawing.text_of(text), at, lettering)
        }
    }
}
