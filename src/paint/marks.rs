//! Marks through the primitives that every plotters backend has.

use plotters::style::{FontStyle, ShapeStyle};
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{DrawingBackend, DrawingErrorKind};

use super::{HALF_EX, Theme, rgba, text_style, unit_point, units};
use crate::figure::drawing::Weight;
use crate::figure::{Anchor, Drawing, Ink, Mark, Point};

/// Paints every mark of `drawing`.
///
/// # Errors
/// Those of the backend.
pub fn marks<DB: DrawingBackend>(
    drawing: &Drawing,
    theme: &Theme,
    backend: &mut DB,
) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
    for mark in drawing.marks() {
        paint(mark, drawing, theme, backend)?;
    }
    Ok(())
}

fn paint<DB: DrawingBackend>(
    mark: &Mark,
    drawing: &Drawing,
    theme: &Theme,
    backend: &mut DB,
) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
    let fill = |ink: Ink, alpha: f32| ShapeStyle::from(rgba(theme.color(ink), alpha)).filled();
    let stroke = |ink: Ink, alpha: f32, width: f32| {
        ShapeStyle::from(rgba(theme.color(ink), alpha)).stroke_width(units(width).max(1) as u32)
    };
    match *mark {
        Mark::Line {
            ref points,
            ink,
            alpha,
            width,
        } => {
            let points = drawing
                .points(points)
                .iter()
                .map(|&point| unit_point(point));
            backend.draw_path(points, &stroke(ink, alpha, width))
        }
        Mark::Shape {
            ref points,
            ink,
            alpha,
        } => {
            let points = drawing
                .points(points)
                .iter()
                .map(|&point| unit_point(point));
            backend.fill_polygon(points, &fill(ink, alpha))
        }
        Mark::Box { rect, ink, alpha } => {
            let from = (units(rect.x), units(rect.y));
            let to = (units(rect.right()), units(rect.bottom()));
            backend.draw_rect(from, to, &fill(ink, alpha), true)
        }
        Mark::Disc {
            center,
            radius,
            ink,
            alpha,
        } => {
            let radius = units(radius).max(1) as u32;
            backend.draw_circle(unit_point(center), radius, &fill(ink, alpha), true)
        }
        Mark::Ring {
            center,
            radius,
            ink,
            alpha,
            width,
        } => {
            let radius = units(radius).max(1) as u32;
            backend.draw_circle(
                unit_point(center),
                radius,
                &stroke(ink, alpha, width),
                false,
            )
        }
        Mark::Text {
            ref text,
            at,
            anchor,
            size,
            weight,
            ink,
            alpha,
        } => {
            let style = match weight {
                Weight::Regular => FontStyle::Normal,
                Weight::Bold => FontStyle::Bold,
            };
            let side = match anchor {
                Anchor::Start => HPos::Left,
                Anchor::Middle => HPos::Center,
                Anchor::End => HPos::Right,
            };
            let setting =
                text_style(size, style, theme.color(ink), alpha).pos(Pos::new(side, VPos::Bottom));
            // The backend lifts such a text by half an ex; a mark's point is on the baseline.
            let lifted = Point::new(at.x, at.y + HALF_EX * size);
            backend.draw_text(drawing.text_of(text), &setting, unit_point(lifted))
        }
    }
}
