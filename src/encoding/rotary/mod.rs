//! Rotary encodings: every pair of a query or key turns by an angle that grows with position.
//!
//! [`Rope`] is the encoding of a sequence; [`AxialRope`] that of several axes at once (images,
//! video). [`Scaling`] makes the frequencies of models that read further than they were trained.

pub mod axial;
pub mod pairing;
pub mod rope;
pub mod scaling;
pub mod table;

pub use axial::{AxialRope, SectionOrder};
pub use pairing::Pairing;
pub use rope::{Rope, rotate_pair};
pub use scaling::{Llama3, LongRope, Scaled, Scaling, Yarn};
pub use table::RotaryTable;
