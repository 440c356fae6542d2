//! The programs and files that hold weights of queries and keys, and the layout of pairs in each.
//!
//! Read in August 2026: torchtune 0.7 (`convert_weights.py`), Megatron Core (`transformer_config.py`) and Megatron-Bridge
//! (`param_mapping.py`), torchtitan (`state_dict_adapter.py`), LitGPT (`convert_hf_checkpoint.py`), nanotron
//! (`models_config.py`), mlx-lm, candle, vLLM 0.11 (`llama4.py`), SGLang 0.5.23 (`mllama4.py`), the published code of Llama,
//! Mistral and Gemma; for GGUF see `config::import::architectures`.

use crate::Subject;
use phasor_encoding::Pairing;
use phasor_model_files::LayerRope;
use phasor_model_files::import::architecture_of;
use phasor_params::choice;

choice! {
    /// Where weights are: a program or a kind of file.
    pub enum Framework {
        /// Hugging Face transformers.
        Transformers "transformers" "transformers",
        /// GGUF files of llama.cpp.
        Gguf "gguf" "GGUF (llama.cpp)",
        /// The files of the publisher: Meta, Mistral, or Google.
        Original "original" "the publisher’s own files",
        /// Megatron Core.
        Megatron "megatron" "Megatron Core",
        /// torchtune.
        Torchtune "torchtune" "torchtune",
        /// torchtitan.
        Torchtitan "torchtitan" "torchtitan",
        /// LitGPT.
        LitGpt "litgpt" "LitGPT",
        /// nanotron.
        Nanotron "nanotron" "nanotron",
        /// vLLM, SGLang and TensorRT-LLM.
        Servers "servers" "vLLM, SGLang, TensorRT-LLM",
        /// MLX.
        Mlx "mlx" "MLX",
        /// candle.
        Candle "candle" "candle",
        /// Any program whose pairs are neighbours.
        Interleaved "interleaved" "interleaved pairs",
        /// Any program whose pairs are half a head apart.
        HalfSplit "half-split" "half-split pairs",
    }
}

/// How a framework holds the queries and keys of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stored {
    /// The layout of pairs, if it is known for the model.
    pub(super) pairing: Option<Pairing>,
    /// The names of the tensors.
    pub(super) tensors: &'static str,
    /// What else to know.
    pub(super) remark: &'static str,
}

impl Framework {
    /// Returns how it holds these layers of a model.
    pub(super) fn stored(self, subject: &Subject, layer: &LayerRope) -> Stored {
        let class = subject.class();
        let here = Some(layer.pairing);
        let (pairing, tensors, remark) = match self {
            Self::Transformers => (here, of_transformers(class, layer), ""),
            Self::Gguf => of_gguf(class, layer),
            Self::Original => of_original(class),
            Self::Megatron => of_megatron(layer),
            Self::Torchtune => of_torchtune(class, layer),
            Self::Torchtitan => of_torchtitan(class, layer),
            Self::LitGpt => of_litgpt(class),
            Self::Nanotron => of_nanotron(class),
            Self::Servers => (here, of_transformers(class, layer), of_servers(class)),
            Self::Mlx => (
                here,
                of_transformers(class, layer),
                "`traditional=True` is interleaved",
            ),
            Self::Candle => (
                here,
                of_transformers(class, layer),
                "`rope` is half-split, `rope_i` interleaved",
            ),
            Self::Interleaved => (Some(Pairing::Interleaved), "", ""),
            Self::HalfSplit => (Some(Pairing::HalfSplit), "", ""),
        };
        Stored {
            pairing,
            tensors,
            remark,
        }
    }
}

type Facts = (Option<Pairing>, &'static str, &'static str);

const UNKNOWN: Facts = (None, "", "");

/// Returns the tensor that holds queries, keys and values of a class together in the files of transformers, if there is one.
pub(super) fn fused(class: &str) -> Option<&'static str> {
    match class {
        "gpt_neox" | "falcon" => Some("`query_key_value`"),
        "phi3" => Some("`qkv_proj`"),
        "modernbert" => Some("`Wqkv`"),
        _ => None,
    }
}

/// Returns whether the rows of each head are those of its query, and then those of a gate.
pub(super) fn has_gate(class: &str) -> bool {
    ["qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"].contains(&class)
}

fn of_transformers(class: &str, layer: &LayerRope) -> &'static str {
    match layer.is_separate {
        true => "`q_proj` or `q_b_proj`, and `kv_a_proj_with_mqa`",
        false => fused(class).unwrap_or("`q_proj`, `k_proj`"),
    }
}

