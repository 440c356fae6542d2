//! Hunyuan-VL: four axes, on the first of which every patch counts.
//!
//! Source: `HunYuanVLModel.get_rope_index` of transformers 5.23, for the four sections of the
//! published models (`xdrope_section`). With three sections it leaves out the first axis; that is not
//! here.

use super::super::assign::{Assign, Block, Needs, Spot};
use super::super::{Part, PerAxis};

/// The ids of Hunyuan-VL: the place in the sequence, then column, row and number of the image. A
/// column and a row count from 0 in each image, and not from the position before it; the end of a
/// row is one more column. A word has its place in the sequence on all four axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HunyuanVl;

impl Assign for HunyuanVl {
    fn needs(&self, _: &Part) -> Needs {
        Needs::RowEnds
    }

    fn position(&self, spot: Spot, block: &Block) -> PerAxis {
        let place = block.start + block.step as f64;
        PerAxis::new(match spot {
            Spot::Word => [place; 4],
            Spot::Patch { row, column, .. } => {
                [place, column as f64, row as f64, block.n_images as f64]
            }
        })
    }

    fn advance(&self, block: &Block, _: f64) -> f64 {
        block.n_tokens as f64
    }
}
