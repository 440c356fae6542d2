//! A race: one model trained on short texts and tested on longer ones.

use super::{
    AdamW, Design, DesignError, Parameters, Position, Schedule, Score, Task, loss_and_gradients,
    score,
};
use crate::encoding::{EncodingError, Gaussian, Mask, Scaling, Yarn};

/// The number of texts of a training step.
const N_TEXTS: usize = 32;
/// The length of the texts in training, in tokens.
const TRAINED: usize = 32;
/// The lengths of the tests, in tokens.
const LENGTHS: [usize; 4] = [32, 64, 128, 256];
/// The seed of the tests, so that all racers meet the same ones.
const TEST_SEED: u64 = 7;

/// A model in training.
///
/// ```
/// use phasor::train::{Position, Race, Task};
///
/// let mut race = Race::new(Task::all()[0], Position::Rope { base: 10_000.0 }, 1)?;
/// let first = race.step()?;
/// for _ in 0..3 {
///     race.step()?;
/// }
/// assert!(first > 2.5 && race.n_done() == 4);
/// # Ok::<(), phasor::train::DesignError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Race {
    task: Task,
    design: Design,
    parameters: Parameters,
    optimizer: AdamW,
    schedule: Schedule,
    random: Gaussian,
    n_done: usize,
}

/// How RoPE is changed for a longer test, without its own training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stretched {
    /// Not at all.
    No,
    /// By position interpolation.
    Linear,
    /// By another base.
    Ntk,
    /// By YaRN with its published bounds, 1 and 32 turns in training.
    Yarn,
    /// By YaRN with bounds made for so short a training, 0.25 and 1 turn.
    YarnShort,
}

impl Stretched {
    /// Returns every way.
    #[must_use]
    pub fn all() -> [Self; 5] {
        [
            Self::No,
            Self::Linear,
            Self::Ntk,
            Self::Yarn,
            Self::YarnShort,
        ]
    }

    /// Returns the name in files and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::No => "none",
            Self::Linear => "linear",
            Self::Ntk => "ntk",
            Self::Yarn => "yarn",
            Self::YarnShort => "yarn-short",
        }
    }

    fn scaling(self, length: usize) -> Scaling {
        let factor = length as f64 / TRAINED as f64;
        let yarn = |beta_fast, beta_slow| {
            Scaling::Yarn(Yarn {
                factor,
                original_max_position_embeddings: TRAINED as f64,
                beta_fast,
                beta_slow,
                truncate: false,
                ..Yarn::default()
            })
        };
        match self {
            Self::No => Scaling::Default,
            Self::Linear => Scaling::Linear { factor },
            Self::Ntk => Scaling::Ntk { factor },
            Self::Yarn => yarn(32.0, 1.0),
            Self::YarnShort => yarn(1.0, 0.25),
        }
    }
}

/// The test of a model at one length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// The length of the texts, in tokens.
    pub length: usize,
    /// How RoPE was changed for it.
    pub stretched: Stretched,
    /// The answers in the second half of the texts.
    pub score: Score,
}

impl Race {
    /// Prepares a model for a task from a seed.
    ///
    /// # Errors
    /// [`DesignError`] if the encoding has parameters out of range.
    pub fn new(task: Task, position: Position, seed: u64) -> Result<Self, DesignError> {
        let (n_layers, n_steps) = match task {
            Task::Latest { .. } => (2, 500),
            _ => (1, 400),
        };
        let mask = match task {
            Task::Left { .. } => Mask::None,
            _ => Mask::Causal,
        };
        let design = Design {
            n_layers,
            mask,
            ..Design::new(task.n_tokens(), task.n_answers(), position)?
        };
        let design = design.checked()?;
        let parameters = Parameters::new(&design, seed);
        Ok(Self {
            task,
            optimizer: AdamW::new(&parameters),
            parameters,
            design,
            schedule: Schedule::new(n_steps),
            random: Gaussian::new(1000 + seed),
            n_done: 0,
        })
    }

    /// Trains one step on new texts, and returns their loss.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot serve the texts, which does not happen after [`new`](Self::new).
    pub fn step(&mut self) -> Result<f32, EncodingError> {
        let batch = self.task.batch(N_TEXTS, TRAINED, &mut self.random);
        let (loss, gradients) = loss_and_gradients(&self.design, &self.parameters, &batch)?;
        let step_size = self.schedule.at(self.n_done);
        self.optimizer
            .step(&mut self.parameters, &gradients, step_size);
        self.n_done += 1;
        Ok(loss)
    }

    /// Tests the model at every length, and with RoPE also with every scaling rule.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot serve the texts, which does not happen after [`new`](Self::new).
    pub fn test(&self) -> Result<Vec<Trial>, EncodingError> {
        let mut random = Gaussian::new(TEST_SEED);
        let mut results = Vec::new();
        for length in LENGTHS {
            let n_texts = if length > 128 { 16 } else { 64 };
            let batch = self.task.batch(n_texts, length, &mut random);
            let is_rope = matches!(self.design.position, Position::Rope { .. });
            let ways = Stretched::all();
            let ways = ways
                .into_iter()
                .filter(|way| *way == Stretched::No || is_rope && length > TRAINED);
            for stretched in ways {
                let scaling = stretched.scaling(length);
                results.push(Trial {
                    length,
                    stretched,
                    score: score(
                        &self.design,
                        &self.parameters,
                        &batch,
                        length / 2,
                        Some(&scaling),
                    )?,
                });
            }
        }
        Ok(results)
    }

    /// The number of steps that are done.
    #[must_use]
    pub fn n_done(&self) -> usize {
        self.n_done
    }

    /// The number of all steps.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.schedule.n_steps
    }

    /// The numbers that the model has learned.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}
