//! Schemes that add to the score.

pub(crate) mod relative_bias;
