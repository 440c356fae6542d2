//! Makes a decoder of the tensors of a checkpoint.

use std::collections::BTreeSet;
use std::sync::Arc;

use phasor_model_files::LayerRope;

use super::names::{LayerPart as P, Part};
use super::{Checkpoint, Tensor};
use crate::attention::Attention;
use crate::decoder::{Decoder, Layer, Shape};
use crate::feed_forward::FeedForward;
use crate::linear::Linear;
use crate::norm::Norm;
use crate::{ModelError, WeightMatrix};

impl Checkpoint {
    /// Finds all weights of the model. Nothing is copied but norms and biases.
    ///
    /// # Errors
    /// [`ModelError`] if a tensor is missing, has another shape than the sizes of the model demand, is cut off, or is one that
    /// plain models of the class do not have.
    pub fn decoder(&self) -> Result<Decoder, ModelError> {
        Loader {
            checkpoint: self,
            used: BTreeSet::new(),
        }
        .decoder()
    }
}

/// Finds tensors, and notes which were used.
struct Loader<'a> {
    checkpoint: &'a Checkpoint,
    used: BTreeSet<String>,
}

impl Loader<'_> {
    fn decoder(mut self) -> Result<Decoder, ModelError> {
        let names = self.checkpoint.names;
        let embedding = format!("{}.weight", names.part(Part::Embedding));
        let [n_tokens, hidden_size] = self.tensor(&embedding)?.shape;
        let shape = self.shape(n_tokens, hidden_size)?;
        let ropes = self.ropes();
        for rope in ropes.iter().flatten() {
            if rope.head_dim != shape.head_dim {
                let (described, actual) = (rope.head_dim, shape.head_dim);
                return Err(ModelError::HeadDim { described, actual });
            }
        }
        let layers = ropes.into_iter().zip(&self.checkpoint.windows).enumerate();
        let layers = layers
            .map(|(number, (rope, window))| self.layer(number, shape, rope, *window))
            .collect::<Result<_, _>>()?;
        let output = format!("{}.weight", names.part(Part::Output));
        let decoder = Decoder {
            shape,
            layers,
            norm: self.norm(&format!("{}.weight", names.part(Part::Norm)), hidden_size)?,
            output: match self.has(&output) {
                true => Some(self.matrix(&output, [n_tokens, hidden_size])?),
                false => None,
            },
            embedding: self.matrix(&embedding, [n_tokens, hidden_size])?,
        };
        let mut names_left = self.checkpoint.tensors.keys();
        let is_odd = |name: &&String| !self.used.contains(*name) && !names.is_frequencies(name);
        match names_left.find(is_odd) {
            Some(name) => Err(ModelError::OddTensor(name.clone())),
            None => Ok(decoder),
        }
    }

    /// Returns the sizes of the model: the number of heads from its description, that of their components from the tensors.
    fn shape(&self, n_tokens: usize, hidden_size: usize) -> Result<Shape, ModelError> {
        let config = &self.checkpoint.config;
        let n_heads = config.n_heads.filter(|n_heads| *n_heads > 0);
        let n_heads = n_heads.ok_or(ModelError::Missing("how many heads its layers have"))?;
        let n_kv_heads = config.n_kv_heads.unwrap_or(n_heads);
        let query = self.checkpoint.names.layer_part(0, P::Query) + ".weight";
        let [n_rows, _] = self.tensor(&query)?.shape;
        let fits =
            n_kv_heads > 0 && n_heads.is_multiple_of(n_kv_heads) && n_rows.is_multiple_of(n_heads);
        if !fits || n_rows == 0 {
            return Err(ModelError::Shape {
                tensor: query,
                expected: format!("[a multiple of {n_heads}, {hidden_size}]"),
                actual: format!("[{n_rows}, {hidden_size}]"),
            });
        }
        Ok(Shape {
            hidden_size,
            n_heads,
            n_kv_heads,
            head_dim: n_rows / n_heads,
            n_tokens,
        })
    }

    /// Returns the rotation of each layer; equal ones are shared.
    fn ropes(&self) -> Vec<Option<Arc<LayerRope>>> {
        let config = &self.checkpoint.config;
        let mut ropes: Vec<Option<Arc<LayerRope>>> = Vec::new();
        for layer in &config.layers {
            let own = config.rope_of(*layer).map(|rope| LayerRope {
                pairing: self.checkpoint.pairing,
                ..rope.clone()
            });
            let mut before = ropes.iter().flatten();
            let shared = before.find(|rope| own.as_ref() == Some(rope)).cloned();
            ropes.push(shared.or(own.map(Arc::new)));
        }
        ropes
    }

    fn layer(
        &mut self,
        number: usize,
        shape: Shape,
        rope: Option<Arc<LayerRope>>,
        window: Option<usize>,
    ) -> Result<Layer, ModelError> {
        let Shape {
            hidden_size,
            n_heads,
            n_kv_heads,
            head_dim,
            ..
        } = shape;
        let names = self.checkpoint.names;
        let name = move |part| names.layer_part(number, part);
        let [intermediate_size, _] = self.tensor(&(name(P::Gate) + ".weight"))?.shape;
        let (queries, keys) = (
            [n_heads * head_dim, hidden_size],
            [n_kv_heads * head_dim, hidden_size],
        );
        let (widened, narrowed) = (
            [intermediate_size, hidden_size],
            [hidden_size, intermediate_size],
        );
        Ok(Layer {
            attention: Attention {
                norm: self.norm(&(name(P::AttentionNorm) + ".weight"), hidden_size)?,
                query: self.linear(&name(P::Query), queries)?,
                key: self.linear(&name(P::Key), keys)?,
                value: self.linear(&name(P::Value), keys)?,
                output: self
                    .linear(&name(P::AttentionOutput), [hidden_size, n_heads * head_dim])?,
                query_norm: self.norm_if_any(&(name(P::QueryNorm) + ".weight"), head_dim)?,
                key_norm: self.norm_if_any(&(name(P::KeyNorm) + ".weight"), head_dim)?,
                window,
            },
            feed_forward: FeedForward {
                norm: self.norm(&(name(P::FeedForwardNorm) + ".weight"), hidden_size)?,
                gate: self.linear(&name(P::Gate), widened)?,
                up: self.linear(&name(P::Up), widened)?,
                down: self.linear(&name(P::Down), narrowed)?,
            },
            rope,
        })
    }

    fn has(&self, name: &str) -> bool {
        self.checkpoint.tensors.contains_key(name)
    }

    fn tensor(&self, name: &str) -> Result<&Tensor, ModelError> {
        let tensor = self.checkpoint.tensors.get(name);
        tensor.ok_or_else(|| ModelError::NoTensor(name.to_owned()))
    }

    fn matrix(&mut self, name: &str, shape: [usize; 2]) -> Result<WeightMatrix, ModelError> {
        let tensor = self.tensor(name)?;
        if tensor.shape != shape {
            return Err(ModelError::Shape {
                tensor: name.to_owned(),
                expected: format!("{shape:?}"),
                actual: format!("{:?}", tensor.shape),
            });
        }
        let matrix = tensor.matrix(name)?;
        self.used.insert(name.to_owned());
        Ok(matrix)
    }

    fn linear(&mut self, name: &str, shape: [usize; 2]) -> Result<Linear, ModelError> {
        let weights = self.matrix(&format!("{name}.weight"), shape)?;
        let bias = format!("{name}.bias");
        let [n_outputs, _] = shape;
        let bias = match self.has(&bias) {
            true => Some(self.matrix(&bias, [1, n_outputs])?.to_vec()),
            false => None,
        };
        Ok(Linear { weights, bias })
    }

    fn norm(&mut self, name: &str, len: usize) -> Result<Norm, ModelError> {
        Ok(Norm {
            weights: self.matrix(name, [1, len])?.to_vec(),
            epsilon: self.checkpoint.norm_epsilon,
        })
    }

    fn norm_if_any(&mut self, name: &str, len: usize) -> Result<Option<Norm>, ModelError> {
        match self.has(name) {
            true => self.norm(name, len).map(Some),
            false => Ok(None),
        }
    }
}
