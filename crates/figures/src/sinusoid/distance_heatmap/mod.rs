//! Every position compared with every other: a matrix with constant diagonals, and one of its rows.

mod weave;

use std::ops::RangeInclusive;

use crate::cache::{Cache, Similarity, color_map};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, SHARED_KEYS, Sketch, idle_alone, preset};
use crate::topic::Topic;
use crate::zoom::cursor;
use crate::{Key, Spec};
use phasor_draw::{
    Axis, ColorMap, Column, Ink, LABEL, Layout, Panel, Point, Raster, Rect, SMALL, Table, WIDE,
};
use phasor_params::choice::Choice;
use phasor_text::number::{Grouped, Place, Short, Tick};

pub(crate) use weave::WOVEN;

/// The figure `distance-heatmap`.
pub(crate) static KIND: Kind = Kind {
    title: "Distance heatmap",
    topics: &[Topic::Sinusoids],
    search_words: "heatmap matrix map similarity Toeplitz diagonals",
    caption: "Each cell compares the encodings of two positions. Every diagonal from top left to \
        bottom right has one colour, because only the offset counts.",
    keyboard: "In the figure, arrow keys move the cell, Shift takes steps of ten, the keys +, − and 0 zoom, and Space \
        plays. Ctrl with the wheel also zooms, and so does a pinch with two fingers. Once you have zoomed in, dragging pans.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[
        Key::Measure,
        Key::Woven,
        Key::Zoom,
        Key::ViewRow,
        Key::ViewColumn,
    ],
    leading_keys: &[Key::Dim, Key::Measure],
    presets: &[
        preset(
            "1,024 components: smooth far from the diagonal",
            "dim=1024&base=10000&length=256&position=1&offset=1\
            &measure=cosine-distance&zoom=1&woven=1",
        ),
        preset("4,096 positions", "length=4096&zoom=1&woven=1"),
        preset(
            "zoomed to cells",
            "zoom=8&view-row=0&view-column=0&position=3&offset=4&length=128&woven=1",
        ),
        preset("unravelled", "woven=0&zoom=1"),
    ],
    idle: |spec, key| match key {
        Key::ViewRow | Key::ViewColumn => spec.zoom() == 1.0,
        // A view shows at least four positions.
        Key::Zoom => spec.length() <= 4,
        _ => idle_alone(spec, key),
    },
    clock: Some(Key::Position),
    starts: None,
    arrow,
    sketch: || Box::<DistanceHeatmap>::default(),
};

#[derive(Debug, Default)]
struct DistanceHeatmap(Cache);

/// The places of the matrix, of its colour bar, and of the curve of its row: below on the same columns, or
/// beside the matrix where there is room.
struct Places {
    matrix: Panel,
    bar: Rect,
    /// `None` where there is room for the matrix only.
    row: Option<Rect>,
    is_beside: bool,
}

/// The room above the matrix, CSS pixels.
const TOP: f32 = 26.0;
/// The room for the numbers and the label of an axis below.
const AXIS: f32 = 44.0;

