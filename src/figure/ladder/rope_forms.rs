//! One rotation written two ways: as a matrix, and component by component.

use std::rc::Rc;

use super::track::{self, Flag};
use super::view::View;
use crate::config::choice::Choice;
use crate::config::{Key, Spec};
use crate::encoding::matrix::dot;
use crate::encoding::{Frequencies, Matrix, Pairing, Rope};
use crate::figure::cache::{Made, made_once};
use crate::figure::drawing::{Drawing, Ink, LABEL, Type, pair_ink};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Fixed, Place, Short};
use crate::figure::table::Column;

/// The figure `rope-forms`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "RoPE written two ways",
    caption: "The vector x = 1, 2, … 8 turned to a position by a matrix, and again component by \
        component. Each pair of components has a colour, warm for the fastest; empty cells of the \
        matrix are 0.",
    keyboard: "Keys on the figure: ← → change the position, ↑ ↓ choose a pair, Shift takes ten, \
        Space plays.",
    shared_keys: &[Key::Base, Key::Position, Key::Length],
    own_keys: &[Key::Pairing, Key::Pair],
    leading_keys: &[Key::Pairing],
    presets: &[
        preset(
            "position 3, half-split",
            "position=3&base=10000&pairing=half-split&pair=0",
        ),
        preset(
            "position 3, interleaved",
            "position=3&base=10000&pairing=interleaved&pair=0",
        ),
        preset("position 0: nothing turns", "position=0&base=10000"),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow,
    sketch: || Box::<RopeForms>::default(),
};

/// Left and right move the vector, up and down choose a pair.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step(right);
    if down != 0.0 {
        spec.set_nearest(
            Key::Pair,
            (pair(spec) as f64 + down).min(N_PAIRS as f64 - 1.0),
        );
    }
}

const DIM: usize = 8;
const N_PAIRS: usize = DIM / 2;
const X: [f64; DIM] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];

/// The pair in focus, at most the last of this small vector.
fn pair(spec: &Spec) -> usize {
    let pair = spec.number(Key::Pair).unwrap_or_default() as usize;
    pair.min(N_PAIRS - 1)
}

/// Both forms for one state.
#[derive(Debug)]
struct Forms {
    rope: Rope,
    matrix: Matrix,
    product: Vec<f64>,
    cos: Vec<f64>,
    quarter: Vec<f64>,
    sin: Vec<f64>,
    sum: Vec<f64>,
}

impl Forms {
    fn new(spec: &Spec) -> Self {
        // The bases of the table are accepted, so this is never the default.
        let frequencies = Frequencies::new(spec.base(), DIM).unwrap_or_default();
        let rope = Rope::new(frequencies, spec.pairing());
        let matrix = rope.matrix(spec.position());
        let (cos, sin) = rope.cos_and_sin(spec.position());
        let quarter = rope.pairing().quarter_turn(&X, N_PAIRS);
        let parts = X.iter().zip(&cos).zip(quarter.iter().zip(&sin));
        Self {
            sum: parts
                .map(|((x, cos), (turned, sin))| x * cos + turned * sin)
                .collect(),
            // The matrix has as many columns as x has components.
            product: matrix.apply(&X).unwrap_or_default(),
            rope,
            matrix,
            cos,
            quarter,
            sin,
        }
    }

    /// The pair of a component.
    fn pair_of(&self, component: usize) -> usize {
        self.rope.pairing().pair_of(component, N_PAIRS).0
    }

    /// How often each form multiplies.
    fn multiplications(&self) -> (usize, usize) {
        (self.matrix.values().len(), self.cos.len() + self.sin.len())
    }
}

