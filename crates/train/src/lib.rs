//! Tiny transformers, equal except for their positional encoding, and their training.
//!
//! Two encodings are adapted ([`Position`]): T5's numbers count tenfold, so that they learn as fast as the rest, and sinusoids
//! are halved, so that they do not drown the tokens. [`Task::n_layers`] is the number of layers.
//!
//! The model is a decoder, or without a mask an encoder. With `N = n_texts × length` tokens, `d` components ([`Design::dim`])
//! and `h` heads of `w = d / h` components:
//!
//! ```text
//! x  = embedding of each token (+ positional encoding)            [N, d]
//! in every layer:
//!   q, k, v = norm(x) · qkv                                       [N, 3d], in heads [length, w]
//!   (RoPE rotates q and k)
//!   a  = softmax(q · kᵀ / √w + bias), masked                      [length, length] for each text and head
//!   x += (a · v) · out                                            [N, d]
//!   x += relu(norm(x) · up) · down                                [N, 2d] in between
//! logits = norm(x) · output                                       [N, n_answers]
//! ```
//!
//! The loss is the mean cross-entropy over the tokens that have an answer. Each module has a forward pass, and beside it a
//! backward pass, which turns the gradient of the loss with respect to a result into those with respect to its inputs. What
//! the backward pass needs again is kept in a *trace*.
//!
//! All numbers are `f32`. The order of all operations is fixed, so a seed gives the same race again on the same machine.

pub mod entrant;

mod attention;
mod batch;
mod design;
mod layer;
mod look;
mod model;
mod norm;
mod optimizer;
mod parameters;
mod position;
mod race;
mod scaling;
mod softmax;
mod task;
mod text;

pub use batch::Batch;
pub use design::{Design, DesignError};
pub use look::{Look, look};
pub use model::{Score, loss_and_gradients, score};
pub use optimizer::{AdamW, Schedule};
pub use parameters::{Kind, LayerParameters, Parameters};
pub use position::Position;
pub use race::{Race, RacePlan, TestResult, Thoroughness};
pub use task::{Purpose, Task};
pub use text::{Text, TextError};
