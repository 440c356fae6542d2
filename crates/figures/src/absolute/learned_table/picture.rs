//! The pictures of both views of the table.

use std::rc::Rc;

use super::computed::{BLOCK, Computed, IN_VIEW};
use super::plan::{Comparison, IN_TABLE, NAMED, Numbers};
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::legend::draw_bar;
use phasor_draw::{Axis, ColorMap, Ink, LABEL, Layout, Panel, Point, Raster, Rect};
use phasor_text::number::{Grouped, Place};

pub(super) const COMPONENT: &str = "component";
const POSITION: &str = "position (tokens)";
pub(super) const OTHER: &str = "other position (tokens)";

impl Computed {
    /// Draws every two rows compared, learned beside sinusoidal.
    pub(super) fn draw_comparison(&self, drawing: &mut Drawing) {
        let plan = Comparison::new(drawing.size().0);
        self.draw_learned(plan.learned, drawing);
        self.draw_sinusoidal(plan.sinusoidal, drawing);
        self.draw_curves(plan.curves, drawing);
        draw_bar(plan.bar, ("cosine −1", "1"), &signed, drawing);
        drawing.set_height(plan.bottom);
    }

    /// Draws the numbers of the table and of one row.
    pub(super) fn draw_numbers(&self, drawing: &mut Drawing) {
        let plan = Numbers::new(drawing.size().0);
        self.draw_table(plan.table, drawing);
        draw_bar(plan.bar, ("−0.08", "0.08 and more"), &signed, drawing);
        if let Some(at) = plan.note {
            let dim = self.prepared.table.dim();
            let numbers = format!("{dim} numbers");
            let lines = ["one row for", "each position,", &numbers, "in each row"];
            for (line, text) in lines.into_iter().enumerate() {
                let at = Point::new(at.x, at.y + 18.0 * line as f32);
                drawing.text(at, LABEL, text);
            }
        }
        self.draw_components(plan.row, drawing);
        drawing.set_height(plan.bottom);
    }

    fn draw_table(&self, rect: Rect, drawing: &mut Drawing) {
        let count = Grouped(self.prepared.table.parameter_count() as u64);
        title(rect, &format!("{count} learned numbers"), drawing);
        let n_components = self.prepared.table.dim() as f64;
        let panel = drawing.panel(Panel {
            rect,
            x: Axis::bare(0.0, n_components).labelled(COMPONENT, 3),
            y: named_down(rect),
        });
        drawing.raster(Raster {
            rect: Rect::new(rect.x, rect.y, rect.width, rect.width),
            map: ColorMap::Diverging,
            layout: Layout::Rows(n_components as usize),
            shades: Rc::clone(&self.prepared.components),
            row: 0.0,
            column: 0.0,
            span: self.n_rows() as f64,
        });
        self.draw_end(&panel, drawing);
        self.draw_row(&panel, Ink::Query, drawing);
    }

    /// Draws the numbers of the row of the position as a curve.
    fn draw_components(&self, rect: Rect, drawing: &mut Drawing) {
        let Ok(numbers) = self.prepared.table.encode(self.position as usize) else {
            drawing.fill(rect, Ink::Faint, 0.5);
            let middle = rect.center();
            let note = LABEL.middle().ink(Ink::Query);
            let position = Place(self.position);
            return drawing.text(middle, note, format_args!("position {position} has no row"));
        };
        title(rect, &format!("row {}", Place(self.position)), drawing);
        // Most rows stay far below this; a row that does not extends the scale.
        const USUAL: f64 = 0.12;
        let reach = numbers.iter().fold(USUAL, |reach, x| reach.max(x.abs()));
        let (name, n_ticks) = if rect.x >= NAMED {
            ("value", 5)
        } else {
            ("", 3)
        };
        let panel = drawing.panel(Panel {
            rect,
            x: Axis::bare(0.0, numbers.len() as f64).labelled(COMPONENT, 4),
            y: Axis::bare(-1.05 * reach, 1.05 * reach).labelled(name, n_ticks),
        });
        let zero = panel.y_px(0.0);
        let (left, right) = (Point::new(rect.x, zero), Point::new(rect.right(), zero));
        drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
        let points = numbers.iter().enumerate().map(|(component, &number)| {
            Point::new(panel.x_px(component as f64 + 0.5), panel.y_px(number))
        });
        drawing.line(points, 1.1, Ink::Query, 1.0);
    }

