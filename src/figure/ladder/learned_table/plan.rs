//! Where the parts of the figure stand, and how they are drawn.

use std::rc::Rc;

use super::seen::{BLOCK, IN_VIEW, Seen};
use crate::config::Key;
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::ladder::legend::draw_bar;
use crate::figure::number::{Grouped, Place};
use crate::figure::raster::{ColorMap, Layout, Raster};

const LEFT: f32 = 62.0;
const RIGHT: f32 = 22.0;
const TITLE: f32 = 26.0;
const GAP: f32 = 28.0;
/// How much of what is in view the table has.
const IN_TABLE: f32 = 512.0 / IN_VIEW as f32;

pub(super) const COMPONENT: &str = "component";
const POSITION: &str = "position (tokens)";
pub(super) const OTHER: &str = "other position (tokens)";

impl Seen {
    pub(super) fn draw(&self, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let is_wide = width >= 600.0;
        let room = width - LEFT - RIGHT;
        let side = if is_wide { 210.0 } else { room.min(220.0) };
        let table = Rect::new(LEFT, TITLE, side, side / IN_TABLE);
        let curve = match is_wide {
            true => {
                let left = table.right() + LEFT + 16.0;
                Rect::new(left, TITLE, width - left - RIGHT, table.height)
            }
            false => Rect::new(LEFT, table.bottom() + 78.0 + TITLE, room, 170.0),
        };
        let top = curve.bottom() + if is_wide { 78.0 } else { 52.0 } + TITLE;
        let side = if is_wide {
            ((room - GAP) / 2.0).min(420.0)
        } else {
            room.min(420.0)
        };
        let learned = Rect::new(LEFT, top, side, side);
        let sinusoidal = match is_wide {
            true => Rect::new(learned.right() + GAP, top, side, side),
            false => Rect::new(LEFT, learned.bottom() + 50.0 + TITLE, side, side),
        };
        self.draw_table(table, drawing);
        self.draw_curve(curve, drawing);
        self.draw_learned(learned, drawing);
        self.draw_sinusoidal(sinusoidal, is_wide, drawing);
        let at = Point::new(LEFT, sinusoidal.bottom() + 54.0);
        draw_bar(at, ("cosine −1", "1"), &signed, drawing);
        drawing.set_height(at.y + 22.0);
    }

    fn draw_table(&self, rect: Rect, drawing: &mut Drawing) {
        let count = Grouped(self.shown.table.parameter_count() as u64);
        title(rect, &format!("{count} learned numbers"), drawing);
        let n_components = self.shown.table.dim() as f64;
        let panel = drawing.panel(Panel {
            rect,
            x: Axis::bare(0.0, n_components).labelled(COMPONENT, 3),
            y: positions_down().labelled(POSITION, 5),
        });
        drawing.raster(Raster {
            rect: Rect::new(rect.x, rect.y, rect.width, rect.width),
            map: ColorMap::Diverging,
            layout: Layout::Rows(n_components as usize),
            shades: Rc::clone(&self.shown.components),
            row: 0.0,
            column: 0.0,
            span: self.n_rows() as f64,
        });
        self.draw_end(&panel, drawing);
        self.draw_row(&panel, Ink::Query, drawing);
        let at = Point::new(rect.x - 44.0, rect.bottom() + 54.0);
        draw_bar(at, ("−0.08", "0.08 and more"), &signed, drawing);
    }

    fn draw_learned(&self, rect: Rect, drawing: &mut Drawing) {
        title(rect, "learned rows compared", drawing);
        let panel = drawing.panel(Panel {
            rect,
            x: positions().labelled(POSITION, 5),
            y: positions_down().labelled(POSITION, 5),
        });
        let side = rect.width * IN_TABLE;
        let n_cells = self.n_rows().div_ceil(BLOCK);
        drawing.raster(Raster {
            rect: Rect::new(rect.x, rect.y, side, side),
            map: ColorMap::Diverging,
            layout: Layout::Rows(n_cells),
            shades: Rc::clone(&self.shown.similarity),
            row: 0.0,
            column: 0.0,
            span: n_cells as f64,
        });
        let right = Rect::new(rect.x + side, rect.y, rect.width - side, side);
        drawing.fill(right, Ink::Faint, 0.5);
        self.draw_end(&panel, drawing);
        self.draw_row(&panel, Ink::Query, drawing);
    }

    fn draw_sinusoidal(&self, rect: Rect, is_beside: bool, drawing: &mut Drawing) {
        title(rect, "sinusoidal codes compared", drawing);
        let y = positions_down();
        let panel = drawing.panel(Panel {
            rect,
            x: positions().labelled(POSITION, 5),
            y: if is_beside {
                y
            } else {
                y.labelled(POSITION, 5)
            },
        });
        drawing.raster(Raster {
            rect,
            map: ColorMap::Diverging,
            layout: Layout::Diagonals,
            shades: Rc::clone(&self.diagonals),
            row: 0.0,
            column: 0.0,
            span: IN_VIEW as f64,
        });
        self.draw_row(&panel, Ink::Key, drawing);
        drawing.handle(slide(&panel, None, Some(Key::Position)));
    }

