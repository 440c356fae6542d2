//! RoPE on an image: the row of a patch rotates some pairs, its column the others.

mod boards;
mod computed;
mod curves;
mod direction;
mod film;
mod head;
mod opening;
pub(crate) mod parameters;
mod picture;
mod sentences;
mod style;
mod way;

use std::rc::Rc;

use computed::{Computed, Head, HeadInputs, by, head_inputs, offset};
use direction::Direction;
use phasor_draw::{Column, Point, Table};

use crate::cache::{Memo, memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use parameters::Axes;
use phasor_params::choice::Choice as _;
use phasor_text::number::Brief;
use way::Way;

/// The figure `patches`.
pub(crate) static KIND: Kind = Kind {
    title: "Rotated patches",
    topics: &[Topic::Rope],
    search_words: "image vision picture dog pixels grid squares 2D M-RoPE axial interleaved video film",
    caption: "The brighter a patch of the picture, the higher its score with patch q; each board has its own scale. The strip shows which pairs follow rows, columns and time, and the curves what each does to the score.",
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
        preset(
            "all three ways",
            "axes=all&base=1000000&dim=128&frame=0&time-end=16&row-end=40",
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<Patches>::default(),
};

/// Axial RoPE has no time axis, only sections have borders, and the first pair of an axis does not depend on the base. All
/// three together depend on everything.
fn idle(spec: &Spec, key: Key) -> bool {
    match (key, spec.choice::<Axes>().way()) {
        (Key::Frame, way) => way == Some(Way::Axial),
        (Key::TimeEnd | Key::RowEnd, way) => way.is_some_and(|way| way != Way::Sections),
        (Key::Base, Some(Way::Axial)) => spec.n_pairs() < 4,
        (Key::Base, _) => spec.n_pairs() == 1,
        _ => false,
    }
}

fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::QueryColumn, right);
    spec.step_key(Key::QueryRow, down);
}

/// The head and the scores of one way, stored while their inputs stay.
#[derive(Debug, Default)]
struct Memos {
    head: Memo<HeadInputs, Rc<Head>>,
    computed: Memo<Inputs, Rc<Computed>>,
}

/// What the brightness of patches depends on.
type Inputs = (HeadInputs, (f64, f64), f64);

impl Memos {
    fn compute(&mut self, spec: &Spec, way: Way) -> Rc<Computed> {
        let inputs = head_inputs(spec, way);
        let head = memoized(&mut self.head, inputs, || Rc::new(Head::new(spec, way)));
        let (query, frame) = (spec.query_patch(), by(spec, way, Direction::Time));
        memoized(&mut self.computed, (inputs, query, frame), || {
            Rc::new(Computed::new(head, query, frame))
        })
    }
}

#[derive(Debug, Default)]
struct Patches {
    axial: Memos,
    sections: Memos,
    interleaved: Memos,
}

impl Patches {
    fn compute(&mut self, spec: &Spec, way: Way) -> Rc<Computed> {
        let memos = match way {
            Way::Axial => &mut self.axial,
            Way::Sections => &mut self.sections,
            Way::Interleaved => &mut self.interleaved,
        };
        memos.compute(spec, way)
    }

    /// Returns all three ways.
    fn all(&mut self, spec: &Spec) -> [Rc<Computed>; 3] {
        Way::ALL.map(|way| self.compute(spec, way))
    }

    /// Returns the way that is drawn alone, or else all three.
    fn drawn(&mut self, spec: &Spec) -> Drawn {
        match spec.choice::<Axes>().way() {
            Some(way) => Drawn::One(self.compute(spec, way)),
            None => Drawn::All(self.all(spec)),
        }
    }
}

/// What the figure draws.
enum Drawn {
    One(Rc<Computed>),
    All([Rc<Computed>; 3]),
}

impl Sketch for Patches {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let opening = |way: Way| Some((way, spec.between(Axes::All, way.axes())?));
        if let Some(opening) = Way::ALL.into_iter().find_map(opening) {
            let all = self.all(spec);
            return opening::draw(spec, &all, opening, drawing);
        }
        match self.drawn(spec) {
            Drawn::One(computed) => picture::draw(spec, &computed, drawing),
            Drawn::All(all) => boards::draw(spec, &all, drawing),
        }
    }

    fn reading(&mut self, spec: &Spec) -> String {
        match self.drawn(spec) {
            Drawn::One(computed) => sentences::of_one(spec, &computed.head),
            Drawn::All(all) => sentences::of_all(all.each_ref().map(|one| &*one.head)),
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        match self.drawn(spec) {
            Drawn::One(computed) => pairs(spec, &computed.head),
            Drawn::All(all) => {
                let columns = all.iter().map(|one| {
                    let losses = one.losses().collect();
                    Column::numbers(one.head.way.name(), losses)
                });
                let title = "Every patch of k’s frame, row by row; by how much the score is lower";
                Table::new(title, columns.collect())
            }
        }
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let heads: Vec<Rc<Computed>> = match self.drawn(spec) {
            Drawn::One(computed) => vec![computed],
            Drawn::All(all) => all.into(),
        };
        let heads: Vec<&Head> = heads.iter().map(|one| &*one.head).collect();
        match handle.grab {
            Grab::Slide {
                x: Some(Key::QueryColumn | Key::KeyColumn),
                ..
            } => Some(sentences::patch_at(spec, &heads, handle.values(point))),
            Grab::Slide {
                x: Some(Key::Frame),
                ..
            } => {
                let frame = handle.values(point).0.round();
                let loss = heads.first()?.loss(Direction::Time, frame);
                Some(format!(
                    "{}: time alone lowers the score by {}",
                    sentences::frames(frame),
                    Brief(loss)
                ))
            }
            Grab::Set(_, place) => {
                let mut heads = heads.into_iter();
                let head = heads.find(|head| head.way.axes().place() as f64 == place)?;
                Some(format!("{}: {}", head.way.name(), sentences::counts(head)))
            }
            _ => heads.first().map(|head| sentences::counts(head)),
        }
    }
}

/// Returns the table of the pairs of a head.
fn pairs(spec: &Spec, head: &Head) -> Table {
    let angles = head.angles(&offset(spec, head.way));
    let axis = |direction: Direction| {
        let axis = head.directions.iter().position(|own| *own == direction);
        axis.expect("every pair follows a direction of the head") as f64
    };
    let title = match head.way {
        Way::Axial => "Every pair; axis 0 is rows, 1 columns",
        Way::Sections | Way::Interleaved => "Every pair; axis 0 is time, 1 rows, 2 columns",
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
