//! Qwen3-VL and Qwen3.5: text says the time of each frame, so every frame is an image to the ids.
//!
//! Source: `Qwen3VLModel.get_rope_index` of transformers 5.23. Its heads interleave the axes
//! ([`SectionOrder::Interleaved`](crate::SectionOrder::Interleaved)).

use super::super::assign::{Assign, Block, Needs, Spot};
use super::super::{Part, PerAxis};

/// The ids of Qwen3-VL: time, row and column, where all patches of a frame have the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Qwen3Vl;

impl Assign for Qwen3Vl {
    fn needs(&self, _: &Part) -> Needs {
        Needs::TimeStamps
    }

    fn position(&self, spot: Spot, block: &Block) -> PerAxis {
        super::time_row_column(spot, block, |_| 0.0)
    }

    fn advance(&self, block: &Block, _: f64) -> f64 {
        block.longest_side as f64
    }
}
