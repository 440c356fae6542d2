//! The norms of queries and keys in `.safetensors` files.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod find;
mod headers;
mod known;
#[path = "../../../../tests/support/mentions.rs"]
mod mentions;
mod support;
mod view;
