//! Tests of the project as a whole: its addresses, its examples, and the faults that were once in it.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod addresses;
mod examples;
mod regressions;
