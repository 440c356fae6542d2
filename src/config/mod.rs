//! Turns text from outside into typed, valid values.
//!
//! [`parameter`] is the one table of parameters, from which the controls, the URL, the command line
//! and the reference text are made. [`Spec`] is one valid setting of all parameters. [`query`]
//! reads and writes a spec as a URL query. [`model`] reads the `config.json` of a model.
//! [`import`] makes one from a GGUF header, flags, or an override.

pub mod bulk;
pub mod choice;
pub mod error;
pub mod import;
mod ladder_spec;
pub mod model;
pub mod pairs;
pub mod parameter;
pub mod query;
pub mod race;
mod race_spec;
mod range;
pub mod sentence;
pub mod spec;
mod word;

pub use choice::Content;
pub use error::SpecError;
pub use pairs::PairSelection;
pub use parameter::{Key, Kind, Parameter};
pub use sentence::Sentence;
pub use spec::Spec;
