//! What a reader takes along from a model.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod acceptance;
mod bounds;
mod code;
mod difference;
mod frameworks;
mod ladder;
mod lengths;
mod memory;
#[path = "../../../../tests/support/mentions.rs"]
mod mentions;
mod own_rule;
mod position_ids;
mod settings;
mod shelf;
