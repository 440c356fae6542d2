//! The decoder against transformers, and against itself.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod broken;
mod caches;
mod changes;
mod formats;
#[cfg(feature = "gpu")]
mod gpu;
mod models;
mod products;
mod sessions;
mod smollm2;
mod support;
mod words;
