//! Pictures, readings and tables of figures, and the effects of pointers.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

mod assets;
mod bits_to_waves;
mod bulk_rope;
mod circle_to_wave;
mod clockwork;
mod corners;
mod drawing;
#[path = "../../../../tests/golden/read.rs"]
#[allow(dead_code, reason = "the core's tests use the rest")]
mod golden;
mod growing;
mod hands;
mod head_axes;
mod idle;
mod ladder;
mod larger_pictures;
mod list;
#[path = "../support/bulk_rope.rs"]
mod measured;
#[path = "../../../../tests/support/mentions.rs"]
mod mentions;
mod one_screen;
mod pointer;
mod positions_switched;
mod raster;
#[path = "../../../text/tests/text/read.rs"]
mod read;
mod readings;
mod rooms;
mod support;
mod text_fits;
mod token_motion;
mod token_positions;
mod unrolling;
mod words;
mod woven;
