//! One rotation in two forms: as a matrix, and component by component.

use std::rc::Rc;

use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Hand, Handle, Moves};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Setting, Spec};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, SMALL, Type, WIDE, pair_ink};
use phasor_encoding::matrix::norm;
use phasor_encoding::{Frequencies, Matrix, Pairing, Rope};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};
use phasor_text::number::{Compact, Fixed, Place, Short};

choice! {
    /// How a rotation is written.
    pub(crate) enum RopeForm {
        /// As a matrix.
        Matrix "matrix" "as a matrix",
        /// Component by component.
        Elementwise "elementwise" "component by component",
    }
}

impl Setting for RopeForm {
    const KEY: Key = Key::RopeForm;
}

pub(crate) const ROPE_FORM: Parameter = Parameter {
    name: "rope-form",
    label: "form",
    unit: "",
    help: "How the rotation is written: as a matrix or component by component.",
    accepts: Accepts::Choice(RopeForm::LIST),
    default: "matrix",
};

/// The figure `rope-forms`.
pub(crate) static KIND: Kind = Kind {
    title: "RoPE written two ways",
    topics: &[Topic::Rope],
    search_words: "matrix code formula interleaved half-split rotate_half cells dials",
    caption: "The vector x = (1, 2, …, 8) is rotated by the angles of a position, with a matrix or component \
        by component. Each pair of components has its own colour.",
    keyboard: "In the figure, drag a hand, or press ← → for the position and ↑ ↓ for a pair. Shift takes steps of ten, and \
        Space plays.",
    shared_keys: &[Key::Base, Key::Position],
    own_keys: &[Key::RopeForm, Key::Pairing, Key::Pair],
    leading_keys: &[Key::RopeForm, Key::Pairing],
    presets: &[
        preset(
            "half-split pairs at position 3",
            "position=3&base=10000&pairing=half-split&pair=0",
        ),
        preset(
            "interleaved pairs at position 3",
            "position=3&base=10000&pairing=interleaved&pair=0",
        ),
        preset("no rotation at position 0", "position=0&base=10000"),
    ],
    // At position 0, every angle is 0 for every base.
    idle: |spec, key| key == Key::Base && spec.position() == 0.0,
    clock: Some(Key::Position),
    starts: None,
    arrow,
    sketch: || Box::<RopeForms>::default(),
};

/// Moves the vector with left and right, and chooses a pair with up and down.
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

/// Returns the pair in focus, at most the last pair of this small vector.
fn pair(spec: &Spec) -> usize {
    spec.pair_of(N_PAIRS)
}

/// Both forms of the rotation in one state.
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
        let frequencies = Frequencies::new(spec.base(), DIM)
            .expect("the table accepts only bases that frequencies accept");
        let rope = Rope::new(frequencies, spec.pairing());
        let matrix = rope.matrix(spec.position());
        let (cos, sin) = rope.cos_and_sin(spec.position());
        let quarter = rope.pairing().quarter_turn(&X, N_PAIRS);
        let quarter = quarter.expect("x has two components for each pair");
        let parts = X.iter().zip(&cos).zip(quarter.iter().zip(&sin));
        Self {
            sum: parts
                .map(|((x, cos), (turned, sin))| x * cos + turned * sin)
                .collect(),
            product: matrix
                .apply(&X)
                .expect("the matrix has a column for every component of x"),
            rope,
            matrix,
            cos,
            quarter,
            sin,
        }
    }

    /// Returns the pair of a component.
    fn pair_of(&self, component: usize) -> usize {
        self.rope.pairing().pair_of(component, N_PAIRS).0
    }

    /// Returns how many multiplications each form takes.
    fn multiplications(&self) -> (usize, usize) {
        (self.matrix.values().len(), self.cos.len() + self.sin.len())
    }
}

/// What the numbers depend on.
type Inputs = (f64, f64, Pairing);

#[derive(Debug, Default)]
struct RopeForms(Memo<Inputs, Rc<Forms>>);

