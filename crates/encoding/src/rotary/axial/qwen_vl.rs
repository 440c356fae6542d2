//! The sections of Qwen's language models that see, and of Ideogram 4, which has them too.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel, SectionOrder};
use crate::rotary::Pairing;

/// Qwen2-VL: one progression from base 1,000,000, of whose 64 pairs the 16 fastest follow time, the next 24 the row and the
/// slowest 24 the column.
///
/// Judged by `Qwen2VLRotaryEmbedding` of transformers 5.23.0.
///
/// ```
/// use phasor_encoding::rotary::axial::{Grid, Patch, PatchModel, Qwen2Vl};
///
/// let after_text = Qwen2Vl { start: 7 };
/// let patch = Patch { frame: 1, row: 2, column: 3 };
/// assert_eq!(after_text.position(Grid::new(2, 4, 4)?, patch), [8.0, 9.0, 10.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qwen2Vl {
    /// The position of the first patch on every axis, which is the number of tokens before a picture that nothing but text
    /// precedes.
    pub start: u32,
}

impl PatchModel for Qwen2Vl {
    fn layout(&self) -> AxialLayout {
        AxialLayout::Shared {
            base: 1_000_000.0,
            axes: vec![(Axis::Time, 16), (Axis::Row, 24), (Axis::Column, 24)],
            order: SectionOrder::Contiguous,
            pairing: Pairing::HalfSplit,
        }
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        let start = f64::from(self.start);
        let place = patch.place();
        place.into_iter().map(|along| start + along).collect()
    }
}

/// Qwen3-VL: one progression from base 5,000,000, whose pairs alternate between time, row and column until row and column have
/// 20 each; the 24 of time include the slowest. Text with the time stands before each frame, so patches do not count
/// frames.
///
/// Judged by `Qwen3VLTextRotaryEmbedding` of transformers 5.23.0.
///
/// ```
/// use phasor_encoding::rotary::axial::{PatchModel, Qwen3Vl};
///
/// let rope = Qwen3Vl::default().rope()?;
/// let axes: Vec<usize> = rope.axis_of_pair().collect();
/// assert_eq!((&axes[..4], &axes[58..62]), (&[0, 1, 2, 0][..], &[1, 2, 0, 0][..]));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qwen3Vl {
    /// The position of the first patch on every axis.
    pub start: u32,
}

impl PatchModel for Qwen3Vl {
    fn layout(&self) -> AxialLayout {
        AxialLayout::Shared {
            base: 5_000_000.0,
            axes: vec![(Axis::Time, 24), (Axis::Row, 20), (Axis::Column, 20)],
            order: SectionOrder::Interleaved,
            pairing: Pairing::HalfSplit,
        }
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        let start = f64::from(self.start);
        vec![start, start + patch.row as f64, start + patch.column as f64]
    }
}

/// Ideogram 4: the sections of Qwen3-VL, with which it reads the text. The positions of its picture start at 65,536, far from
/// those of the text; in bf16, where whole numbers are 512 apart there, all patches have the same position.
///
/// Judged by `Ideogram4MRoPE` and `IMAGE_POSITION_OFFSET` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::Format;
/// use phasor_encoding::rotary::axial::{Grid, Ideogram4, Patch, PatchModel};
///
/// let patch = Patch { row: 99, ..Patch::default() };
/// let position = Ideogram4.position(Grid::new(1, 100, 100)?, patch);
/// assert_eq!(position, [65_536.0, 65_635.0, 65_536.0]);
/// assert_eq!(Format::Bf16.round(position[1]), 65_536.0);
/// assert_eq!(Ideogram4::START, 65_536);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ideogram4;

impl Ideogram4 {
    /// The position of the first patch on every axis.
    pub const START: u32 = 65_536;

    fn sections() -> Qwen3Vl {
        Qwen3Vl { start: Self::START }
    }
}

impl PatchModel for Ideogram4 {
    fn layout(&self) -> AxialLayout {
        Self::sections().layout()
    }

    fn position(&self, grid: Grid, patch: Patch) -> Vec<f64> {
        Self::sections().position(grid, patch)
    }
}
