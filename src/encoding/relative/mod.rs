//! Relative encodings: the score is told how far the key is from the query.
//!
//! A *relative position* is key minus query: negative for what came before. [`Alibi`] and
//! [`T5Buckets`] add a number to each score (an *attention bias*); [`Shaw`] and
//! [`TransformerXl`] add terms that depend on the query as well.

pub mod alibi;
pub mod shaw;
pub mod t5;
pub mod transformer_xl;

pub use alibi::Alibi;
pub use shaw::{ClippedDistance, Shaw};
pub use t5::{T5Bias, T5Buckets};
pub use transformer_xl::{TransformerXl, XlTerms};

/// Whether a query sees what comes after it, which decides how T5 shares out its buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Only keys up to the query, as in a decoder.
    #[default]
    Causal,
    /// All keys, as in an encoder.
    Bidirectional,
}
