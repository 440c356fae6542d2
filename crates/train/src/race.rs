//! A race: one model trained on short texts and tested on longer ones.

use super::design::invalid;
use super::scaling::scaling;
use super::{
    AdamW, Design, DesignError, Look, Parameters, Position, Purpose, Schedule, Score, Task, look,
    loss_and_gradients, score,
};
use phasor_encoding::{EncodingError, Gaussian};
use phasor_figures::length::training_race::Stretch;
use phasor_params::choice::Choice as _;

/// The number of texts of a training step.
const N_TEXTS: usize = 32;
/// The seed of the tests, so that all racers meet the same ones.
const TEST_SEED: u64 = 7;
/// The lengths of the tests as multiples of the training length.
const MULTIPLES: [usize; 4] = [1, 2, 4, 8];

/// What is trained, and how.
///
/// ```
/// use phasor_train::{Position, RacePlan, Task};
///
/// let [task, ..] = Task::exact();
/// let plan = RacePlan::new(task, Position::Rope { base: 10_000.0 }, 1);
/// assert_eq!((plan.trained, plan.head_dim), (32, 12));
/// assert_eq!(plan.lengths(), [32, 64, 128, 256]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RacePlan {
    /// What the model learns.
    pub task: Task,
    /// Its positional encoding.
    pub position: Position,
    /// The seed of its first numbers and of the texts in training.
    pub seed: u64,
    /// The number of components of a head, a divisor of 48.
    pub head_dim: usize,
    /// The length of the texts in training, in tokens.
    pub trained: usize,
}

impl RacePlan {
    /// Returns the usual plan: heads of 12 components and texts of 32 tokens.
    #[must_use]
    pub fn new(task: Task, position: Position, seed: u64) -> Self {
        Self {
            task,
            position,
            seed,
            head_dim: 12,
            trained: 32,
        }
    }

    /// Returns the lengths of the tests, in tokens: 1, 2, 4 and 8 times that of the texts in training.
    #[must_use]
    pub fn lengths(&self) -> [usize; 4] {
        MULTIPLES.map(|multiple| multiple * self.trained)
    }
}

/// How thorough a test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thoroughness {
    /// 8 texts of each length, while training goes on.
    Quick,
    /// 64 texts of each length, but 16 of the longest.
    Full,
}

/// A model in training.
///
/// ```
/// use phasor_train::{Position, Race, RacePlan, Task};
///
/// let [task, ..] = Task::exact();
/// let mut race = Race::new(RacePlan::new(task, Position::Rope { base: 10_000.0 }, 1))?;
/// let first = race.step()?;
/// for _ in 0..3 {
///     race.step()?;
/// }
/// assert!(first > 2.5 && race.n_done() == 4);
/// # Ok::<(), phasor_train::DesignError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Race {
    plan: RacePlan,
    design: Design,
    parameters: Parameters,
    optimizer: AdamW,
    schedule: Schedule,
    random: Gaussian,
    n_done: usize,
}

/// The test of a model at one length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestResult {
    /// The length of the texts, in tokens.
    pub length: usize,
    /// How RoPE was changed for it.
    pub stretch: Stretch,
    /// The answers in the second half of the texts.
    pub score: Score,
}

impl Race {
    /// Prepares a model.
    ///
    /// # Errors
    /// [`DesignError`] if the width of a head or a parameter of the encoding is out of range.
    pub fn new(plan: RacePlan) -> Result<Self, DesignError> {
        let task = &plan.task;
        let usual = Design::new(task.n_tokens(), task.n_answers(), plan.position)?;
        if plan.head_dim == 0 || !usual.dim.is_multiple_of(plan.head_dim) {
            let accepted = "a divisor of the 48 components";
            return Err(invalid("The width of a head", accepted, plan.head_dim));
        }
        let design = Design {
            n_layers: task.n_layers(),
            n_heads: usual.dim / plan.head_dim,
            mask: task.mask(),
            ..usual
        };
        let design = design.checked()?;
        let parameters = Parameters::new(&design, plan.seed);
        Ok(Self {
            optimizer: AdamW::new(&parameters),
            parameters,
            design,
            schedule: Schedule::new(task.n_steps()),
            random: Gaussian::new(1000 + plan.seed),
            n_done: 0,
            plan,
        })
    }

    /// Trains one step on new texts, and returns their loss.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot serve the texts, which does not happen after [`new`](Self::new).
    pub fn step(&mut self) -> Result<f32, EncodingError> {
        let (task, trained) = (&self.plan.task, self.plan.trained);
        let batch = task.batch(Purpose::Training, N_TEXTS, trained, &mut self.random);
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
    pub fn test(&self, thoroughness: Thoroughness) -> Result<Vec<TestResult>, EncodingError> {
        let mut random = Gaussian::new(TEST_SEED);
        let trained = self.plan.trained;
        let mut results = Vec::new();
        for length in self.plan.lengths() {
            let n_texts = match thoroughness {
                Thoroughness::Quick => 8,
                Thoroughness::Full if length > 4 * trained => 16,
                Thoroughness::Full => 64,
            };
            let task = &self.plan.task;
            let batch = task.batch(Purpose::Test, n_texts, length, &mut random);
            let is_rope = matches!(self.design.position, Position::Rope { .. });
            let changes = Stretch::all()
                .filter(|stretch| *stretch == Stretch::None || is_rope && length > trained);
            for stretch in changes {
                let scaling = scaling(stretch, length, trained);
                let (first, scaling) = (length / 2, Some(&scaling));
                results.push(TestResult {
                    length,
                    stretch,
                    score: score(&self.design, &self.parameters, &batch, first, scaling)?,
                });
            }
        }
        Ok(results)
    }

    /// Returns what the model does with one test text, twice as long as those in training.
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding cannot serve the text, which does not happen after [`new`](Self::new).
    pub fn look(&self) -> Result<Look, EncodingError> {
        let mut random = Gaussian::new(TEST_SEED + 1);
        let length = 2 * self.plan.trained;
        let task = &self.plan.task;
        let batch = task.batch(Purpose::Test, 1, length, &mut random);
        look(&self.design, &self.parameters, &batch)
    }

    /// What is trained, and how.
    #[must_use]
    pub fn plan(&self) -> &RacePlan {
        &self.plan
    }

    /// The sizes of the model.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
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
