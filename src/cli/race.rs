//! `phasor race`: trains tiny transformers that differ only in their positional encoding, and tests them on longer texts.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{ArgMatches, Command};

use super::output::{print, tell};
use super::sheet::{self, Sheet};
use super::{Failure, arguments};
use crate::figure::Table;
use crate::figure::table::Column;
use crate::train::{Position, Race, Stretched, Task, Trial};

/// The most seeds that one call trains.
const MOST_SEEDS: i64 = 100;

pub(super) fn command() -> Command {
    let about = "Train tiny transformers that differ only in their positional encoding, on texts of 32 tokens, and test them \
                 on texts of up to 256";
    let out = "File for every test, .csv, .json or .npy; `encoding` counts none, learned, sinusoidal, t5, alibi and rope from \
               0, `rule` none, linear, ntk, yarn and yarn-short";
    let sheet = sheet::arguments().map(|argument| match argument.get_id().as_str() {
        "out" => argument.help(out),
        _ => argument.requires("out"),
    });
    let encodings: Vec<&str> = std::iter::once("all")
        .chain(Position::all().map(Position::name))
        .collect();
    Command::new("race")
        .about(about)
        .arg(arguments::word(
            "task",
            &Task::all().map(Task::name),
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
    position: Position,
    seed: u64,
    last_loss: f32,
    trial: Trial,
}

/// Trains the models, prints a table, and writes every test if a file for it is given.
///
/// # Errors
/// [`Failure`] if a file cannot be written.
pub(super) fn run(arguments: &ArgMatches) -> Result<ExitCode, Failure> {
    let named = |name| arguments::text(arguments, name);
    let task = Task::all()
        .into_iter()
        .find(|task| task.name() == named("task"));
    let n_seeds = arguments::number(arguments, "seeds").unwrap_or(1) as u64;
    let asked = |position: &Position| [position.name(), "all"].contains(&named("encoding"));
    let mut rows = Vec::new();
    for position in Position::all() {
        for seed in (0..n_seeds).filter(|_| asked(&position)) {
            let Some(task) = task else { continue };
            let mut race = Race::new(task, position, seed)?;
            let mut last_loss = 0.0;
            for _ in 0..race.n_steps() {
                last_loss = race.step()?;
            }
            tell(&format!("{} {seed}: loss {last_loss:.3}", position.name()));
            rows.extend(race.test()?.into_iter().map(|trial| Row {
                position,
                seed,
                last_loss,
                trial,
            }));
        }
    }
    if arguments.contains_id("out") {
        Sheet::from(table(&rows)).write(arguments)?;
    }
    let told = told(&rows);
    print(|out| write!(out, "{told}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a line for every encoding and rule: the mean share of right answers at each length, with its deviation.
fn told(rows: &[Row]) -> String {
    let mut lengths: Vec<usize> = rows.iter().map(|row| row.trial.length).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let mut told = format!("{:20}", "right answers, %");
    for length in &lengths {
        told.push_str(&format!("{length:>14}"));
    }
    told.push('\n');
    for position in Position::all() {
        for stretched in Stretched::all() {
            let of = |length: usize| -> Vec<f64> {
                let own = rows
                    .iter()
                    .filter(|row| row.position == position && row.trial.stretched == stretched);
                let at = own.filter(|row| row.trial.length == length);
                at.map(|row| 100.0 * row.trial.score.accuracy).collect()
            };
            let cells: Vec<String> = lengths.iter().map(|length| cell(&of(*length))).collect();
            if cells.iter().all(String::is_empty) {
                continue;
            }
            let name = match stretched {
                Stretched::No => position.name().to_owned(),
                rule => format!("{} + {}", position.name(), rule.name()),
            };
            told.push_str(&format!("{name:20}"));
            for cell in cells {
                told.push_str(&format!("{cell:>14}"));
            }
            told.push('\n');
        }
    }
    told
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
    let encoding = |row: &Row| Position::all().iter().position(|one| *one == row.position);
    let rule = |row: &Row| {
        Stretched::all()
            .iter()
            .position(|one| *one == row.trial.stretched)
    };
    let column =
        |name, value: &dyn Fn(&Row) -> f64| Column::numbers(name, rows.iter().map(value).collect());
    let columns = vec![
        column("encoding", &|row| encoding(row).unwrap_or_default() as f64),
        column("rule", &|row| rule(row).unwrap_or_default() as f64),
        column("seed", &|row| row.seed as f64),
        column("length", &|row| row.trial.length as f64),
        column("accuracy", &|row| row.trial.score.accuracy),
        column("loss", &|row| row.trial.score.loss),
        column("last_training_loss", &|row| f64::from(row.last_loss)),
    ];
    Table::new("Every test of a race", columns)
}
