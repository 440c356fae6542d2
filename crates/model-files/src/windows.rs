//! How many tokens a layer with a window or chunks sees.
//!
//! Source: the configuration classes of transformers 5.23.0; `tests/golden/classes.json` holds what the layers of small
//! models see.

use serde_json::{Map, Value};

use super::Attention;
use super::rows::{has, row_of};

/// Returns how far a layer with a window or chunks sees, in tokens, the query included, in a class whose file has the
/// whole numbers of `number`, or how far the layer sees that sees farthest, if windows differ; `None` if it sees the whole text, or nothing says how much.
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
    let window = whole_window(key, class, number)?;
    match class {
        // Every second window of NeoMME is long; the longer one counts.
        "neomme" => Some(window.max(NEOMME_LONG + 1)),
        _ => Some(window),
    }
}

/// Returns how far the layer at `place` (from 0) sees, like [`window`], in a file with these keys. In `per_layer_config` a
/// file of transformers 5.23 names what differs in single layers.
///
/// ```
/// use phasor_model_files::{Attention, window_of_layer};
///
/// let keys = serde_json::json!({"sliding_window": 256, "per_layer_config": {"1": {"sliding_window": 512}}});
/// let window = |place| window_of_layer(place, Attention::Sliding, "mistral", keys.as_object().unwrap());
/// assert_eq!((window(0), window(1)), (Some(256), Some(512)));
/// ```
#[must_use]
pub fn window_of_layer(
    place: usize,
    attention: Attention,
    class: &str,
    keys: &Map<String, Value>,
) -> Option<usize> {
    let whole = |value: &Value| usize::try_from(value.as_u64()?).ok();
    let given = |key: &str| keys.get(key).and_then(whole);
    let Some(layers) = keys.get("per_layer_config") else {
        return window(attention, class, given);
    };
    let own = layers.get(place.to_string());
    let own = |key: &str| own?.get(key).and_then(whole);
    let key = key_of(attention, class)?;
    whole_window(key, class, |key| own(key).or_else(|| given(key)))
}

/// Returns how far a layer sees whose window is that of `key`.
fn whole_window(key: &str, class: &str, number: impl Fn(&str) -> Option<usize>) -> Option<usize> {
    // Some encoders see as many tokens before the query, apart from the query.
    let own = usize::from(has(WITHOUT_QUERY, class));
    if key == BOTH_SIDES {
        // Half of the window lies before the query.
        return Some(number(key).unwrap_or(128) / 2 + own);
    }
    let window = number(key).or_else(|| row_of(WINDOWS, class).copied());
    window
        .filter(|window| *window > 0)
        .map(|window| window + own)
}

/// Returns the key that says how far such a layer of a class sees; `None` if it sees the whole text, or does not attend.
pub(super) fn key_of(attention: Attention, class: &str) -> Option<&'static str> {
    match attention {
        Attention::Sliding => Some(row_of(KEYS, class).copied().unwrap_or("sliding_window")),
        Attention::Chunked => Some("attention_chunk_size"),
        _ => None,
    }
}

/// The key of classes whose window lies on both sides of the query.
pub(super) const BOTH_SIDES: &str = "local_attention";

/// Other keys of windows.
const KEYS: &[(&str, &str)] = &[
    (BOTH_SIDES, "modernbert modernbert-decoder"),
    ("attention_window_size", "recurrent_gemma"),
    ("sliding_window_size", "inkling_text inkling2_text"),
];

/// The classes whose windows do not count the query.
const WITHOUT_QUERY: &str =
    "embedding_gemma2_text modernbert neomme openai_privacy_filter ultrabert";

/// The longer window of NeoMME, in tokens.
const NEOMME_LONG: usize = 1024;

/// The windows of classes that have one without a key, in tokens.
const WINDOWS: &[(usize, &str)] = &[
    (
        128,
        "gpt_oss granite_swa granitemoe_swa deepseek_v4 openai_privacy_filter ultrabert",
    ),
    (129, "mimo_v2_flash"),
    (256, "lfm3 neomme"),
    (
        512,
        "beam blt_patcher embedding_gemma2_text gemma3n_text gemma4_text inkling_text laguna",
    ),
    (513, "flint kolibri1"),
    (1024, "afmoe gemma4_unified_text inkling2_text mellum"),
    (2048, "muse_glimmer_text muse_spark_text recurrent_gemma"),
    (
        4096,
        "cohere2 cohere2_moe cohere_compass_text exaone4 exaone_moe gemma2 gemma3_text ministral mistral olmo3 qwen2 \
        qwen2_moe qwen3 qwen3_moe vaultgemma",
    ),
    (8192, "cwm llama4_text"),
];
