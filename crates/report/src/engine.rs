//! The engines whose settings are known.

use phasor_params::choice;

choice! {
    /// A program that runs or trains models.
    pub enum Engine {
        /// Hugging Face transformers.
        Transformers "transformers" "transformers",
        /// vLLM.
        Vllm "vllm" "vLLM",
        /// SGLang.
        Sglang "sglang" "SGLang",
        /// llama.cpp and its converter.
        LlamaCpp "llama.cpp" "llama.cpp",
        /// ollama.
        Ollama "ollama" "ollama",
        /// TensorRT-LLM.
        TensorRtLlm "tensorrt-llm" "TensorRT-LLM",
        /// Programs that train: axolotl and unsloth.
        Training "training" "axolotl, unsloth",
    }
}
