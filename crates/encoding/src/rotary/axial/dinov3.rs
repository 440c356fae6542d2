//! The axes of DINOv3.

use std::f64::consts::TAU;

use super::{AxialLayout, Axis, Grid, Patch, PatchModel, Section};
use crate::rotary::Pairing;

/// DINOv3: half of the components follow the row and half the column, both measured from −1 at one edge of the picture to 1 at
/// the other, so that a picture of more patches has no larger positions. The first pair makes a full turn from the middle to an
/// edge; base 100.
///
/// Judged by `DINOv3ViTRopePositionEmbedding` of transformers 5.23.0; `RotaryEmbeddingDinoV3` of timm 1.0.31 has the same angles.
///
/// ```
/// use phasor_encoding::rotary::axial::{DinoV3, Grid, Patch, PatchModel};
///
/// let model = DinoV3::default();
/// let corner = model.position(Grid::new(1, 4, 2)?, Patch::default());
/// assert_eq!(corner, [-0.75, -0.5]);
/// let first = model.rope()?.angles(&[0.5, 0.0])?[0];
/// assert_eq!(first, std::f64::consts::PI);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DinoV3 {
    /// The number of components of a head, a multiple of 4.
    pub head_dim: usize,
}

impl Default for DinoV3 {
    /// 64 components, as in all published sizes but the largest.
    fn default() -> Self {
        Self { head_dim: 64 }
    }
}

/// Returns the middle of a row or column, from −1 to 1.
fn from_edge_to_edge(place: usize, length: usize) -> f64 {
    2.0 * ((place as f64 + 0.5) / length as f64) - 1.0
}

impl PatchModel for DinoV3 {
    fn layout(&self) -> AxialLayout {
        let axes = [Axis::Row, Axis::Column];
        let sections = axes.map(|axis| Section {
            fastest: TAU,
            ..Section::new(axis, self.head_dim / 2, 100.0)
        });
        AxialLayout::Own {
            sections: sections.to_vec(),
            pairing: Pairing::HalfSplit,
        }
    }

    fn position(&self, grid: Grid, patch: Patch) -> Vec<f64> {
        vec![
            from_edge_to_edge(patch.row, grid.rows()),
            from_edge_to_edge(patch.column, grid.columns()),
        ]
    }
}
