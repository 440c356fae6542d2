//! How the score falls along rows, columns and time, each on its own scale.

use super::computed::{Head, by};
use super::direction::Direction;
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, WIDE};
use phasor_text::number::Brief;

/// Draws one panel for each direction: side by side where the drawing is wide, otherwise one below the other.
pub(super) fn draw(spec: &Spec, head: &Head, place: Rect, drawing: &mut Drawing) {
    const GAP: f32 = 12.0;
    let n_panels = head.directions.len() as f32;
    let is_wide = drawing.size().0 >= WIDE;
    let share = |whole: f32| (whole + GAP) / n_panels;
    for (panel, (direction, curve)) in head.directions.iter().zip(&head.curves).enumerate() {
        let panel = panel as f32;
        let rect = match is_wide {
            true => {
                let step = share(place.width);
                Rect::new(place.x + panel * step, place.y, step - GAP, place.height)
            }
            false => {
                let step = share(place.height);
                Rect::new(place.x, place.y + panel * step, place.width, step - GAP)
            }
        };
        draw_one(
            (*direction, curve),
            by(spec, head.way, *direction).abs(),
            rect,
            drawing,
        );
    }
}

/// Draws the curve of one direction, with a dot for each whole offset and one for that of k.
fn draw_one(
    (direction, curve): (Direction, &[f64]),
    offset: f64,
    rect: Rect,
    drawing: &mut Drawing,
) {
    /// Room for the title and for the numbers of offsets.
    const TITLE: f32 = 17.0;
    const FOOT: f32 = 13.0;
    /// The least height of a curve that leaves room for a number below it.
    const TALL: f32 = 60.0;
    let most = curve.iter().copied().fold(0.0, f64::max);
    let farthest = direction.farthest();
    let panel = Panel {
        rect: Rect::new(
            rect.x + 4.0,
            rect.y + TITLE,
            rect.width - 10.0,
            rect.height - TITLE - FOOT,
        ),
        x: Axis::bare(0.0, farthest),
        y: Axis::bare(-most.max(1e-300), 0.0),
    };
    let plot = panel.rect;
    let ink = direction.ink();
    drawing.fill(Rect::new(rect.x, rect.y + 2.0, 9.0, 9.0), ink, 1.0);
    let title = LABEL.bold().ink(Ink::Text);
    let at = Point::new(rect.x + 14.0, rect.y + 11.0);
    drawing.text(at, title, direction.name());
    let lowest = match most > 0.0 {
        true => format!("−{}", Brief(most)),
        false => "no change".to_owned(),
    };
    let right = at.x + title.width(direction.name()) + 8.0;
    if right + SMALL.width(&lowest) <= rect.right() {
        drawing.text(Point::new(rect.right(), at.y), SMALL.end(), &lowest);
    } else if plot.height >= TALL {
        // Without room beside the title, the number of the floor stands on it.
        let on_floor = Point::new(plot.x + 4.0, plot.bottom() - 4.0);
        drawing.text(on_floor, SMALL, &lowest);
    }
    let floor = [
        Point::new(plot.x, plot.y),
        Point::new(plot.x, plot.bottom()),
        Point::new(plot.right(), plot.bottom()),
    ];
    drawing.line(floor, 1.0, Ink::Faint, 1.0);
    let last = curve.len().saturating_sub(1).max(1) as f64;
    let point = |(place, loss): (usize, &f64)| {
        let x = farthest * place as f64 / last;
        Point::new(panel.x_px(x), panel.y_px(-loss))
    };
    drawing.line(curve.iter().enumerate().map(point), 2.0, ink, 1.0);
    let along = (offset / farthest * last).clamp(0.0, last);
    let (before, part) = (along.floor(), along.fract());
    let loss = |place: f64| curve.get(place as usize).copied().unwrap_or(most);
    let loss = loss(before) + part * (loss((before + 1.0).min(last)) - loss(before));
    let dot = Point::new(panel.x_px(offset.min(farthest)), panel.y_px(-loss));
    drawing.disc(dot, 5.0, Ink::Surface, 1.0);
    drawing.disc(dot, 3.6, Ink::KeyFill, 1.0);
    drawing.ring(dot, 3.6, 1.2, Ink::Key, 1.0);
    let below = plot.bottom() + 11.0;
    drawing.text(Point::new(plot.x, below), SMALL.middle(), "0");
    let far = format!("{farthest} {}s away", direction.step());
    let far = match SMALL.width(&far) + 16.0 <= plot.width {
        true => far,
        false => farthest.to_string(),
    };
    drawing.text(Point::new(rect.right(), below), SMALL.end(), far);
}
