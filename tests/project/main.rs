//! Tests of the project as a whole: its layers, its manifest, its examples and its prose.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

#[cfg(feature = "report")]
mod addresses;
mod examples;
#[cfg(feature = "figure")]
mod prose;
#[cfg(feature = "checkpoint")]
mod regressions;
#[cfg(feature = "figure")]
mod states;
