//! The axes of SAM 2.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// The memory attention of SAM 2: half of the 256 components follow the column and half the row; base 10,000. The published
/// models have one grid of 64 x 64 patches (`end_x` and `end_y`).
///
/// Judged by `Sam2VideoVisionRotaryEmbedding` and `Sam2VideoMemoryAttention.precompute_positions` of transformers 5.23.0.
///
/// ```
/// use phasor_encoding::rotary::axial::{Grid, Patch, PatchModel, Sam2};
///
/// let patch = Patch { row: 2, column: 3, ..Patch::default() };
/// assert_eq!(Sam2.position(Grid::new(1, 64, 64)?, patch), [3.0, 2.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sam2;

impl PatchModel for Sam2 {
    fn layout(&self) -> AxialLayout {
        AxialLayout::interleaved(10_000.0, &[(Axis::Column, 128), (Axis::Row, 128)])
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        vec![patch.column as f64, patch.row as f64]
    }
}
