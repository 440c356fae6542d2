//! The `config.json` of models, and what becomes one.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod import;
#[path = "../../../../tests/support/mentions.rs"]
mod mentions;
mod model;
