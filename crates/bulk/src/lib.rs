//! RoPE over many vectors at once, stored as `f32`, [`f16`](struct@f16) or [`bf16`].
//!
//! The angles come from a table computed in `f64` and rounded once ([`Angles`]), so every result
//! agrees with [`Rope`](phasor_encoding::Rope) up to a few roundings of `f32`, at any position. A
//! [`Layout`] gives the places of the vectors in a buffer. [`scalar`] is the readable kernel;
//! [`simd`] is the fast one, which is checked against it.
//!
//! ```
//! use phasor_bulk::{Angles, Layout, Shape, scalar, simd};
//! use phasor_encoding::{Frequencies, Pairing, Rope};
//!
//! let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
//! let shape = Shape { batch: 1, n_heads: 2, n_positions: 3, head_dim: 4 };
//! let layout = Layout::heads_first(shape)?;
//! let angles = Angles::new(&rope, 0, shape.n_positions)?;
//! let mut vectors = vec![1.0; layout.len()];
//! scalar::rotate(&angles, &layout, &mut vectors)?;
//! assert_eq!(vectors[..4], [1.0; 4]); // position 0 of head 0 does not rotate
//! assert_eq!(vectors[4..8], rope.rotate_f32(1.0, &[1.0; 4])?); // position 1
//! let mut again = vec![0.0; layout.len()];
//! simd::rotate_into(&angles, &layout, &vec![1.0; layout.len()], &mut again)?;
//! assert_eq!(again, vectors);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod angles;
mod element;
mod error;
#[cfg(feature = "gpu")]
pub mod gpu;
mod layout;
mod numbers;
#[cfg(feature = "gpu")]
mod parts;
mod path;
pub mod scalar;
pub mod simd;
mod trial;

pub use angles::Angles;
pub use element::Element;
pub use error::BulkError;
#[doc(no_inline)]
pub use half::{bf16, f16};
pub use layout::{Layout, Shape, Strides};
pub use path::{Path, Speed};
pub use trial::Trial;
