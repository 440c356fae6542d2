//! The types of the layers of each class, for a file that does not list them, and which of them rotate.
//!
//! Source: the configuration classes of transformers 5.23.0; `tests/golden/classes.json` holds what the layers of small
//! models of all classes do, and `layers.json` what they make of unusual files.

use super::Attention;
use super::rows::has;

/// The types of the layers of a class.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pattern {
    /// All layers attend to everything.
    Full,
    /// No layer attends to anything.
    Linear,
    /// All have a window if `sliding_window` is a number, or missing and the class has a default.
    Window { has_default: bool },
    /// With `use_sliding_window`, the layers from `max_window_layers` on have a window.
    WindowFrom,
    /// With `use_sliding_window`, every second layer before `max_window_layers` has a window.
    WindowBefore,
    /// With `use_sliding_window`, all layers have a window.
    WindowIfUsed,
    /// With `use_sliding_window`, the layers that do not rotate have a window.
    WindowWithoutRope,
    /// The last of every `n` layers attends to everything. A file may have another number under the
    /// key.
    LastOf(&'static str, usize, Attention),
    /// The first of every `n` layers attends to everything.
    FirstOf(&'static str, usize, Attention),
    /// Of every `n` layers, the one at a place attends to everything, the others to nothing. Both numbers have keys.
    OneOf((&'static str, usize), (&'static str, usize)),
    /// Layers that rotate have chunks.
    ChunkedWithRope,
    /// Layers at the places that a list gives attend to everything, the others to nothing.
    Places(Places),
    /// Layers at the places that a list gives attend to another input. Without the list, they are these.
    Cross(&'static str, &'static [usize]),
    /// Each letter of a word is a layer (Nemotron-H).
    Letters(&'static str),
    /// A list says how many tokens make one summary, 0 for none (DeepSeek-V4).
    Ratios,
    /// A rule of one class, from the place of a layer and the number of layers.
    Own(fn(usize, usize) -> Attention),
}

/// A list of the places of layers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    /// The object that holds the list; empty if it is the file.
    pub(super) inside: &'static str,
    pub(super) key: &'static str,
    /// The number of the first layer.
    pub(super) first: usize,
    /// What all layers do without the list.
    pub(super) without: Attention,
}

/// The layers of a class that rotate, of those that have scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rotary {
    All,
    /// Those with a window.
    Sliding,
    /// Those with a window, or all if the model has none.
    SlidingIfAny,
    /// Those for which `no_rope_layers` has a 1; without that list, all but every fourth or
    /// `no_rope_layer_interval`-th.
    Listed,
}

/// Returns what the layers of a class are if its file does not list them.
pub(super) fn stack_of(class: &str) -> (Pattern, Rotary) {
    let row = STACKS.iter().find(|(classes, ..)| has(classes, class));
    row.map_or((Pattern::Full, Rotary::All), |(_, pattern, rotary)| {
        (*pattern, *rotary)
    })
}

/// Returns what a layer attends to that a file gives a name.
pub(super) fn named(name: &str) -> Attention {
    match name {
        "full_attention" | "attention" | "hybrid" => Attention::Full,
        "sliding_attention" | "hybrid_sliding" => Attention::Sliding,
        "chunked_attention" => Attention::Chunked,
        "cross_attention" => Attention::Cross,
        "compressed_sparse_attention" => Attention::CompressedSparse,
        "heavily_compressed_attention" => Attention::HeavilyCompressed,
        "linear_attention" | "conv" | "mamba" | "recurrent" | "moe" | "mlp" => Attention::Linear,
        _ => Attention::Other,
    }
}

/// Returns whether a set of rotary parameters with that name is for layers that attend so. A set of an unknown name may be
/// for any layer of another type.
pub(super) fn is_set_of(name: &str, attention: Attention) -> bool {
    match (name, attention) {
        (_, Attention::Other) => false,
        ("main", _) => attention == WINDOW,
        ("compress", _) => {
            [Attention::CompressedSparse, Attention::HeavilyCompressed].contains(&attention)
        }
        _ => named(name) == attention,
    }
}

