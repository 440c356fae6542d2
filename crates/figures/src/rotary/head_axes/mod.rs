//! The head of a real image or video model: which axis each pair follows, and how far each axis reaches.

mod computed;
mod models;
pub(crate) mod parameters;
mod picture;

use std::rc::Rc;

use computed::{Along, COLUMNS, Computed, ROWS, counted, side};
use parameters::PictureModel;
use phasor_draw::{Column, Point};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Place, Short};

use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Spec};

/// The figure `head-axes`.
pub(crate) static KIND: Kind = Kind {
    title: "Axes of real models",
    topics: &[Topic::Rope],
    search_words: "image video diffusion FLUX Qwen Wan HunyuanVideo DINOv3 SAM frames patches RIFLEx vision",
    caption: "Each bar is a pair, coloured by its axis: how many patches it takes to turn once, and the cosine of its turn from q to k. The score, below for every patch, is the mean of all cosines.",
    keyboard: "In the figure, arrow keys move patch k.",
    shared_keys: &[],
    own_keys: &[
        Key::PictureModel,
        Key::FramesLater,
        Key::QueryRow,
        Key::QueryColumn,
        Key::KeyRow,
        Key::KeyColumn,
    ],
    leading_keys: &[Key::PictureModel, Key::FramesLater],
    presets: &[
        preset(
            "HunyuanVideo, 50 frames on",
            "picture-model=hunyuan-video&frames-later=50&query-row=2&query-column=2&key-row=2&key-column=2",
        ),
        preset(
            "with RIFLEx",
            "picture-model=hunyuan-riflex&frames-later=50&query-row=2&query-column=2&key-row=2&key-column=2",
        ),
        preset(
            "Ideogram 4: from 65,536",
            "picture-model=ideogram-4&frames-later=0&query-row=2&query-column=2&key-row=4&key-column=5",
        ),
        preset(
            "FLUX.2: base 2,000",
            "picture-model=flux-2&frames-later=0&query-row=2&query-column=2&key-row=4&key-column=5",
        ),
        preset(
            "DINOv3: −1 to 1",
            "picture-model=dinov3&frames-later=0&query-row=2&query-column=2&key-row=4&key-column=5",
        ),
    ],
    idle: |spec, key| key == Key::FramesLater && !spec.choice::<PictureModel>().counts_frames(),
    clock: None,
    starts: None,
    arrow: |spec, right, down| {
        spec.step_key(Key::KeyColumn, right);
        spec.step_key(Key::KeyRow, down);
    },
    sketch: || Box::<HeadAxes>::default(),
};

/// What the numbers depend on.
type Inputs = (PictureModel, f64, (f64, f64), (f64, f64));

#[derive(Debug, Default)]
struct HeadAxes(Memo<Inputs, Rc<Computed>>);

impl View for HeadAxes {
    type Computed = Rc<Computed>;
    const ROWS: &'static str = "Every pair; axes in the order of the model";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Computed>> {
        let inputs = (
            spec.choice::<PictureModel>(),
            spec.frames_later(),
            spec.query_patch(),
            spec.key_patch(),
        );
        try_memoized(&mut self.0, inputs, || Some(Rc::new(Computed::new(spec))))
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        picture::draw(spec, computed, drawing);
    }

    fn reading(spec: &Spec, computed: &Self::Computed) -> String {
        reading(spec, computed)
    }

    fn columns(_: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let column = |name: &str, number: fn(&computed::Pair) -> f64| {
            Column::numbers(name, computed.pairs.iter().map(number).collect())
        };
        vec![
            column("axis", |pair| pair.axis as f64),
            column("wavelength", |pair| pair.wavelength),
            column("relative_angle", |pair| pair.angle),
            column("score", |pair| pair.angle.cos()),
        ]
    }

    fn probe(
        spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let (x, y) = handle.values(point);
        match handle.grab {
            Grab::Slide {
                x: Some(Key::FramesLater),
                ..
            } => {
                let frame = x.round().max(0.0);
                let time = computed.axes.first()?;
                let part = time.parts.get(frame as usize)?;
                Some(format!("{} later: {}", time.steps(frame), Short(*part)))
            }
            grab => {
                let last = side() as f64 - 1.0;
                let key = spec.key_patch();
                let place = |number: f64| number.round().clamp(0.0, last);
                let patch = match grab {
                    // A lane has one axis; the key stays where it is on the other.
                    Grab::Slide {
                        x: Some(Key::KeyRow),
                        y: None,
                    } => (place(x), key.1),
                    Grab::Slide { y: None, .. } => (key.0, place(x)),
                    _ => (place(y), place(x)),
                };
                let query = spec.query_patch();
                Some(format!(
                    "row {}, column {}: {} and {} from q, score {}",
                    Place(patch.0),
                    Place(patch.1),
                    counted(patch.0 - query.0, ROWS),
                    counted(patch.1 - query.1, COLUMNS),
                    Short(computed.score_of(patch)),
                ))
            }
        }
    }
}

fn reading(spec: &Spec, computed: &Computed) -> String {
    let score = Short(computed.score);
    let model = spec.choice::<PictureModel>().word().short();
    let rotating = computed.axes.iter().filter(|along| along.offset != 0.0);
    let rotating: Vec<&Along> = rotating.filter(|along| !along.parts.is_empty()).collect();
    let time = computed.axes.iter().position(|along| along.name == "time");
    if let Some((place, time)) = time.and_then(|place| Some((place, computed.axes.get(place)?)))
        && time.offset != 0.0
    {
        return format!(
            "In {model}, {} of the {} pairs of time are back where they began after {}; q scores {score} with k.",
            computed.back(place),
            time.n_pairs,
            time.steps(time.offset),
        );
    }
    if let Some(position) = computed.in_bf16 {
        return format!(
            "In bf16, all patches of {model} would be at position {}, with the largest score; at exact positions, q scores {score} with k.",
            Place(position),
        );
    }
    match *rotating.as_slice() {
        [] => format!(
            "In {model}, no pair rotates between a patch and itself, so the score is the largest."
        ),
        [one] => format!(
            "In {model}, only {} rotate from q to k; they take {} off the largest score, which leaves {score}.",
            one.name,
            Short(computed.taken(one)),
        ),
        [first, second, ..] => {
            let (more, less) = match computed.taken(first) >= computed.taken(second) {
                true => (first, second),
                false => (second, first),
            };
            format!(
                "In {model}, {} take {} off the largest score and {} {}, which leaves {score}.",
                more.name,
                Short(computed.taken(more)),
                less.name,
                Short(computed.taken(less)),
            )
        }
    }
}
