//! What a real language model says when its positions are changed.

mod copying;
pub mod heads;
mod lengths;
mod live;
mod next_word;
pub(crate) mod parameters;
mod reading;
mod results;
mod state;
pub mod stored;
mod text;
pub mod texts;

pub use live::Live;
pub use parameters::{AnglePrecision, FrozenEnd, ModelRule, ModelTest, PositionOrder, StillLayers};
pub use results::{
    Answer, Copied, HeadAttention, Heads, N_BARS, N_ROLES, NextWord, Question, Surprise, Typed,
    mean,
};
pub use state::{Change, N_PAIRS, OWN_BASE, TRAINED_ON};
pub use texts::Prompt;

use std::rc::Rc;

use crate::asset::{Asset, Rows};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, Start, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use parameters::{ChangeKind, FrozenPairs};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, Table};
use phasor_params::choice::Choice as _;
use stored::Results;

/// The figure `real-model`.
pub(crate) static KIND: Kind = Kind {
    title: "Break a real model",
    topics: &[Topic::Rope, Topic::Length, Topic::Precision],
    search_words: "SmolLM language model prediction next word copying ablation NoPE frozen pairs Alice",
    caption: "What SmolLM2-135M answers when its positions or rotations are changed and nothing else, beside what it answers as \
        published. Its answers were computed beforehand; a model that you load here answers anything else.",
    keyboard: "In the figure, ← → or a drag to the side choose a text, or how many positions are skipped; ↑ ↓ choose a change.",
    shared_keys: &[],
    own_keys: &[
        Key::ModelTest,
        Key::Prompt,
        Key::Change,
        Key::StillLayers,
        Key::FrozenPairs,
        Key::FrozenEnd,
        Key::Shift,
        Key::AnglePrecision,
        Key::ModelBase,
        Key::ModelRule,
        Key::ModelFactor,
        Key::PositionOrder,
        Key::Gap,
        Key::ModelLength,
    ],
    leading_keys: &[
        Key::ModelTest,
        Key::Prompt,
        Key::Change,
        Key::Gap,
        Key::ModelLength,
    ],
    presets: PRESETS,
    idle,
    clock: None,
    starts: Some(Start::Model),
    arrow,
    sketch: || Box::<RealModel>::default(),
};

const PRESETS: &[crate::Preset] = &[
    preset(
        "a fact survives",
        "model-test=next-word&prompt=capital&change=rotation&still-layers=all",
    ),
    preset(
        "the weekday is lost",
        "model-test=next-word&prompt=weekday&change=rotation&still-layers=all",
    ),
    preset(
        "shifted by ten million",
        "model-test=copying&change=shift&shift=10000000&angle-dtype=f64",
    ),
    preset(
        "the same in bf16",
        "model-test=copying&change=shift&shift=10000000&angle-dtype=bf16",
    ),
    preset(
        "fastest frozen",
        "model-test=copying&change=frozen&frozen-pairs=1&frozen-end=fastest",
    ),
    preset(
        "slow half frozen",
        "model-test=copying&change=frozen&frozen-pairs=16&frozen-end=slowest",
    ),
    preset("9,000 skipped", "model-test=copying&change=none&gap=9000"),
    preset(
        "9,000 skipped, YaRN × 2",
        "model-test=copying&change=rule&model-rule=yarn&model-factor=2&gap=9000",
    ),
    preset(
        "a text in reverse",
        "model-test=text&change=order&position-order=reversed",
    ),
    preset(
        "a missed neighbour",
        "model-test=heads&change=rule&model-rule=linear&model-factor=4",
    ),
    preset(
        "longer than training",
        "model-test=length&model-length=12288",
    ),
];

/// Each change has its own parameters; only a list and its copy have a gap between them.
fn idle(spec: &Spec, key: Key) -> bool {
    let (test, kind) = (spec.choice::<ModelTest>(), spec.choice::<ChangeKind>());
    if test == ModelTest::Length {
        return !matches!(key, Key::ModelTest | Key::ModelLength);
    }
    let belongs = match key {
        Key::ModelLength => return true,
        Key::Prompt => return test != ModelTest::NextWord,
        Key::Gap => return test != ModelTest::Copying || !Change::of(spec).has_gaps(),
        Key::FrozenEnd => return kind != ChangeKind::Frozen || has_all_frozen(spec),
        Key::StillLayers => ChangeKind::Rotation,
        Key::FrozenPairs => ChangeKind::Frozen,
        Key::Shift | Key::AnglePrecision => ChangeKind::Shift,
        Key::ModelBase => ChangeKind::Base,
        Key::ModelRule | Key::ModelFactor => ChangeKind::Rule,
        Key::PositionOrder => ChangeKind::Order,
        _ => return false,
    };
    kind != belongs
}

