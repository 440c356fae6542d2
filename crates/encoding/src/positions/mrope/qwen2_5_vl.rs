//! Qwen2.5-VL: the time of a patch follows from the seconds of its frame.

use super::super::assign::{Assign, Block, Needs, Spot};
use super::super::picture::time_step;
use super::super::{Part, PerAxis};
use super::after_video::AfterVideo;
use crate::EncodingError;

/// The ids of Qwen2.5-VL: as [`Qwen2Vl`](super::Qwen2Vl), but a second of a video is
/// `tokens_per_second` steps of time, and times are cut off to whole numbers.
///
/// The product of frame, seconds and steps is taken in `f32`, as transformers does: in `f64`, some
/// frames would fall on the other side of a whole number.
///
/// Source: Bai et al. 2025, *Qwen2.5-VL*, section 2.1, and `Qwen2_5_VLModel.get_rope_index` of
/// transformers 5.23.
///
/// ```
/// use phasor_encoding::positions::{AfterVideo, Image, Part, Qwen2_5Vl, Rule, Video};
/// use phasor_encoding::{Layout, Numbering};
///
/// // Three frames of one token, 1.5 seconds apart, at 2 steps a second: times 0, 3 and 6.
/// let video = Video::new(3, Image::new(1, 1, 1)?, 1.5)?;
/// let layout = Layout::new(vec![Part::Video(video), Part::Text(1)])?;
/// let rule = Qwen2_5Vl::new(2.0)?;
/// let ids = Numbering::new(Rule::Qwen2_5Vl(rule)).position_ids(&layout)?;
/// // transformers goes on after the longest side, 1; before version 5.3, after the last time.
/// assert_eq!(ids.axis(0), Some(&[0.0, 3.0, 6.0, 1.0][..]));
/// let rule = rule.with_after_video(AfterVideo::LargestPosition);
/// let ids = Numbering::new(Rule::Qwen2_5Vl(rule)).position_ids(&layout)?;
/// assert_eq!(ids.axis(0), Some(&[0.0, 3.0, 6.0, 7.0][..]));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Qwen2_5Vl {
    tokens_per_second: f64,
    after_video: AfterVideo,
}

impl Default for Qwen2_5Vl {
    /// The published models, with 2 steps a second.
    fn default() -> Self {
        Self {
            tokens_per_second: 2.0,
            after_video: AfterVideo::default(),
        }
    }
}

impl Qwen2_5Vl {
    /// Creates the rule with `tokens_per_second` steps a second, above 0 and at most 1,000,000.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `tokens_per_second` is outside that range.
    pub fn new(tokens_per_second: f64) -> Result<Self, EncodingError> {
        Ok(Self {
            tokens_per_second: time_step("tokens_per_second", tokens_per_second)?,
            after_video: AfterVideo::default(),
        })
    }

    /// Sets where the text after a video goes on.
    #[must_use]
    pub fn with_after_video(self, after_video: AfterVideo) -> Self {
        Self {
            after_video,
            ..self
        }
    }
}

impl Assign for Qwen2_5Vl {
    fn needs(&self, _: &Part) -> Needs {
        Needs::Frames
    }

    fn position(&self, spot: Spot, block: &Block) -> PerAxis {
        // An image has one frame, at time 0.
        let seconds = block.seconds_per_frame.unwrap_or(1.0);
        let interval = self.tokens_per_second as f32 * seconds as f32;
        super::time_row_column(spot, block, |frame| {
            f64::from((frame as f32 * interval).trunc())
        })
    }

    fn advance(&self, block: &Block, largest: f64) -> f64 {
        self.after_video.advance(block, largest)
    }
}
