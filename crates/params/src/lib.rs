//! Parameters that are set from text, and their values.
//!
//! A [`Parameter`] is a row of a table: a name, a label, a help text, the accepted values and the default. The macro
//! [`keys!`] lists the rows of a table and makes an identity of each, a [`Key`]. [`Values`] are a valid value of every
//! parameter of a table, and [`query`] reads and writes them as a query. Errors in a text are [`ParameterError`]s.
//! [`layout`] reads what the tokens of a text are.
//!
//! This crate knows no table: the figures, bulk RoPE and the room of models each have one.

pub mod choice;
pub mod layout;
pub mod query;

mod encoding;
mod error;
mod key;
mod parameter;
mod range;
mod values;

pub use error::ParameterError;
pub use key::Key;
pub use parameter::{Accepts, Parameter};
pub use range::Range;
pub use values::{Value, Values};
