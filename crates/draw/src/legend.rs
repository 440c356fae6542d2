//! Legends for the signs and colours of a chart.

use crate::geometry::{Point, Rect};
use crate::{Drawing, Ink, LABEL, Type};

/// A sign of a chart.
#[derive(Debug, Clone, Copy)]
pub enum Sign {
    /// A filled circle.
    Dot(Ink),
    /// The outline of a circle.
    Ring(Ink),
}

/// A sign and its meaning.
#[derive(Debug)]
pub struct Entry {
    sign: Sign,
    texts: Vec<String>,
}

impl Entry {
    /// Creates an entry with the wordings of its meaning, the longest first. The first that fits is drawn, or else the last.
    #[must_use]
    pub fn new(sign: Sign, texts: Vec<String>) -> Self {
        Self { sign, texts }
    }
}

/// Draws the entries from `top` on, side by side where there is room; returns the lower edge.
pub fn draw_legend<G>(entries: &[Entry], top: f32, drawing: &mut Drawing<G>) -> f32 {
    const ROW: f32 = 21.0;
    const LEFT: f32 = 8.0;
    /// Room for a sign.
    const SIGN: f32 = 30.0;
    /// The width of the widest entry that is expected, CSS pixels.
    const ACROSS: f32 = 240.0;
    let n_columns = ((drawing.size().0 / ACROSS) as usize).clamp(1, entries.len().max(1));
    let across = (drawing.size().0 - LEFT) / n_columns as f32;
    for (place, entry) in entries.iter().enumerate() {
        let (row, column) = (place / n_columns, place % n_columns);
        let x = LEFT + column as f32 * across;
        let y = top + (row as f32 + 0.5) * ROW;
        draw_sign(entry.sign, Point::new(x, y), drawing);
        let setting = LABEL.ink(Ink::Text);
        let texts: Vec<&str> = entry.texts.iter().map(String::as_str).collect();
        let text = setting.fitting(&texts, across - SIGN);
        drawing.text(Point::new(x + SIGN, y + 4.0), setting, text);
    }
    top + ROW * entries.len().div_ceil(n_columns) as f32
}

/// Draws a sign whose left end is at `at`.
fn draw_sign<G>(sign: Sign, at: Point, drawing: &mut Drawing<G>) {
    const WIDTH: f32 = 22.0;
    let middle = Point::new(at.x + WIDTH / 2.0, at.y);
    match sign {
        Sign::Dot(ink) => drawing.disc(middle, 4.0, ink, 1.0),
        Sign::Ring(ink) => drawing.ring(middle, 5.0, 1.6, ink, 1.0),
    }
}

/// The type of the texts beside a colour scale, its width, and the gaps between the two.
const SMALL: Type = LABEL.size(11.0);
const BAR: f32 = 90.0;
const GAP: f32 = 6.0;

/// Returns the width of a colour scale with texts at its ends, CSS pixels.
#[must_use]
pub fn bar_width((low, high): (&str, &str)) -> f32 {
    SMALL.width(low) + GAP + BAR + GAP + SMALL.width(high)
}

/// Draws a colour scale with texts at its ends; returns where its colours are.
pub fn draw_bar<G>(
    at: Point,
    (low, high): (&str, &str),
    ink: &dyn Fn(f32) -> Ink,
    drawing: &mut Drawing<G>,
) -> Rect {
    const STEPS: usize = 30;
    let baseline = at.y + 9.0;
    drawing.text(Point::new(at.x, baseline), SMALL, low);
    let start = at.x + SMALL.width(low) + GAP;
    let across = BAR / STEPS as f32;
    for step in 0..STEPS {
        let rect = Rect::new(start + step as f32 * across, at.y, across + 0.5, 10.0);
        drawing.fill(rect, ink(step as f32 / (STEPS - 1) as f32), 1.0);
    }
    let end = Point::new(start + BAR + GAP, baseline);
    drawing.text(end, SMALL, high);
    Rect::new(start, at.y, BAR, 10.0)
}
