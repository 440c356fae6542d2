//! Attention, just enough of it: one head, any positional scheme, every number in reach.
//!
//! Source: Vaswani et al. 2017, section 3.2.1. What the schemes add is in their own modules;
//! here it is only put into the score.

pub mod head;
pub mod layer_norm;
pub mod mask;
pub mod scheme;

pub use head::{Attention, Head};
pub use layer_norm::layer_norm;
pub use mask::{Mask, softmax};
pub use scheme::{Join, Scheme};
