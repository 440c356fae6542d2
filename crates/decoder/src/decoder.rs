//! The model: its sizes, its weights, and how a text goes through it.

use std::sync::Arc;

use phasor_model_files::LayerRope;

use super::attention::Attention;
use super::feed_forward::FeedForward;
use super::norm::Norm;
use super::product::{Dense, Scratch, multiply};
use super::{Step, WeightMatrix};

/// The sizes of a model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// The components of a hidden state.
    pub hidden_size: usize,
    /// The number of query heads.
    pub n_heads: usize,
    /// The number of key and value heads; it divides `n_heads`.
    pub n_kv_heads: usize,
    /// The components of a head.
    pub head_dim: usize,
    /// The number of tokens in the vocabulary.
    pub n_tokens: usize,
}

/// A decoder of Llama's class: embeddings, layers of attention and feed-forward network, a norm, and the output.
///
/// Source: Touvron et al. 2023, *LLaMA*, section 2.2; the classes `LlamaForCausalLM`, `Qwen2ForCausalLM` and
/// `Qwen3ForCausalLM` of transformers 5.23.0.
#[derive(Debug, Clone)]
pub struct Decoder {
    pub(crate) shape: Shape,
    /// `[n_tokens, hidden_size]`.
    pub(crate) embedding: WeightMatrix,
    pub(crate) layers: Vec<Layer>,
    pub(crate) norm: Norm,
    /// `[n_tokens, hidden_size]`; `None` if the output has the weights of the embedding.
    pub(crate) output: Option<WeightMatrix>,
}

/// A layer of the decoder.
#[derive(Debug, Clone)]
pub struct Layer {
    pub(crate) attention: Attention,
    pub(crate) feed_forward: FeedForward,
    /// How it rotates queries and keys; `None` if it does not.
    pub(crate) rope: Option<Arc<LayerRope>>,
}

impl Layer {
    /// Returns how the layer rotates queries and keys as published; `None` if it does not.
    #[must_use]
    pub fn rope(&self) -> Option<&LayerRope> {
        self.rope.as_deref()
    }

    /// Adds to each hidden state (`[n_tokens, hidden_size]`) what attention and then the feed-forward network make of it.
    pub(crate) fn apply(&self, hidden: &mut [f32], step: &mut Step<'_>) {
        self.attention.add(hidden, step);
        self.feed_forward.add(hidden, step);
    }
}

impl Decoder {
    /// The sizes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The layers from the first to the last.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the logits of the next token after each hidden state (`[n, hidden_size]`): `[n, n_tokens]`.
    #[must_use]
    pub fn logits(&self, hidden: &[f32], scratch: &mut Scratch) -> Vec<f32> {
        let hidden = Dense::new(hidden, self.shape.hidden_size);
        let mut logits = vec![0.0; hidden.n_rows * self.shape.n_tokens];
        let output = self.output.as_ref().unwrap_or(&self.embedding);
        multiply(hidden, output, &mut logits, scratch);
        logits
    }
}
