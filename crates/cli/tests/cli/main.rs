//! The program `phasor`, run as users run it.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod advice;
mod commands;
mod files;
#[expect(
    dead_code,
    reason = "the command line has whole numbers, which are equal or not"
)]
#[path = "../../../../tests/golden/read.rs"]
mod golden;
#[path = "../../../../tests/support/golden_layouts.rs"]
mod golden_layouts;
mod kit;
#[path = "../../../../tests/support/mentions.rs"]
mod mentions;
mod models;
mod norms;
mod positions;
mod reports;
mod run;
mod schemes;
mod support;
mod tables;
