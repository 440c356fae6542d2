//! The keys of a GGUF file that say how its model rotates and what its layers keep.

use std::collections::BTreeMap;

use serde_json::Value;

/// The name of the key that names the architecture.
pub(super) const ARCHITECTURE: &str = "general.architecture";

/// The keys of a GGUF file that are read, without the architecture before them.
///
/// Source: `gguf-py/gguf/constants.py` of llama.cpp.
///
/// ```
/// use phasor_model_files::import::GGUF_KEYS;
///
/// assert!(GGUF_KEYS.contains(&"rope.freq_base"));
/// ```
pub const GGUF_KEYS: &[&str] = &[
    "context_length",
    "embedding_length",
    "block_count",
    "nextn_predict_layers",
    "attention.head_count",
    "attention.head_count_kv",
    "attention.key_length",
    "attention.key_length_mla",
    "attention.sliding_window",
    "attention.sliding_window_pattern",
    "attention.kv_lora_rank",
    "attention.value_length_mla",
    "attention.indexer.key_length",
    "attention.compress_ratios",
    "attention.compress_rope_freq_base",
    "full_attention_interval",
    "shortconv.l_cache",
    "ssm.conv_kernel",
    "ssm.state_size",
    "ssm.group_count",
    "ssm.time_step_rank",
    "ssm.inner_size",
    "rope.dimension_count",
    "rope.dimension_sections",
    "rope.freq_base",
    "rope.freq_base_swa",
    "rope.scale_linear",
    "rope.scaling.type",
    "rope.scaling.factor",
    "rope.scaling.attn_factor",
    "rope.scaling.original_context_length",
    "rope.scaling.finetuned",
    "rope.scaling.yarn_log_multiplier",
    "rope.scaling.yarn_ext_factor",
    "rope.scaling.yarn_attn_factor",
    "rope.scaling.yarn_beta_fast",
    "rope.scaling.yarn_beta_slow",
];

/// How far the header of a file was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// To its end.
    Whole,
    /// Up to the keys of the tokenizer, which come after those of the model, or beyond.
    Model,
    /// Not so far.
    Part,
}

/// Tensors that change frequencies.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Tensors {
    /// `rope_freqs.weight`: a divisor for each frequency.
    pub(super) has_divisors: bool,
    /// `rope_factors_long.weight` or `rope_factors_short.weight`: the lists of LongRoPE.
    pub(super) has_lists: bool,
    /// Whether the names of all tensors were read.
    pub(super) are_listed: bool,
}

/// The keys of a GGUF file that are about its model.
#[derive(Debug)]
pub(super) struct Keys {
    values: BTreeMap<String, Value>,
    pub(super) tensors: Tensors,
    pub(super) extent: Extent,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            values: BTreeMap::new(),
            tensors: Tensors::default(),
            extent: Extent::Whole,
        }
    }
}

impl Keys {
    /// Returns whether a key is read.
    pub(super) fn reads(key: &str) -> bool {
        let suffix = key.split_once('.').map(|(_, suffix)| suffix);
        key == ARCHITECTURE || suffix.is_some_and(|suffix| GGUF_KEYS.contains(&suffix))
    }

    /// Keeps the value of a key that is read. No file has as many of them as the largest number.
    pub(super) fn insert(&mut self, key: &str, value: Value) {
        const MOST: usize = 1000;
        if Self::reads(key) && !value.is_null() && self.values.len() < MOST {
            self.values.insert(key.to_owned(), value);
        }
    }

    /// Notes the name of a tensor.
    pub(super) fn see(&mut self, tensor: &str) {
        match tensor {
            "rope_freqs.weight" => self.tensors.has_divisors = true,
            "rope_factors_long.weight" | "rope_factors_short.weight" => {
                self.tensors.has_lists = true;
            }
            _ => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key)
    }

    /// Returns the architecture that the file names, or else the one before its first key; `None` if the file has
    /// neither.
    pub(super) fn architecture(&self) -> Option<&str> {
        let named = self.values.get(ARCHITECTURE).and_then(Value::as_str);
        named.or_else(|| {
            let mut others = self.values.keys().filter(|key| *key != ARCHITECTURE);
            let (architecture, _) = others.next()?.split_once('.')?;
            Some(architecture)
        })
    }
}