    /// Where the table has no rows, with a word on it, and a handle over the whole panel.
    fn draw_end(&self, panel: &Panel, drawing: &mut Drawing) {
        let rect = panel.rect;
        let last = self.n_rows() as f64 - 0.5;
        let top = panel.y_px(last);
        let empty = Rect::new(rect.x, top, rect.width, rect.bottom() - top);
        drawing.fill(empty, Ink::Faint, 0.5);
        // Not where the line of the position is.
        let is_below = self.position > last && self.position < last + 64.0;
        let part = if is_below { 0.78 } else { 0.36 };
        let at = Point::new(rect.x + rect.width / 2.0, top + part * empty.height + 4.0);
        let note = LABEL.middle().size(11.0).ink(Ink::Text);
        match self.row() {
            Some(_) => drawing.text(at, note, format_args!("no rows past {}", self.n_rows() - 1)),
            None => drawing.text(
                at,
                note.ink(Ink::Query),
                format_args!("{}: no row", Place(self.position)),
            ),
        }
        drawing.handle(slide(panel, None, Some(Key::Position)));
    }

    /// The line of the position, if it is in view.
    fn draw_row(&self, panel: &Panel, ink: Ink, drawing: &mut Drawing) {
        if !self.is_in_view() {
            return;
        }
        let rect = panel.rect;
        let y = panel.y_px(self.position);
        let (from, to) = (Point::new(rect.x, y), Point::new(rect.right(), y));
        drawing.segment(from, to, 3.6, Ink::Surface, 0.75);
        if self.row().is_some() || ink == Ink::Key {
            drawing.segment(from, to, 1.4, ink, 1.0);
        } else {
            drawing.dashed(from, to, 1.4, ink, 1.0);
        }
        drawing.disc(from, 5.0, ink, 1.0);
    }

    /// The position against every other.
    fn draw_curve(&self, rect: Rect, drawing: &mut Drawing) {
        let panel = drawing.panel(Panel {
            rect,
            x: positions().labelled(OTHER, if rect.width > 400.0 { 7 } else { 4 }),
            y: Axis::bare(-1.0, 1.04).labelled("cosine similarity", 5),
        });
        let end = panel.x_px(self.n_rows() as f64 - 0.5);
        drawing.fill(
            Rect::new(end, rect.y, rect.right() - end, rect.height),
            Ink::Faint,
            0.5,
        );
        let zero = panel.y_px(0.0);
        let (left, right) = (Point::new(rect.x, zero), Point::new(rect.right(), zero));
        drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
        if self.is_in_view() {
            let x = panel.x_px(self.position);
            let (from, to) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
            drawing.segment(from, to, 1.4, Ink::Text, 0.8);
        }
        let width = if rect.width > 400.0 { 1.5 } else { 1.1 };
        for (values, ink) in [(&self.sinusoidal, Ink::Key), (&self.alike, Ink::Query)] {
            let points = values.iter().enumerate();
            let point = |(other, &value): (usize, &f64)| {
                Point::new(panel.x_px(other as f64), panel.y_px(value))
            };
            drawing.line(points.map(point), width, ink, 1.0);
        }
        let name = LABEL.bold().end();
        let baseline = rect.y - 9.0;
        let learned = if self.row().is_some() {
            "learned"
        } else {
            "learned: none"
        };
        drawing.text(
            Point::new(rect.right() - 74.0, baseline),
            name.ink(Ink::Query),
            format_args!("{learned}"),
        );
        drawing.text(
            Point::new(rect.right(), baseline),
            name.ink(Ink::Key),
            format_args!("sinusoidal"),
        );
        if rect.width >= 340.0 {
            title(rect, &format!("position {}", Place(self.position)), drawing);
        }
        drawing.handle(slide(&panel, Some(Key::Position), None));
    }
}

/// Positions in view from left to right.
fn positions() -> Axis {
    Axis::bare(-0.5, IN_VIEW as f64 - 0.5)
}

/// Positions in view from top to bottom.
fn positions_down() -> Axis {
    Axis::bare(IN_VIEW as f64 - 0.5, -0.5)
}

fn signed(t: f32) -> Ink {
    Ink::Diverging(2.0 * t - 1.0)
}

fn title(rect: Rect, text: &str, drawing: &mut Drawing) {
    let setting = LABEL.bold().size(13.0).ink(Ink::Text);
    drawing.text(
        Point::new(rect.x, rect.y - 9.0),
        setting,
        format_args!("{text}"),
    );
}

fn slide(panel: &Panel, x: Option<Key>, y: Option<Key>) -> Handle {
    Handle {
        rect: panel.rect,
        grab: Grab::Slide { x, y },
        panel: *panel,
    }
}
