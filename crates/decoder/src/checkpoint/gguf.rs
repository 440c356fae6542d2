//! Reads a model in GGUF format.

use std::collections::BTreeMap;
use std::sync::Arc;

use phasor_model_files::gguf::{Entry, Header, List, MAGIC, Stop, Value};
use phasor_model_files::{Unreadable, import, window};

use super::names::Names;
use super::{Checkpoint, Tensor};
use crate::{ModelError, Split, Tokenizer, WeightFormat, classes};

impl Checkpoint {
    /// Reads the header of a whole GGUF file.
    ///
    /// # Errors
    /// [`ModelError`] if the file is not a GGUF file, is broken or cut off, or holds a model of a class, with a vocabulary or in
    /// a format that does not run here.
    pub fn of_gguf(file: &Arc<Vec<u8>>) -> Result<Self, ModelError> {
        if !file.starts_with(MAGIC) {
            return Err(ModelError::NotGguf);
        }
        let imported = import::import(file, None)?;
        let config = phasor_model_files::read(&imported.text)?.model;
        let class = config.model_type.clone();
        let class = class.ok_or(ModelError::Missing("of which class it is"))?;
        let pairing = classes::gguf_pairing(&class).ok_or_else(|| ModelError::Class {
            class: class.clone(),
        })?;
        let contents = Contents::read(file)?;
        let number = |key: &str| contents.number(key).map(|number| number as usize);
        let windows = config.layers.iter().map(|layer| {
            window(layer.attention, &class, |_| {
                number("attention.sliding_window")
            })
        });
        let epsilon = contents.number("attention.layer_norm_rms_epsilon");
        Ok(Self {
            windows: windows.collect(),
            norm_epsilon: epsilon.ok_or(ModelError::Missing(
                "what its norms add to the mean of squares",
            ))? as f32,
            pairing,
            names: Names::Gguf,
            tokenizer: contents.tokenizer()?,
            tensors: contents.tensors(file)?,
            class,
            config,
        })
    }
}

/// What the header of a file holds.
struct Contents<'a> {
    values: BTreeMap<&'a str, Value<'a>>,
    tensors: Vec<phasor_model_files::gguf::Tensor<'a>>,
    header: Header<'a>,
}

impl<'a> Contents<'a> {
    fn read(file: &'a [u8]) -> Result<Self, ModelError> {
        let stopped = |stop| match stop {
            Stop::Cut => ModelError::Cut("its header".to_owned()),
            Stop::Fault(fault) => ModelError::Description(Unreadable::Foreign(fault)),
        };
        let mut header = Header::read(file).map_err(stopped)?;
        let (mut values, mut tensors) = (BTreeMap::new(), Vec::new());
        for entry in header.by_ref() {
            match entry.map_err(stopped)? {
                Entry::Key(key, value) => {
                    values.insert(key, value);
                }
                Entry::Tensor(tensor) => tensors.push(tensor),
            }
        }
        Ok(Self {
            values,
            tensors,
            header,
        })
    }

    /// Returns the number of a key that begins with the name of the architecture.
    fn number(&self, key: &str) -> Option<f64> {
        let architecture = self.text("general.architecture")?;
        match self.values.get(format!("{architecture}.{key}").as_str())? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        match self.values.get(key)? {
            Value::Text(text) => std::str::from_utf8(text).ok(),
            _ => None,
        }
    }