fn has_all_frozen(spec: &Spec) -> bool {
    spec.choice::<FrozenPairs>().0 == N_PAIRS
}

/// Chooses the beginning of a text, or the gap before a copy, with left and right, and the change with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let across = match spec.choice::<ModelTest>() {
        ModelTest::NextWord => Some((Key::Prompt, spec.choice::<Prompt>().place())),
        ModelTest::Copying => Some((Key::Gap, spec.choice::<parameters::Gap>().place())),
        ModelTest::Text | ModelTest::Heads => None,
        ModelTest::Length => Some((
            Key::ModelLength,
            spec.choice::<parameters::ModelLength>().place(),
        )),
    };
    if let Some((key, place)) = across {
        spec.set_nearest(key, place as f64 + right);
    }
    let change = spec.choice::<ChangeKind>().place() as f64;
    spec.set_nearest(Key::Change, change + down);
}

/// The stored answers, once they are loaded, and the answer of a model on the reader's device.
#[derive(Debug, Default)]
struct RealModel {
    results: Option<Results>,
    live: Option<Exchange>,
}

/// A question, its answer, and which model gave it, if that was a model on the reader's device.
#[derive(Debug)]
struct Exchange {
    question: Question,
    answer: Answer,
    model: Option<String>,
}

impl RealModel {
    /// Calls `with` with what the figure shows. The answer of the reader's model stays until the next one comes, with its own
    /// question.
    fn with<T>(&self, spec: &Spec, with: impl FnOnce(&Exchange) -> T) -> Option<T> {
        if let Some(live) = &self.live {
            return Some(with(live));
        }
        let question = Question::of(spec);
        let answer = self.results.as_ref()?.answer(&question)?;
        let model = None;
        Some(with(&Exchange {
            question,
            answer,
            model,
        }))
    }
}

impl Sketch for RealModel {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        if let Some(place) = measured(spec) {
            return lengths::draw(place, drawing);
        }
        let drawn = self.with(spec, |exchange| draw(exchange, drawing));
        if drawn.is_none() {
            let middle = Point::new(drawing.size().0 / 2.0, 120.0);
            drawing.text(middle, LABEL.middle().size(14.0), WAITING);
            drawing.set_height(240.0);
        }
    }

    fn reading(&mut self, spec: &Spec) -> String {
        if let Some(place) = measured(spec) {
            return lengths::reading(place);
        }
        let reading = self.with(spec, |now| reading::of(&now.question, &now.answer));
        reading.unwrap_or_else(|| WAITING.to_owned())
    }

    fn table(&mut self, spec: &Spec) -> Table {
        if measured(spec).is_some() {
            return lengths::table();
        }
        let table = self.with(spec, |now| table(&now.answer));
        table.unwrap_or_else(|| Table::new(WAITING, vec![Column::numbers("percent", Vec::new())]))
    }

    fn probe(&mut self, spec: &Spec, _handle: &Handle, _point: Point) -> Option<String> {
        if let Some(place) = measured(spec) {
            return Some(lengths::reading(place));
        }
        self.with(spec, |now| reading::of(&now.question, &now.answer))
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        if asset == Asset::RealModel {
            let results = Results::read(rows);
            self.results = Some(results.expect("the file of answers is one that `Results` wrote"));
        }
    }

    /// Takes a question to the reader's model with its answer. Without numbers, the stored answers come back.
    fn adopt(&mut self, _spec: &Spec, numbers: &[f64]) {
        self.live = Live::from_numbers(numbers).map(|live| Exchange {
            question: live.question(),
            answer: live.answer,
            model: Some(live.model),
        });
    }
}

/// Returns the place of the length that is in sight, if the spec asks for perplexities by length. They take minutes, so no model
/// on the reader's device computes them.
fn measured(spec: &Spec) -> Option<usize> {
    let is_length = spec.choice::<ModelTest>() == ModelTest::Length;
    is_length.then(|| spec.choice::<parameters::ModelLength>().place())
}

const WAITING: &str = "The answers are loading.";

