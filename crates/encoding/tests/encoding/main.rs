//! The mathematics, compared with references, with its own laws, and with claims about schemes.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod analysis;
mod axes;
mod caches;
mod counts;
mod far_out;
mod golden;
mod laws;
mod position_ids;
mod positions;
mod properties;
mod quoted;
mod rules;
mod schemes;
mod scoreboard;
#[path = "../../../../tests/golden/read.rs"]
mod support;
mod umap;
