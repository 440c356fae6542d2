//! The stored races of the figure.

use std::fs;

use phasor_figures::asset::Rows;
use phasor_figures::length::training_race::{News, RaceTask, Racer, Report, stored};
use phasor_params::choice::Choice as _;
use phasor_train::entrant::Entrant;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/race/races.bin");
const TEXT: &str = include_str!("../../../../assets/race/alice.txt");

/// Trains a racer until it has `n_steps` losses, and returns its reports.
fn train(task: RaceTask, racer: Racer, n_steps: usize) -> Vec<Report> {
    let mut entrant = Entrant::new(&stored::course(task), racer, Some(TEXT)).unwrap();
    let mut reports = Vec::new();
    while !entrant.is_done() && entrant.race().n_done() < n_steps {
        reports.extend(entrant.advance().unwrap());
    }
    while !entrant.is_done() && n_steps == usize::MAX {
        reports.extend(entrant.advance().unwrap());
    }
    reports
}

/// The figure tells its readers how many layers the models have, and what they reach by chance.
#[test]
fn models_have_the_layers_and_answers_that_the_figure_names() {
    for task in RaceTask::all() {
        let entrant = Entrant::new(&stored::course(task), Racer::None, Some(TEXT)).unwrap();
        let design = entrant.race().design();
        let sizes = (design.n_layers, design.n_answers);
        assert_eq!(sizes, (task.n_layers(), task.n_answers()), "{task:?}");
    }
}

/// With `PHASOR_BLESS=1` and `--release` this writes the file, which takes some minutes.
#[test]
fn the_stored_races_are_those_of_the_trainer() {
    if std::env::var_os("PHASOR_BLESS").is_some() {
        let race = |task: RaceTask| {
            let racers = Racer::all().map(|racer| train(task, racer, usize::MAX));
            racers.flatten().collect::<Vec<Report>>()
        };
        let races: Vec<Vec<Report>> = RaceTask::all().map(race).collect();
        fs::write(FILE, stored::write(&races)).unwrap();
    }
    let rows = Rows::read(&fs::read(FILE).unwrap()).unwrap();
    // The first run is that of RoPE in the first task; its second and third rows are its losses after steps 6, 12 and so on.
    let losses: Vec<f64> = train(RaceTask::Back, Racer::Rope, 20)
        .into_iter()
        .filter_map(|report| match report.news {
            News::Losses(losses) => Some(losses),
            _ => None,
        })
        .flatten()
        .collect();
    let stored: Vec<f64> = rows
        .row(1)
        .iter()
        .zip(rows.row(2))
        .map(|(one, rest)| one + rest)
        .collect();
    // A processor that fuses products and sums rounds differently.
    assert!(
        (losses[5] - stored[0]).abs() < 2e-3,
        "{} {}",
        losses[5],
        stored[0]
    );
    assert!(
        (losses[11] - stored[1]).abs() < 2e-3,
        "{} {}",
        losses[11],
        stored[1]
    );
}

#[test]
fn a_report_survives_its_numbers() {
    for racer in [Racer::Rope, Racer::Learned, Racer::T5, Racer::None] {
        let mut kinds = [false; 3];
        for report in train(RaceTask::Latest, racer, 3) {
            kinds[match report.news {
                News::Losses(_) => 0,
                News::Test(_) => 1,
                News::Look(_) => 2,
            }] = true;
            assert_eq!(Report::from_numbers(&report.to_numbers()), Some(report));
        }
        assert_eq!(kinds[1..], [true, true]);
    }
}
