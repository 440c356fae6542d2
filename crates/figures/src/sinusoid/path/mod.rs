//! The path of positions through three components of their encoding: bits jump from corner to corner of a cube,
//! sinusoids go round and down without jumps.

mod labels;
mod picture;
mod scene;
mod walk;

use crate::topic::Topic;
use picture::Buffers;
use scene::Scene;
use walk::{Encoding, Walk};

use crate::cache::Cache;
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, idle_alone, preset};
use crate::{Key, Spec};
use phasor_draw::{Column, Point, Table};
use phasor_encoding::matrix::distance;
use phasor_params::{Accepts, Parameter, Range};
use phasor_text::number::{Fixed, Place, Short};

pub(crate) const TURN: Parameter = Parameter {
    name: "turn",
    label: "turn",
    unit: "degrees",
    help: "Rotation of paths in three dimensions about their upright axis.",
    accepts: Accepts::Number(Range::real(-180.0, 180.0).snapping(&[0.0]).joined()),
    default: "32",
};

pub(crate) const TILT: Parameter = Parameter {
    name: "tilt",
    label: "tilt",
    unit: "degrees",
    help: "Tilt of paths in three dimensions; at 90, you look down on them.",
    accepts: Accepts::Number(Range::real(-90.0, 90.0).snapping(&[0.0])),
    default: "18",
};

pub(crate) const RISE: Parameter = Parameter {
    name: "rise",
    label: "position as height",
    unit: "",
    help: "What the height of the sinusoids' path is: 0 is the cosine of a slower pair, 1 the position, with the path lying \
        on its side.",
    accepts: Accepts::Number(Range::share()),
    default: "0",
};

impl Spec {
    /// How far the height of the sinusoids' path is the position instead of a cosine, from 0 to 1.
    #[must_use]
    pub fn rise(&self) -> f64 {
        self.at(Key::Rise)
    }

    /// The rotation of three-dimensional paths about their upright axis, in degrees.
    #[must_use]
    pub fn turn(&self) -> f64 {
        self.at(Key::Turn)
    }

    /// The tilt of three-dimensional paths, in degrees.
    #[must_use]
    pub fn tilt(&self) -> f64 {
        self.at(Key::Tilt)
    }
}

/// The figure `binary-path`.
pub(crate) static BINARY: Kind = Kind {
    title: "The path of the bits",
    topics: &[Topic::Absolute],
    search_words: "cube corners jump 3D",
    caption: "The last three bits of a position are a corner of a cube. Counting goes from corner to corner, in jumps of \
        unequal length.",
    keyboard: "In the figure, arrow keys rotate and tilt the cube, Shift takes larger steps, and Space plays.",
    shared_keys: &[Key::Position],
    own_keys: &[Key::Turn, Key::Tilt],
    leading_keys: &[Key::Position],
    presets: &[
        preset("1 to 2: two bits flip", "position=1&turn=32&tilt=18"),
        preset("3 to 4: three bits flip", "position=3&turn=32&tilt=18"),
        preset("seen along bit 2", "position=3&turn=0&tilt=90"),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    starts: None,
    arrow: rotate,
    sketch: || Box::new(Path::of(Encoding::Bits)),
};

/// The figure `sinusoidal-path`.
pub(crate) static SINUSOIDAL: Kind = Kind {
    title: "The path of the sinusoids",
    topics: &[Topic::Sinusoids],
    search_words: "cube spiral helix spring coil thread 3D",
    caption: "Each dot is a position. One pair moves it round a circle; its height is a slower pair’s cosine or the position. \
        The path has no jumps.",
    keyboard: "In the figure, arrow keys rotate and tilt the path, Shift takes larger steps, and Space plays.",
    shared_keys: &[
        Key::Base,
        Key::Dim,
        Key::Position,
        Key::Length,
        Key::Pair,
        Key::Turn,
        Key::Tilt,
    ],
    own_keys: &[Key::Rise],
    leading_keys: &[Key::Pair, Key::Rise],
    presets: &[
        preset("from above: a circle", "turn=0&tilt=90&rise=0"),
        preset("from the side: a sine", "turn=0&tilt=0&rise=1"),
        preset("the fastest pair", "pair=0&length=64"),
        preset("slow pairs: a short arc", "pair=12&length=128"),
    ],
    idle: idle_alone,
    clock: Some(Key::Position),
    starts: None,
    arrow: rotate,
    sketch: || Box::new(Path::of(Encoding::Sinusoids)),
};

/// The degrees that an arrow key rotates by.
const ARROW_DEGREES: f64 = 3.0;

fn rotate(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::Turn, ARROW_DEGREES * right);
    spec.step_key(Key::Tilt, ARROW_DEGREES * down);
}

