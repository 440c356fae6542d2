//! The head as one strip of pairs: how high a pair is shows its frequency, and its colour what its angle grows with.

use super::computed::{Head, borders};
use super::direction::Direction;
use super::parameters::SECTIONED;
use super::way::Way;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL};

/// Room for the title above the pairs, and for the names of the sections below them.
const TITLE: f32 = 24.0;
const NAMES: f32 = 18.0;
/// Room for half a grip at either end.
const ASIDE: f32 = 6.0;

/// Draws the strip; returns its lower edge.
pub(super) fn draw(spec: &Spec, head: &Head, place: Rect, drawing: &mut Drawing) -> f32 {
    let n_pairs = head.pairs.len();
    let titles = [
        format!("the {n_pairs} pairs of a head; the higher, the faster they rotate"),
        format!("{n_pairs} pairs; the higher, the faster"),
        format!("{n_pairs} pairs, fast to slow"),
    ];
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let title = SMALL.fitting(&titles, place.width);
    drawing.text(
        Point::new(place.x, place.y + 9.0),
        SMALL.ink(Ink::Text),
        title,
    );
    let strip = Rect::new(
        place.x + ASIDE,
        place.y + TITLE,
        place.width - 2.0 * ASIDE,
        place.height - TITLE - NAMES,
    );
    draw_bars(head, strip, drawing);
    let left = Point::new(strip.x, strip.bottom());
    let right = Point::new(strip.right(), strip.bottom());
    drawing.segment(left, right, 1.0, Ink::Muted, 0.8);
    if head.way == Way::Sections {
        draw_borders(spec, strip, drawing);
    }
    draw_names(head, strip, drawing);
    strip.bottom() + NAMES
}

/// Draws a bar for each pair; the higher, the faster it rotates.
pub(super) fn draw_bars(head: &Head, strip: Rect, drawing: &mut Drawing) {
    let across = strip.width / head.pairs.len().max(1) as f32;
    // Wide bars have gaps between them.
    let bar = if across > 3.0 { across - 1.0 } else { across };
    for (place, pair) in head.pairs.iter().enumerate() {
        let height = strip.height * (0.12 + 0.88 * pair.speed);
        let x = strip.x + place as f32 * across;
        let rect = Rect::new(x, strip.bottom() - height, bar, height);
        drawing.fill(rect, pair.direction.ink(), 1.0);
    }
}

/// Draws the borders between sections, which can be dragged.
fn draw_borders(spec: &Spec, strip: Rect, drawing: &mut Drawing) {
    /// How far a finger reaches to either side.
    const REACH: f32 = 16.0;
    const RISE: f32 = 7.0;
    let n_pairs = spec.n_pairs() as f32;
    let (time_end, row_end) = borders(spec);
    let panel = Panel {
        rect: strip,
        x: Axis::bare(0.0, SECTIONED as f64),
        y: Axis::bare(0.0, 1.0),
    };
    for (border, key) in [(time_end, Key::TimeEnd), (row_end, Key::RowEnd)] {
        let x = strip.x + strip.width * border as f32 / n_pairs;
        let (grip, foot) = (
            Point::new(x, strip.y - RISE),
            Point::new(x, strip.bottom() + 2.0),
        );
        drawing.segment(grip, foot, 4.0, Ink::Surface, 0.9);
        drawing.segment(grip, foot, 1.6, Ink::Text, 1.0);
        drawing.disc(grip, 6.5, Ink::Surface, 1.0);
        drawing.disc(grip, 5.0, Ink::Text, 1.0);
        for aside in [-1.4, 1.4] {
            let (from, to) = (
                grip + Point::new(aside, -2.2),
                grip + Point::new(aside, 2.2),
            );
            drawing.segment(from, to, 1.0, Ink::Surface, 1.0);
        }
        let top = grip.y - 8.0;
        drawing.handle(Handle {
            rect: Rect::new(x - REACH, top, 2.0 * REACH, strip.bottom() + 4.0 - top),
            grab: Grab::Slide {
                x: Some(key),
                y: None,
            },
            panel,
        });
    }
}

/// Writes below the pairs how many follow each direction: below its section, if each has one and all names fit.
fn draw_names(head: &Head, strip: Rect, drawing: &mut Drawing) {
    let setting = LABEL.bold();
    let baseline = strip.bottom() + 13.0;
    let name = |direction: Direction| format!("{} {}", direction.name(), head.n_pairs(direction));
    let across = strip.width / head.pairs.len().max(1) as f32;
    let sections: Option<Vec<(Direction, f32)>> = head
        .directions
        .iter()
        .map(|&direction| {
            let mut own = head.pairs.iter();
            let first = own.position(|pair| pair.direction == direction)?;
            let n_own = head.n_pairs(direction);
            let in_a_row = 1 + own.take_while(|pair| pair.direction == direction).count();
            let fits = setting.width(&name(direction)) + 8.0 <= n_own as f32 * across;
            let middle = strip.x + (first as f32 + n_own as f32 / 2.0) * across;
            (in_a_row == n_own && fits).then_some((direction, middle))
        })
        .collect();
    if let Some(sections) = sections {
        for (direction, middle) in sections {
            let at = Point::new(middle, baseline);
            drawing.text(at, setting.middle().ink(Ink::Text), name(direction));
        }
        return;
    }
    let step = strip.width / head.directions.len().max(1) as f32;
    for (place, &direction) in head.directions.iter().enumerate() {
        let x = strip.x + place as f32 * step;
        drawing.fill(Rect::new(x, baseline - 9.0, 9.0, 9.0), direction.ink(), 1.0);
        let at = Point::new(x + 13.0, baseline);
        drawing.text(at, LABEL.bold().ink(Ink::Text), name(direction));
    }
}
