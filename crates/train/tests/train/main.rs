//! The trainer against the automatic differentiation of torch, finite differences, and its own curves.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod file;
mod gradients;
mod races;
mod stored;
