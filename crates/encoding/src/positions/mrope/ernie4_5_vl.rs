//! ERNIE 4.5 VL: as Qwen2-VL, after frames were merged.

use super::super::assign::{Assign, Block, Needs, Spot};
use super::super::{Part, PerAxis};
use super::Qwen2Vl;
use super::after_video::AfterVideo;

/// The ids of ERNIE 4.5 VL: time, row and column as in [`Qwen2Vl`]. It merges each two frames of a
/// video ([`Video::with_temporal_merge`](super::super::Video::with_temporal_merge)), and its heads
/// give the first axis the lowest frequencies
/// ([`SectionOrder::FirstLast`](crate::SectionOrder::FirstLast)).
///
/// Source: `Ernie4_5_VLMoeModel.get_rope_index` of transformers 5.23.
///
/// ```
/// use phasor_encoding::positions::{AfterVideo, Ernie4_5Vl, Image, Part, Rule, Video};
/// use phasor_encoding::{Layout, Numbering};
///
/// let video = Video::new(4, Image::new(2, 2, 2)?, 1.0)?.with_temporal_merge(2)?;
/// let layout = Layout::new(vec![Part::Video(video), Part::Text(1)])?;
/// let after_video = AfterVideo::LargestPosition;
/// let ids = Numbering::new(Rule::Ernie4_5Vl(Ernie4_5Vl { after_video })).position_ids(&layout)?;
/// assert_eq!(ids.axis(0), Some(&[0.0, 1.0, 2.0][..]));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ernie4_5Vl {
    /// Where the text after a video goes on.
    pub after_video: AfterVideo,
}

impl Ernie4_5Vl {
    fn like(self) -> Qwen2Vl {
        let after_video = self.after_video;
        Qwen2Vl { after_video }
    }
}

impl Assign for Ernie4_5Vl {
    fn needs(&self, part: &Part) -> Needs {
        self.like().needs(part)
    }

    fn position(&self, spot: Spot, block: &Block) -> PerAxis {
        self.like().position(spot, block)
    }

    fn advance(&self, block: &Block, largest: f64) -> f64 {
        self.like().advance(block, largest)
    }
}
