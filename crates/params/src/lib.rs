//! What a figure can be set to: text from outside becomes one valid setting of all parameters.
//!
//! [`parameter`] is the one table of parameters, from which the controls, the URL, the command line and the reference
//! text are made. [`Spec`] is one valid setting of all parameters. [`query`] reads and writes a spec as a URL query.

pub mod bulk;
pub mod choice;
pub mod error;
mod ladder_spec;
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
