//! Reads the sizes of what a model keeps.

use serde_json::Value;

use super::class::{self, KV_HEADS};
use super::{NoCache, Rows};
use crate::family::{Family, HeadDim};
use crate::fields::Fields;
use crate::keys::{HEAD_DIM, HIDDEN_SIZE, N_HEADS, N_KV_HEADS};
use crate::{Attention, Layer, ModelConfig, PositionEncoding};

/// A layer that sees everything and does not rotate, where nothing else is known.
pub(super) const FULL: Layer = Layer {
    attention: Attention::Full,
    is_rotary: false,
    rope: None,
};

/// The keys of a file and the defaults of its class.
pub(super) struct Sizes<'a> {
    pub(super) fields: &'a Fields<'a>,
    pub(super) class: &'a str,
    pub(super) model: &'a ModelConfig,
    pub(super) assumed: Vec<(&'static str, usize)>,
    family: Family,
}

impl<'a> Sizes<'a> {
    pub(super) fn new(
        fields: &'a Fields<'a>,
        class: &'a str,
        family: Family,
        model: &'a ModelConfig,
    ) -> Self {
        Self {
            fields,
            class,
            model,
            assumed: Vec::new(),
            family,
        }
    }

    /// Returns the number under the first of the names that is present; `None` if all are missing or null.
    ///
    /// # Errors
    /// If it is not a whole number above 0.
    pub(super) fn given(&self, names: &[&'static str]) -> Result<Option<usize>, NoCache> {
        let Some(name) = names.iter().find(|name| self.fields.has(name)) else {
            return Ok(None);
        };
        let number = self.fields.count(&[name], &mut Vec::new());
        number.map(Some).ok_or(NoCache::Size(name))
    }

    /// Returns the number under a key, or the default of the class.
    pub(super) fn size(&mut self, key: &'static str) -> Result<usize, NoCache> {
        if let Some(given) = self.given(&[key])? {
            return Ok(given);
        }
        let standard = class::default_of(self.class, key).ok_or(NoCache::Size(key))?;
        Ok(self.assume(key, standard))
    }

    /// Returns the number under a key, which may be 0, or the default of the class, or 0.
    pub(super) fn size_or_0(&mut self, key: &'static str) -> Result<usize, NoCache> {
        if self.fields.get(key).and_then(Value::as_u64) == Some(0) {
            return Ok(0);
        }
        match class::default_of(self.class, key) {
            Some(_) => self.size(key),
            None => Ok(self.given(&[key])?.unwrap_or(0)),
        }
    }

    /// Notes that the default of a key is used.
    pub(super) fn assume(&mut self, key: &'static str, standard: usize) -> usize {
        if !self.assumed.contains(&(key, standard)) {
            self.assumed.push((key, standard));
        }
        standard
    }

    /// Returns the size of the model.
    pub(super) fn hidden_size(&mut self) -> Result<usize, NoCache> {
        let given = self.given(HIDDEN_SIZE)?;
        match given.or(self.given(&["n_embed"])?) {
            Some(given) => Ok(given),
            None => self.size(class::HIDDEN_SIZE),
        }
    }

    /// Returns the number of heads of queries.
    pub(super) fn n_heads(&mut self) -> Result<usize, NoCache> {
        match self.given(N_HEADS)? {
            Some(given) => Ok(given),
            None => self.size(class::N_HEADS),
        }
    }

    /// Returns the number of heads of keys and values.
    pub(super) fn n_kv_heads(&mut self) -> Result<usize, NoCache> {
        if let Some(given) = self.given(N_KV_HEADS)? {
            return Ok(given);
        }
        // Classes set as many as for queries if the key is null.
        let standard = class::default_of(self.class, KV_HEADS);
        let standard = standard.filter(|_| !self.fields.is_null(KV_HEADS));
        let standard = match standard {
            Some(standard) => standard,
            None => self.n_heads()?,
        };
        Ok(self.assume(KV_HEADS, standard))
    }

    /// Returns the heads of keys and values with full attention, where Gemma 4 has another number there.
    pub(super) fn wide_kv_heads(&self) -> Result<Option<usize>, NoCache> {
        // Files saved by transformers 5.23 list the layers whose heads differ instead.
        if let Some(layers) = self.fields.object_at("per_layer_config") {
            let own = |(_, layer): (&str, &Value)| layer.get(KV_HEADS)?.as_u64();
            let own = layers.entries().find_map(own);
            return Ok(own.and_then(|own| usize::try_from(own).ok()));
        }
        let is_on = self.fields.get("attention_k_eq_v").and_then(Value::as_bool);
        match is_on {
            Some(true) => self.given(&["num_global_key_value_heads"]),
            _ => Ok(None),
        }
    }

    /// Returns the number of components of a head of a layer.
    pub(super) fn head_dim(&mut self, layer: Layer) -> Result<usize, NoCache> {
        if let PositionEncoding::Rotary(ropes) = &self.model.position
            && self.knows_head_dim()
            && let Some(rope) = self.model.rope_of(layer).or(ropes.first())
        {
            return Ok(rope.head_dim);
        }
        if let Some(given) = self.given(&["head_dim"])? {
            return Ok(given);
        }
        self.derived_head_dim()
    }

    /// Returns `false` if the size of a head in the model is only a guess.
    fn knows_head_dim(&self) -> bool {
        let keys = [HEAD_DIM, HIDDEN_SIZE].into_iter().flatten();
        let is_given = keys.into_iter().any(|key| self.fields.has(key));
        is_given
            || matches!(
                self.family.head_dim,
                HeadDim::Fixed(_) | HeadDim::FixedUnlessNull(_)
            )
    }

    /// Returns the size of the model over the number of heads.
    pub(super) fn derived_head_dim(&mut self) -> Result<usize, NoCache> {
        let (hidden_size, n_heads) = (self.hidden_size()?, self.n_heads()?);
        match hidden_size / n_heads {
            0 => Err(NoCache::Size("head_dim")),
            head_dim => Ok(head_dim),
        }
    }

    /// Returns the keys, or values, of a layer of attention.
    pub(super) fn rows(&mut self, layer: Layer) -> Result<Rows, NoCache> {
        Ok(Rows {
            n_heads: self.n_kv_heads()?,
            dim: self.head_dim(layer)?,
        })
    }

    /// Returns the words of a list, the first of the keys that holds one.
    pub(super) fn words(&self, keys: &[&str]) -> Option<Vec<&'a str>> {
        let mut lists = keys
            .iter()
            .filter_map(|key| self.fields.get(key)?.as_array());
        let list = lists.next()?;
        list.iter().map(Value::as_str).collect()
    }

    /// Returns the whole numbers of a list, in the object `way` or at the top.
    pub(super) fn places(&self, way: Option<&str>, key: &str) -> Option<Vec<u64>> {
        let list = match way {
            Some(way) => self.fields.get(way)?.get(key),
            None => self.fields.get(key),
        };
        list?.as_array()?.iter().map(Value::as_u64).collect()
    }
}