    fn draw_learned(&self, rect: Rect, drawing: &mut Drawing) {
        title(rect, "learned rows", drawing);
        let panel = drawing.panel(Panel {
            rect,
            x: positions().labelled(POSITION, 4),
            y: named_down(rect),
        });
        let side = rect.width * IN_TABLE;
        let n_cells = self.n_rows().div_ceil(BLOCK);
        drawing.raster(Raster {
            rect: Rect::new(rect.x, rect.y, side, side),
            map: ColorMap::Diverging,
            layout: Layout::Rows(n_cells),
            shades: Rc::clone(&self.prepared.similarity),
            row: 0.0,
            column: 0.0,
            span: n_cells as f64,
        });
        let right = Rect::new(rect.x + side, rect.y, rect.width - side, side);
        drawing.fill(right, Ink::Faint, 0.5);
        self.draw_end(&panel, drawing);
        self.draw_row(&panel, Ink::Query, drawing);
    }

    fn draw_sinusoidal(&self, rect: Rect, drawing: &mut Drawing) {
        let is_narrow = rect.width < 120.0;
        let name = if is_narrow {
            "sinusoidal"
        } else {
            "sinusoidal encodings"
        };
        title(rect, name, drawing);
        let panel = drawing.panel(Panel {
            rect,
            x: positions().labelled(POSITION, 4),
            y: positions_down(),
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

    /// Draws the area without rows, with a note, and adds a handle over the whole panel.
    fn draw_end(&self, panel: &Panel, drawing: &mut Drawing) {
        let rect = panel.rect;
        let last = self.n_rows() as f64 - 0.5;
        let top = panel.y_px(last);
        let empty = Rect::new(rect.x, top, rect.width, rect.bottom() - top);
        drawing.fill(empty, Ink::Faint, 0.5);
        // The note must not be on the line of the position.
        let is_below = self.position > last && self.position < last + 64.0;
        let part = if is_below { 0.78 } else { 0.36 };
        let at = Point::new(rect.x + rect.width / 2.0, top + part * empty.height + 4.0);
        let note = LABEL.middle().size(11.0).ink(Ink::Text);
        match self.row() {
            Some(_) => drawing.text(at, note, format_args!("no rows past {}", self.n_rows() - 1)),
            None => {
                let position = Place(self.position);
                drawing.text(at, note.ink(Ink::Query), format_args!("{position}: no row"));
            }
        }
        drawing.handle(slide(panel, None, Some(Key::Position)));
    }

    /// Draws the line of the position, if it is in view.
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

    /// Draws the similarities of the position to every other, which are the marked rows of the matrices.
    fn draw_curves(&self, rect: Rect, drawing: &mut Drawing) {
        let y = Axis::bare(-1.0, 1.04);
        let is_named = rect.x >= NAMED;
        let panel = drawing.panel(Panel {
            rect,
            x: positions().labelled_within(OTHER, rect.width),
            y: if is_named {
                y.labelled("cosine", 3)
            } else {
                y.labelled("", 3)
            },
        });
        let end = panel.x_px(self.n_rows() as f64 - 0.5);
        let empty = Rect::new(end, rect.y, rect.right() - end, rect.height);
        drawing.fill(empty, Ink::Faint, 0.5);
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
        self.draw_names(rect, drawing);
        drawing.handle(slide(&panel, Some(Key::Position), None));
    }

    /// Draws the names of the curves.
    fn draw_names(&self, rect: Rect, drawing: &mut Drawing) {
        let name = LABEL.bold().end();
        let baseline = rect.y - 9.0;
        let learned = match self.row() {
            Some(_) => "learned",
            None => "learned: none",
        };
        let at = Point::new(rect.right() - 74.0, baseline);
        drawing.text(at, name.ink(Ink::Query), learned);
        let at = Point::new(rect.right(), baseline);
        drawing.text(at, name.ink(Ink::Key), "sinusoidal");
        if rect.width >= 280.0 {
            title(rect, &format!("position {}", Place(self.position)), drawing);
        }
    }
}

/// Returns the axis of positions from left to right.
fn positions() -> Axis {
    Axis::bare(-0.5, IN_VIEW as f64 - 0.5)
}

/// Returns the axis of positions from top to bottom.
fn positions_down() -> Axis {
    Axis::bare(IN_VIEW as f64 - 0.5, -0.5)
}

/// Returns the axis of positions from top to bottom with numbers, and with a label if there is room.
fn named_down(rect: Rect) -> Axis {
    positions_down().labelled(if rect.x >= NAMED { POSITION } else { "" }, 4)
}

fn signed(t: f32) -> Ink {
    Ink::Diverging(2.0 * t - 1.0)
}

fn title(rect: Rect, text: &str, drawing: &mut Drawing) {
    let setting = LABEL.bold().ink(Ink::Text);
    let at = Point::new(rect.x, rect.y - 9.0);
    drawing.text(at, setting, text);
}

fn slide(panel: &Panel, x: Option<Key>, y: Option<Key>) -> Handle {
    Handle {
        rect: panel.rect,
        grab: Grab::Slide { x, y },
        panel: *panel,
    }
}