fn draw(exchange: &Exchange, drawing: &mut Drawing) {
    let question = &exchange.question;
    let (top, bottom) = match &exchange.answer {
        Answer::NextWords { words, favourite } => {
            next_word::draw(question, words, favourite, drawing)
        }
        Answer::Copying { now, published } => copying::draw(question, now, published, drawing),
        Answer::Text { now, published } => text::draw(question, now, *published, drawing),
        Answer::Heads { now, published } => heads::draw(question, now, published, drawing),
    };
    let height = match &exchange.model {
        Some(model) => draw_model(model, bottom, drawing),
        None => bottom,
    };
    finish(question, (top, height), drawing);
}

/// Says which model has answered; returns the lower edge.
fn draw_model(model: &str, top: f32, drawing: &mut Drawing) -> f32 {
    let small = LABEL.size(12.0);
    let sentence = format!("Computed on this device by {model}.");
    let mut y = top;
    for line in small.lines(&sentence, drawing.size().0) {
        y += 16.0;
        drawing.text(Point::new(0.0, y), small, line);
    }
    y + 6.0
}

fn table(answer: &Answer) -> Table {
    match answer {
        Answer::NextWords { words, .. } => {
            let names: Vec<String> = (1..)
                .zip(words)
                .map(|(row, one)| format!("{row} “{}”", one.word))
                .collect();
            let number =
                |number: fn(&NextWord) -> u8| words.iter().map(number).map(f64::from).collect();
            Table::new(
                format!(
                    "The next words in whole per cent, 0 for less than one: {}",
                    names.join(", ")
                ),
                vec![
                    Column::numbers("row", (1..=words.len()).map(|row| row as f64).collect()),
                    Column::numbers("published", number(|one| one.published)),
                    Column::numbers("changed", number(|one| one.percent)),
                ],
            )
        }
        Answer::Copying { now, published } => {
            let number = |words: &[Copied], number: fn(&Copied) -> u8| {
                words.iter().map(number).map(f64::from).collect()
            };
            Table::new(
                "The words of four lists: their probability in whole per cent, and whether they are copied right",
                vec![
                    Column::numbers("published", number(published, |one| one.percent)),
                    Column::numbers(
                        "published right",
                        number(published, |one| one.is_right.into()),
                    ),
                    Column::numbers("changed", number(now, |one| one.percent)),
                    Column::numbers("changed right", number(now, |one| one.is_right.into())),
                ],
            )
        }
        Answer::Text { now, .. } => Table::new(
            "The tokens of the text in their order, and how much each surprises the model",
            vec![
                Column::numbers("token", (1..=now.len()).map(|row| row as f64).collect()),
                Column::numbers("bits", now.iter().map(|one| one.bits).collect()),
            ],
        ),
        Answer::Heads { now, published } => heads::table(now, published),
    }
}

/// Sets the height, and lets a drag to the side over the picture below `top` choose what left and right choose.
fn finish(question: &Question, (top, height): (f32, f32), drawing: &mut Drawing) {
    let (key, n_places) = match question.test {
        ModelTest::NextWord if question.typed.text.is_none() => {
            (Key::Prompt, Prompt::all().count())
        }
        ModelTest::Copying if question.change.has_gaps() => {
            (Key::Gap, parameters::Gap::all().count())
        }
        _ => (Key::Change, ChangeKind::all().count()),
    };
    drawing.set_height(height);
    // Below the letters of the change, where a press undoes it.
    let top = top + 8.0;
    let rect = Rect::new(0.0, top, drawing.size().0, height - top);
    let x = Axis::bare(0.0, n_places as f64 - 1.0);
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: Some(key),
            y: None,
        },
        panel: Panel {
            rect,
            x,
            y: Axis::bare(0.0, 1.0),
        },
    });
}

/// The opacity of a bar of the published model.
const GHOST: f32 = 0.4;

/// Draws what is done to the positions, where a press undoes it; returns the lower edge.
fn draw_change(question: &Question, at: Point, drawing: &mut Drawing) -> f32 {
    const LINE: f32 = 18.0;
    let bold = LABEL.size(13.0).bold().ink(Ink::Text);
    let room = drawing.size().0 - at.x;
    let lines = bold.lines(&reading::change(question), room);
    let mut y = at.y;
    for line in &lines {
        drawing.text(Point::new(at.x, y), bold, line);
        y += LINE;
    }
    let widest = lines
        .iter()
        .map(|line| bold.width(line))
        .fold(0.0, f32::max);
    let height = LINE * lines.len() as f32;
    let rect = Rect::new(at.x, (at.y - LINE).max(0.0), widest, height + 6.0);
    drawing.handle(Handle {
        rect,
        grab: Grab::Set(Key::Change, ChangeKind::None.place() as f64),
        panel: Panel::bare(rect),
    });
    y - LINE
}
