//! A racer of the figure `training-race`: from the settings of the figure to the reports that it draws.

mod file;

use std::sync::Arc;

use ndarray::Axis;

use crate::{DesignError, Position, Race, RacePlan, Task, Text, TextError, Thoroughness};
use phasor_encoding::EncodingError;
use phasor_figures::length::training_race::{
    Course, LETTERS, Look, News, RaceTask, Racer, Report, Score, T5_BUCKETS,
};

pub use file::{config, weights};

/// The number of parts of the training, after each of which the racer is tested.
const PARTS: usize = 20;
/// The places of queries and keys in [`crate::Look::lengths`].
const QUERIES: usize = 0;
const KEYS: usize = 1;
/// The number of steps whose losses are reported together.
const TOGETHER: usize = 5;

/// What is due after each part, the last one first. A part ends with its test, so that a reader who goes on by one part sees a
/// new result.
const DUE: [Due; 2] = [Due::Test, Due::Look];

/// The reason why a racer cannot start or go on. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RaceError {
    /// A task of letters without its text.
    #[error("This task needs a text.")]
    NoText,
    /// A text that cannot be used.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A model that cannot be built.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// An encoding that cannot serve the texts.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

/// A racer on its way.
///
/// ```
/// use phasor_figures::Spec;
/// use phasor_figures::length::training_race::Racer;
/// use phasor_train::entrant::Entrant;
///
/// let mut entrant = Entrant::new(&Spec::default().course(), Racer::Rope, None)?;
/// // Before the first step, the untrained model is tested and looked into.
/// let report = entrant.advance()?.unwrap();
/// assert_eq!((report.step, report.n_steps), (0, 400));
/// # Ok::<(), phasor_train::entrant::RaceError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Entrant {
    racer: Racer,
    race: Race,
    losses: Vec<f64>,
    /// What is due before the next step.
    due: Vec<Due>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Test,
    Look,
}

impl Entrant {
    /// Prepares a racer. Only the task of letters needs a text.
    ///
    /// # Errors
    /// [`RaceError`] if the text is missing or cannot be used.
    pub fn new(course: &Course, racer: Racer, text: Option<&str>) -> Result<Self, RaceError> {
        let plan = RacePlan {
            head_dim: course.head_dim,
            trained: course.trained,
            ..RacePlan::new(
                task(course, text)?,
                Position::of_racer(racer, course),
                course.seed,
            )
        };
        Ok(Self {
            racer,
            race: Race::new(plan)?,
            losses: Vec::new(),
            due: DUE.to_vec(),
        })
    }

    /// Does one step, test or look, and returns what is to report.
    ///
    /// # Errors
    /// [`RaceError`] if the encoding cannot serve the texts.
    pub fn advance(&mut self) -> Result<Option<Report>, RaceError> {
        let step = self.race.n_done();
        if !self.losses.is_empty() && (!self.due.is_empty() || self.losses.len() == TOGETHER) {
            let losses = std::mem::take(&mut self.losses);
            return Ok(Some(self.report(News::Losses(losses))));
        }
        match self.due.pop() {
            Some(Due::Test) => return Ok(Some(self.report(News::Test(self.test()?)))),
            Some(Due::Look) => return Ok(Some(self.report(News::Look(self.look()?)))),
            None if step == self.race.n_steps() => return Ok(None),
            None => {}
        }
        self.losses.push(self.race.step()?.into());
        if self.part(step + 1) > self.part(step) {
            self.due = DUE.to_vec();
        }
        Ok(None)
    }

    /// Whether the training, and everything to report of it, is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.race.n_done() == self.race.n_steps() && self.due.is_empty() && self.losses.is_empty()
    }

    /// The number of parts of the training that are done and reported, 20 at the end.
    #[must_use]
    pub fn n_parts(&self) -> usize {
        let part = self.part(self.race.n_done());
        part.saturating_sub(usize::from(!self.due.is_empty()))
    }

    /// Returns the number of parts that are over after a number of steps.
    fn part(&self, step: usize) -> usize {
        step * PARTS / self.race.n_steps()
    }

    /// The model in training.
    #[must_use]
    pub fn race(&self) -> &Race {
        &self.race
    }

    fn report(&self, news: News) -> Report {
        Report {
            racer: self.racer,
            n_steps: self.race.n_steps(),
            step: self.race.n_done(),
            news,
        }
    }

    fn test(&self) -> Result<Vec<Score>, EncodingError> {
        let thoroughness = match self.race.n_done() == self.race.n_steps() {
            true => Thoroughness::Full,
            false => Thoroughness::Quick,
        };
        let trials = self.race.test(thoroughness)?;
        let scores = trials.into_iter().map(|trial| Score {
            length: trial.length as f64,
            stretch: trial.stretch,
            value: match self.race.plan().task {
                Task::Next(_) => trial.score.loss.exp(),
                _ => trial.score.accuracy,
            },
        });
        Ok(scores.collect())
    }

    fn look(&self) -> Result<Look, EncodingError> {
        let crate::Look {
            batch,
            guesses,
            attention,
            lengths,
            learned,
        } = self.race.look()?;
        let answers = batch.answers.iter().zip(&batch.weights);
        let wide = |number: &f32| f64::from(*number);
        let lengths = [QUERIES, KEYS].map(|part| {
            let maps = lengths.index_axis(Axis(0), part);
            let maps = maps.outer_iter();
            maps.map(|map| map.iter().map(wide).collect()).collect()
        });
        Ok(Look {
            tokens: batch.tokens.iter().map(|token| *token as f64).collect(),
            answers: answers
                .map(|(answer, weight)| if *weight > 0.0 { *answer as f64 } else { -1.0 })
                .collect(),
            guesses: guesses.iter().map(|guess| *guess as f64).collect(),
            attention: attention
                .outer_iter()
                .map(|map| map.iter().copied().collect())
                .collect(),
            lengths,
            learned: learned
                .outer_iter()
                .map(|row| row.iter().map(wide).collect())
                .collect(),
        })
    }
}

fn task(course: &Course, text: Option<&str>) -> Result<Task, RaceError> {
    let n_tokens = course.task.n_answers();
    Ok(match course.task {
        RaceTask::Back => Task::Back {
            k: course.back,
            n_tokens,
        },
        RaceTask::Latest => Task::Latest {
            n_keys: n_tokens,
            n_values: n_tokens,
        },
        RaceTask::First => Task::First { n_tokens },
        RaceTask::Left => Task::Left { n_tokens },
        RaceTask::Next => Task::Next(Arc::new(Text::new(
            text.ok_or(RaceError::NoText)?,
            LETTERS,
        )?)),
    })
}

impl Position {
    /// Returns the encoding of a racer. The table has a row for every position of the longest test.
    #[must_use]
    pub fn of_racer(racer: Racer, course: &Course) -> Self {
        let base = course.base;
        match racer {
            Racer::None => Self::None,
            Racer::Learned => Self::Learned { n_positions: 512 },
            Racer::Sinusoidal => Self::Sinusoidal { base },
            Racer::T5 => Self::T5 {
                n_buckets: T5_BUCKETS,
                max_distance: course.trained,
            },
            Racer::Alibi => Self::Alibi,
            Racer::Rope => Self::Rope { base },
        }
    }
}
