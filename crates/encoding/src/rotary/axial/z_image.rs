//! The axes of Z-Image.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// Z-Image: 32 components for the place in the text, 48 for the row and 48 for the column; base 256. The tokens of the caption
/// count on from 1 on the first axis, are filled up to a multiple of 32, and the picture stands at the next place.
///
/// Judged by `RopeEmbedder` and `ZImageTransformer2DModel.create_coordinate_grid` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{Grid, Patch, PatchModel, ZImage};
///
/// let picture = ZImage { caption_tokens: 40 };
/// assert_eq!(picture.position(Grid::new(1, 8, 8)?, Patch::default()), [65.0, 0.0, 0.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ZImage {
    /// The number of tokens of the caption, before it is filled up.
    pub caption_tokens: u32,
}

impl PatchModel for ZImage {
    fn layout(&self) -> AxialLayout {
        AxialLayout::interleaved(
            256.0,
            &[(Axis::Time, 32), (Axis::Row, 48), (Axis::Column, 48)],
        )
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        const MULTIPLE: u64 = 32;
        let caption = u64::from(self.caption_tokens).next_multiple_of(MULTIPLE);
        let mut position = patch.place();
        if let Some(time) = position.first_mut() {
            *time += (caption + 1) as f64;
        }
        position
    }
}
