//! Drawings as SVG documents, and their colours.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

#[path = "../support/bulk_rope.rs"]
mod measured;
mod stored;
mod svg;
mod theme;
