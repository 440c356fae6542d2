//! Schemes that add to the score.

pub(crate) mod biased_attention;
pub(crate) mod relative_bias;
