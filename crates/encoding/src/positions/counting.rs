//! Counting: one axis, on which each token is one step, a patch of an image like a word.

use super::assign::{Assign, Block, Needs, Spot};
use super::{Part, PerAxis};

/// The rule of text-only models: the position of a token is the number of tokens before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sequential;

impl Assign for Sequential {
    fn needs(&self, _: &Part) -> Needs {
        Needs::Nothing
    }

    fn position(&self, _: Spot, block: &Block) -> PerAxis {
        PerAxis::new([block.start + block.step as f64])
    }

    fn advance(&self, block: &Block, _: f64) -> f64 {
        block.n_tokens as f64
    }
}
