//! The axes of Wan.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel};

/// Wan 2.1 and 2.2: of 128 components, 42 each follow the row and the column, and the 44 that are left the latent frame; base
/// 10,000.
///
/// Judged by `WanRotaryPosEmbed` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{PatchModel, Wan};
///
/// assert_eq!(Wan.rope()?.head_dim(), 128);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wan;

impl PatchModel for Wan {
    fn layout(&self) -> AxialLayout {
        AxialLayout::interleaved(
            10_000.0,
            &[(Axis::Time, 44), (Axis::Row, 42), (Axis::Column, 42)],
        )
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        patch.place()
    }
}