impl View for RopeForms {
    type Computed = Rc<Forms>;
    const ROWS: &'static str = "Every component of x";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Forms>> {
        let inputs = (spec.base(), spec.position(), spec.pairing());
        try_memoized(&mut self.0, inputs, || Some(Rc::new(Forms::new(spec))))
    }

    fn draw(spec: &Spec, forms: &Self::Computed, drawing: &mut Drawing) {
        draw(spec, forms, drawing);
    }

    fn reading(spec: &Spec, forms: &Self::Computed) -> String {
        let (by_matrix, by_component) = forms.multiplications();
        let norm = Fixed(norm(&forms.sum));
        match spec.choice::<RopeForm>() {
            RopeForm::Matrix => format!(
                "As a matrix, the rotation takes {by_matrix} multiplications; component by component, only \
                 {by_component}. Both forms give the same vector, and its norm stays at {norm:.2}."
            ),
            RopeForm::Elementwise => format!(
                "Component by component, the rotation takes {by_component} multiplications; as a matrix, \
                 {by_matrix}. Both forms give the same vector, and its norm stays at {norm:.2}."
            ),
        }
    }

    fn columns(_spec: &Spec, forms: &Self::Computed) -> Vec<Column> {
        let column = |name: &str, numbers: &[f64]| Column::numbers(name, numbers.to_vec());
        let pairs: Vec<f64> = (0..DIM).map(|place| forms.pair_of(place) as f64).collect();
        vec![
            column("pair", &pairs),
            column("x", &X),
            column("cos", &forms.cos),
            column("x by 90°", &forms.quarter),
            column("sin", &forms.sin),
            column("x cos + x by 90° sin", &forms.sum),
            column("R x", &forms.product),
        ]
    }

    fn probe(
        _spec: &Spec,
        forms: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let (pair_idx, row) = match handle.grab {
            Grab::Focus(pair_idx) => {
                let row = handle.values(point).1.clamp(0.0, DIM as f64 - 1.0);
                (pair_idx, row as usize)
            }
            // A dial stands for the first component of its pair.
            Grab::Turn(hand) => {
                let pair_idx = hand.pair_idx?;
                (pair_idx, forms.rope.pairing().places(pair_idx, N_PAIRS).0)
            }
            _ => return None,
        };
        let inv_freq = forms.rope.frequencies().inv_freq().get(pair_idx)?;
        Some(format!(
            "component {row} of pair {pair_idx}, which rotates by {} radians per token: {} becomes {:.4}",
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
    /// The sign between this column and the one before.
    sign: &'a str,
}

/// Room for a sign between two columns.
const SIGN: f32 = 15.0;
/// Room above the cells for the name of the form and the headings of the columns.
const HEAD: f32 = 44.0;

/// The size of a cell.
#[derive(Clone, Copy)]
struct Cell {
    width: f32,
    height: f32,
}

fn draw(spec: &Spec, forms: &Forms, drawing: &mut Drawing) {
    const EDGE: f32 = 2.0;
    const DIALS: f32 = 128.0;
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let (by_matrix, by_component) = forms.multiplications();
    let (n_columns, n_signs, name, n) = match spec.choice::<RopeForm>() {
        RopeForm::Matrix => (DIM + 2, 2, "as a matrix", by_matrix),
        RopeForm::Elementwise => (5, 4, "component by component", by_component),
    };
    let room = width - 2.0 * EDGE - n_signs as f32 * SIGN - if is_wide { DIALS } else { 0.0 };
    let (widest, height) = if is_wide { (88.0, 45.0) } else { (58.0, 27.0) };
    let cell = Cell {
        width: (room / n_columns as f32).min(widest),
        height,
    };
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let count = format_args!("{name}: {n} multiplications");
    drawing.text(Point::new(EDGE, 14.0), title, count);
    let corner = Point::new(EDGE, HEAD);
    let bottom = match spec.choice::<RopeForm>() {
        RopeForm::Matrix => draw_product(spec, forms, (corner, cell), drawing),
        RopeForm::Elementwise => draw_sum(spec, forms, (corner, cell), drawing),
    };
    let norms = format_args!(
        "norm before {:.4}, after {:.4}",
        Fixed(norm(&X)),
        Fixed(norm(&forms.sum)),
    );
    drawing.text(Point::new(EDGE, bottom + 20.0), LABEL.ink(Ink::Text), norms);
    let dials = match is_wide {
        true => Rect::new(width - DIALS + 18.0, HEAD, DIALS - 20.0, bottom - HEAD),
        false => Rect::new(EDGE, bottom + 32.0, width - 2.0 * EDGE, 98.0),
    };
    draw_dials(spec, forms, dials, drawing);
    drawing.set_height(dials.bottom().max(bottom + 20.0) + 8.0);
}

/// Draws the matrix, x and their product; returns the lower edge.
fn draw_product(
    spec: &Spec,
    forms: &Forms,
    (corner, cell): (Point, Cell),
    drawing: &mut Drawing,
) -> f32 {
    let heading = format_args!("R({})", Place(spec.position()));
    let above = Point::new(corner.x, corner.y - 8.0);
    drawing.text(above, LABEL.size(11.5).ink(Ink::Text), heading);
    let (across, down) = (DIM as f32 * cell.width, DIM as f32 * cell.height);
    let rect = Rect::new(corner.x, corner.y, across, down);
    drawing.outline(rect, 1.0, Ink::Faint, 1.0);
    for (row, numbers) in forms.matrix.rows().enumerate() {
        for (column, &number) in numbers.iter().enumerate() {
            // Only entries between two components of one pair can differ from 0.
            if forms.pair_of(row) == forms.pair_of(column) {
                let (x, y) = (column as f32 * cell.width, row as f32 * cell.height);
                let at = Rect::new(rect.x + x, rect.y + y, cell.width, cell.height);
                draw_number(spec, forms.pair_of(row), (at, number, 2), drawing);
            }
        }
    }
    let columns = [
        numbers("x", &X, 0, "·"),
        numbers("R x", &forms.product, 3, "="),
    ];
    let beside = Point::new(rect.right(), rect.y);
    draw_columns(spec, forms, (beside, cell), &columns, drawing);
    let width = rect.width + 2.0 * (cell.width + SIGN);
    draw_rows(forms, Rect { width, ..rect }, drawing);
    rect.bottom()
}

/// Draws x cos + (x by 90°) sin; returns the lower edge.
fn draw_sum(
    spec: &Spec,
    forms: &Forms,
    (corner, cell): (Point, Cell),
    drawing: &mut Drawing,
) -> f32 {
    let columns = [
        numbers("x", &X, 0, ""),
        numbers("cos", &forms.cos, 2, "·"),
        numbers("x by 90°", &forms.quarter, 0, "+"),
        numbers("sin", &forms.sin, 2, "·"),
        numbers("R x", &forms.sum, 3, "="),
    ];
    let at = Point::new(corner.x - SIGN, corner.y);
    draw_columns(spec, forms, (at, cell), &columns, drawing);
    let width = 5.0 * cell.width + 4.0 * SIGN;
    let height = cell.height * DIM as f32;
    let rows = Rect::new(corner.x, corner.y, width, height);
    draw_rows(forms, rows, drawing);
    rows.bottom()
}

/// Draws each pair as a hand, before and after, with the angle between the two. Each dial turns with the position.
fn draw_dials(spec: &Spec, forms: &Forms, area: Rect, drawing: &mut Drawing) {
    const LABELS: f32 = 18.0;
    let is_column = area.height > area.width;
    let (across, down) = match is_column {
        true => (area.width, area.height / N_PAIRS as f32),
        false => (area.width / N_PAIRS as f32, area.height),
    };
    let frequencies = forms.rope.frequencies();
    let angles = frequencies.angles(spec.position());
    for (pair_idx, (&inv_freq, angle)) in frequencies.inv_freq().iter().zip(angles).enumerate() {
        let place = pair_idx as f32;
        let (right, below) = if is_column {
            (0.0, place * down)
        } else {
            (place * across, 0.0)
        };
        let cell = Rect::new(area.x + right, area.y + below, across, down);
        let center = Point::new(cell.x + across / 2.0, cell.y + (down - LABELS) / 2.0);
        let radius = (across.min(down - LABELS) / 2.0 - 4.0).max(8.0);
        let ink = pair_ink(pair_idx, N_PAIRS);
        let (first, second) = forms.rope.pairing().places(pair_idx, N_PAIRS);
        let hand = |vector: &[f64]| {
            let at = |place: usize| vector.get(place).expect("a pair lies within its vector");
            let (x, y) = (*at(first), *at(second));
            let scale = f64::from(radius) / x.hypot(y).max(f64::MIN_POSITIVE);
            Point::new(center.x + (x * scale) as f32, center.y - (y * scale) as f32)
        };
        let in_focus = pair_idx == pair(spec);
        drawing.disc(center, radius, ink, if in_focus { 0.45 } else { 0.2 });
        if in_focus {
            drawing.ring(center, radius, 1.6, ink, 1.0);
        }
        drawing.dashed(center, hand(&X), 1.6, Ink::Muted, 1.0);
        drawing.segment(center, hand(&forms.sum), 2.6, Ink::Text, 1.0);
        let label = Point::new(center.x, cell.bottom() - 5.0);
        let degrees = Compact(angle.to_degrees());
        let small = SMALL.middle().ink(Ink::Text);
        let texts = [format!("by {degrees}°"), format!("{degrees}°")];
        let texts = texts.each_ref().map(String::as_str);
        drawing.text(label, small, small.fitting(&texts, across - 4.0));
        let hand = Hand {
            moves: Moves::All,
            inv_freq,
            pair_idx: Some(pair_idx),
        };
        drawing.handle(hand.handle(cell, center, radius));
    }
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
    (corner, cell): (Point, Cell),
    columns: &[Numbers<'_>],
    drawing: &mut Drawing,
) {
    for (place, column) in columns.iter().enumerate() {
        let x = corner.x + SIGN + place as f32 * (cell.width + SIGN);
        let heading = Point::new(x + cell.width / 2.0, corner.y - 8.0);
        let small = LABEL.size(11.5).middle().ink(Ink::Text);
        drawing.text(heading, small, column.heading);
        for (row, &number) in column.numbers.iter().enumerate() {
            let y = corner.y + row as f32 * cell.height;
            let at = Rect::new(x, y, cell.width, cell.height);
            draw_number(
                spec,
                forms.pair_of(row),
                (at, number, column.decimals),
                drawing,
            );
            if !column.sign.is_empty() {
                let sign = Point::new(x - SIGN / 2.0, at.y + cell.height / 2.0 + 4.0);
                drawing.text(sign, LABEL.middle(), column.sign);
            }
        }
    }
}

/// Draws a number on the colour of its pair, framed if that pair is in focus.
fn draw_number(
    spec: &Spec,
    pair_idx: usize,
    (at, number, decimals): (Rect, f64, usize),
    drawing: &mut Drawing,
) {
    const ROOMY: f32 = 40.0;
    let ink = pair_ink(pair_idx, N_PAIRS);
    let cell = at.grown(-1.0);
    let in_focus = pair_idx == pair(spec);
    drawing.fill(cell, ink, if in_focus { 0.45 } else { 0.2 });
    if in_focus {
        drawing.outline(cell, 1.4, ink, 1.0);
    }
    let size = if at.width >= ROOMY { 12.5 } else { 11.0 };
    let setting: Type = LABEL.size(size).middle().ink(Ink::Text);
    let baseline = Point::new(at.x + at.width / 2.0, at.y + at.height / 2.0 + 0.36 * size);
    let decimals = decimals.min(if at.width >= ROOMY { 3 } else { 2 });
    let text = fitted(number, decimals, (cell.width - 3.0) / size);
    drawing.text(baseline, setting, text);
}

/// Returns the number with as many decimals as fit into `room` font sizes, without the zero before them if necessary.
/// A number that never fits is a whole one.
fn fitted(number: f64, decimals: usize, room: f32) -> String {
    let fits = |text: &String| {
        let width = |letter| if letter == '.' { 0.28 } else { 0.63 };
        text.chars().map(width).sum::<f32>() <= room
    };
    let texts = (0..=decimals).rev().flat_map(|decimals| {
        let text = format!("{:.decimals$}", Fixed(number));
        let short = text.replacen("0.", ".", usize::from(number.abs() < 1.0));
        [text, short]
    });
    let mut texts = texts.filter(fits);
    texts
        .next()
        .unwrap_or_else(|| format!("{:.0}", Fixed(number)))
}

/// Adds a handle to each row that brings its pair into focus.
fn draw_rows(forms: &Forms, rect: Rect, drawing: &mut Drawing) {
    let panel = Panel {
        rect,
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(DIM as f64, 0.0),
    };
    let height = rect.height / DIM as f32;
    for row in 0..DIM {
        drawing.handle(Handle {
            rect: Rect::new(rect.x, rect.y + row as f32 * height, rect.width, height),
            grab: Grab::Focus(forms.pair_of(row)),
            panel,
        });
    }
}
