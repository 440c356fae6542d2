//! GLM-4.1V, GLM-4.5V and GLM-4.6V: as Qwen3-VL, with a time stamp as text at each frame.
//!
//! Source: `Glm4vModel.get_rope_index` of transformers 5.23, which `Glm4vMoeModel` and
//! `Glm46VModel` repeat. Its heads give each axis a run of pairs
//! ([`SectionOrder::Contiguous`](crate::SectionOrder::Contiguous)), in which they differ from
//! Qwen3-VL.

use super::super::assign::{Assign, Block, Needs, Spot};
use super::super::{Part, PerAxis};
use super::Qwen3Vl;

/// The ids of GLM-4.1V and later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glm4v;

impl Assign for Glm4v {
    fn needs(&self, part: &Part) -> Needs {
        Qwen3Vl.needs(part)
    }

    fn position(&self, spot: Spot, block: &Block) -> PerAxis {
        Qwen3Vl.position(spot, block)
    }

    fn advance(&self, block: &Block, largest: f64) -> f64 {
        Qwen3Vl.advance(block, largest)
    }
}
