//! Why a model is not read.

use phasor_model_files::Unreadable;
use phasor_text::shorten;

/// The reason why a model is not read. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file is none that is read.
    #[error("The file is not a model in GGUF format.")]
    NotGguf,
    /// The header is broken, or the description of the model is not read.
    #[error(transparent)]
    Description(#[from] Unreadable),
    /// The file ends before its header or its tensors do.
    #[error("The file is cut off: its data end before `{}` does.", shorten(.0))]
    Cut(String),
    /// The class is not among those that are read.
    #[error("Models of the classes {known} run here, and this one is of the class {class}.", known = crate::classes::sentence(), class = shorten(.class))]
    Class {
        /// The class of the model.
        class: String,
    },
    /// The `config.json` is no JSON object.
    #[error("The config.json is no JSON object: {}.", shorten(.0))]
    Config(String),
    /// The feed-forward network has another activation.
    #[error("The feed-forward network must have the activation `silu`, not `{}`.", shorten(.0))]
    Activation(String),
    /// A file in safetensors format is broken.
    #[error("The .safetensors file is broken: {}.", shorten(.0))]
    Safetensors(String),
    /// A number that the model needs is missing.
    #[error("The file does not say {0}.")]
    Missing(&'static str),
    /// A tensor is missing.
    #[error("The file has no tensor `{}`, which its class needs.", shorten(.0))]
    NoTensor(String),
    /// A tensor that the class does not have.
    #[error("The file has a tensor `{}`, so it is not a plain model of its class.", shorten(.0))]
    OddTensor(String),
    /// A tensor has a format that is not read.
    #[error(
        "The weights of `{tensor}` have the format {format}; F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q4_K, Q5_K and Q6_K are read.", tensor = shorten(.tensor)
    )]
    Format {
        /// The tensor.
        tensor: String,
        /// The format.
        format: String,
    },
    /// A tensor has another shape than the sizes of the model demand.
    #[error("`{tensor}` must have the shape {expected}, not {actual}.", tensor = shorten(.tensor))]
    Shape {
        /// The tensor.
        tensor: String,
        /// The shape that the sizes of the model demand.
        expected: String,
        /// The shape in the file.
        actual: String,
    },
    /// The rotation is for another head than that of the weights.
    #[error("The file describes heads of {described} components, but its queries have {actual}.")]
    HeadDim {
        /// The components of a head, as the file describes it.
        described: usize,
        /// The components of a head in the weights.
        actual: usize,
    },
    /// The vocabulary is not read.
    #[error(
        "The vocabulary of the file is {}, which is not read; pieces of SentencePiece are, and byte pairs of GPT-2, SmolLM, Llama 3 and Qwen.", shorten(.0)
    )]
    Vocabulary(String),
}
