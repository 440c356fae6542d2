//! How Phasor writes numbers and quotes text, and how it reads the numbers that people type.

pub mod number;
pub mod parse;

mod quote;
mod scale;

pub use quote::{MOST, escaped, is_printable, shorten};
pub use scale::Scale;
