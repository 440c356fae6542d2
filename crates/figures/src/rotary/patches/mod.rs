//! RoPE on an image: the row of a patch rotates some pairs, its column the others.

mod computed;
mod curves;
mod film;
mod head;
pub(crate) mod parameters;
mod picture;
mod scene;
mod style;

use std::rc::Rc;

use computed::{Computed, Direction, Head, HeadInputs, LAST, by, head_inputs, loss_of_key, offset};
use phasor_draw::{Column, Point, Table};

use crate::cache::{Memo, memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use parameters::Axes;
use phasor_text::number::{Brief, Place, Short};

/// The figure `patches`.
pub(crate) static KIND: Kind = Kind {
    title: "Rotated patches",
    topics: &[Topic::Rope],
    search_words: "image vision picture dog pixels grid squares 2D M-RoPE axial interleaved video film",
    caption: "The brighter a patch, the higher its score with patch q. The strip shows which pairs of the head follow rows, columns and time, and the curves what each does to the score.",
    keyboard: "In the figure, arrow keys move patch q.",
    shared_keys: &[Key::Base, Key::Dim],
    own_keys: &[
        Key::Axes,
        Key::QueryRow,
        Key::QueryColumn,
        Key::KeyRow,
        Key::KeyColumn,
        Key::Frame,
        Key::TimeEnd,
        Key::RowEnd,
    ],
    leading_keys: &[Key::Axes, Key::Frame, Key::Base],
    presets: &[
        preset(
            "same offset, same score",
            "query-row=5&query-column=4&key-row=7&key-column=7",
        ),
        preset("small base: a deeper fall", "axes=axial&base=100"),
        preset(
            "M-RoPE as in Qwen2-VL",
            "axes=mrope&base=1000000&dim=128&frame=0&time-end=16&row-end=40",
        ),
        preset("the next frame", "axes=mrope&base=1000000&dim=128&frame=1"),
        preset(
            "interleaved as in Qwen3-VL",
            "axes=interleaved&base=5000000&dim=128&frame=0",
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<Patches>::default(),
};

/// Axial RoPE has no time axis, only sections have borders, and the first pair of an axis does not depend on the base.
fn idle(spec: &Spec, key: Key) -> bool {
    match (key, spec.choice::<Axes>()) {
        (Key::Frame, axes) => axes == Axes::Axial,
        (Key::TimeEnd | Key::RowEnd, axes) => axes != Axes::MRope,
        (Key::Base, Axes::Axial) => spec.n_pairs() < 4,
        (Key::Base, Axes::MRope | Axes::Interleaved) => spec.n_pairs() == 1,
        _ => false,
    }
}

fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::QueryColumn, right);
    spec.step_key(Key::QueryRow, down);
}

#[derive(Debug, Default)]
struct Patches {
    head: Memo<HeadInputs, Rc<Head>>,
    computed: Memo<Inputs, Rc<Computed>>,
}

/// What the brightness of patches depends on.
type Inputs = (HeadInputs, (f64, f64), f64);

impl Patches {
    fn head(&mut self, spec: &Spec) -> Rc<Head> {
        memoized(&mut self.head, head_inputs(spec), || {
            Rc::new(Head::new(spec))
        })
    }

    fn compute(&mut self, spec: &Spec) -> Rc<Computed> {
        let head = self.head(spec);
        let (query, frame) = (spec.query_patch(), by(spec, Direction::Time));
        let inputs = (head_inputs(spec), query, frame);
        memoized(&mut self.computed, inputs, || {
            Rc::new(Computed::new(head, query, frame))
        })
    }
}

impl Sketch for Patches {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        picture::draw(spec, &self.compute(spec), drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        reading(spec, &self.head(spec))
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let head = self.head(spec);
        let angles = head.angles(&offset(spec));
        let axis = |direction: Direction| {
            let axis = head.directions.iter().position(|own| *own == direction);
            axis.expect("every pair follows a direction of the head") as f64
        };
        let title = match spec.choice::<Axes>() {
            Axes::Axial => "Every pair; axis 0 is rows, 1 columns",
            Axes::MRope | Axes::Interleaved => "Every pair; axis 0 is time, 1 rows, 2 columns",
        };
        let axes = head.pairs.iter().map(|pair| axis(pair.direction));
        let scores = angles.iter().map(|angle| angle.cos()).collect();
        let columns = vec![
            Column::numbers("axis", axes.collect()),
            Column::numbers("relative_angle", angles),
            Column::numbers("score", scores),
        ];
        Table::new(title, columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let head = self.head(spec);
        match handle.grab {
            Grab::Slide {
                x: Some(Key::QueryColumn | Key::KeyColumn),
                ..
            } => Some(patch_at(spec, &head, handle.values(point))),
            Grab::Slide {
                x: Some(Key::Frame),
                ..
            } => {
                let frame = handle.values(point).0.round();
                let loss = head.loss(Direction::Time, frame);
                Some(format!(
                    "{}: time alone lowers the score by {}",
                    frames(frame),
                    Brief(loss)
                ))
            }
            _ => {
                let counts = head.directions.iter();
                let counts = counts.map(|&direction| {
                    format!("{} pairs for {}", head.n_pairs(direction), direction.name())
                });
                Some(counts.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Describes the patch at that column and row, and what q scores with it.
fn patch_at(spec: &Spec, head: &Head, (column, row): (f64, f64)) -> String {
    let patch = [row, column].map(|place| place.round().clamp(0.0, LAST));
    let [row, column] = patch;
    let mut at = spec.clone();
    at.set_nearest(Key::KeyRow, row);
    at.set_nearest(Key::KeyColumn, column);
    let query = spec.query_patch();
    format!(
        "row {}, column {}: {} from q, score lower by {}",
        Place(row),
        Place(column),
        way((row - query.0, column - query.1)),
        Brief(loss_of_key(&at, head)),
    )
}

/// Describes an offset in frames.
fn frames(frame: f64) -> String {
    match frame {
        0.0 => "q’s own frame".to_owned(),
        _ => format!(
            "{} frame{} {}",
            Place(frame.abs()),
            if frame.abs() == 1.0 { "" } else { "s" },
            if frame > 0.0 { "later" } else { "earlier" }
        ),
    }
}

/// Describes an offset in rows and columns.
fn way((down, right): (f64, f64)) -> String {
    let part = |by: f64, names: [&str; 2], one: &str| {
        let [less, more] = names;
        let name = if by < 0.0 { less } else { more };
        let plural = if by.abs() == 1.0 { "" } else { "s" };
        format!("{} {one}{plural} {name}", Place(by.abs()))
    };
    match (down, right) {
        (0.0, 0.0) => "in the same place".to_owned(),
        (0.0, right) => part(right, ["to the left", "to the right"], "column"),
        (down, 0.0) => part(down, ["up", "down"], "row"),
        (down, right) => format!(
            "{} and {}",
            part(down, ["up", "down"], "row"),
            part(right, ["to the left", "to the right"], "column")
        ),
    }
}

/// Says what one step in each direction does to the score.
fn reading(spec: &Spec, head: &Head) -> String {
    let step = |direction| Short(head.loss(direction, 1.0));
    match spec.choice::<Axes>() {
        Axes::Axial => format!(
            "One row, like one column, lowers the score by {}. For k, it is lower by {}, as at this offset anywhere.",
            step(Direction::Rows),
            Short(loss_of_key(spec, head)),
        ),
        Axes::MRope => format!(
            "Earlier sections rotate faster: one frame lowers the score by {}, one row by {}, one column by {}.",
            step(Direction::Time),
            step(Direction::Rows),
            step(Direction::Columns),
        ),
        Axes::Interleaved => format!(
            "Time, rows and columns all have fast and slow pairs, so each counts: one frame lowers the score by {}, one \
            row by {}, one column by {}.",
            step(Direction::Time),
            step(Direction::Rows),
            step(Direction::Columns),
        ),
    }
}