#[derive(Debug)]
struct Path {
    cache: Cache,
    walk: Walk,
    buffers: Buffers,
}

impl Path {
    fn of(encoding: Encoding) -> Self {
        Self {
            cache: Cache::default(),
            walk: Walk::new(encoding),
            buffers: Buffers::default(),
        }
    }

    /// Returns the walk of a state.
    fn walk(&mut self, spec: &Spec) -> &Walk {
        let frequencies = self.cache.frequencies(spec);
        self.walk.update(spec, frequencies);
        &self.walk
    }
}

impl Sketch for Path {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        self.walk(spec);
        picture::draw(spec, &self.walk, &mut self.buffers, drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let walk = self.walk(spec);
        let whole = walk.position.floor();
        match walk.encoding {
            Encoding::Bits => {
                let step = distance(&walk.at(whole), &walk.at(whole + 1.0));
                let flips = match (step * step).round() as usize {
                    1 => "one bit flips",
                    2 => "two bits flip",
                    _ => "three bits flip",
                };
                format!(
                    "After position {}, {flips}: a jump of {:.3}. On the cube, neighbours in the text are not all \
                     equally far apart.",
                    Place(whole),
                    Fixed(step),
                )
            }
            Encoding::Sinusoids if walk.rise > 0.0 => walk.describe_rise(),
            Encoding::Sinusoids => match walk.steps.len() {
                1 => "Only one step is in view; the path has no gap between its ends.".to_owned(),
                _ => format!(
                    "The path never jumps: the longest step shown is {:.3} times the mean.",
                    Fixed(walk.longest() / walk.mean()),
                ),
            },
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let walk = self.walk(spec);
        let column = |name: &str, number: &dyn Fn(f64) -> f64| {
            let numbers = walk.places().map(|place| number(walk.first + place as f64));
            Column::numbers(name, numbers.collect())
        };
        let mut columns = vec![column("position", &|position| position)];
        let names: &[&str] = match walk.encoding {
            Encoding::Bits => &["bit_0", "bit_1", "bit_2"],
            Encoding::Sinusoids if walk.is_flat() => &["sin", "cos"],
            Encoding::Sinusoids => &["sin", "cos", "slow_cos"],
        };
        let components: [fn([f64; 3]) -> f64; 3] = [|[x, _, _]| x, |[_, x, _]| x, |[_, _, x]| x];
        for (name, component) in names.iter().zip(components) {
            columns.push(column(name, &|position| component(walk.at(position))));
        }
        columns.push(Column::numbers("step", walk.steps.clone()));
        Table::new(
            "Every position shown, with the length of the step to the next",
            columns,
        )
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        const NEAR: f32 = 14.0;
        let walk = self.walk(spec);
        if handle.grab == Grab::Position {
            let step = (handle.values(point).0 - walk.first).max(0.0) as usize;
            return Some(walk.describe_step(step.min(walk.steps.len().saturating_sub(1))));
        }
        let scene = Scene::new(spec, handle.rect, walk.rise);
        let far = |place: &usize| {
            let at = scene.project(walk.spot(walk.first + *place as f64)).at;
            at.distance(point)
        };
        let nearest = (0..walk.steps.len()).min_by(|one, two| far(one).total_cmp(&far(two)))?;
        Some(match far(&nearest) < NEAR {
            true => walk.describe_place(walk.first + nearest as f64),
            false => format!(
                "rotated by {}°, tilted by {}°: drag to rotate",
                Short(spec.turn()),
                Short(spec.tilt())
            ),
        })
    }
}
