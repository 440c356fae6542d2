//! The axes of FLUX.1 and FLUX.2.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// FLUX.1: 16 components for the number of the picture, which is 0 for every patch, 56 for the row and 56 for the column; base
/// 10,000. Tokens of the text are at 0 on every axis.
///
/// Judged by `FluxPosEmbed` and `FluxPipeline._prepare_latent_image_ids` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{Flux1, Grid, Patch, PatchModel};
///
/// let patch = Patch { row: 2, column: 3, ..Patch::default() };
/// assert_eq!(Flux1.position(Grid::new(1, 64, 64)?, patch), [0.0, 2.0, 3.0]);
/// assert_eq!(Flux1.layout().pairs_of_axes(), [8, 28, 28]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flux1;

impl PatchModel for Flux1 {
    fn layout(&self) -> AxialLayout {
        AxialLayout::interleaved(
            10_000.0,
            &[(Axis::Time, 16), (Axis::Row, 56), (Axis::Column, 56)],
        )
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        vec![0.0, patch.row as f64, patch.column as f64]
    }
}

/// FLUX.2: 32 components each for the picture, the row, the column and the token of the text; base 2,000.
///
/// Judged by `Flux2PosEmbed`, `Flux2Pipeline._prepare_latent_ids` and `_prepare_image_ids` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{Flux2, Grid, Patch, PatchModel};
///
/// let patch = Patch { row: 2, column: 3, ..Patch::default() };
/// let reference = Flux2 { picture: 1 };
/// assert_eq!(reference.position(Grid::new(1, 64, 64)?, patch), [10.0, 2.0, 3.0, 0.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flux2 {
    /// 0 for the picture that is made, 1 for the first reference, and so on. Pictures are 10 apart on their axis.
    pub picture: u32,
}

impl PatchModel for Flux2 {
    fn layout(&self) -> AxialLayout {
        let axes = [Axis::Time, Axis::Row, Axis::Column, Axis::Token];
        AxialLayout::interleaved(2000.0, &axes.map(|axis| (axis, 32)))
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        const APART: f64 = 10.0;
        let picture = APART * f64::from(self.picture);
        vec![picture, patch.row as f64, patch.column as f64, 0.0]
    }
}
