//! The interactive figure: frame, controls, canvases, clock. Every page uses this implementation.

#![allow(
    unreachable_pub,
    reason = "the component macro makes its properties public"
)]

pub mod address;
pub mod canvas;
pub mod clock;
pub mod coast;
pub mod compared;
pub mod control;
pub mod delay;
pub mod draft;
pub mod erased;
pub mod glide;
pub mod media;
pub mod numbers;
pub mod page;
pub mod painter;
pub mod transport;

mod asset;
mod cell;
mod frame;
mod hand;
mod help;
pub(crate) mod host;
mod lift;
mod live_model;
mod opened;
mod out_of_sight;
mod panel;
mod parts;
mod presets;
mod race;
mod sentence;
mod share;
pub(crate) mod shared;
mod stage;
mod surface;
mod task;

pub use cell::FigureCell;
pub use compared::{Compared, Side};
pub use frame::FigureFrame;
pub use glide::Pace;
pub use page::Page;
