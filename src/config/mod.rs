//! Text from outside to one typed, valid value.
//!
//! [`parameter`] is the one table of parameters: controls, URL, command line and reference text
//! are made from it. [`Spec`] is one valid setting of all of them. [`query`] reads and writes a
//! spec as a URL query. [`model`] reads the `config.json` of a model.

pub mod bulk;
pub mod choice;
pub mod error;
mod ladder_spec;
pub mod model;
mod number;
pub mod pairs;
pub mod parameter;
pub mod query;
mod range;
pub mod sentence;
pub mod spec;

pub use choice::Content;
pub use error::SpecError;
pub use pairs::PairSelection;
pub use parameter::{Key, Kind, Parameter};
pub use sentence::Sentence;
pub use spec::Spec;