fn length(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

/// What the numbers depend on.
type Asked = (f64, f64, Pairing);

#[derive(Debug, Default)]
struct RopeForms(Made<Asked, Rc<Forms>>);

impl View for RopeForms {
    type Seen = Rc<Forms>;
    const ROWS: &'static str = "Every component";

    fn seen(&mut self, spec: &Spec) -> Option<Rc<Forms>> {
        let asked = (spec.base(), spec.position(), spec.pairing());
        made_once(&mut self.0, asked, || Some(Rc::new(Forms::new(spec))))
    }

    fn draw(spec: &Spec, forms: &Self::Seen, drawing: &mut Drawing) {
        let flag = Flag {
            position: spec.position(),
            name: "x",
            ink: Ink::Query,
            grab: Grab::Position,
        };
        let top = track::draw(spec, [flag], drawing);
        draw(spec, forms, top + 14.0, drawing);
    }

    fn reading(spec: &Spec, forms: &Self::Seen) -> String {
        let pair = pair(spec);
        let (first, second) = spec.pairing().places(pair, N_PAIRS);
        let at = |vector: &[f64], place: usize| vector.get(place).copied().unwrap_or_default();
        let angle = forms.rope.frequencies().angles(spec.position()).nth(pair);
        let (by_matrix, by_component) = forms.multiplications();
        format!(
            "At position {} pair {pair} has turned by {}° and ({}, {}) has become ({:.3}, {:.3}). Both \
             forms give the same 8 numbers, the matrix with {by_matrix} multiplications and the other \
             with {by_component}; the length stays {:.2}.",
            Place(spec.position()),
            Short(angle.unwrap_or_default().to_degrees()),
            at(&X, first),
            at(&X, second),
            Fixed(at(&forms.sum, first)),
            Fixed(at(&forms.sum, second)),
            Fixed(length(&forms.sum)),
        )
    }

    fn columns(_spec: &Spec, forms: &Self::Seen) -> Vec<Column> {
        let column = |name: &str, numbers: &[f64]| Column::numbers(name, numbers.to_vec());
        let pairs: Vec<f64> = (0..DIM).map(|place| forms.pair_of(place) as f64).collect();
        vec![
            column("pair", &pairs),
            column("x", &X),
            column("cos", &forms.cos),
            column("x a quarter on", &forms.quarter),
            column("sin", &forms.sin),
            column("x cos + quarter sin", &forms.sum),
            column("R x", &forms.product),
        ]
    }

    fn probe(_spec: &Spec, forms: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        let Grab::Focus(pair_idx) = handle.grab else {
            return None;
        };
        let row = handle.values(point).1.clamp(0.0, DIM as f64 - 1.0) as usize;
        let inv_freq = forms.rope.frequencies().inv_freq().get(pair_idx)?;
        Some(format!(
            "component {row} of pair {pair_idx}, which turns {} radians a token: {} becomes {:.4}",
            Short(*inv_freq),
            X.get(row)?,
            Fixed(*forms.product.get(row)?),
        ))
    }
}

/// A column of one number for each component.
struct Numbers<'a> {
    heading: &'a str,
    numbers: &'a [f64],
    decimals: usize,
    /// What stands between it and the column before.
    sign: &'a str,
}

/// Room for a sign between two columns.
const SIGN: f32 = 15.0;
const ROW: f32 = 29.0;

fn draw(spec: &Spec, forms: &Forms, top: f32, drawing: &mut Drawing) {
    const APART: f32 = 26.0;
    const EDGE: f32 = 2.0;
    let width = drawing.size().0;
    let is_wide = width >= 600.0;
    let columns = DIM as f32 + 2.0;
    let cell = match is_wide {
        true => (width - 2.0 * EDGE - 6.0 * SIGN - APART) / (columns + 5.0),
        false => (width - 2.0 * EDGE - 2.0 * SIGN) / columns,
    };
    let cell = cell.min(56.0);
    let corner = Point::new(EDGE, top);
    let (by_matrix, by_component) = forms.multiplications();
    let bottom = draw_product(spec, forms, (corner, cell), drawing);
    draw_count(
        Point::new(EDGE, bottom + 20.0),
        ("as a matrix", by_matrix),
        drawing,
    );
    let (corner, cell) = match is_wide {
        true => (
            Point::new(EDGE + columns * cell + 2.0 * SIGN + APART, top),
            cell,
        ),
        false => (
            Point::new(EDGE, bottom + 44.0),
            ((width - 2.0 * EDGE - 4.0 * SIGN) / 5.0).min(56.0),
        ),
    };
    let bottom = draw_sum(spec, forms, (corner, cell), drawing);
    draw_count(
        Point::new(corner.x, bottom + 20.0),
        ("elementwise", by_component),
        drawing,
    );
    let lengths = format_args!(
        "length before {:.4}, after {:.4}",
        Fixed(length(&X)),
        Fixed(length(&forms.sum)),
    );
    let end = Point::new(EDGE, bottom + 42.0);
    drawing.text(end, LABEL.ink(Ink::Text), lengths);
    drawing.set_height(bottom + 52.0);
}

fn draw_count(at: Point, (form, n): (&str, usize), drawing: &mut Drawing) {
    let setting = LABEL.bold().size(13.0).ink(Ink::Text);
    drawing.text(at, setting, format_args!("{form}: {n} multiplications"));
}

