//! A model's file: its description, its tensors, its vocabulary.

mod gguf;
mod load;
mod names;
mod safetensors;
mod tokenizer_json;

use std::collections::BTreeMap;
use std::sync::Arc;

use phasor_encoding::Pairing;
use phasor_model_files::ModelConfig;

use super::{ModelError, Tokenizer, WeightFormat, WeightMatrix};
use names::Names;

/// A model as its file holds it: checked as far as its own header goes, and with its weights left where they are.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    class: String,
    config: ModelConfig,
    /// The window of each layer in tokens, if it has one.
    windows: Vec<Option<usize>>,
    norm_epsilon: f32,
    pairing: Pairing,
    names: Names,
    tensors: BTreeMap<String, Tensor>,
    tokenizer: Tokenizer,
}

/// Where a tensor lies.
#[derive(Debug, Clone)]
struct Tensor {
    file: Arc<Vec<u8>>,
    start: usize,
    format: WeightFormat,
    /// `[n_rows, n_columns]`; a vector has one row.
    shape: [usize; 2],
}

impl Tensor {
    /// Returns the weights as a matrix.
    fn matrix(&self, name: &str) -> Result<WeightMatrix, ModelError> {
        let matrix = WeightMatrix::new(&self.file, self.start, self.format, self.shape);
        matrix.ok_or_else(|| ModelError::Cut(name.to_owned()))
    }
}

impl Checkpoint {
    /// The name of its class.
    #[must_use]
    pub fn class(&self) -> &str {
        &self.class
    }

    /// What the file says about positions.
    #[must_use]
    pub fn config(&self) -> &ModelConfig {
        &self.config
    }

    /// The tokenizer.
    #[must_use]
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }
}
