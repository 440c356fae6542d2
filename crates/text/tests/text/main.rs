//! Numbers as readers see and type them.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod number;
mod parse;
mod read;
