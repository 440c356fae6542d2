//! Complete programs that compute the rotary encoding of a model.
//!
//! Each program has the numbers of the model, computes the inverse frequencies by the formula of
//! its rule, and rotates vectors. It holds only what the model needs: no other rule, no factor
//! that is 1. All arithmetic is in `f64`.
//!
//! A program is made from fragments: `outline` decides which ones and with which numbers, the same
//! for every language; `rule` holds those of each scaling rule, `python` and `rust` all others;
//! `header` writes the comment at the top.

mod constant;
mod fragment;
mod header;
mod language;
mod outline;
mod python;
mod rule;
mod rust;

pub use language::Language;

use phasor_encoding::EncodingError;
use phasor_model_files::LayerRope;

use outline::Outline;
use python::Library;

/// Returns a complete program that prints what the rotary layers of a model compute.
///
/// The program defines the inverse frequencies and a function `rotate`. It prints the inverse
/// frequencies, an empty line, and the vector `[1, 2, ..., head_dim] / head_dim` rotated to
/// position 1000, one number per line with 17 significant digits.
///
/// `title` names the model in the comment at the top. It may be any text: what could end the
/// comment or change its reading is removed, and a long title is cut. `seq_len` is the length of
/// the sequence in tokens, for the rules that depend on it; without one, the sequence fits the
/// original length, or the declared one for dynamic scaling.
///
/// If the model has M-RoPE, the program rotates by one position, as the model does for text.
///
/// ```
/// use phasor_report::code::{Language, program};
///
/// let text = r#"{"model_type": "llama", "head_dim": 128, "rope_theta": 5e5, "rope_scaling":
///     {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4,
///     "original_max_position_embeddings": 8192}}"#;
/// let model = phasor_model_files::read(text)?.model;
/// let layer = model.rope(None).unwrap();
/// let code = program(Language::Numpy, layer, "Llama 3.1 8B", None)?;
/// assert!(code.starts_with("# RoPE of Llama 3.1 8B, rule llama3.\n"));
/// assert!(code.contains("\nhigh_freq_factor = 4.0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`EncodingError`] if a field was changed to a value outside its range. The results of
/// [`read`](phasor_model_files::read) are always in range.
pub fn program(
    language: Language,
    layer: &LayerRope,
    title: &str,
    seq_len: Option<usize>,
) -> Result<String, EncodingError> {
    let outline = Outline::new(layer, seq_len)?;
    let code = match language {
        Language::Numpy => python::program(&outline, &Library::NUMPY),
        Language::Torch => python::program(&outline, &Library::TORCH),
        Language::Jax => python::program(&outline, &Library::JAX),
        Language::Rust => rust::program(&outline),
    };
    let mark = match language {
        Language::Rust => "//",
        _ => "#",
    };
    let header = header::header(mark, layer, title, seq_len);
    Ok(format!("{header}{code}"))
}
