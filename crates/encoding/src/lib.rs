//! The mathematics of positional encodings: pure and exact, in `f64`, without dependencies.
//!
//! | scheme | type | what it does to a token at position `p` |
//! |---|---|---|
//! | integer | [`absolute::Integer`] | adds `p` to every component |
//! | length-normalised | [`absolute::LengthNormalised`] | adds `p / (seq_len - 1)` |
//! | binary | [`Binary`] | adds the bits of `p` |
//! | sinusoidal | [`Sinusoidal`] | adds sines and cosines of `p x inv_freq` |
//! | learned table | [`LearnedTable`] | adds row `p` of a table |
//! | RoPE | [`Rope`] | rotates each pair of query and key by `p x inv_freq` |
//! | axial RoPE, M-RoPE | [`AxialRope`] | the same with a position on several axes |
//! | axes of image and video models | [`rotary::axial`] | the same as 14 published models have it, from FLUX to DINOv3 |
//! | scaled RoPE, p-RoPE | [`Scaling`] | changes `inv_freq`: linear, NTK, dynamic, YaRN, LongRoPE, llama3, proportional |
//! | Shaw | [`Shaw`] | adds learned vectors of the clipped offset to keys and values |
//! | Transformer-XL | [`TransformerXl`] | adds to the score terms for the distance |
//! | T5 | [`T5Bias`], [`T5Buckets`] | adds to the score a learned number for the distance's bucket |
//! | ALiBi | [`Alibi`] | subtracts a slope times the distance from the score |
//! | NoPE | [`Scheme::NoPe`] | nothing, but a causal [`Mask`] still reveals order |
//!
//! [`positions`] says which position each token has, with padding, packing, images and caches;
//! [`analysis`] measures what these schemes can and cannot do, [`precision`] what low precision
//! leaves of them.
//!
//! Conventions:
//!
//! - positions count from 0 and may be fractional; angles are in radians;
//! - a pair is two components that share one frequency; pair 0 has the highest frequency;
//! - a positive angle rotates counter-clockwise: `(x, y)` becomes
//!   `(x cos a - y sin a, x sin a + y cos a)`;
//! - [`Pairing`] lists the layouts of pairs in a vector, [`Order`] the layouts of sines and
//!   cosines;
//! - an *offset* is key minus query, a *distance* its absolute value;
//! - every angle is a product in `f64`, and results are narrowed only at the very end, so an `f32`
//!   from here is accurate to 1e-6 at position 10,000,000. Whole positions are exact up to 2^53;
//! - constructors check ranges and return a typed [`EncodingError`]; nothing panics.
//!
//! ```
//! use phasor_encoding::{Frequencies, Pairing, Rope};
//!
//! // The score of a rotated query and key depends only on their offset.
//! let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
//! let (query, key) = ([1.0, 0.5, -0.3, 2.0], [0.2, 1.0, 0.7, -1.0]);
//! let here = rope.score((3.0, &query), (5.0, &key))?;
//! let there = rope.score((1003.0, &query), (1005.0, &key))?;
//! assert!((here - there).abs() < 1e-12);
//! # Ok::<(), phasor_encoding::EncodingError>(())
//! ```
//!
//! Modules in reading order: [`frequency`], [`turns`], [`absolute`], [`rotary`], [`relative`],
//! [`attention`], [`positions`], [`similarity`], [`analysis`], [`precision`], [`matrix`], [`gaussian`],
//! [`error`].

pub mod absolute;
pub mod analysis;
pub mod attention;
pub mod error;
pub mod frequency;
pub mod gaussian;
pub mod matrix;
pub mod positions;
pub mod precision;
pub mod relative;
pub mod rotary;
pub mod similarity;
pub mod turns;

pub use absolute::{Absolute, Binary, LearnedTable, Order, Sinusoidal};
pub use attention::{Attention, Head, Join, Mask, Scheme};
pub use error::EncodingError;
pub use frequency::Frequencies;
pub use gaussian::Gaussian;
pub use matrix::Matrix;
pub use positions::{Layout, Numbering, PositionIds, Visibility};
pub use precision::{Format, Narrow, Step};
pub use relative::{
    Alibi, ClippedDistance, Direction, Shaw, T5Bias, T5Buckets, TransformerXl, XlTerms,
};
pub use rotary::{
    AxialRope, Llama3, LongRope, Pairing, Rope, RotaryTable, Scaled, Scaling, SectionOrder, Yarn,
    scaling,
};
pub use similarity::{Measure, SimilarityCurve, SimilarityMatrix};
pub use turns::Turns;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
