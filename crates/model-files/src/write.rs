//! Writes a typed configuration as JSON, in the new style.

use serde_json::{Map, Value, json};

use super::bases::LAYER_BASES;
use super::classes;
use super::families::family_of;
use super::family::{Family, HeadDim, Partial};
use super::{
    Attention, Layer, LayerRope, ModelConfig, OtherOrder, PositionEncoding, keys, query_factors,
    scaling,
};
use phasor_encoding::{Pairing, Scaling, SectionOrder};

impl ModelConfig {
    /// Returns the configuration as the text of a `config.json` with `rope_parameters`.
    /// [`read`](super::read) reads it back as the same value.
    ///
    /// # Panics
    /// If the model has several types of rotary layers and one of them has no name, which no file gives.
    ///
    /// ```
    ///
    /// let old = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
    ///     "rope_theta": 10000.0, "rope_scaling": {"type": "linear", "factor": 4.0}}"#;
    /// let model = phasor_model_files::read(old)?.model;
    /// let new = model.to_json();
    /// assert!(new.contains("rope_parameters"));
    /// assert_eq!(phasor_model_files::read(&new)?.model, model);
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut object = Map::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                object.insert(key.to_owned(), value);
            }
        };
        put("model_type", self.model_type.clone().map(Value::from));
        put("num_attention_heads", self.n_heads.map(Value::from));
        put("num_key_value_heads", self.n_kv_heads.map(Value::from));
        let longest = self.max_position_embeddings;
        put("max_position_embeddings", longest.map(Value::from));
        for (key, value) in layers(&self.layers) {
            put(key, Some(value));
        }
        for (key, value) in query_factors::keys(self) {
            put(key, Some(value));
        }
        match &self.position {
            PositionEncoding::Rotary(ropes) => {
                for (key, value) in self.rotations(ropes) {
                    put(key, Some(value));
                }
            }
            PositionEncoding::Alibi { n_heads } => {
                put("alibi", Some(json!(true)));
                put("num_attention_heads", Some(json!(n_heads)));
            }
            PositionEncoding::T5(buckets) => {
                let n_buckets = Some(json!(buckets.n_buckets()));
                put("relative_attention_num_buckets", n_buckets);
                let max_distance = Some(json!(buckets.max_distance()));
                put("relative_attention_max_distance", max_distance);
            }
            PositionEncoding::Learned { n_positions, dim } => {
                put("position_embedding_type", Some(json!("absolute")));
                let table = self.model_type.as_deref().and_then(classes::table_of);
                let table = table.unwrap_or(&classes::BERT);
                for ((names, _), size) in [(table.n_positions, n_positions), (table.dim, dim)] {
                    put(keys::first(names), Some(json!(size)));
                }
            }
            PositionEncoding::Other(_) | PositionEncoding::None => {
                if let Some((key, value)) = still(&self.position, self.model_type.as_deref()) {
                    put(key, Some(value));
                }
            }
        }
        Value::Object(object).to_string()
    }

    /// Writes the rotations, and the bases of layers if the class reads them.
    fn rotations(&self, ropes: &[LayerRope]) -> Vec<(&'static str, Value)> {
        let class = self.model_type.as_deref();
        let family = family_of(class);
        let has_list = family.is_known_to_read(LAYER_BASES) && !self.layers.is_empty();
        // The list gives the bases, so one set without a name is enough.
        let one = ropes.first().filter(|_| has_list).map(|rope| LayerRope {
            layer_type: None,
            ..rope.clone()
        });
        let ropes = if has_list { one.as_slice() } else { ropes };
        let mut keys = rotary(ropes, class);
        for (key, value) in &mut keys {
            if let (Some(factor), "rope_parameters", Some(set)) =
                (self.query_factor, *key, value.as_object_mut())
            {
                factor.add_to(set);
            }
        }
        let layers = self.layers.iter();
        let bases = layers.map(|layer| self.rope_of(*layer).map_or(0.0, |rope| rope.base));
        keys.extend(has_list.then(|| (LAYER_BASES, bases.collect())));
        keys
    }
}

/// Writes the key without which the class would have another encoding.
fn still(position: &PositionEncoding, model_type: Option<&str>) -> Option<(&'static str, Value)> {
    let class = model_type.unwrap_or("");
    match position {
        PositionEncoding::Other(OtherOrder::Relative) => classes::switch_of(class)?.set(false),
        PositionEncoding::Other(OtherOrder::Parts) => Some(("vision_config", json!({}))),
        _ if class == classes::NULL_BASE => Some(("rope_theta", Value::Null)),
        _ => None,
    }
}

