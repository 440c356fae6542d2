//! What carries the order of a text apart from its positional encoding.
//!
//! Source: the `modeling_*.py` of transformers 5.23.0; `tests/golden/classes.json` holds what is in small models of all classes.

use super::rows::has;
use super::{Attention, Layer};

/// What carries the order of the tokens apart from the positional encoding and the mask.
///
/// ```
/// use phasor_model_files::Carriers;
///
/// let text = r#"{"model_type": "qwen3_next", "num_hidden_layers": 4}"#;
/// let carriers: Carriers = phasor_model_files::read(text)?.model.carriers;
/// assert!(carriers.recurrence && carriers.convolution);
/// assert_eq!(carriers.named(), Some("recurrent states and convolutions"));
/// assert_eq!(phasor_model_files::read(r#"{"model_type": "llama"}"#)?.model.carriers.named(), None);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Carriers {
    /// A state that each token changes, as in linear attention and state-space models.
    pub recurrence: bool,
    /// A convolution over neighbouring tokens.
    pub convolution: bool,
}

impl Carriers {
    /// Returns what they are, for a sentence; `None` if there are none.
    #[must_use]
    pub fn named(self) -> Option<&'static str> {
        match (self.recurrence, self.convolution) {
            (true, true) => Some("recurrent states and convolutions"),
            (true, false) => Some("recurrent states"),
            (false, true) => Some("convolutions"),
            (false, false) => None,
        }
    }
}

/// Returns what carries order in a class with these layers.
pub(super) fn of_class(class: &str, layers: &[Layer]) -> Carriers {
    let has_own = layers.is_empty()
        || layers
            .iter()
            .any(|layer| layer.attention == Attention::Linear);
    let is_in = |own: &str, every: &str| (has_own && has(own, class)) || has(every, class);
    Carriers {
        recurrence: is_in(RECURRENT, RECURRENT_EVERYWHERE),
        convolution: is_in(CONVOLVING, CONVOLVING_EVERYWHERE),
    }
}

/// The classes of which some layers have states in the place of attention.
const RECURRENT: &str = "bailing_hybrid bamba falcon_mamba glm5_next_text granitemoehybrid jamba kimi_linear mamba mamba2 minimax \
    nemotron_h olmo_hybrid qwen3_5_moe_text qwen3_5_text qwen3_next recurrent_gemma rwkv xlstm zamba zamba2";

/// The classes with states in every layer, beside attention.
const RECURRENT_EVERYWHERE: &str = "falcon_h1";

/// The classes of which some layers have convolutions in the place of attention, most of them before states.
const CONVOLVING: &str = "bailing_hybrid bamba falcon_mamba glm5_next_text granitemoehybrid jamba kimi_linear lfm2 lfm2_moe lfm3 \
    mamba mamba2 nemotron_h olmo_hybrid qwen3_5_moe_text qwen3_5_text qwen3_next recurrent_gemma zamba zamba2";

/// The classes with convolutions in layers of attention, or before them.
const CONVOLVING_EVERYWHERE: &str =
    "canine convbert falcon_h1 fastspeech2_conformer inkling2_text inkling_text vits zaya";
