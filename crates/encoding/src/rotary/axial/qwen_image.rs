//! The axes of Qwen-Image.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// Qwen-Image: 16 components for the number of the picture, 56 for the row and 56 for the column; base 10,000. Rows and columns
/// count from the middle of the picture, so half of them are negative, and pictures of all sizes share their middle.
///
/// Judged by `QwenEmbedRope` with `scale_rope` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{Grid, Patch, PatchModel, QwenImage};
///
/// let grid = Grid::new(1, 5, 4)?;
/// let model = QwenImage::default();
/// assert_eq!(model.position(grid, Patch::default()), [0.0, -3.0, -2.0]);
/// assert_eq!(model.first_text_position(grid), 2.0);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QwenImage {
    /// The number of the picture among several, from 0.
    pub picture: u32,
}

impl QwenImage {
    /// Returns the position of the first token of the text, on every axis: half of the longer side.
    #[must_use]
    pub fn first_text_position(self, grid: Grid) -> f64 {
        (grid.rows().max(grid.columns()) / 2) as f64
    }
}

/// Returns the distance of a row or column from the middle; the larger half is negative.
fn from_middle(place: usize, length: usize) -> f64 {
    place as f64 - length.div_ceil(2) as f64
}

impl PatchModel for QwenImage {
    fn layout(&self) -> AxialLayout {
        AxialLayout::interleaved(
            10_000.0,
            &[(Axis::Time, 16), (Axis::Row, 56), (Axis::Column, 56)],
        )
    }

    fn position(&self, grid: Grid, patch: Patch) -> Vec<f64> {
        vec![
            f64::from(self.picture) + patch.frame as f64,
            from_middle(patch.row, grid.rows()),
            from_middle(patch.column, grid.columns()),
        ]
    }
}
