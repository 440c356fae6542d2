//! What is known of races: which settings they had, and what each racer has reported so far.

use super::course::Racer;
use super::report::{Look, News, Report, Score, Stretch};
use crate::Key;
use phasor_params::choice::Choice as _;

/// The number of racers.
pub(super) const N_RACERS: usize = Racer::WORDS.len();

/// The parameters that a race depends on.
pub(super) const SETTINGS: [Key; 6] = [
    Key::Task,
    Key::Base,
    Key::HeadDim,
    Key::Back,
    Key::TrainedOn,
    Key::Seed,
];

/// One racer in one race.
#[derive(Debug, Clone, Default)]
pub(super) struct Run {
    pub(super) n_steps: usize,
    /// The steps with their losses, from the first on.
    pub(super) losses: Vec<(usize, f64)>,
    /// The tests, with the step after which each took place.
    pub(super) tests: Vec<(usize, Vec<Score>)>,
    /// The looks inside, with the step after which each took place.
    pub(super) looks: Vec<(usize, Look)>,
}

/// A race: the runs in the order of [`Racer`]'s words.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    runs: [Run; N_RACERS],
}

impl Record {
    /// Adds a report.
    pub(super) fn add(&mut self, report: Report) {
        let run = self.runs.get_mut(report.racer.place());
        let run = run.expect("there is a run for every racer");
        if report.step == 0 && !run.losses.is_empty() {
            // The same race starts again.
            *run = Run::default();
        }
        run.n_steps = report.n_steps;
        let step = report.step;
        match report.news {
            News::Losses(losses) => {
                let first = step + 1 - losses.len().min(step + 1);
                run.losses.extend((first..).zip(losses));
            }
            News::Test(scores) => {
                // A last, thorough test takes the place of a quick one.
                run.tests.retain(|(before, _)| *before != step);
                run.tests.push((step, scores));
            }
            News::Look(look) => run.looks.push((step, look)),
        }
    }

    /// Returns the run of a racer.
    pub(super) fn run(&self, racer: Racer) -> &Run {
        let run = self.runs.get(racer.place());
        run.expect("there is a run for every racer")
    }

    /// Returns every racer that has begun, with its run.
    pub(super) fn runs(&self) -> impl Iterator<Item = (Racer, &Run)> {
        let runs = Racer::all().zip(&self.runs);
        runs.filter(|(_, run)| !run.losses.is_empty())
    }

    /// Forgets what only the race on show needs.
    pub(super) fn shed(&mut self) {
        self.runs.iter_mut().for_each(|run| run.looks.clear());
    }
}

impl Run {
    /// Returns the number of steps after a share of the training.
    fn limit(&self, progress: f64) -> usize {
        (progress * self.n_steps as f64).round() as usize
    }

    /// Returns the losses up to a share of the training.
    pub(super) fn losses_until(&self, progress: f64) -> impl Iterator<Item = (usize, f64)> {
        let limit = self.limit(progress);
        let losses = self.losses.iter().copied();
        losses.take_while(move |(step, _)| *step <= limit)
    }

    /// Returns the last test up to a share of the training.
    pub(super) fn scores(&self, progress: f64) -> &[Score] {
        latest(&self.tests, self.limit(progress)).map_or(&[], Vec::as_slice)
    }

    /// Returns the step of that test.
    pub(super) fn tested(&self, progress: f64) -> usize {
        let limit = self.limit(progress);
        let until = self.tests.iter().rev().find(|(step, _)| *step <= limit);
        until.map_or(0, |(step, _)| *step)
    }

    /// Returns the last look up to a share of the training.
    pub(super) fn look(&self, progress: f64) -> Option<&Look> {
        latest(&self.looks, self.limit(progress))
    }

    /// Returns the score of a change of RoPE at a length, up to a share of the training.
    pub(super) fn score(&self, progress: f64, stretch: Stretch, length: f64) -> Option<Score> {
        let scores = self.scores(progress).iter();
        scores
            .copied()
            .find(|score| score.stretch == stretch && score.length == length)
    }
}

fn latest<T>(list: &[(usize, T)], limit: usize) -> Option<&T> {
    let until = list.iter().rev().find(|(step, _)| *step <= limit);
    until.map(|(_, value)| value)
}
