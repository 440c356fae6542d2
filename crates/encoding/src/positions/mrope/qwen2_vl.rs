//! Qwen2-VL: the time of a patch is the number of its frame.

use super::super::assign::{Assign, Block, Needs, Spot};
use super::super::{Part, PerAxis};
use super::after_video::AfterVideo;

/// The ids of Qwen2-VL: time, row and column, from the position that a word would have. A frame is
/// one step of time, whatever its duration.
///
/// Source: Wang et al. 2024, *Qwen2-VL*, section 2.1, and `Qwen2VLModel.get_rope_index` of
/// transformers 5.23.
///
/// ```
/// use phasor_encoding::positions::{Image, Part, Qwen2Vl, Rule};
/// use phasor_encoding::{Layout, Numbering};
///
/// let image = Image::new(4, 6, 2)?; // 2 x 3 tokens
/// let layout = Layout::new(vec![Part::Text(1), Part::Image(image), Part::Text(1)])?;
/// let ids = Numbering::new(Rule::Qwen2Vl(Qwen2Vl::default())).position_ids(&layout)?;
/// assert_eq!(ids.axis(0), Some(&[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0][..])); // time
/// assert_eq!(ids.axis(1), Some(&[0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0][..])); // row
/// assert_eq!(ids.axis(2), Some(&[0.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0][..])); // column
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qwen2Vl {
    /// Where the text after a video goes on.
    pub after_video: AfterVideo,
}

impl Assign for Qwen2Vl {
    fn needs(&self, _: &Part) -> Needs {
        Needs::Frames
    }

    fn position(&self, spot: Spot, block: &Block) -> PerAxis {
        super::time_row_column(spot, block, |frame| frame as f64)
    }

    fn advance(&self, block: &Block, largest: f64) -> f64 {
        self.after_video.advance(block, largest)
    }
}
