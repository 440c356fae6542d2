//! The axes of EVA-02 and of the image models that share its code.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// EVA-02: half of the components follow the row and half the column, each with its own progression. A larger picture is squeezed
/// into the grid of the training, so its positions are fractions: position interpolation, by another name.
///
/// Judged by `RotaryEmbeddingCat` of timm 1.0.31, with `in_pixels` off.
///
/// ```
/// use phasor_encoding::rotary::axial::{Eva, Grid, Patch, PatchModel};
///
/// let patch = Patch { row: 1, column: 31, ..Patch::default() };
/// let squeezed = Eva::default().position(Grid::new(1, 32, 32)?, patch);
/// assert_eq!(squeezed, [0.5, 15.5]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eva {
    /// The number of components of a head, a multiple of 4.
    pub head_dim: usize,
    /// The base of both progressions, above 0.
    pub base: f64,
    /// The rows and columns of the training, or `None` if positions count patches in every picture.
    pub reference: Option<(usize, usize)>,
    /// What is added to the number of a row and column before it is squeezed: 1 in some perception encoders.
    pub offset: f64,
    /// Which axis has the first half of the components.
    pub first: EvaFirst,
}

/// Which axis has the first half of the components; `grid_indexing` in timm.
///
/// ```
/// use phasor_encoding::rotary::axial::{Axis, Eva, EvaFirst, PatchModel};
///
/// let encoder = Eva { first: EvaFirst::Column, ..Eva::default() };
/// assert_eq!(encoder.layout().axes(), [Axis::Column, Axis::Row]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EvaFirst {
    /// Rows (`ij`).
    #[default]
    Row,
    /// Columns (`xy`).
    Column,
}

impl Default for Eva {
    /// EVA-02 with pictures of 224 pixels and patches of 14: 64 components, base 10,000, trained on 16 x 16 patches.
    fn default() -> Self {
        Self {
            head_dim: 64,
            base: 10_000.0,
            reference: Some((16, 16)),
            offset: 0.0,
            first: EvaFirst::Row,
        }
    }
}

impl PatchModel for Eva {
    fn layout(&self) -> AxialLayout {
        let axes = match self.first {
            EvaFirst::Row => [Axis::Row, Axis::Column],
            EvaFirst::Column => [Axis::Column, Axis::Row],
        };
        AxialLayout::interleaved(self.base, &axes.map(|axis| (axis, self.head_dim / 2)))
    }

    fn position(&self, grid: Grid, patch: Patch) -> Vec<f64> {
        let (rows, columns) = self.reference.unwrap_or((grid.rows(), grid.columns()));
        let squeezed = |place: usize, length: usize, reference: usize| {
            (place as f64 + self.offset) / length as f64 * reference as f64
        };
        let row = squeezed(patch.row, grid.rows(), rows);
        let column = squeezed(patch.column, grid.columns(), columns);
        match self.first {
            EvaFirst::Row => vec![row, column],
            EvaFirst::Column => vec![column, row],
        }
    }
}
