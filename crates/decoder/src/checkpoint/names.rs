//! What the parts of a model are called.

/// Whose names a file uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// Those of llama.cpp.
    Gguf,
    /// Those of transformers.
    Transformers,
}

/// A part of a model, outside of its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Embedding,
    Norm,
    Output,
}

/// A part of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerPart {
    AttentionNorm,
    Query,
    Key,
    Value,
    AttentionOutput,
    QueryNorm,
    KeyNorm,
    FeedForwardNorm,
    Gate,
    Up,
    Down,
}

impl Names {
    /// Returns the name of a part, without `.weight` or `.bias`.
    pub(super) fn part(self, part: Part) -> &'static str {
        match (self, part) {
            (Self::Gguf, Part::Embedding) => "token_embd",
            (Self::Gguf, Part::Norm) => "output_norm",
            (Self::Gguf, Part::Output) => "output",
            (Self::Transformers, Part::Embedding) => "model.embed_tokens",
            (Self::Transformers, Part::Norm) => "model.norm",
            (Self::Transformers, Part::Output) => "lm_head",
        }
    }

    /// Returns the name of a part of a layer, without `.weight` or `.bias`.
    pub(super) fn layer_part(self, layer: usize, part: LayerPart) -> String {
        use LayerPart as P;
        let (gguf, transformers) = match part {
            P::AttentionNorm => ("attn_norm", "input_layernorm"),
            P::Query => ("attn_q", "self_attn.q_proj"),
            P::Key => ("attn_k", "self_attn.k_proj"),
            P::Value => ("attn_v", "self_attn.v_proj"),
            P::AttentionOutput => ("attn_output", "self_attn.o_proj"),
            P::QueryNorm => ("attn_q_norm", "self_attn.q_norm"),
            P::KeyNorm => ("attn_k_norm", "self_attn.k_norm"),
            P::FeedForwardNorm => ("ffn_norm", "post_attention_layernorm"),
            P::Gate => ("ffn_gate", "mlp.gate_proj"),
            P::Up => ("ffn_up", "mlp.up_proj"),
            P::Down => ("ffn_down", "mlp.down_proj"),
        };
        match self {
            Self::Gguf => format!("blk.{layer}.{gguf}"),
            Self::Transformers => format!("model.layers.{layer}.{transformers}"),
        }
    }

    /// Returns whether a tensor holds frequencies, which the description gives too.
    pub(super) fn is_frequencies(self, name: &str) -> bool {
        match self {
            Self::Gguf => name == "rope_freqs.weight",
            Self::Transformers => name.ends_with("rotary_emb.inv_freq"),
        }
    }
}
