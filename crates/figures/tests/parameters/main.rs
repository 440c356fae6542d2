//! Text from outside: addresses and controls.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod bulk;
mod hostile;
mod sentence;
mod sliders;
mod spec;
