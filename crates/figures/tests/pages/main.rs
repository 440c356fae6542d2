//! The text of the pages: its numbers are right, and its states are accepted by the figures beside it.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod prose;
mod states;
