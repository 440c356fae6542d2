//! The tiny transformers of `crates/train` in candle, trained by its automatic derivatives, for `main.rs`
//! and as WebAssembly.
//!
//! The operations are those of candle that have derivatives: its fused softmax, RMSNorm and RoPE have
//! none.

mod model;
mod texts;
#[cfg(target_arch = "wasm32")]
mod wasm;

use candle_core::{Device, Result, Tensor};
use candle_nn::{AdamW, Optimizer, ParamsAdamW};

use model::{Model, Parameters};
use texts::Random;

/// The number of texts of a step.
const N_TEXTS: usize = 32;
/// The number of tokens of a text.
const LENGTH: usize = 32;
/// The number of components of a token's vector.
const DIM: usize = 48;
/// The number of attention heads.
const N_HEADS: usize = 4;
/// The number of different tokens.
const N_TOKENS: usize = 16;

/// What a model learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// The token three places back, with one layer.
    ThreeBack,
    /// The value that last followed a key, with two layers.
    LatestValue,
}

impl Task {
    /// Returns the task with that name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "three-back" => Some(Self::ThreeBack),
            "latest-value" => Some(Self::LatestValue),
            _ => None,
        }
    }

    const fn n_layers(self) -> usize {
        match self {
            Self::ThreeBack => 1,
            Self::LatestValue => 2,
        }
    }

    const fn n_answers(self) -> usize {
        match self {
            Self::ThreeBack => N_TOKENS,
            Self::LatestValue => N_TOKENS / 2,
        }
    }

    const fn n_steps(self) -> usize {
        match self {
            Self::ThreeBack => 400,
            Self::LatestValue => 500,
        }
    }
}

/// A model in training.
pub struct Trainer {
    task: Task,
    model: Model,
    /// One optimizer for the matrices, which decay, and one for all else.
    optimizers: [AdamW; 2],
    random: Random,
    n_done: usize,
}

impl Trainer {
    /// Prepares a model.
    ///
    /// # Errors
    /// The errors of candle.
    pub fn new(task: Task) -> Result<Self> {
        let mut random = Random::new(1);
        let parameters = Parameters::new(task, &mut random)?;
        let optimizer = |vars, weight_decay| {
            let params = ParamsAdamW {
                lr: 0.0,
                beta1: 0.9,
                beta2: 0.99,
                eps: 1e-8,
                weight_decay,
            };
            AdamW::new(vars, params)
        };
        Ok(Self {
            task,
            optimizers: [
                optimizer(parameters.matrices(), 0.01)?,
                optimizer(parameters.others(), 0.0)?,
            ],
            model: Model::new(parameters)?,
            random,
            n_done: 0,
        })
    }

    /// Trains one step on new texts, and returns their loss.
    ///
    /// # Errors
    /// The errors of candle.
    pub fn step(&mut self) -> Result<f32> {
        let batch = texts::batch(self.task, &mut self.random);
        let tokens = Tensor::new(batch.tokens, &Device::Cpu)?;
        let places = Tensor::new(batch.places, &Device::Cpu)?;
        let answers = Tensor::new(batch.answers, &Device::Cpu)?;
        let logits = self.model.logits(&tokens)?.index_select(&places, 0)?;
        let loss = candle_nn::loss::cross_entropy(&logits, &answers)?;
        let gradients = loss.backward()?;
        let step_size = self.step_size();
        for optimizer in &mut self.optimizers {
            optimizer.set_learning_rate(step_size);
            optimizer.step(&gradients)?;
        }
        self.n_done += 1;
        loss.to_scalar()
    }

    /// The schedule of our own race.
    fn step_size(&self) -> f64 {
        let done = self.n_done as f64 / self.task.n_steps() as f64;
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        let warm = ((self.n_done + 1) as f64 / 20.0).min(1.0);
        3e-3 * warm * (0.05 + 0.95 * cosine)
    }
}