/// The matrix, x and their product; returns the lower edge.
fn draw_product(
    spec: &Spec,
    forms: &Forms,
    (corner, cell): (Point, f32),
    drawing: &mut Drawing,
) -> f32 {
    let word = spec.pairing().word().label;
    let heading = LABEL.ink(Ink::Text);
    drawing.text(
        Point::new(corner.x, corner.y + 12.0),
        heading,
        format_args!("R({}), {word}", Place(spec.position())),
    );
    let rect = Rect::new(
        corner.x,
        corner.y + 20.0,
        DIM as f32 * cell,
        ROW * DIM as f32,
    );
    drawing.outline(rect, 1.0, Ink::Faint, 1.0);
    for (row, numbers) in forms.matrix.rows().enumerate() {
        for (column, &number) in numbers.iter().enumerate() {
            // Two components of one pair; all else is 0 whatever the position.
            if forms.pair_of(row) == forms.pair_of(column) {
                let x = rect.x + column as f32 * cell;
                let at = Rect::new(x, rect.y + row as f32 * ROW, cell, ROW);
                draw_number(spec, forms.pair_of(row), (at, number, 2), drawing);
            }
        }
    }
    let columns = [
        numbers("x", &X, 0, "·"),
        numbers("R x", &forms.product, 3, "="),
    ];
    draw_columns(
        spec,
        forms,
        (Point::new(rect.right(), rect.y), cell),
        &columns,
        drawing,
    );
    draw_rows(
        forms,
        Rect::new(
            rect.x,
            rect.y,
            rect.width + 2.0 * (cell + SIGN),
            rect.height,
        ),
        drawing,
    );
    rect.bottom()
}

/// x cos + quarter sin; returns the lower edge.
fn draw_sum(
    spec: &Spec,
    forms: &Forms,
    (corner, cell): (Point, f32),
    drawing: &mut Drawing,
) -> f32 {
    let columns = [
        numbers("x", &X, 0, ""),
        numbers("cos", &forms.cos, 2, "·"),
        numbers("x by 90°", &forms.quarter, 0, "+"),
        numbers("sin", &forms.sin, 2, "·"),
        numbers("sum", &forms.sum, 3, "="),
    ];
    let at = Point::new(corner.x - SIGN, corner.y + 20.0);
    draw_columns(spec, forms, (at, cell), &columns, drawing);
    let height = ROW * DIM as f32;
    let width = 5.0 * cell + 4.0 * SIGN;
    draw_rows(forms, Rect::new(corner.x, at.y, width, height), drawing);
    at.y + height
}

fn numbers<'a>(
    heading: &'a str,
    numbers: &'a [f64],
    decimals: usize,
    sign: &'a str,
) -> Numbers<'a> {
    Numbers {
        heading,
        numbers,
        decimals,
        sign,
    }
}

fn draw_columns(
    spec: &Spec,
    forms: &Forms,
    (corner, cell): (Point, f32),
    columns: &[Numbers<'_>],
    drawing: &mut Drawing,
) {
    for (place, column) in columns.iter().enumerate() {
        let x = corner.x + SIGN + place as f32 * (cell + SIGN);
        let heading = Point::new(x + cell / 2.0, corner.y - 8.0);
        let small = LABEL.size(11.0).middle().ink(Ink::Text);
        drawing.text(heading, small, format_args!("{}", column.heading));
        for (row, &number) in column.numbers.iter().enumerate() {
            let at = Rect::new(x, corner.y + row as f32 * ROW, cell, ROW);
            draw_number(
                spec,
                forms.pair_of(row),
                (at, number, column.decimals),
                drawing,
            );
            if !column.sign.is_empty() {
                let sign = Point::new(x - SIGN / 2.0, at.y + ROW / 2.0 + 4.0);
                drawing.text(sign, LABEL.middle(), format_args!("{}", column.sign));
            }
        }
    }
}

/// A number on the colour of its pair, framed if that pair is in focus.
fn draw_number(
    spec: &Spec,
    pair_idx: usize,
    (at, number, decimals): (Rect, f64, usize),
    drawing: &mut Drawing,
) {
    const ROOMY: f32 = 40.0;
    const TIGHT: f32 = 24.0;
    let ink = pair_ink(pair_idx, N_PAIRS);
    let cell = at.grown(-1.0);
    let in_focus = pair_idx == pair(spec);
    drawing.fill(cell, ink, if in_focus { 0.45 } else { 0.2 });
    if in_focus {
        drawing.outline(cell, 1.4, ink, 1.0);
    }
    let decimals = match at.width {
        w if w >= ROOMY => decimals,
        w if w >= TIGHT => decimals.min(2),
        _ => decimals.min(1),
    };
    let size = if at.width >= ROOMY { 11.5 } else { 10.0 };
    let setting: Type = LABEL.size(size).middle().ink(Ink::Text);
    let baseline = Point::new(at.x + at.width / 2.0, at.y + at.height / 2.0 + 0.36 * size);
    drawing.text(
        baseline,
        setting,
        format_args!("{:.decimals$}", Fixed(number)),
    );
}

/// A click on a row brings its pair into focus.
fn draw_rows(forms: &Forms, rect: Rect, drawing: &mut Drawing) {
    let panel = Panel {
        rect,
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(DIM as f64, 0.0),
    };
    for row in 0..DIM {
        drawing.handle(Handle {
            rect: Rect::new(rect.x, rect.y + row as f32 * ROW, rect.width, ROW),
            grab: Grab::Focus(forms.pair_of(row)),
            panel,
        });
    }
}