    fn list(&self, key: &str) -> Option<List<'a>> {
        match self.values.get(key)? {
            Value::List(list) => Some(*list),
            _ => None,
        }
    }

    fn flag(&self, key: &str) -> Option<bool> {
        match self.values.get(key)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    fn token(&self, key: &str) -> Option<u32> {
        match self.values.get(key)? {
            Value::Number(id) => Some(*id as u32),
            _ => None,
        }
    }

    fn texts(&self, key: &str) -> Option<Vec<&'a str>> {
        let texts = self.list(key)?.texts()?;
        texts.map(|text| std::str::from_utf8(text).ok()).collect()
    }

    fn numbers(&self, key: &str) -> Option<Vec<f64>> {
        let numbers = self.list(key)?.numbers()?;
        let number = |value| match value {
            Value::Number(number) => Some(number),
            _ => None,
        };
        numbers.map(number).collect()
    }

    fn tokenizer(&self) -> Result<Tokenizer, ModelError> {
        let other = |name: &str| ModelError::Vocabulary(format!("`{name}`"));
        let model = self.text("tokenizer.ggml.model").unwrap_or("missing");
        let is_of_pieces = match model {
            "gpt2" => false,
            "llama" => true,
            _ => return Err(other(model)),
        };
        let tokens = self.texts("tokenizer.ggml.tokens");
        let tokens = tokens.ok_or_else(|| other("without tokens"))?;
        let kinds = self.numbers("tokenizer.ggml.token_type");
        let is_whole = |id: u32| {
            let kind = kinds.as_ref().and_then(|kinds| kinds.get(id as usize));
            kind.is_some_and(|kind| WHOLE.contains(kind))
        };
        // llama.cpp begins texts of pieces with the first token and a blank, unless the file says otherwise.
        let is_first = self.flag("tokenizer.ggml.add_bos_token");
        let first = match is_first.unwrap_or(is_of_pieces) {
            true => self.token("tokenizer.ggml.bos_token_id"),
            false => None,
        };
        if is_of_pieces {
            let scores = self.numbers("tokenizer.ggml.scores");
            let scores = scores.filter(|scores| scores.len() == tokens.len());
            let scores = scores.ok_or_else(|| other("without a score for each token"))?;
            let scores = scores.into_iter().map(|score| Some(score as f32));
            let unknown = self.token("tokenizer.ggml.unknown_token_id");
            let adds_blank = self.flag("tokenizer.ggml.add_space_prefix").unwrap_or(true);
            let tokens = tokens.into_iter().zip(scores);
            return Ok(Tokenizer::of_pieces(
                tokens, is_whole, first, unknown, adds_blank,
            ));
        }
        let split = self.text("tokenizer.ggml.pre").unwrap_or("gpt-2");
        let split = Split::of_gguf(split).ok_or_else(|| other(split))?;
        let merges = self.texts("tokenizer.ggml.merges");
        let merges = merges.ok_or_else(|| other("without merges"))?;
        Tokenizer::of_byte_pairs(split, tokens, merges, is_whole, first)
            .ok_or_else(|| other("with merges of missing tokens"))
    }

    fn tensors(&self, file: &Arc<Vec<u8>>) -> Result<BTreeMap<String, Tensor>, ModelError> {
        let alignment = match self.values.get("general.alignment") {
            Some(Value::Number(alignment)) if *alignment >= 1.0 => *alignment as usize,
            _ => ALIGNMENT,
        };
        let data = self.header.data_start(alignment);
        let tensors = self.tensors.iter().map(|tensor| {
            let name = String::from_utf8_lossy(tensor.name).into_owned();
            let format =
                WeightFormat::of_gguf(tensor.format).ok_or_else(|| ModelError::Format {
                    tensor: name.clone(),
                    format: format!("number {}", tensor.format),
                })?;
            let axes: Option<Vec<usize>> = tensor.axes().map(|size| size.try_into().ok()).collect();
            let shape = match axes.as_deref() {
                Some([n_columns]) => [1, *n_columns],
                Some([n_columns, n_rows]) => [*n_rows, *n_columns],
                _ => return Err(ModelError::OddTensor(name)),
            };
            let start = usize::try_from(tensor.offset)
                .ok()
                .and_then(|offset| data.checked_add(offset));
            let start = start.ok_or_else(|| ModelError::Cut(name.clone()))?;
            let file = Arc::clone(file);
            Ok((
                name,
                Tensor {
                    file,
                    start,
                    format,
                    shape,
                },
            ))
        });
        tensors.collect()
    }
}

/// The alignment of a file that gives none, in bytes.
const ALIGNMENT: usize = 32;

/// The kinds of tokens that stand for their text as a whole: those that control a chat, and those that a user added.
const WHOLE: [f64; 2] = [3.0, 4.0];
