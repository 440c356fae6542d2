//! Runs a language model of Llama's class, with positions that can be changed.
//!
//! A [`Checkpoint`] is what a model's file holds, a [`Decoder`] its weights in their places, and a [`Session`] a text that
//! goes through them under a [`Change`] of positions. The cosines and sines of every layer come from `phasor-encoding`, so
//! that every rule, base, shift, gap, order, precision and pair that stands still is the core's.
//!
//! With the feature `gpu`, a text can go through the layers on the GPU: see the module `gpu`.
//!
//! With `n` tokens, `d` components of a hidden state, `h` query heads and `g` key heads of `w` components:
//!
//! ```text
//! x = embedding of each token                                     [n, d]
//! in every layer:
//!   q = norm(x) · queryᵀ (+ bias), perhaps normed                 [n, h, w]
//!   k = norm(x) · keyᵀ (+ bias), perhaps normed                   [n, g, w]
//!   v = norm(x) · valueᵀ (+ bias)                                 [n, g, w]
//!   rotate q and k to their positions
//!   a = softmax(q · kᵀ / √w), masked, where h / g heads share a k [n, h, n]
//!   x += (a · v) · outputᵀ                                        [n, d]
//!   x += (silu(norm(x) · gateᵀ) × (norm(x) · upᵀ)) · downᵀ        [n, d]
//! logits = norm(x) · embeddingᵀ, or another matrix                [n, n_tokens]
//! ```
//!
//! ```
//! use std::sync::Arc;
//!
//! use phasor_decoder::{Change, Checkpoint, Session, Still};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/decoder/llama/model.gguf");
//! let file = Arc::new(std::fs::read(path)?);
//! let checkpoint = Checkpoint::of_gguf(&file)?;
//! let decoder = checkpoint.decoder()?;
//! let tokens = checkpoint.tokenizer().encode("so she was");
//! let mut session = Session::default();
//! let without_rotation = Change { still: Still::All, ..Change::default() };
//! session.begin(&decoder, &tokens, &without_rotation, &[])?;
//! while session.advance(&decoder) {}
//! let last = session.hidden().chunks(decoder.shape().hidden_size).last().unwrap();
//! let best = decoder.candidates(last, 1)[0];
//! assert!(best.probability > 0.0 && best.probability < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attention;
mod cache;
mod change;
mod checkpoint;
mod classes;
mod decoder;
mod error;
mod exponential;
mod feed_forward;
#[cfg(feature = "gpu")]
pub mod gpu;
mod linear;
mod matrix;
mod norm;
mod options;
mod pass;
mod prediction;
pub mod product;
mod rotations;
mod session;
mod step;
mod tokenizer;
mod watched;
mod weight_format;

pub use cache::Cache;
pub use change::{Change, Gap, Order, Still};
pub use checkpoint::Checkpoint;
pub use classes::runs;
pub use decoder::{Decoder, Layer, Shape};
pub use error::ModelError;
pub use matrix::WeightMatrix;
pub use options::{ChangeOption, OPTIONS, OptionError, Surroundings};
pub use pass::{Output, Pass};
pub use prediction::{Candidate, Expectation};
pub use rotations::{Rotations, Turns};
pub use session::{Session, SessionError};
pub use tokenizer::{Split, Tokenizer};
pub use watched::Watched;
pub use weight_format::WeightFormat;

pub(crate) use step::Step;
