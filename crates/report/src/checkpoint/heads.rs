//! What a configuration says about the heads whose projections are looked for.

use crate::Subject;
use phasor_encoding::{EncodingError, Pairing};
use phasor_model_files::{Attention, LayerRope};

/// The reason why a configuration does not say enough. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HeadsError {
    /// Nothing rotates.
    #[error("Nothing rotates in this model, so its heads have no pairs.")]
    Still,
    /// The number of query heads is missing.
    #[error("The configuration must give the number of heads (`num_attention_heads`).")]
    NoHeads,
    /// The rows of the class are in an order that is not read.
    #[error("The class `{0}` mixes rows of queries and keys in an order that is not read here.")]
    Layout(String),
    /// The frequencies cannot be computed, which does not happen after reading.
    #[error("{0}.")]
    Frequencies(#[from] EncodingError),
}

/// The sizes of the heads in the layers of one type.
///
/// ```
/// use phasor_report::checkpoint::{Heads, HeadsError};
/// use phasor_report::Subject;
///
/// let text = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
///     "num_key_value_heads": 8, "num_hidden_layers": 32}"#;
/// let subject = Subject::read(text).unwrap();
/// let heads = Heads::new(&subject, None)?;
/// assert_eq!((heads.n_heads, heads.n_kv_heads, heads.head_dim), (32, Some(8), 128));
/// assert_eq!((heads.n_pairs, heads.layers.map(|layers| layers.len())), (64, Some(32)));
/// # Ok::<(), HeadsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Heads {
    /// The type of the layers, or `None` if all are alike.
    pub layer_type: Option<String>,
    /// The layers of this type that rotate; `None` if the configuration does not give the number of layers.
    pub layers: Option<Vec<usize>>,
    /// The number of query heads.
    pub n_heads: usize,
    /// The number of key heads; `None` if only the weights say it.
    pub n_kv_heads: Option<usize>,
    /// The number of components of a head, or of its rotary part if that is separate (DeepSeek).
    pub head_dim: usize,
    /// The number of components before a separate rotary part (`qk_nope_head_dim`); `None` if only the weights say it.
    pub still_dim: Option<usize>,
    /// The number of pairs.
    pub n_pairs: usize,
    /// The layout of pairs.
    pub pairing: Pairing,
    /// Whether each query head has a gate of its size after it (Qwen3-Next, Qwen3.5).
    pub is_gated: bool,
    /// Whether `query_key_value` has all queries before all keys (ChatGLM), and not group after group.
    pub is_stacked: bool,
}

/// The beginnings of classes whose queries have gates.
const GATED: [&str; 3] = ["qwen3_next", "qwen3_5", "qwen4_exp"];

impl Heads {
    /// Returns the heads in the layers of a type, or in the most important ones.
    ///
    /// # Errors
    /// [`HeadsError`] if nothing rotates, or the number of heads is missing.
    pub fn new(subject: &Subject, layer_type: Option<&str>) -> Result<Self, HeadsError> {
        let model = subject.model();
        let layer = subject.rope(layer_type).ok_or(HeadsError::Still)?;
        let class = subject.class();
        // CodeGen cuts its fused projection for four devices, with the values between queries and keys.
        if class == "codegen" {
            return Err(HeadsError::Layout(class.to_owned()));
        }
        // The layers with full attention of Gemma 4 may have fewer key heads than the others, and all of Falcon 7B share
        // one whatever its file says.
        let is_apart = class.starts_with("gemma4") && is_full(layer) || class == "falcon";
        Ok(Self {
            layer_type: layer.layer_type.clone(),
            layers: subject.layers_of(layer),
            n_heads: model.n_heads.ok_or(HeadsError::NoHeads)?,
            n_kv_heads: model.n_kv_heads.filter(|_| !is_apart),
            head_dim: layer.head_dim,
            still_dim: subject.whole("qk_nope_head_dim"),
            n_pairs: layer.scaled(None)?.frequencies().n_pairs(),
            pairing: layer.pairing,
            is_gated: GATED.iter().any(|name| class.starts_with(name)),
            is_stacked: class.starts_with("chatglm"),
        })
    }
}

fn is_full(layer: &LayerRope) -> bool {
    layer.layer_type.as_deref() == Some(Attention::Full.name())
}
