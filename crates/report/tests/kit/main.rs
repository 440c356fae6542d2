//! The kit of kernel authors, and the judge of their numbers.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod broken;
#[path = "../../../../tests/support/golden_layouts.rs"]
mod golden_layouts;
mod ids;
mod judge;
mod kit;
mod support;
mod transformers;
