//! Runs a language model in a web worker: a separate program, because a reader loads it only to run a model, and its products
//! of matrices want code that is fast.

mod graphics;
mod loader;
mod model;
mod runner;

pub use graphics::{Adapters, GraphicsError};
pub use loader::{Loader, LoaderError};
pub use model::Model;
pub use runner::{Progress, QuestionError, Runner};

use wasm_bindgen::prelude::*;

/// The files of a model, which come in pieces. Every function fails with one sentence.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files(Loader);

#[wasm_bindgen]
impl Files {
    /// Begins without a file.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for a file of `n_bytes` bytes.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub fn begin(&mut self, name: String, n_bytes: f64) -> Result<(), JsError> {
        Ok(self.0.begin(name, n_bytes as u64)?)
    }

    /// Appends the next bytes of the last file.
    ///
    /// # Errors
    /// Returns an error if there is no file, or it has more bytes than it should.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.0.append(bytes)?)
    }

    /// Reads the model.
    ///
    /// # Errors
    /// Returns an error if the files are no model that runs here.
    pub fn read(self) -> Result<Answerer, JsError> {
        let (name, model) = self.0.model()?;
        let runner = Runner::new(model);
        let numbers = Vec::new();
        Ok(Answerer {
            name,
            runner,
            numbers,
        })
    }
}

/// A model that answers questions.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Answerer {
    name: String,
    runner: Runner,
    numbers: Vec<f64>,
}

#[wasm_bindgen]
impl Answerer {
    /// Returns the name of the model's file.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Begins to answer a question, in place of one that is not yet answered.
    ///
    /// # Errors
    /// Returns an error if the question has no answer.
    pub fn begin(&mut self, test: &str, text: &str, options: &str) -> Result<(), JsError> {
        Ok(self.runner.begin(test, text, options)?)
    }

    /// Runs the model on the GPU from now on; with `is_any`, also on one that is software.
    ///
    /// # Errors
    /// Returns an error if there is none, or it does not compute the same; then the model runs on the processor.
    pub async fn use_gpu(&mut self, is_any: bool) -> Result<(), JsError> {
        let adapters = match is_any {
            true => Adapters::All,
            false => Adapters::Hardware,
        };
        Ok(self.runner.use_gpu(adapters).await?)
    }

    /// Runs the model on the processor from now on.
    pub fn use_processor(&mut self) {
        self.runner.use_processor();
    }

    /// Returns whether the model runs on the GPU.
    #[must_use]
    pub fn is_on_gpu(&self) -> bool {
        self.runner.is_on_gpu()
    }

    /// Returns why the GPU was given up during the last question; empty if it was not.
    #[must_use]
    pub fn gpu_loss(&self) -> String {
        let loss = self.runner.gpu_loss();
        loss.map_or(String::new(), ToString::to_string)
    }

    /// Does a part of the work. Returns how much of it is done, from 0 to 1; at 1 there is an answer. Nothing else may be
    /// called before it has returned.
    ///
    /// # Errors
    /// Returns an error if the question has no answer.
    pub async fn advance(&mut self) -> Result<f64, JsError> {
        Ok(match self.runner.advance().await? {
            Progress::Share(share) => share,
            Progress::Done(answer) => {
                self.numbers = answer.to_numbers();
                1.0
            }
            Progress::Idle => 1.0,
        })
    }

    /// Returns the last answer, as numbers for the figure.
    #[must_use]
    pub fn answer(&self) -> Vec<f64> {
        self.numbers.clone()
    }
}
