//! Reads a model in safetensors format, with its `config.json` and its `tokenizer.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use phasor_encoding::Pairing;
use phasor_model_files::window;
use safetensors::SafeTensors;
use serde_json::{Map, Value};

use super::names::Names;
use super::{Checkpoint, Tensor, tokenizer_json};
use crate::{ModelError, WeightFormat, classes};

/// The activation of the feed-forward network.
const ACTIVATION: &str = "silu";

impl Checkpoint {
    /// Reads the files of a model: its `config.json`, its `tokenizer.json`, and all its `.safetensors` files.
    ///
    /// # Errors
    /// [`ModelError`] if a file is broken or cut off, or describes a model of a class, with a vocabulary or in a format that
    /// does not run here.
    pub fn of_safetensors(
        config: &[u8],
        tokenizer: &[u8],
        shards: &[Arc<Vec<u8>>],
    ) -> Result<Self, ModelError> {
        let model = phasor_model_files::read_bytes(config)?.model;
        let class = model.model_type.clone();
        let class = class.ok_or(ModelError::Missing("of which class it is"))?;
        if !classes::runs(&class) {
            return Err(ModelError::Class { class });
        }
        let keys: Map<String, Value> = serde_json::from_slice(config)
            .map_err(|error| ModelError::Config(error.to_string()))?;
        let number = |key: &str| keys.get(key)?.as_u64()?.try_into().ok();
        let windows = model
            .layers
            .iter()
            .map(|layer| window(layer.attention, &class, number));
        let activation = keys
            .get("hidden_act")
            .and_then(Value::as_str)
            .unwrap_or(ACTIVATION);
        if activation != ACTIVATION {
            return Err(ModelError::Activation(activation.to_owned()));
        }
        let epsilon = keys.get("rms_norm_eps").and_then(Value::as_f64);
        // A model that does not rotate has no pairs.
        let pairing = model
            .rope(None)
            .map_or(Pairing::HalfSplit, |rope| rope.pairing);
        let mut tensors = BTreeMap::new();
        for shard in shards {
            add(shard, &mut tensors)?;
        }
        Ok(Self {
            windows: windows.collect(),
            norm_epsilon: epsilon.unwrap_or(EPSILON) as f32,
            pairing,
            names: Names::Transformers,
            tokenizer: tokenizer_json::read(tokenizer)?,
            tensors,
            class,
            config: model,
        })
    }
}

/// `rms_norm_eps` of a file without it, in all the classes that are read.
const EPSILON: f64 = 1e-6;

/// Finds the tensors of a file.
fn add(shard: &Arc<Vec<u8>>, tensors: &mut BTreeMap<String, Tensor>) -> Result<(), ModelError> {
    let broken = |error: safetensors::SafeTensorError| ModelError::Safetensors(error.to_string());
    let (header_len, header) = SafeTensors::read_metadata(shard).map_err(broken)?;
    let data = header_len + size_of::<u64>();
    for (name, info) in header.tensors() {
        let format = WeightFormat::of_safetensors(info.dtype);
        let format = format.ok_or_else(|| ModelError::Format {
            tensor: name.clone(),
            format: info.dtype.to_string(),
        })?;
        let shape = match info.shape.as_slice() {
            [n_columns] => [1, *n_columns],
            [n_rows, n_columns] => [*n_rows, *n_columns],
            _ => return Err(ModelError::OddTensor(name)),
        };
        let (start, _) = info.data_offsets;
        let tensor = Tensor {
            file: Arc::clone(shard),
            start: data + start,
            format,
            shape,
        };
        tensors.insert(name, tensor);
    }
    Ok(())
}