impl Places {
    fn new(spec: &Spec, drawing: &Drawing) -> Self {
        let (width, height) = (drawing.size().0, drawing.wanted_height());
        const ACROSS: &str = "second position (tokens)";
        let span = spec.span();
        let (row, column) = spec.view();
        let (first_row, first_column) = (spec.start() + row, spec.start() + column);
        let x = Axis::bare(first_column, first_column + span);
        let y = Axis::bare(first_row + span, first_row);
        let numbers = y.number_width().max(35.0);
        let is_beside = width >= height.map_or(860.0, |_| WIDE);
        // Axis labels and the numbers of the bar have less room on a phone.
        let (name, bar, most, below) = match width {
            WIDE.. => (37.0, 96.0, 366.0, 94.0),
            _ => (11.0, 60.0, 248.0, 84.0),
        };
        let free = width - name - numbers - bar;
        let beside = 76.0;
        let side = match (height, is_beside) {
            (Some(height), true) => (0.62 * (free - beside)).min(height - TOP - AXIS),
            (Some(height), false) => free.min((height - TOP - AXIS).max(LOWEST)),
            (None, true) => (0.62 * (free - beside)).min(470.0),
            (None, false) => free.min(most),
        };
        let side = side.floor();
        let whole = name + numbers + side + bar;
        let left = match is_beside {
            true => name + numbers,
            false => (name + numbers + (width - whole) / 2.0).floor(),
        };
        let rect = Rect::new(left, TOP, side, side);
        let row = if is_beside {
            let left = rect.right() + bar + beside - 16.0;
            Some(Rect::new(left, TOP, width - left - 16.0, side))
        } else {
            let row = Rect::new(left, rect.bottom() + 28.0, side, below);
            height.is_none().then_some(row)
        };
        let n_ticks = if side > 350.0 { 8 } else { 4 };
        let matrix = Panel {
            rect,
            x: if is_beside || row.is_none() {
                x.labelled_within(ACROSS, side)
            } else {
                x
            },
            // On a phone it stands above.
            y: y.labelled(if is_narrow(width) { "" } else { DOWN }, n_ticks),
        };
        let bar = Rect::new(rect.right() + 0.14 * bar + 3.0, TOP, 0.12 * bar + 4.0, side);
        Self {
            matrix,
            bar,
            row,
            is_beside,
        }
    }
}

/// The name of the axis of rows.
const DOWN: &str = "first position (tokens)";

/// Whether there is no room beside the numbers of the rows.
fn is_narrow(width: f32) -> bool {
    width < WIDE
}

impl Sketch for DistanceHeatmap {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let similarity = self.0.similarity(spec);
        let (row, column) = spec.view();
        let places = Places::new(spec, drawing);
        let matrix = drawing.panel(places.matrix);
        let map = color_map(spec.measure());
        drawing.raster(Raster {
            rect: matrix.rect,
            map,
            layout: Layout::Diagonals,
            shades: similarity.shades.clone(),
            row,
            column,
            span: spec.span(),
        });
        let grab = if spec.zoom() > 1.0 {
            Grab::View
        } else {
            Grab::Cell
        };
        drawing.handle(Handle {
            rect: matrix.rect,
            grab,
            panel: matrix,
        });
        weave::draw(spec, &similarity, &matrix, drawing);
        draw_cursor(spec, &matrix, drawing);
        if is_narrow(drawing.size().0) {
            let at = Point::new(0.0, matrix.rect.y - 10.0);
            drawing.text(at, LABEL.ink(Ink::Text), DOWN);
        }
        draw_bar(spec, &similarity, map, places.bar, drawing);
        let row = places.row;
        if let Some(row) = row {
            draw_row(spec, &similarity, (row, &places), drawing);
        }
        let bottom = row
            .map_or(0.0, |row| row.bottom())
            .max(matrix.rect.bottom());
        drawing.set_height((bottom + AXIS).max(drawing.wanted_height().unwrap_or(0.0)));
    }

    fn reading(&mut self, spec: &Spec) -> String {
        if spec.woven() < 1.0 {
            return format!(
                "Woven rows: {} of {}. Each is the curve of the row above, one cell farther to the right, so every diagonal \
                 has one colour.",
                Grouped(weave::n_woven(spec) as u64),
                Grouped(spec.length() as u64),
            );
        }
        let similarity = self.0.similarity(spec);
        let (row, column) = cursor(spec);
        format!(
            "The encodings of any two positions {} apart, such as {} and {}, have a {} of {}.",
            Place(row.abs_diff(column) as f64),
            Place(spec.start() + row as f64),
            Place(spec.start() + column as f64),
            spec.measure().word().label,
            Short(value(&similarity, (row, column))),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let similarity = self.0.similarity(spec);
        let (row, _) = cursor(spec);
        let columns = 0..spec.length();
        let value = |column: usize| value(&similarity, (row, column));
        let position = |column: usize| spec.start() + column as f64;
        Table::new(
            "The row under the cursor",
            vec![
                Column::numbers("position", columns.clone().map(position).collect()),
                Column::numbers(
                    "offset",
                    columns.clone().map(|c| c as f64 - row as f64).collect(),
                ),
                Column::numbers("value", columns.map(value).collect()),
            ],
        )
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        if !matches!(handle.grab, Grab::Cell | Grab::View) {
            return None;
        }
        let (column, row) = handle.values(point);
        // The right and the lower edge belong to the last cell.
        let last = spec.length() as f64 - 1.0;
        let place = |position: f64| (position - spec.start()).floor().clamp(0.0, last);
        let (row, column) = (place(row), place(column));
        let similarity = self.0.similarity(spec);
        Some(format!(
            "positions {} and {}: offset {}, {} {}",
            Place(spec.start() + row),
            Place(spec.start() + column),
            Short(column - row),
            spec.measure().word().label,
            Short(value(&similarity, (row as usize, column as usize))),
        ))
    }
}

