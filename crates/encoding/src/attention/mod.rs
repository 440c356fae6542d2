//! Attention in its smallest form: one head, any positional scheme, every number accessible.
//!
//! Source: Vaswani et al. 2017, section 3.2.1. The schemes compute their terms in their own
//! modules; this module adds them to the score.

pub mod head;
pub mod layer_norm;
pub mod mask;
pub mod scheme;

pub use head::{Attention, Head};
pub use layer_norm::layer_norm;
pub use mask::{Mask, softmax};
pub use scheme::{Join, Scheme};
