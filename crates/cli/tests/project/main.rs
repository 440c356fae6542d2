//! Tests of the project as a whole: its layers, its manifest, its examples and its prose.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod addresses;
mod examples;
mod regressions;
