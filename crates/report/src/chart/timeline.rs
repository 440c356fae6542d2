//! Base against context length of published models, coloured by year.

use super::SMALL;
use phasor_draw::{Axis, Drawing, Ink, Panel, Point, Rect, WIDE, axis};

/// A model: its title, base, length and year.
pub(crate) struct Dot {
    pub(crate) title: &'static str,
    pub(crate) base: f64,
    pub(crate) length: f64,
    pub(crate) year: u16,
}

const TOP: f32 = 62.0;
/// The years of the colour scale.
const YEARS: (u16, u16) = (2021, 2026);

/// Draws a dot for each model, and names those of `named`.
pub(crate) fn draw(width: f32, dots: &[Dot], named: &[&str]) -> Drawing {
    let mut drawing = Drawing::new(width);
    let left = axis::NUMBERS;
    let height = if width < WIDE { 260.0 } else { 340.0 };
    let bases = || dots.iter().map(|dot| dot.base);
    let (low, high) = (bases().fold(1e4, f64::min), bases().fold(1e7, f64::max));
    let panel = drawing.panel(Panel {
        rect: Rect::new(left, TOP, width - left - 20.0, height),
        x: Axis::bare(400.0, 2e7).log(),
        y: Axis::bare(low / 2.0, high * 4.0).log(),
    });
    let powers = axis::powers(panel.y.low, panel.y.high);
    axis::beside(&panel, ("base (θ)", 32.0), powers, &mut drawing);
    let ticks = [
        (1e3, "1,000"),
        (1e4, "10,000"),
        (1e5, "100,000"),
        (1e6, "1 million"),
        (1e7, "10 million"),
    ];
    let ticks = ticks
        .into_iter()
        .map(|(tick, name)| (tick, name.to_owned()));
    axis::below(&panel, "declared length (tokens)", ticks, &mut drawing);
    for dot in dots {
        let at = Point::new(panel.x_px(dot.length), panel.y_px(dot.base));
        drawing.disc(at, 4.2, shade(dot.year), 0.85);
    }
    draw_names(dots, named, &panel, &mut drawing);
    axis::frame(&panel, &mut drawing);
    let is_wide = width >= WIDE;
    let mut x = if is_wide { left + 90.0 } else { 6.0 };
    for year in YEARS.0..=YEARS.1 {
        drawing.disc(Point::new(x, 9.0), 4.2, shade(year), 0.9);
        drawing.text(Point::new(x + 8.0, 13.0), SMALL, year);
        x += (width / 6.2).min(60.0);
    }
    drawing.set_height(panel.rect.bottom() + 42.0);
    drawing
}

/// Writes the names beside their dots, each where it covers no other name.
fn draw_names(dots: &[Dot], named: &[&str], panel: &Panel, drawing: &mut Drawing) {
    let mut taken: Vec<Rect> = Vec::new();
    for dot in dots.iter().filter(|dot| named.contains(&dot.title)) {
        let (x, y) = (panel.x_px(dot.length), panel.y_px(dot.base));
        let room = SMALL.width(dot.title);
        let is_right = x + room + 8.0 > panel.rect.right();
        let left = if is_right { x - room - 7.0 } else { x + 7.0 };
        let rows = [-7.0, 15.0, -22.0, 30.0, -37.0];
        let free = rows
            .into_iter()
            .map(|row| Rect::new(left, y + row - 10.0, room, 13.0));
        let Some(rect) = free
            .into_iter()
            .find(|rect| !taken.iter().any(|other| other.overlaps(rect)))
        else {
            continue;
        };
        let at = Point::new(rect.x, rect.y + 10.0);
        drawing.text(at, SMALL.ink(Ink::Text), dot.title);
        taken.push(rect);
    }
}

fn shade(year: u16) -> Ink {
    let share = f32::from(year.saturating_sub(YEARS.0)) / f32::from(YEARS.1 - YEARS.0);
    Ink::Frequency(share.min(1.0))
}