/// Returns the measure of two positions, given by their places on the shown page.
fn value(similarity: &Similarity, (row, column): (usize, usize)) -> f64 {
    let value = similarity.curve.values().get(row.abs_diff(column));
    *value.expect("two shown positions are less than the length apart")
}

fn draw_cursor(spec: &Spec, matrix: &Panel, drawing: &mut Drawing) {
    let rect = matrix.rect;
    let (row, column) = cursor(spec);
    let cell = rect.width / (matrix.x.high - matrix.x.low) as f32;
    let size = cell.max(7.0);
    let x = matrix.x_px(spec.start() + column as f64 + 0.5);
    let y = matrix.y_px(spec.start() + row as f64 + 0.5);
    if rect.contains(Point::new(rect.x, y)) {
        let (from, to) = (Point::new(rect.x, y), Point::new(rect.right(), y));
        draw_hair(from, to, Ink::Query, drawing);
    }
    if rect.contains(Point::new(x, rect.y)) {
        let (from, to) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
        draw_hair(from, to, Ink::Key, drawing);
    }
    if rect.contains(Point::new(x, y)) {
        let frame = Rect::new(x - size / 2.0, y - size / 2.0, size, size);
        drawing.outline(frame.grown(1.5), 3.0, Ink::Surface, 1.0);
        drawing.outline(frame.grown(1.5), 1.5, Ink::Text, 1.0);
    }
}

/// Draws a line that stands out from every colour of the matrix.
fn draw_hair(from: Point, to: Point, ink: Ink, drawing: &mut Drawing) {
    drawing.segment(from, to, 3.6, Ink::Surface, 0.75);
    drawing.segment(from, to, 1.4, ink, 1.0);
    drawing.disc(from, 5.0, ink, 1.0);
}

/// The smallest side of the matrix where the height is set, CSS pixels.
const LOWEST: f32 = 160.0;

/// Draws the colour bar with its numbers.
fn draw_bar(spec: &Spec, similarity: &Similarity, map: ColorMap, bar: Rect, drawing: &mut Drawing) {
    const STEPS: usize = 64;
    for step in 0..STEPS {
        let t = (step as f32 + 0.5) / STEPS as f32;
        let (along, thick) = (step as f32 / STEPS as f32, 1.0 / STEPS as f32);
        let y = bar.bottom() - (along + thick) * bar.height;
        let part = Rect::new(bar.x, y, bar.width, thick * bar.height + 1.0);
        drawing.fill(part, map.ink(t), 1.0);
    }
    let (low, high) = similarity.range;
    for (fraction, value) in [(0.0, low), (0.5, (low + high) / 2.0), (1.0, high)] {
        let value = Tick((value * 1e4).round() / 1e4);
        let y = bar.bottom() - fraction * (bar.height - 8.0);
        let at = Point::new(bar.right() + 5.0, y);
        drawing.text(at, SMALL, value);
    }
    let label = spec.measure().word().label;
    let name = LABEL.ink(Ink::Text).end();
    let x = (bar.right() + 54.0).min(drawing.size().0 - 4.0);
    drawing.text(Point::new(x, bar.y - 10.0), name, label);
}

