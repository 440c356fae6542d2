//! The stored races: one of every task, with the default settings, in a file of rows.
//!
//! For each task, then for each racer, in the order of their words: a row with the number of steps, the losses, and the results
//! for every change of RoPE and length. Then, for the first task alone, a look inside each racer after its training. A number that must be
//! exact is the sum of two rows, because a row has only 255 steps.

use std::rc::Rc;

use super::course::{Course, RaceTask, Racer};
use super::record::{Record, Run};
use super::report::{Look, News, Report, Score, Stretch};
use crate::asset::Rows;
use crate::{Key, Spec};
use phasor_params::choice::Choice as _;

/// The number of columns: twice the usual training length, which is the length of the text in a look.
const N_COLUMNS: usize = 64;
/// The number of tests in a run: one before the training, and one after each twentieth.
const N_TESTS: usize = 21;
/// The number of steps between the attention weights 0 and 1.
const SHADES: f64 = 50.0;
/// The lengths of the tests.
const LENGTHS: [f64; 4] = [32.0, 64.0, 128.0, 256.0];

/// Returns the settings of the stored race of a task.
#[must_use]
pub fn course(task: RaceTask) -> Course {
    let mut spec = Spec::default();
    spec.set_nearest(Key::Task, task.place() as f64);
    spec.course()
}

/// Returns the changes of RoPE and the lengths with which a racer is tested.
fn tests(racer: Racer) -> impl Iterator<Item = (Stretch, f64)> {
    let changes =
        Stretch::all().filter(move |stretch| racer == Racer::Rope || *stretch == Stretch::None);
    changes.flat_map(|stretch| {
        let first = if stretch == Stretch::None { 0 } else { 1 };
        LENGTHS
            .into_iter()
            .skip(first)
            .map(move |length| (stretch, length))
    })
}

/// Reads the file.
pub(super) fn read(rows: &Rc<Rows>) -> Vec<(Course, Record)> {
    let mut n_read = 0;
    let mut row = || {
        n_read += 1;
        rows.row(n_read - 1)
    };
    let mut races: Vec<(Course, Record)> = RaceTask::all()
        .map(|task| {
            let mut record = Record::default();
            for racer in Racer::all() {
                read_run(racer, &mut row)
                    .into_iter()
                    .for_each(|report| record.add(report));
            }
            (course(task), record)
        })
        .collect();
    if let Some((_, record)) = races.first_mut() {
        for racer in Racer::all() {
            let n_steps = record.run(racer).n_steps;
            let news = News::Look(read_look(&mut row));
            record.add(Report {
                racer,
                n_steps,
                step: n_steps,
                news,
            });
        }
    }
    races
}

fn read_run(racer: Racer, row: &mut impl FnMut() -> Vec<f64>) -> Vec<Report> {
    let n_steps = row().first().copied();
    let n_steps = n_steps.expect("a row has columns").round() as usize;
    let report = |step, news| Report {
        racer,
        n_steps,
        step,
        news,
    };
    let losses = fine(row);
    let results: Vec<(Stretch, f64, Vec<f64>)> = tests(racer)
        .map(|(stretch, length)| (stretch, length, fine(row)))
        .collect();
    let tests = (0..N_TESTS).map(|test| {
        let scores = results.iter().map(|(stretch, length, values)| Score {
            length: *length,
            stretch: *stretch,
            value: *values.get(test).expect("a row has a column for every test"),
        });
        report(test * n_steps / (N_TESTS - 1), News::Test(scores.collect()))
    });
    let losses = (1..)
        .zip(losses)
        .map(|(place, loss)| report(place * n_steps / N_COLUMNS, News::Losses(vec![loss])));
    // A test at step 0 begins a race.
    tests.chain(losses).collect()
}

/// Returns the sum of two rows.
fn fine(row: &mut impl FnMut() -> Vec<f64>) -> Vec<f64> {
    let coarse = row();
    coarse
        .iter()
        .zip(row())
        .map(|(one, rest)| one + rest)
        .collect()
}