/// Writes what each layer attends to, and which layers rotate.
fn layers(layers: &[Layer]) -> Vec<(&'static str, Value)> {
    if layers.is_empty() {
        return Vec::new();
    }
    let types: Value = layers.iter().map(|layer| layer.attention.name()).collect();
    let rotates: Value = layers
        .iter()
        .map(|layer| u8::from(layer.is_rotary))
        .collect();
    let mut keys = vec![
        ("num_hidden_layers", json!(layers.len())),
        ("layer_types", types),
        ("no_rope_layers", rotates),
    ];
    // Some classes rotate all layers if the model has no window, and otherwise those that have one.
    if !layers
        .iter()
        .any(|layer| layer.attention == Attention::Sliding)
    {
        let rotates = layers.iter().any(|layer| layer.is_rotary);
        let window = if rotates { Value::Null } else { json!(1) };
        keys.push(("sliding_window", window));
    }
    keys
}

fn rotary(layers: &[LayerRope], model_type: Option<&str>) -> Vec<(&'static str, Value)> {
    let family = family_of(model_type);
    let head_dim = |layer: &&LayerRope| layer.head_dim;
    let is_full = |layer: &&LayerRope| layer.layer_type.as_deref() == Some("full_attention");
    let other = layers.iter().find(|layer| !is_full(layer));
    let narrow = other.or(layers.first());
    let mut keys: Vec<(&'static str, Value)> = Vec::new();
    if let Some(head_dim) = narrow.as_ref().map(head_dim) {
        keys.push(("head_dim", json!(head_dim)));
        if matches!(family.head_dim, HeadDim::RopePart(_)) {
            keys.push(("qk_rope_head_dim", json!(head_dim)));
        }
    }
    let pairing = layers.first().map(|layer| layer.pairing);
    if let Some(pairing) = pairing.filter(|pairing| *pairing != family.pairing) {
        let is_interleaved = pairing == Pairing::Interleaved;
        keys.push(("rope_interleave", json!(is_interleaved)));
    }
    let switch = model_type.and_then(classes::switch_of);
    keys.extend(switch.and_then(|switch| switch.set(true)));
    let full = layers.iter().find(is_full);
    if let Some(head_dim) = full.as_ref().map(head_dim) {
        keys.push(("global_head_dim", json!(head_dim)));
    }
    // If the class has its own original length, it does not read the one among the parameters.
    if let [layer] = layers
        && let Scaling::LongRope(rule) = &layer.scaling
        && family.original_length.is_some()
    {
        let length = rule.original_max_position_embeddings;
        keys.push(("original_max_position_embeddings", json!(length)));
    }
    let parameters = match layers {
        [layer] if layer.layer_type.is_none() => Value::Object(parameters(layer, family)),
        _ => layers
            .iter()
            .map(|layer| {
                let name = layer.layer_type.clone();
                let name = name.expect("layers of several types have names");
                (name, Value::Object(parameters(layer, family)))
            })
            .collect(),
    };
    keys.push(("rope_parameters", parameters));
    keys
}

fn parameters(layer: &LayerRope, family: Family) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            object.insert(key.to_owned(), value);
        }
    };
    put("rope_theta", json!(layer.base));
    put("rope_type", json!(scaling::name_of(&layer.scaling, family)));
    // Without this key, some classes rotate only part of the head.
    let turns_all = family.rotary_dim.is_none()
        && !matches!(family.partial, Partial::Used(standard) if standard != 1.0);
    if layer.rotary_dim != layer.head_dim || !turns_all {
        put("partial_rotary_factor", json!(partial(layer)));
    }
    scaling::write(&layer.scaling, family, &mut put);
    put("mscale_all_dim", json!(layer.mscale_all_dim));
    if let Some(sections) = &layer.sections {
        put("mrope_section", json!(sections.in_file()));
        if !sections.splits_pairs {
            let is_interleaved = sections.order == SectionOrder::Interleaved;
            put("mrope_interleaved", json!(is_interleaved));
        }
    }
    object
}

/// Returns the factor whose product with `head_dim`, rounded down, is `rotary_dim`.
fn partial(layer: &LayerRope) -> f64 {
    let (rotary_dim, head_dim) = (layer.rotary_dim as f64, layer.head_dim as f64);
    let factor = rotary_dim / head_dim;
    match head_dim * factor < rotary_dim {
        true => factor.next_up(),
        false => factor,
    }
}
