//! Six tiny transformers, each with another positional encoding: how they learn, and how they answer on longer texts.
//!
//! The figure draws reports. Those of a stored race are in a file; those of a race that the reader starts come from the
//! trainer, a separate program.

mod attention;
pub mod buttons;
mod computed;
mod contestants;
mod course;
mod curves;
mod inside;
mod learned;
pub(crate) mod parameters;
mod reading;
mod record;
mod report;
pub mod stored;

use std::rc::Rc;

use crate::asset::{Asset, Rows};
use crate::handle::{Drawing, Handle};
use crate::kind::{Kind, Sketch, Start, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use computed::Computed;
use parameters::RaceView;
use phasor_draw::{Column, Point, Table};
use phasor_params::choice::Choice as _;
use record::{Record, SETTINGS};

pub(in crate::length) use computed::apart;
pub use course::{Course, LETTERS, RaceTask, Racer, T5_BUCKETS};
pub use report::{Look, News, Report, Score, Stretch};

/// The figure `training-race`.
pub(crate) static KIND: Kind = Kind {
    title: "Train short, test long",
    topics: &[Topic::Length, Topic::Rope, Topic::Relative],
    search_words: "train live learn loss accuracy perplexity extrapolation NoPE T5 ALiBi worker attention map",
    caption: "Six tiny transformers with one or two layers, equal except for their positional encoding, learn from short \
        texts and are tested on longer ones. The vertical line marks the training length. With RoPE in focus, dashed curves show scaling rules.",
    keyboard: "In the figure, ← → show less or more of the training, and ↑ ↓ choose an encoding.",
    shared_keys: &[Key::Base],
    own_keys: &[
        Key::Task,
        Key::Racer,
        Key::RaceView,
        Key::Guess,
        Key::Progress,
        Key::Map,
        Key::Back,
        Key::Seed,
        Key::HeadDim,
        Key::TrainedOn,
    ],
    leading_keys: &[Key::Task, Key::Racer, Key::RaceView],
    presets: &[
        preset(
            "exact distance",
            "task=three-back&racer=t5&race-view=curves",
        ),
        preset(
            "recent values",
            "task=latest-value&racer=alibi&race-view=curves",
        ),
        preset(
            "place in the text",
            "task=first-letter&racer=learned&race-view=curves",
        ),
        preset(
            "left or right",
            "task=left-neighbour&racer=alibi&race-view=curves",
        ),
        preset(
            "frequencies in use",
            "task=three-back&racer=rope&race-view=learned",
        ),
    ],
    idle: |spec, key| match key {
        Key::Back => spec.choice::<RaceTask>() != RaceTask::Back,
        Key::Map => spec.choice::<RaceView>() == RaceView::Curves,
        Key::Guess => spec.choice::<RaceView>() != RaceView::Curves,
        _ => false,
    },
    clock: None,
    starts: Some(Start::Race),
    arrow: |spec, right, down| {
        spec.step_key(Key::Progress, right);
        if down != 0.0 {
            let n_racers = Racer::WORDS.len() as f64;
            let place = spec.choice::<Racer>().place() as f64 + down;
            spec.set_nearest(Key::Racer, place.rem_euclid(n_racers));
        }
    },
    sketch: || Box::<TrainingRace>::default(),
};

/// The number of earlier races that are kept.
const MOST_RACES: usize = 8;

#[derive(Debug, Default)]
struct TrainingRace {
    stored: Vec<(Course, Record)>,
    /// The races that the reader has started, the last one last.
    live: Vec<(Course, Record)>,
}

impl TrainingRace {
    fn compute<'a>(&'a self, spec: &'a Spec) -> Option<Computed<'a>> {
        let course = spec.course();
        let all = || self.stored.iter().chain(&self.live);
        let (_, record) = all().rfind(|(one, _)| *one == course)?;
        let others =
            all().filter(|(one, other)| one.is_comparable(&course) && !std::ptr::eq(other, record));
        Some(Computed {
            spec,
            record,
            earlier: others.map(|(_, record)| record).collect(),
        })
    }
}

impl Sketch for TrainingRace {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let none = Record::default();
        let computed = self.compute(spec).unwrap_or(Computed {
            spec,
            record: &none,
            earlier: Vec::new(),
        });
        match spec.choice::<RaceView>() {
            RaceView::Curves => curves::draw(&computed, drawing),
            RaceView::Attention => attention::draw(&computed, drawing),
            RaceView::Learned => learned::draw(&computed, drawing),
        }
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let computed = self.compute(spec);
        computed.map_or_else(
            || reading::NOT_RACED.to_owned(),
            |computed| reading::say(&computed),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let computed = self.compute(spec);
        let rows = computed.iter().flat_map(|computed| {
            computed.record.runs().flat_map(|(racer, run)| {
                let scores = run.scores(spec.progress()).iter();
                scores.map(move |score| (racer, run.tested(spec.progress()), *score))
            })
        });
        let mut rows: Vec<(Racer, usize, Score)> = rows.collect();
        if rows.is_empty() {
            rows = Racer::all()
                .map(|racer| (racer, 0, untrained(spec)))
                .collect();
        }
        let numbered: Vec<String> = Racer::all()
            .map(|racer| format!("{} {}", racer.place() + 1, racer.word().label))
            .collect();
        let column = |name: &str, number: fn(&(Racer, usize, Score)) -> f64| {
            Column::numbers(name, rows.iter().map(number).collect())
        };
        Table::new(
            format!(
                "Every test; encodings {}; rules 0 none, 1 interpolation, 2 NTK-aware, 3 YaRN, 4 adapted YaRN",
                numbered.join(", ")
            ),
            vec![
                column("encoding", |(racer, ..)| racer.place() as f64 + 1.0),
                column("step", |(_, step, _)| *step as f64),
                column("rule", |(.., score)| score.stretch.place() as f64),
                column("length", |(.., score)| score.length),
                column("result", |(.., score)| score.value),
            ],
        )
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let computed = self.compute(spec)?;
        match spec.choice::<RaceView>() {
            RaceView::Curves => curves::probe(&computed, handle, point),
            RaceView::Attention => attention::probe(&computed, handle, point),
            RaceView::Learned => learned::probe(&computed, handle, point),
        }
    }

    fn supply(&mut self, _asset: Asset, rows: &Rc<Rows>) {
        self.stored = stored::read(rows);
    }

    fn work_keys(&self) -> &'static [Key] {
        &SETTINGS
    }

    fn adopt(&mut self, spec: &Spec, numbers: &[f64]) {
        let report = Report::from_numbers(numbers);
        let report = report.expect("the trainer sends the numbers of whole reports");
        let course = spec.course();
        let found = self.live.iter().position(|(one, _)| *one == course);
        let mut race = match found {
            Some(place) => self.live.remove(place),
            None => (course, Record::default()),
        };
        self.live.iter_mut().for_each(|(_, record)| record.shed());
        if self.live.len() == MOST_RACES {
            self.live.remove(0);
        }
        race.1.add(report);
        self.live.push(race);
    }
}

/// Returns what a racer without any training is expected to reach: chance.
fn untrained(spec: &Spec) -> Score {
    Score {
        length: spec.race_length() as f64,
        stretch: Stretch::None,
        value: computed::chance(spec.choice::<RaceTask>()),
    }
}
