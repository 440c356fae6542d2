//! Rotary encodings: every pair of a query or key rotates by an angle proportional to the position.
//!
//! [`Rope`] encodes positions in a sequence, [`AxialRope`] positions on several axes at once
//! (images, video), and [`axial`] which axes published models have. [`Scaling`] makes the frequencies of models that read longer texts than those
//! they started with.

pub mod axial;
mod components;
pub mod pairing;
pub mod rope;
pub mod scaling;
pub mod table;

pub use axial::{AxialRope, SectionOrder};
pub use pairing::Pairing;
pub use rope::{Rope, rotate_pair};
pub use scaling::{Llama3, LongRope, Scaled, Scaling, Yarn};
pub use table::RotaryTable;
