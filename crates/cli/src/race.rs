//! `phasor race`: trains tiny transformers that differ only in their positional encoding, and tests them on longer texts.

use std::io::Write as _;

use clap::{ArgMatches, Command};

use super::output::{print, warn};
use super::sheet::{self, Sheet};
use super::{Failure, Status, arguments};
use phasor_draw::{Column, Table};
use phasor_figures::length::training_race::{
    Course, News, RaceTask, Racer, Score, Stretch, stored,
};
use phasor_params::choice::Choice as _;
use phasor_train::entrant::Entrant;

/// The most seeds that one call trains.
const MOST_SEEDS: i64 = 100;

/// The text of the task of letters.
const TEXT: &str = include_str!("../../../assets/race/alice.txt");

pub(super) fn command() -> Command {
    let about = "Train tiny transformers that differ only in their positional encoding, on texts of 32 tokens, and test them \
                 on texts of up to 256";
    let labels: Vec<&str> = Racer::all().map(|racer| racer.word().label).collect();
    let (last, first) = labels.split_last().expect("there are racers");
    let out = format!(
        "File for every test, .csv, .json or .npy; `encoding` counts {} and {last} from 1, `rule` none, interpolation, NTK-aware, YaRN \
         and adapted YaRN from 0",
        first.join(", ")
    );
    let sheet = sheet::arguments().map(|argument| match argument.get_id().as_str() {
        "out" => argument.help(out.clone()),
        _ => argument.requires("out"),
    });
    let racers = Racer::all().map(|racer| racer.word().name);
    let encodings: Vec<&str> = std::iter::once("all").chain(racers).collect();
    Command::new("race")
        .about(about)
        .arg(arguments::choice(
            "task",
            RaceTask::default(),
            "What the models learn",
        ))
        .arg(arguments::word(
            "encoding",
            &encodings,
            "The positional encoding of a model",
        ))
        .arg(
            arguments::whole(
                "seeds",
                1..=MOST_SEEDS,
                "How often to train each model, with the seeds 0, 1, 2 and so on",
            )
            .default_value("1"),
        )
        .args(sheet)
}

/// One test of one model.
struct Row {
    racer: Racer,
    seed: u64,
    last_loss: f64,
    score: Score,
}

/// Trains the models, prints a table, and writes every test if a file for it is given.
///
/// # Errors
/// [`Failure`] if a file cannot be written.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let task = arguments::chosen(arguments, "task");
    let encoding = arguments::text(arguments, "encoding");
    let n_seeds = arguments::count(arguments, "seeds") as u64;
    let mut rows = Vec::new();
    let is_chosen = |racer: &Racer| [racer.word().name, "all"].contains(&encoding);
    for racer in Racer::all().filter(is_chosen) {
        for seed in 0..n_seeds {
            let (last_loss, scores) = race(task, racer, seed)?;
            warn(&format!(
                "{} {seed}: loss {last_loss:.3}",
                racer.word().name
            ));
            rows.extend(scores.into_iter().map(|score| Row {
                racer,
                seed,
                last_loss,
                score,
            }));
        }
    }
    if arguments.contains_id("out") {
        Sheet::from(table(&rows)).write(arguments)?;
    }
    let text = text(task, &rows);
    print(|out| write!(out, "{text}"))?;
    Ok(Status::Success)
}

/// Trains a model and returns its last loss and its last tests.
fn race(task: RaceTask, racer: Racer, seed: u64) -> Result<(f64, Vec<Score>), Failure> {
    let course = Course {
        seed,
        ..stored::course(task)
    };
    let mut entrant = Entrant::new(&course, racer, Some(TEXT))?;
    let (mut last_loss, mut last_scores) = (f64::NAN, Vec::new());
    while !entrant.is_done() {
        match entrant.advance()?.map(|report| report.news) {
            Some(News::Losses(losses)) => last_loss = losses.last().copied().unwrap_or(last_loss),
            Some(News::Test(scores)) => last_scores = scores,
            _ => {}
        }
    }
    Ok((last_loss, last_scores))
}

/// Returns a line for every encoding and rule: the mean result at each length, with its deviation.
fn text(task: RaceTask, rows: &[Row]) -> String {
    let mut lengths: Vec<f64> = rows.iter().map(|row| row.score.length).collect();
    lengths.sort_unstable_by(f64::total_cmp);
    lengths.dedup();
    let (title, unit) = match task {
        RaceTask::Next => ("perplexity", 1.0),
        _ => ("right answers, %", 100.0),
    };
    let mut text = format!("{title:20}");
    for length in &lengths {
        text.push_str(&format!("{length:>14}"));
    }
    text.push('\n');
    for racer in Racer::all() {
        for stretch in Stretch::all() {
            let of = |length: f64| -> Vec<f64> {
                let own = rows
                    .iter()
                    .filter(|row| row.racer == racer && row.score.stretch == stretch);
                let at = own.filter(|row| row.score.length == length);
                at.map(|row| unit * row.score.value).collect()
            };
            let cells: Vec<String> = lengths.iter().map(|length| cell(&of(*length))).collect();
            if cells.iter().all(String::is_empty) {
                continue;
            }
            let name = match stretch {
                Stretch::None => racer.word().label.to_owned(),
                _ => format!("+ {}", stretch.word().label),
            };
            text.push_str(&format!("{name:20}"));
            for cell in cells {
                text.push_str(&format!("{cell:>14}"));
            }
            text.push('\n');
        }
    }
    text
}

fn cell(values: &[f64]) -> String {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / count;
    match values.len() {
        0 => String::new(),
        1 => format!("{mean:.1}"),
        _ => format!("{mean:.1} ± {:.1}", variance.sqrt()),
    }
}

fn table(rows: &[Row]) -> Table {
    let column =
        |name, value: &dyn Fn(&Row) -> f64| Column::numbers(name, rows.iter().map(value).collect());
    let columns = vec![
        column("encoding", &|row| row.racer.place() as f64 + 1.0),
        column("rule", &|row| row.score.stretch.place() as f64),
        column("seed", &|row| row.seed as f64),
        column("length", &|row| row.score.length),
        column("result", &|row| row.score.value),
        column("last_training_loss", &|row| row.last_loss),
    ];
    Table::new("Every test of a race", columns)
}
