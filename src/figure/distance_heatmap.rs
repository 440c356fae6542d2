//! Every position compared with every other: a matrix of equal diagonals, and one row of it.

use super::cache::{Cache, Similarity};
use super::drawing::{Drawing, Ink, LABEL};
use super::geometry::{Axis, Panel, Point, Rect};
use super::handle::{Grab, Handle};
use super::kind::{Kind, SHARED_KEYS, Sketch, preset};
use super::number::{Place, Short, Tick};
use super::raster::{ColorMap, Layout, Raster};
use super::table::{Column, Table};
use super::zoom::cursor;
use crate::config::choice::Choice;
use crate::config::{Key, Spec};

/// The figure `distance-heatmap`.
pub(super) static KIND: Kind = Kind {
    title: "Distance heatmap",
    caption: "Each cell compares the codes of two positions. Every diagonal has one colour, \
        because the comparison depends on the offset only.",
    keyboard: "Keys on the figure: arrows move the cell, Shift takes ten, + − 0 zoom, Space plays. \
        Ctrl and wheel, or two fingers, zoom too; drag to pan.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[Key::Measure, Key::Zoom, Key::ViewRow, Key::ViewColumn],
    leading_keys: &[Key::Base, Key::Dim],
    presets: &[
        preset(
            "dim 1024, where 1 and 2 are 0.0265 apart",
            "dim=1024&base=10000&length=256&position=1&offset=1\
            &measure=cosine-distance&zoom=1",
        ),
        preset("4,096 positions", "length=4096&zoom=1"),
        preset(
            "cells",
            "zoom=8&view-row=0&view-column=0&position=3&offset=4&length=128",
        ),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow,
    sketch: || Box::<DistanceHeatmap>::default(),
};

#[derive(Debug, Default)]
struct DistanceHeatmap(Cache);

impl Sketch for DistanceHeatmap {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let similarity = self.0.similarity(spec);
        let width = drawing.size().0;
        let wide = width >= 560.0;
        let (row, column) = spec.view();
        let span = spec.length() as f64 / spec.zoom();
        let first = (spec.start() + row, spec.start() + column);
        let x = Axis::bare(first.1, first.1 + span);
        let y = Axis::bare(first.0 + span, first.0);
        // Half of the last number of the lower axis stands beyond its end.
        let overhang = (x.number_width() / 2.0).floor();
        let (name_room, bar_room) = if wide {
            (37.0, 96.0)
        } else {
            (11.0, overhang.max(10.0))
        };
        let left = name_room + y.number_width().max(35.0);
        let side = (width - left - bar_room).min(560.0).floor();
        let n_ticks = if side > 400.0 { 8 } else { 4 };
        let matrix = drawing.panel(Panel {
            rect: Rect::new(left, 26.0, side, side),
            x: x.labelled_within("second position (tokens)", side),
            y: y.labelled("first position (tokens)", n_ticks),
        });
        let map = match spec.measure().is_similarity() {
            true => ColorMap::Diverging,
            false => ColorMap::Sequential,
        };
        drawing.raster(Raster {
            rect: matrix.rect,
            map,
            layout: Layout::Diagonals,
            shades: similarity.shades.clone(),
            row,
            column,
            span,
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
        draw_cursor(spec, &matrix, drawing);
        let bottom = if wide {
            let x = matrix.rect.right() + 26.0;
            let bar = Rect::new(x, matrix.rect.y, 16.0, side);
            draw_bar(spec, &similarity, map, bar, drawing);
            matrix.rect.bottom() + 52.0
        } else {
            let bar = Rect::new(left, matrix.rect.bottom() + 64.0, side, 14.0);
            draw_bar(spec, &similarity, map, bar, drawing);
            bar.bottom() + 34.0
        };
        draw_row(spec, &similarity, &matrix, bottom + 20.0, drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let similarity = self.0.similarity(spec);
        let (row, column) = cursor(spec);
        let offset = row.abs_diff(column);
        let value = similarity.curve.values().get(offset).copied();
        let turn = match similarity.first_turn {
            Some(turn) => format!(
                "Farther means less alike only up to offset {}: at offset {turn} the curve turns back.",
                turn - 1
            ),
            None => "Up to this length, farther always means less alike.".to_owned(),
        };
        format!(
            "Positions {} and {} are {offset} apart; their {} is {}. {turn}",
            Place(spec.start() + row as f64),
            Place(spec.start() + column as f64),
            spec.measure().word().label,
            Short(value.unwrap_or_default()),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let similarity = self.0.similarity(spec);
        let (row, _) = cursor(spec);
        let columns = 0..spec.length();
        let values = similarity.curve.values();
        let value = |column: usize| {
            values
                .get(column.abs_diff(row))
                .copied()
                .unwrap_or_default()
        };
        let position = |column: usize| spec.start() + column as f64;
        Table::new(
            "the row under the cursor",
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
        let similarity = self.0.similarity(spec);
        let offset = column.floor() - row.floor();
        let values = similarity.curve.values();
        let value = values.get(offset.abs() as usize).copied();
        Some(format!(
            "positions {} and {}: offset {}, {} {}",
            Place(row.floor()),
            Place(column.floor()),
            Short(offset),
            spec.measure().word().label,
            Short(value.unwrap_or_default()),
        ))
    }
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

/// A line that stands out from every colour of the matrix.
fn draw_hair(from: Point, to: Point, ink: Ink, drawing: &mut Drawing) {
    drawing.segment(from, to, 3.6, Ink::Surface, 0.75);
    drawing.segment(from, to, 1.4, ink, 1.0);
    drawing.disc(from, 5.0, ink, 1.0);
}

/// The colour bar, upright or lying, with its numbers.
fn draw_bar(spec: &Spec, similarity: &Similarity, map: ColorMap, bar: Rect, drawing: &mut Drawing) {
    const STEPS: usize = 64;
    let upright = bar.height > bar.width;
    for step in 0..STEPS {
        let t = (step as f32 + 0.5) / STEPS as f32;
        let ink = match map {
            ColorMap::Sequential => Ink::Sequential(t),
            ColorMap::Diverging => Ink::Diverging(2.0 * t - 1.0),
        };
        let (along, thick) = (step as f32 / STEPS as f32, 1.0 / STEPS as f32);
        let part = if upright {
            let y = bar.bottom() - (along + thick) * bar.height;
            Rect::new(bar.x, y, bar.width, thick * bar.height + 1.0)
        } else {
            let x = bar.x + along * bar.width;
            Rect::new(x, bar.y, thick * bar.width + 1.0, bar.height)
        };
        drawing.fill(part, ink, 1.0);
    }
    let (low, high) = similarity.range;
    for (fraction, value) in [(0.0, low), (0.5, (low + high) / 2.0), (1.0, high)] {
        let value = Tick((value * 1e4).round() / 1e4);
        if upright {
            let y = bar.bottom() - fraction * (bar.height - 8.0);
            drawing.text(
                Point::new(bar.right() + 6.0, y),
                LABEL,
                format_args!("{value}"),
            );
        } else {
            let at = Point::new(bar.x + fraction * bar.width, bar.bottom() + 14.0);
            let setting = match fraction {
                0.0 => LABEL,
                1.0 => LABEL.end(),
                _ => LABEL.middle(),
            };
            drawing.text(at, setting, format_args!("{value}"));
        }
    }
    let label = spec.measure().word().label;
    let name = LABEL.ink(Ink::Text);
    let (x, name) = if upright {
        (bar.right() + 54.0, name.end())
    } else {
        (bar.x, name)
    };
    drawing.text(Point::new(x, bar.y - 8.0), name, format_args!("{label}"));
}

/// The row under the cursor as a curve, on the columns of the matrix.
fn draw_row(spec: &Spec, similarity: &Similarity, matrix: &Panel, top: f32, drawing: &mut Drawing) {
    let (low, high) = similarity.range;
    let room = (high - low) * 0.06;
    let panel = drawing.panel(Panel {
        rect: Rect::new(matrix.rect.x, top, matrix.rect.width, 120.0),
        x: Axis { ..matrix.x },
        y: Axis::bare(low - room, high + room).labelled(spec.measure().word().label, 4),
    });
    let rect = panel.rect;
    let (row, column) = cursor(spec);
    let start = spec.start();
    let values = similarity.curve.values();
    let (view_start, span) = (spec.view().1, spec.length() as f64 / spec.zoom());
    let from = (view_start - 0.5).ceil().max(0.0) as usize;
    let to = ((view_start + span - 0.5).floor() as usize).min(values.len() - 1);
    let at = |column: usize| {
        let value = values
            .get(column.abs_diff(row))
            .copied()
            .unwrap_or_default();
        Point::new(panel.x_px(start + column as f64 + 0.5), panel.y_px(value))
    };
    draw_turns(spec, similarity.first_turn, &panel, row, drawing);
    drawing.line((from..=to).map(at), 1.8, Ink::Query, 1.0);
    let point = at(column);
    if rect.grown(1.0).contains(point) {
        let foot = Point::new(point.x, rect.bottom());
        drawing.segment(Point::new(point.x, top), foot, 1.2, Ink::Key, 1.0);
        drawing.disc(point, 5.0, Ink::Key, 1.0);
    }
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let row = Place(start + row as f64);
    if drawing.size().0 >= 330.0 {
        let note = format_args!("position {row} against every other");
        drawing.text(Point::new(rect.x, top - 9.0), title, note);
    } else {
        let note = format_args!("position {row} against all");
        drawing.text(Point::new(8.0, top - 9.0), title, note);
    }
    drawing.set_height(rect.bottom() + 46.0);
}

/// Where "farther" stops meaning "less alike", to both sides of the row's own position.
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
    let note = LABEL.size(11.0).ink(Ink::Third);
    let y = rect.bottom() - 8.0;
    let more = if spec.measure().is_similarity() {
        y - 90.0
    } else {
        y
    };
    let text = format_args!("first turn at offset {first_turn}");
    if inside(right) && right < rect.right() - 130.0 {
        drawing.text(Point::new(right + 6.0, more), note, text);
    } else if inside(left) && left > rect.x + 130.0 {
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
    let span = spec.length() as f64 / spec.zoom();
    let (view_row, view_column) = spec.view();
    spec.set_nearest(Key::ViewRow, view_row.clamp(row + 1.0 - span, row));
    spec.set_nearest(
        Key::ViewColumn,
        view_column.clamp(column + 1.0 - span, column),
    );
}