/// The columns whose middles are in view.
fn columns(spec: &Spec) -> RangeInclusive<usize> {
    let start = spec.view().1;
    let from = (start - 0.5).ceil().max(0.0) as usize;
    let to = ((start + spec.span() - 0.5).floor() as usize).min(spec.length() - 1);
    from..=to
}

/// Draws the row under the cursor as a curve.
fn draw_row(
    spec: &Spec,
    similarity: &Similarity,
    (rect, places): (Rect, &Places),
    drawing: &mut Drawing,
) {
    // The colours of a signed measure are centred on 0; the curve need not be.
    let (low, high) = (similarity.curve.range().0.min(0.0), similarity.range.1);
    let room = (high - low) * 0.06;
    let x = Axis::bare(places.matrix.x.low, places.matrix.x.high);
    let n_ticks = if places.is_beside { 6 } else { 3 };
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within("second position (tokens)", rect.width),
        y: Axis::bare(low - room, high + room).labelled(spec.measure().word().label, n_ticks),
    });
    let (row, column) = cursor(spec);
    let start = spec.start();
    let at = |column: usize| {
        let y = panel.y_px(value(similarity, (row, column)));
        Point::new(panel.x_px(start + column as f64 + 0.5), y)
    };
    draw_turns(spec, similarity.first_turn, &panel, row, drawing);
    drawing.line(columns(spec).map(at), 1.8, Ink::Query, 1.0);
    let point = at(column);
    if rect.grown(1.0).contains(point) {
        let foot = Point::new(point.x, rect.bottom());
        drawing.segment(Point::new(point.x, rect.y), foot, 1.2, Ink::Key, 1.0);
        drawing.disc(point, 5.0, Ink::Key, 1.0);
    }
    let title = LABEL.bold().ink(Ink::Query);
    let row = Place(start + row as f64);
    let head = Point::new(rect.x, rect.y - 8.0);
    match rect.width >= 200.0 {
        true => drawing.text(
            head,
            title,
            format_args!("position {row} against every other"),
        ),
        false => drawing.text(head, title, format_args!("position {row}")),
    }
}

/// Marks where "farther" stops meaning "less alike", on both sides of the position of the row.
fn draw_turns(
    spec: &Spec,
    first_turn: Option<usize>,
    panel: &Panel,
    row: usize,
    drawing: &mut Drawing,
) {
    let Some(first_turn) = first_turn else {
        return;
    };
    let rect = panel.rect;
    let middle = spec.start() + row as f64 + 0.5;
    let turn = first_turn as f64;
    let inside = |x: f32| (rect.x..=rect.right()).contains(&x);
    let (left, right) = (panel.x_px(middle - turn), panel.x_px(middle + turn));
    for x in [left, right].into_iter().filter(|&x| inside(x)) {
        let (from, to) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
        drawing.dashed(from, to, 1.2, Ink::Third, 1.0);
    }
    let note = SMALL.ink(Ink::Third);
    let more = if spec.measure().is_similarity() {
        rect.y + 14.0
    } else {
        rect.bottom() - 8.0
    };
    let text = format_args!("reverses after offset {}", first_turn - 1);
    if inside(right) && right < rect.right() - 146.0 {
        drawing.text(Point::new(right + 6.0, more), note, text);
    } else if inside(left) && left > rect.x + 146.0 {
        drawing.text(Point::new(left - 6.0, more), note.end(), text);
    }
}

/// Moves the cursor by whole cells and keeps it in view.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let (row, column) = cursor(spec);
    let last = spec.length() as f64 - 1.0;
    let row = (row as f64 + down).clamp(0.0, last);
    let column = (column as f64 + right).clamp(0.0, last);
    spec.set_nearest(Key::Position, spec.start() + row);
    spec.set_nearest(Key::Offset, column - row);
    let span = spec.span();
    let (view_row, view_column) = spec.view();
    spec.set_nearest(Key::ViewRow, view_row.clamp(row + 1.0 - span, row));
    spec.set_nearest(
        Key::ViewColumn,
        view_column.clamp(column + 1.0 - span, column),
    );
}
