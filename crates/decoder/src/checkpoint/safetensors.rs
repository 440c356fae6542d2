//! Reads a model in safetensors format, with its `config.json` and its `tokenizer.json`.

use std::collections::BTreeMap;
use std::sync::Arc;

use phasor_encoding::Pairing;
use phasor_model_files::window;
use safetensors::SafeTensors;
use serde_json::{Map, Value};

use super::names::Names;
use super::{Checkpoint, Tensor};
use crate::{ModelError, Split, Tokenizer, WeightFormat, classes};

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
            tokenizer: read_tokenizer(tokenizer)?,
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

/// Reads a `tokenizer.json` of byte pairs.
fn read_tokenizer(json: &[u8]) -> Result<Tokenizer, ModelError> {
    let other = |name: &str| ModelError::Vocabulary(name.to_owned());
    let root: Value = serde_json::from_slice(json).map_err(|_| other("no JSON"))?;
    let model = root
        .get("model")
        .ok_or_else(|| other("without a `model`"))?;
    let kind = model.get("type").and_then(Value::as_str).unwrap_or("BPE");
    let falls_back = model.get("byte_fallback").and_then(Value::as_bool) == Some(true);
    if kind != "BPE" || falls_back {
        return Err(other(&format!("`{kind}`")));
    }
    let vocabulary = model.get("vocab").and_then(Value::as_object);
    let vocabulary = vocabulary.ok_or_else(|| other("without a `vocab`"))?;
    let added = root.get("added_tokens").and_then(Value::as_array);
    let added = added.into_iter().flatten().filter_map(|token| {
        let content = token.get("content")?.as_str()?;
        Some((content, token.get("id")?.as_u64()?))
    });
    let plain = vocabulary
        .iter()
        .filter_map(|(token, id)| Some((token.as_str(), id.as_u64()?)));
    let mut tokens: Vec<(&str, u64)> = plain.chain(added.clone()).collect();
    tokens.sort_by_key(|(_, id)| *id);
    tokens.dedup_by_key(|(_, id)| *id);
    let is_dense = tokens.iter().zip(0..).all(|((_, id), place)| *id == place);
    if !is_dense {
        return Err(other("with gaps between its tokens"));
    }
    let merges = model.get("merges").and_then(Value::as_array);
    let merges: Option<Vec<String>> =
        merges.map(|merges| merges.iter().filter_map(merge).collect());
    let merges = merges.ok_or_else(|| other("without `merges`"))?;
    let whole: Vec<u64> = added.map(|(_, id)| id).collect();
    let tokens = tokens.iter().map(|(token, _)| *token);
    let is_whole = |id: u32| whole.contains(&u64::from(id));
    let merges = merges.iter().map(String::as_str);
    Tokenizer::new(split(&root)?, tokens, merges, is_whole, None)
        .ok_or_else(|| other("with merges of missing tokens"))
}

/// Returns a merge as two tokens with a blank between them; newer files have a list of two.
fn merge(merge: &Value) -> Option<String> {
    match merge {
        Value::Array(pair) => match pair.as_slice() {
            [left, right] => Some(format!("{} {}", left.as_str()?, right.as_str()?)),
            _ => None,
        },
        _ => merge.as_str().map(str::to_owned),
    }
}

/// Returns the rule that splits texts, after the steps before the merges.
fn split(root: &Value) -> Result<Split, ModelError> {
    let steps = root
        .get("pre_tokenizer")
        .map_or(String::new(), Value::to_string);
    let has = |part: &str| steps.contains(part);
    // The patterns of Llama 3 and Qwen 2 differ in the number of digits that stay together.
    match () {
        () if has(r"\\p{N}{1,3}") => Ok(Split::Llama3),
        () if has(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)") => Ok(Split::Qwen2),
        () if has("Digits") && has("ByteLevel") => Ok(Split::SmolLm),
        () if has("ByteLevel") && !has("Split") => Ok(Split::Gpt2),
        () => Err(ModelError::Vocabulary(
            "one that splits texts in another way".to_owned(),
        )),
    }
}
