//! What the weights of a model say about its frequencies: the norm of queries and keys, pair by pair.
//!
//! A [`Header`] describes a `.safetensors` file. A [`Plan`] finds the projections of queries and keys in the headers of
//! all files of a model, and says which bytes to read. It takes them in chunks of any size, so that neither a browser nor
//! the command line holds a model in memory, and gives [`Norms`], which [`blocks`] reports.
//!
//! Source of the question: Barbero et al. 2024, *Round and Round We Go! What makes Rotary Positional Encodings useful?*

mod chart;
mod find;
mod float;
mod header;
mod heads;
mod index;
mod norms;
mod plan;
mod roles;
mod view;

pub use find::FindError;
pub(crate) use header::quoted;
pub use header::{Header, HeaderError, Tensor};
pub use heads::{Heads, HeadsError};
pub use index::{Index, IndexError};
pub use norms::{Kind, Norms};
pub use plan::{Plan, PlanError, Read};
pub use view::{blocks, heads_of};
