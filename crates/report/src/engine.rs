//! The engines whose settings are known.

use phasor_params::choice::{Choice, Word, word};

/// A program that runs or trains models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Hugging Face transformers.
    #[default]
    Transformers,
    /// vLLM.
    Vllm,
    /// SGLang.
    Sglang,
    /// llama.cpp and its converter.
    LlamaCpp,
    /// ollama.
    Ollama,
    /// TensorRT-LLM.
    TensorRtLlm,
    /// Programs that train: axolotl and unsloth.
    Training,
}

impl Choice for Engine {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Transformers, word("transformers", "transformers")),
        (Self::Vllm, word("vllm", "vLLM")),
        (Self::Sglang, word("sglang", "SGLang")),
        (Self::LlamaCpp, word("llama.cpp", "llama.cpp")),
        (Self::Ollama, word("ollama", "ollama")),
        (Self::TensorRtLlm, word("tensorrt-llm", "TensorRT-LLM")),
        (Self::Training, word("training", "axolotl, unsloth")),
    ];
}
