//! M-RoPE and its kin: patches of images and videos have a time, a row and a column.
//!
//! A word has the same id on all axes, so for text alone M-RoPE is RoPE. An image moves the text
//! after it by its longest side only, not by its number of patches: its patches share positions
//! along each axis. In Hunyuan-VL alone, every patch counts. [`AxialRope`](crate::AxialRope) rotates by these ids, and
//! [`SectionOrder`](crate::SectionOrder) says which pairs of a head follow which axis.
//!
//! The ids are those of `get_rope_index` in transformers 5.23, for one sequence. Two differences are
//! visible only elsewhere: in a batch, Hunyuan-VL goes on numbering the images of the sequences
//! before; and where two images touch, transformers fails, since all of its models put text between
//! them.

mod after_video;
mod ernie4_5_vl;
mod glm4v;
mod hunyuan_vl;
mod qwen2_5_vl;
mod qwen2_vl;
mod qwen3_vl;

pub use after_video::AfterVideo;
pub use ernie4_5_vl::Ernie4_5Vl;
pub(super) use glm4v::Glm4v;
pub(super) use hunyuan_vl::HunyuanVl;
pub use qwen2_5_vl::Qwen2_5Vl;
pub use qwen2_vl::Qwen2Vl;
pub(super) use qwen3_vl::Qwen3Vl;

use super::PerAxis;
use super::assign::{Block, Spot};

/// Returns the position on the axes time, row and column, each counted from the start of the block;
/// `time` turns the number of a frame into its time.
fn time_row_column(spot: Spot, block: &Block, time: impl Fn(usize) -> f64) -> PerAxis {
    let (time, row, column) = match spot {
        Spot::Word => (0.0, 0, 0),
        Spot::Patch { frame, row, column } => (time(frame), row, column),
    };
    PerAxis::new([time, row as f64, column as f64].map(|within| block.start + within))
}
