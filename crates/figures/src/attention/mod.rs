//! Attention without positions.

pub(crate) mod order_blind;
