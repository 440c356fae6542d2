//! The trainer against the automatic differentiation of torch, finite differences, and its own curves.
#![cfg(feature = "train")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod gradients;
mod races;
