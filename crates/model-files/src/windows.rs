//! How many tokens a layer with a window or chunks sees.
//!
//! Source: the configuration classes of transformers 5.23.0.

use super::Attention;
use super::classes::row_of;

/// Returns how far a layer with a window or chunks sees, in tokens, the query included, in a class whose file has the
/// whole numbers of `number`; `None` if it sees the whole text, or nothing says how much.
///
/// ```
/// use phasor_model_files::{Attention, window};
///
/// assert_eq!(window(Attention::Sliding, "gemma3_text", |_| None), Some(4096));
/// assert_eq!(window(Attention::Sliding, "gemma3_text", |key| (key == "sliding_window").then_some(512)), Some(512));
/// assert_eq!(window(Attention::Full, "gemma3_text", |_| Some(512)), None);
/// ```
#[must_use]
pub fn window(
    attention: Attention,
    class: &str,
    number: impl Fn(&str) -> Option<usize>,
) -> Option<usize> {
    let key = key_of(attention, class)?;
    if key == BOTH_SIDES {
        // Half of the window lies before the query; the encoder includes its end.
        let half = number(key).unwrap_or(128) / 2;
        return Some(half + usize::from(class == "modernbert"));
    }
    let window = number(key).or_else(|| row_of(WINDOWS, class).copied());
    window.filter(|window| *window > 0)
}

/// Returns the key that says how far such a layer of a class sees; `None` if it sees the whole text, or does not attend.
pub(super) fn key_of(attention: Attention, class: &str) -> Option<&'static str> {
    match attention {
        Attention::Sliding if class.starts_with("modernbert") => Some(BOTH_SIDES),
        Attention::Sliding => Some("sliding_window"),
        Attention::Chunked => Some("attention_chunk_size"),
        _ => None,
    }
}

/// The key of classes whose window lies on both sides of the query.
pub(super) const BOTH_SIDES: &str = "local_attention";

/// The windows of classes that have one without a key, in tokens.
const WINDOWS: &[(usize, &str)] = &[
    (128, "gpt_oss granite_swa granitemoe_swa deepseek_v4"),
    (129, "mimo_v2_flash"),
    (512, "gemma3n_text gemma4_text laguna"),
    (1024, "afmoe gemma4_unified_text mellum"),
    (2048, "muse_glimmer_text"),
    (
        4096,
        "cohere2 cohere2_moe exaone4 exaone_moe gemma2 gemma3_text ministral mistral olmo3 qwen2 qwen2_moe qwen3 qwen3_moe \
        vaultgemma",
    ),
    (8192, "cwm llama4_text"),
];