fn read_look(row: &mut impl FnMut() -> Vec<f64>) -> Look {
    let sizes = row();
    let mut sizes = sizes.iter().map(|size| size.round() as usize);
    let mut size = || sizes.next().expect("a row has a column for every size");
    let (n_maps, n_pairs, n_learned, width) = (size(), size(), size(), size());
    let mut whole = || row().iter().map(|number| number.round()).collect();
    let [tokens, answers, guesses] = [(); 3].map(|()| whole());
    let mut map = || {
        let weights = (0..N_COLUMNS).flat_map(|_| row());
        weights.map(|weight| weight as f32).collect()
    };
    let attention = (0..n_maps).map(|_| map()).collect();
    let mut cut = |count: usize| row().into_iter().take(count).collect();
    let lengths = [(); 2].map(|()| (0..n_maps).map(|_| cut(n_pairs)).collect());
    let learned = (0..n_learned).map(|_| cut(width)).collect();
    Look {
        tokens,
        answers,
        guesses,
        attention,
        lengths,
        learned,
    }
}

/// Writes the file from all reports of the stored races, in the order of their tasks.
#[must_use]
pub fn write(races: &[Vec<Report>]) -> Vec<u8> {
    let records: Vec<Record> = races
        .iter()
        .map(|reports| {
            let mut record = Record::default();
            reports
                .iter()
                .cloned()
                .for_each(|report| record.add(report));
            record
        })
        .collect();
    let mut rows = Vec::new();
    for record in &records {
        for racer in Racer::all() {
            write_run(racer, record.run(racer), &mut rows);
        }
    }
    if let Some(record) = records.first() {
        for racer in Racer::all() {
            if let Some(look) = record.run(racer).look(1.0) {
                write_look(look, &mut rows);
            }
        }
    }
    rows.iter_mut().for_each(|row| row.resize(N_COLUMNS, 0.0));
    Rows::write(&rows)
}

fn write_run(racer: Racer, run: &Run, rows: &mut Vec<Vec<f64>>) {
    rows.push(vec![run.n_steps as f64]);
    let loss = |place: usize| {
        let step = place * run.n_steps / N_COLUMNS;
        let found = run.losses.iter().find(|(one, _)| *one == step);
        found
            .expect("a finished race has a loss after every step")
            .1
    };
    write_fine((1..=N_COLUMNS).map(loss).collect(), rows);
    for (stretch, length) in tests(racer) {
        let value = |test: usize| {
            let progress = test as f64 / (N_TESTS - 1) as f64;
            let score = run.score(progress, stretch, length);
            score.expect("every test has every change and length").value
        };
        write_fine((0..N_TESTS).map(value).collect(), rows);
    }
}

/// Writes numbers as two rows: what 255 steps hold of them, and the rest.
fn write_fine(mut numbers: Vec<f64>, rows: &mut Vec<Vec<f64>>) {
    numbers.resize(N_COLUMNS, 0.0);
    let coarse = Rows::read(&Rows::write(std::slice::from_ref(&numbers)));
    let coarse = coarse.expect("what is written can be read").row(0);
    let rest = numbers
        .iter()
        .zip(&coarse)
        .map(|(number, coarse)| number - coarse);
    let rest = rest.collect();
    rows.push(numbers);
    rows.push(rest);
}

fn write_look(look: &Look, rows: &mut Vec<Vec<f64>>) {
    let n_pairs = look.lengths[0].first().map_or(0, Vec::len);
    let width = look.learned.first().map_or(0, Vec::len);
    let sizes = [look.attention.len(), n_pairs, look.learned.len(), width];
    rows.push(sizes.map(|size| size as f64).to_vec());
    rows.extend([
        look.tokens.clone(),
        look.answers.clone(),
        look.guesses.clone(),
    ]);
    // Nobody sees more shades, and weak attention compresses well.
    let coarse = |weight: &f32| (f64::from(*weight) * SHADES).round() / SHADES;
    let maps = look.attention.iter().flat_map(|map| map.chunks(N_COLUMNS));
    rows.extend(maps.map(|row| row.iter().map(coarse).collect()));
    rows.extend(look.lengths.iter().flatten().cloned());
    rows.extend(look.learned.iter().cloned());
}
