//! The axes of HunyuanVideo.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// HunyuanVideo: 16 components for the latent frame, 56 for the row and 56 for the column; base 256. Four frames of a video
/// become one latent frame, and the first one stands alone, so 201 frames are 51 latent frames.
///
/// Judged by `HunyuanVideoRotaryPosEmbed` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{HunyuanVideo, PatchModel};
///
/// assert_eq!(HunyuanVideo::latent_frames(201), 51);
/// assert_eq!(HunyuanVideo.layout().pairs_of_axes(), [8, 28, 28]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HunyuanVideo;

impl HunyuanVideo {
    /// Returns the number of latent frames of a video of `frames` frames.
    #[must_use]
    pub fn latent_frames(frames: usize) -> usize {
        const TOGETHER: usize = 4;
        match frames {
            0 => 0,
            frames => (frames - 1) / TOGETHER + 1,
        }
    }
}

impl PatchModel for HunyuanVideo {
    fn layout(&self) -> AxialLayout {
        AxialLayout::interleaved(
            256.0,
            &[(Axis::Time, 16), (Axis::Row, 56), (Axis::Column, 56)],
        )
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        patch.place()
    }
}
