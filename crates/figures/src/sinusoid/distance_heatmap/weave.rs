//! The matrix as cloth: each row is the curve of the first, moved on by a cell for each row, and lies down in its place.

use super::{columns, value};
use crate::cache::Similarity;
use crate::handle::Drawing;
use crate::{Key, Spec};
use phasor_draw::{Ink, Panel, Point, Rect, eased};
use phasor_params::{Accepts, Parameter, Range};

pub(crate) const WOVEN: Parameter = Parameter {
    name: "woven",
    label: "woven",
    unit: "",
    help: "How far the heatmap is woven from its rows, each of which begins as a curve: 0 shows the curve of the first row, \
        1 the whole heatmap.",
    accepts: Accepts::Number(Range::share()),
    default: "1",
};

impl Spec {
    /// How far the heatmap is woven from its rows, from 0 to 1.
    #[must_use]
    pub fn woven(&self) -> f64 {
        self.at(Key::Woven)
    }
}

/// The part of the whole time in which one row lies down.
const ONE_ROW: f64 = 0.165;

/// Returns how many of the rows in view lie in their places.
pub(super) fn n_woven(spec: &Spec) -> usize {
    let rows = Rows::new(spec);
    let is_woven = |row: &usize| rows.laid(*row) == 1.0;
    (rows.first..rows.end).take_while(is_woven).count()
}

/// The rows in view.
struct Rows {
    woven: f64,
    view: f64,
    span: f64,
    first: usize,
    end: usize,
}

impl Rows {
    fn new(spec: &Spec) -> Self {
        let (view, span) = (spec.view().0, spec.span());
        Self {
            woven: spec.woven(),
            view,
            span,
            first: view as usize,
            end: ((view + span).ceil() as usize).min(spec.length()),
        }
    }

    /// How long a row has been on its way, from below 0 to beyond 1.
    fn part(&self, row: usize) -> f64 {
        let place = (row as f64 - self.view).max(0.0) / (self.span - 1.0);
        (self.woven - place.min(1.0) * (1.0 - ONE_ROW)) / ONE_ROW
    }

    /// How far a row has lain down, from 0 to 1.
    fn laid(&self, row: usize) -> f64 {
        eased(self.part(row).clamp(0.0, 1.0))
    }

    /// Returns how many rows each curve stands for, so that there are few at once.
    fn step(&self) -> usize {
        const MOST: f64 = 26.0;
        let at_once = self.span * ONE_ROW / (1.0 - ONE_ROW);
        (at_once / MOST).ceil().max(1.0) as usize
    }
}

/// Covers what is not woven yet, and draws the curves of the rows that are lying down.
pub(super) fn draw(spec: &Spec, similarity: &Similarity, matrix: &Panel, drawing: &mut Drawing) {
    if spec.woven() == 1.0 {
        return;
    }
    let rows = Rows::new(spec);
    let step = rows.step();
    let rect = matrix.rect;
    let edge = |row: usize| {
        let y = matrix.y_px(spec.start() + row as f64);
        // Covers that meet within a pixel would leave a line there.
        y.clamp(rect.y, rect.bottom()).round()
    };
    let moving = || (rows.first..rows.end).step_by(step);
    for row in moving().filter(|row| rows.laid(*row) < 1.0) {
        let (top, bottom) = (edge(row), edge((row + step).min(rows.end)));
        let laid = rows.laid(row) as f32;
        if laid == 0.0 {
            // Nothing has begun from here on.
            let rest = Rect::new(rect.x, top, rect.width, rect.bottom() - top);
            drawing.fill(rest, Ink::Surface, 1.0);
            break;
        }
        let band = Rect::new(rect.x, top, rect.width, bottom - top);
        drawing.fill(band, Ink::Surface, 1.0 - laid * laid);
    }
    let begun = |row: &usize| (0.0..1.0).contains(&rows.part(*row));
    for row in moving().filter(begun) {
        let laid = rows.laid(row) as f32;
        draw_row(spec, similarity, (matrix, row, laid), drawing);
    }
}

/// Draws a row as a curve that stands below its place and sinks into it.
fn draw_row(
    spec: &Spec,
    similarity: &Similarity,
    (matrix, row, laid): (&Panel, usize, f32),
    drawing: &mut Drawing,
) {
    /// How far below its place a row begins, and how high it stands there, as parts of the matrix.
    const BELOW: f32 = 0.3;
    const HIGH: f32 = 0.24;
    /// CSS pixels from point to point.
    const APART: f64 = 2.0;
    let rect = matrix.rect;
    let y = matrix.y_px(spec.start() + row as f64 + 0.5).max(rect.y);
    // The last rows have less room.
    let room = ((rect.bottom() - y) / rect.height / BELOW).min(1.0);
    let left = (1.0 - laid) * rect.height * room;
    let (low, high) = similarity.range;
    let height = |column: usize| {
        let share = (value(similarity, (row, column)) - low) / (high - low);
        (share as f32) * HIGH * left
    };
    let step = (APART * spec.span() / f64::from(rect.width)).ceil();
    let step = step.max(1.0) as usize;
    let points = columns(spec).step_by(step).map(|column| {
        let x = matrix.x_px(spec.start() + column as f64 + 0.5);
        Point::new(x, y + BELOW * left - height(column))
    });
    drawing.line(points, 1.4, Ink::Query, 1.0 - laid * laid);
}
