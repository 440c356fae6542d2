//! Text from outside: addresses, controls and `config.json` of models.
#![cfg(feature = "config")]
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod bulk;
mod hostile;
mod import;
mod model;
mod sentence;
mod sliders;
mod spec;
