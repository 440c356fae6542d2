//! The mathematics of positional encodings: pure, exact, `f64`, with no dependency.
//!
//! Conventions, stated once:
//!
//! - positions count from 0 and may be fractional; angles are in radians;
//! - a pair is two components that share one frequency; pair 0 is the fastest;
//! - a positive angle turns counter-clockwise: `(x, y)` becomes
//!   `(x cos a - y sin a, x sin a + y cos a)`;
//! - a *relative position* is key minus query, a *distance* its absolute value;
//! - every angle is a product in `f64`; results are narrowed only at the very end, so an
//!   `f32` taken from here is right to 1e-6 at position 10,000,000.
//!
//! Modules in reading order: [`frequency`], [`sinusoidal`], [`binary`], [`pairing`],
//! [`rope`], [`similarity`], [`error`].

pub mod binary;
pub mod error;
pub mod frequency;
pub mod pairing;
pub mod rope;
pub mod similarity;
pub mod sinusoidal;

pub use binary::Binary;
pub use error::EncodingError;
pub use frequency::Frequencies;
pub use pairing::Pairing;
pub use rope::Rope;
pub use similarity::{Measure, SimilarityCurve, SimilarityMatrix};
pub use sinusoidal::{Order, Sinusoidal};
