//! Relative encodings: they put the distance between query and key into the score.
//!
//! An *offset* is key minus query, so it is negative for earlier keys. [`Alibi`] and
//! [`T5Buckets`] add a number to each score (an *attention bias*); [`Shaw`] and [`TransformerXl`]
//! add terms that also depend on the query.

pub mod alibi;
pub mod shaw;
pub mod t5;
pub mod transformer_xl;

pub use alibi::Alibi;
pub use shaw::{ClippedDistance, Shaw};
pub use t5::{T5Bias, T5Buckets};
pub use transformer_xl::{TransformerXl, XlTerms};

/// Whether a query sees later keys, which decides how T5 assigns its buckets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Only keys up to the query, as in a decoder.
    #[default]
    Causal,
    /// All keys, as in an encoder.
    Bidirectional,
}
