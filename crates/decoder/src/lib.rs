//! Runs a language model of Llama's class, with cosines and sines from outside.

mod attention;
mod cache;
mod change;
mod checkpoint;
mod classes;
mod decoder;
mod error;
mod feed_forward;
mod linear;
mod matrix;
mod norm;
mod pass;
mod prediction;
pub mod product;
mod rotations;
mod session;
mod tokenizer;
mod weight_format;

pub use attention::Watched;
pub use cache::Cache;
pub use change::{Change, Gap, Order, Still};
pub use checkpoint::Checkpoint;
pub use classes::runs;
pub use decoder::{Decoder, Layer, Shape};
pub use error::ModelError;
pub use matrix::WeightMatrix;
pub use pass::{Output, Pass};
pub use prediction::{Candidate, Expectation};
pub use rotations::{Rotations, Turns};
pub use session::{Session, SessionError};
pub use tokenizer::{Split, Tokenizer};
pub use weight_format::WeightFormat;

pub(crate) use pass::Step;