/// The key of DeepSeek-V4's ratios of compression.
pub(super) const RATIOS: &str = "compress_ratios";

/// Returns what a layer of DeepSeek-V4 attends to that makes one summary of so many tokens.
pub(super) fn compressed_by(ratio: u64) -> Option<Attention> {
    match ratio {
        0 => Some(WINDOW),
        4 => Some(Attention::CompressedSparse),
        128 => Some(Attention::HeavilyCompressed),
        _ => None,
    }
}

/// The classes whose last layer sees the whole text, whatever the file lists.
pub(super) const FULL_AT_LAST: &str =
    "diffusion_gemma_text embedding_gemma2_text gemma4_text gemma4_unified_text";

/// The letters of the layers of a Nemotron-H whose file gives none.
pub(super) const NEMOTRON_H: &str = "ME*-";

/// Returns what a layer attends to that Nemotron-H gives a letter.
pub(super) fn lettered(letter: char) -> Attention {
    match letter {
        '*' => Attention::Full,
        _ => Attention::Linear,
    }
}

const WINDOW: Attention = Attention::Sliding;

/// Returns full attention or, unless `is_full`, `other`.
pub(super) fn full_if(is_full: bool, other: Attention) -> Attention {
    if is_full { Attention::Full } else { other }
}

/// The classes whose layers differ or do not all see the whole text.
const STACKS: &[(&str, Pattern, Rotary)] = &[
    (
        "falcon_mamba mamba mamba2 rwkv xlstm",
        Pattern::Linear,
        Rotary::All,
    ),
    (
        "gemma2 vaultgemma gpt_oss",
        Pattern::LastOf("", 2, WINDOW),
        Rotary::All,
    ),
    ("ultrabert", Pattern::LastOf("", 3, WINDOW), Rotary::All),
    (
        "gemma3_text t5gemma2_text t5gemma2_decoder",
        Pattern::LastOf("sliding_window_pattern", 6, WINDOW),
        Rotary::All,
    ),
    ("gemma3n_text", Pattern::LastOf("", 5, WINDOW), Rotary::All),
    (
        "inkling_text inkling2_text",
        Pattern::LastOf("", 6, WINDOW),
        Rotary::All,
    ),
    ("olmo3", Pattern::LastOf("", 4, WINDOW), Rotary::All),
    (
        "cohere2 cohere2_moe",
        Pattern::LastOf("sliding_window_pattern", 4, WINDOW),
        Rotary::Sliding,
    ),
    (
        "exaone4 exaone_moe",
        Pattern::LastOf("sliding_window_pattern", 4, WINDOW),
        Rotary::SlidingIfAny,
    ),
    (
        "afmoe",
        Pattern::LastOf("global_attn_every_n_layers", 4, WINDOW),
        Rotary::Sliding,
    ),
    (
        "muse_glimmer_text",
        Pattern::LastOf("", 4, WINDOW),
        Rotary::Sliding,
    ),
    ("kolibri1", Pattern::LastOf("", 5, WINDOW), Rotary::Sliding),
    (
        "muse_spark_text",
        Pattern::Own(|layer, n_layers| full_if((n_layers - 1 - layer).is_multiple_of(4), WINDOW)),
        Rotary::Sliding,
    ),
    (
        "flint",
        Pattern::Own(|layer, n_layers| {
            full_if(layer < 2 || layer % 4 == 1 || layer + 1 == n_layers, WINDOW)
        }),
        Rotary::Sliding,
    ),
    (
        "beam diffusion_gemma_text embedding_gemma2_text gemma4_text gemma4_unified_text neomme",
        Pattern::Own(|layer, n_layers| {
            full_if(
                (layer + 1).is_multiple_of(6) || layer + 1 == n_layers,
                WINDOW,
            )
        }),
        Rotary::All,
    ),
    (
        // The first and the last layer are convolutions.
        "sam3_lite_text_text_model",
        Pattern::Own(|layer, n_layers| {
            full_if(layer > 0 && layer + 1 < n_layers, Attention::Linear)
        }),
        Rotary::All,
    ),
    (
        "mllama_text_model",
        Pattern::Cross("cross_attention_layers", &[3, 8, 13, 18, 23, 28, 33, 38]),
        Rotary::All,
    ),
    (
        "mimo_v2_flash",
        Pattern::Own(|layer, _| full_if(layer == 0 || (layer + 1).is_multiple_of(6), WINDOW)),
        Rotary::All,
    ),
    (
        "lfm3",
        Pattern::Own(|layer, _| match layer {
            0 => Attention::Linear,
            _ if layer % 4 == 2 => Attention::Full,
            _ if layer.is_multiple_of(4) => WINDOW,
            _ => Attention::Linear,
        }),
        Rotary::All,
    ),
    (
        "recurrent_gemma",
        Pattern::Own(|layer, _| match layer % 3 {
            2 => WINDOW,
            _ => Attention::Linear,
        }),
        Rotary::All,
    ),
    ("deepseek_v4", Pattern::Ratios, Rotary::All),
    (
        "cwm granite_swa granitemoe_swa",
        Pattern::FirstOf("", 4, WINDOW),
        Rotary::All,
    ),
    (
        "modernbert modernbert-decoder",
        Pattern::FirstOf("global_attn_every_n_layers", 3, WINDOW),
        Rotary::All,
    ),
    (
        "qwen3_next qwen3_5_text qwen3_5_moe_text",
        Pattern::LastOf("full_attention_interval", 4, Attention::Linear),
        Rotary::All,
    ),
    (
        "olmo_hybrid",
        Pattern::LastOf("", 4, Attention::Linear),
        Rotary::All,
    ),
    (
        "bailing_hybrid",
        Pattern::LastOf("layer_group_size", 6, Attention::Linear),
        Rotary::All,
    ),
    (
        "minimax",
        Pattern::FirstOf("", 2, Attention::Linear),
        Rotary::All,
    ),
    (
        "jamba",
        Pattern::OneOf(("attn_layer_period", 8), ("attn_layer_offset", 4)),
        Rotary::All,
    ),
    (
        "zamba",
        Pattern::Own(|layer, _| {
            full_if(
                layer == 2 || layer >= 3 && (layer - 3) % 6 == 4,
                Attention::Linear,
            )
        }),
        Rotary::All,
    ),
    (
        "bamba",
        Pattern::Places(Places {
            inside: "",
            key: "attn_layer_indices",
            first: 0,
            without: Attention::Linear,
        }),
        Rotary::All,
    ),
    (
        "lfm2 lfm2_moe",
        Pattern::Places(Places {
            inside: "",
            key: "full_attn_idxs",
            first: 0,
            without: Attention::Full,
        }),
        Rotary::All,
    ),
    (
        "kimi_linear",
        // The file counts layers from 1.
        Pattern::Places(Places {
            inside: "linear_attn_config",
            key: "full_attn_layers",
            first: 1,
            without: Attention::Full,
        }),
        Rotary::All,
    ),
    (
        "nemotron_h",
        Pattern::Letters("hybrid_override_pattern"),
        Rotary::All,
    ),
    ("granitemoehybrid", Pattern::Linear, Rotary::All),
    ("llama4_text", Pattern::ChunkedWithRope, Rotary::Listed),
    ("mistral_large4_text", Pattern::Full, Rotary::Listed),
    ("smollm3", Pattern::WindowWithoutRope, Rotary::Listed),
    (
        "blt_patcher ministral mistral openai_privacy_filter",
        Pattern::Window { has_default: true },
        Rotary::All,
    ),
    (
        "doge ministral3 mixtral phi3 phimoe starcoder2",
        Pattern::Window { has_default: false },
        Rotary::All,
    ),
    ("qwen2 qwen3", Pattern::WindowFrom, Rotary::All),
    ("qwen2_moe", Pattern::WindowBefore, Rotary::All),
    ("qwen3_moe", Pattern::WindowIfUsed, Rotary::All),
];
