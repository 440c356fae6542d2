"""The words of choices."""

from __future__ import annotations

from typing import Literal

Engine = Literal["transformers", "vllm", "sglang", "llama.cpp", "ollama", "tensorrt-llm", "training"]
Framework = Literal[
    "transformers",
    "gguf",
    "original",
    "megatron",
    "torchtune",
    "torchtitan",
    "litgpt",
    "nanotron",
    "servers",
    "mlx",
    "candle",
    "interleaved",
    "half-split",
]
Language = Literal["numpy", "torch", "jax", "rust"]
