//! The classes whose decoders are all alike but for parts that a file either has or has not.

use phasor_encoding::Pairing;
use phasor_text::listed;

/// A class of models.
struct Class {
    /// The name in transformers (`model_type`), and in GGUF files.
    name: &'static str,
    /// The layout of pairs in a GGUF file, whose converter may have permuted the rows of queries and keys.
    gguf_pairing: Pairing,
}

/// Source: the classes of transformers 5.23.0; for pairs, `llama_model_rope_type` of llama.cpp.
const CLASSES: &[Class] = &[
    Class {
        name: "llama",
        gguf_pairing: Pairing::Interleaved,
    },
    Class {
        name: "mistral",
        gguf_pairing: Pairing::Interleaved,
    },
    Class {
        name: "qwen2",
        gguf_pairing: Pairing::HalfSplit,
    },
    Class {
        name: "qwen3",
        gguf_pairing: Pairing::HalfSplit,
    },
    Class {
        name: "smollm3",
        gguf_pairing: Pairing::Interleaved,
    },
];

/// Returns whether models of the class run here.
#[must_use]
pub fn runs(class: &str) -> bool {
    CLASSES.iter().any(|known| known.name == class)
}

pub(crate) fn gguf_pairing(class: &str) -> Option<Pairing> {
    let class = CLASSES.iter().find(|known| known.name == class);
    class.map(|class| class.gguf_pairing)
}

/// Returns the names for use within a sentence.
pub(crate) fn sentence() -> String {
    let names: Vec<&str> = CLASSES.iter().map(|class| class.name).collect();
    listed(&names, "and")
}