fn of_gguf(class: &str, layer: &LayerRope) -> Facts {
    let Some((_, pairing)) = architecture_of(class) else {
        return (
            None,
            "`attn_q`, `attn_k`",
            "llama.cpp does not convert this class",
        );
    };
    let remark = match pairing == layer.pairing {
        true => "`convert_hf_to_gguf.py` moves no row inside a head",
        false if class == "olmo" => "`convert_hf_to_gguf.py` permutes the weights",
        false => "`convert_hf_to_gguf.py` permutes weights and biases",
    };
    let tensors = match fused(class).is_some() {
        _ if layer.is_separate => "`attn_q` or `attn_q_b`, and `attn_kv_a_mqa`",
        true => "`attn_qkv`",
        false => "`attn_q`, `attn_k`",
    };
    (Some(pairing), tensors, remark)
}

fn of_original(class: &str) -> Facts {
    match class {
        "llama" | "llama4_text" | "mistral" | "mixtral" | "ministral" | "ministral3" => (
            Some(Pairing::Interleaved),
            "`wq`, `wk`",
            "`consolidated.*.pth`, `consolidated.safetensors`",
        ),
        "gemma" | "gemma2" | "gemma3_text" | "gemma3n_text" | "gemma4_text" => (
            Some(Pairing::HalfSplit),
            "`q_einsum`, `kv_einsum`",
            "JAX; the head is its own axis",
        ),
        _ => UNKNOWN,
    }
}

fn of_megatron(layer: &LayerRope) -> Facts {
    let (tensors, remark) = match (layer.is_separate, layer.pairing) {
        (true, _) => (
            "`linear_q_proj` or `linear_q_up_proj`, and `linear_kv_down_proj`",
            "latent attention has its own switch, `mla_rotary_interleaved`",
        ),
        (false, Pairing::HalfSplit) => (
            "`linear_qkv`",
            "for each group its queries, key and value; Megatron-Bridge moves no row inside a head",
        ),
        (false, Pairing::Interleaved) => (
            "`linear_qkv`",
            "for each group its queries, key and value; run it with `--rotary-interleaved`",
        ),
    };
    (Some(layer.pairing), tensors, remark)
}

fn of_torchtune(class: &str, layer: &LayerRope) -> Facts {
    let tensors = of_transformers(class, layer);
    match class {
        "llama" | "mistral" | "gemma" | "gemma2" => (
            Some(Pairing::Interleaved),
            tensors,
            "in memory; `hf_to_tune` permutes, and saving permutes back",
        ),
        "llama4_text" => (
            Some(Pairing::Interleaved),
            tensors,
            "`llama4_hf_to_tune` moves no row",
        ),
        "qwen2" | "qwen3" | "phi3" => (
            Some(Pairing::HalfSplit),
            tensors,
            "its own converter for the class moves no row",
        ),
        _ => UNKNOWN,
    }
}

fn of_torchtitan(class: &str, layer: &LayerRope) -> Facts {
    let tensors = "`wq`, `wk`";
    match class {
        "llama" => (
            Some(Pairing::Interleaved),
            tensors,
            "its state-dict adapter permutes in both directions",
        ),
        "qwen3" | "qwen3_moe" | "gpt_oss" | "deepseek_v3" => {
            (Some(layer.pairing), tensors, "its adapter moves no row")
        }
        _ => UNKNOWN,
    }
}

/// The classes that LitGPT has.
const LIT_GPT: [&str; 15] = [
    "falcon",
    "gemma",
    "gemma2",
    "gemma3_text",
    "gpt_neox",
    "llama",
    "mistral",
    "mixtral",
    "olmo",
    "olmo2",
    "phi",
    "phi3",
    "qwen2",
    "qwen3",
    "stablelm",
];

fn of_litgpt(class: &str) -> Facts {
    match LIT_GPT.contains(&class) {
        true => (
            Some(Pairing::HalfSplit),
            "`attn.qkv`",
            "all queries, all keys, all values since December 2024; in groups before",
        ),
        false => UNKNOWN,
    }
}

fn of_nanotron(class: &str) -> Facts {
    match class {
        "llama" | "qwen2" => (
            Some(Pairing::HalfSplit),
            "`qkv_proj`",
            "interleaved in old checkpoints (`rope_interleaved`)",
        ),
        _ => UNKNOWN,
    }
}

fn of_servers(class: &str) -> &'static str {
    match class {
        "llama4_text" => {
            "they read transformers’ files; vLLM and SGLang permute Llama 4 as they load"
        }
        _ => "they read transformers’ files",
    }
}
