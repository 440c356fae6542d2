//! How far apart a query and its keys can be in the layers of a model.
//!
//! Source of the defaults: the configuration classes of transformers 5.23.0.

use super::Subject;
use phasor_model_files::{Attention, LayerRope};

/// The windows of classes that have one without a key, in tokens.
const WINDOWS: &[(usize, &[&str])] = &[
    (
        128,
        &["gpt_oss", "granite_swa", "granitemoe_swa", "deepseek_v4"],
    ),
    (512, &["gemma3n_text", "gemma4_text", "laguna"]),
    (1024, &["afmoe"]),
    (2048, &["muse_glimmer_text"]),
    (
        4096,
        &[
            "cohere2",
            "cohere2_moe",
            "exaone4",
            "exaone_moe",
            "gemma2",
            "gemma3_text",
            "ministral",
            "mistral",
            "olmo3",
            "qwen2",
            "qwen2_moe",
            "qwen3",
            "qwen3_moe",
            "vaultgemma",
        ],
    ),
    (8192, &["cwm", "llama4_text"]),
];

/// Returns the length of the longest text without a new distance between a query and its keys, in the layers that rotate
/// as `rope` says; `None` if some of them see the whole text, or nothing says how much they see.
pub(super) fn window(subject: &Subject, rope: &LayerRope) -> Option<usize> {
    let stack = &subject.model().layers;
    let places = subject.layers_of(rope)?;
    let windows = places.into_iter().map(|place| {
        let layer = stack.get(place)?;
        window_of(subject, layer.attention)
    });
    let windows: Option<Vec<usize>> = windows.collect();
    windows?.into_iter().max()
}

/// Returns the window of one kind of layer.
fn window_of(subject: &Subject, attention: Attention) -> Option<usize> {
    let class = subject.class();
    let key = match attention {
        // Half of the window lies before the query; the encoder includes its end.
        Attention::Sliding if class.starts_with("modernbert") => {
            let half = subject.whole("local_attention").unwrap_or(128) / 2;
            return Some(half + usize::from(class == "modernbert"));
        }
        Attention::Sliding => "sliding_window",
        Attention::Chunked => "attention_chunk_size",
        _ => return None,
    };
    let usual = || WINDOWS.iter().find(|(_, names)| names.contains(&class));
    let window = subject.whole(key).or(usual().map(|(window, _)| *window));
    window.filter(|window| *window > 0)
}
