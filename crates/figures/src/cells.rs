//! The components of a vector as cells in a row, in which the last pair may still be growing.

use crate::Spec;

/// The places of the components along a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cells {
    /// The left end of the row, and the width of a full-grown cell, CSS pixels.
    left: f32,
    cell: f32,
    /// The components of the pair that grows, and what is missing of each, from 0 to 1.
    growing: [Option<usize>; 2],
    missing: f32,
}

impl Cells {
    /// Divides a row from `left` on. `growing` are the components of the last pair.
    pub(crate) fn new(
        spec: &Spec,
        (left, width): (f32, f32),
        growing: (Option<usize>, Option<usize>),
    ) -> Self {
        Self {
            left,
            cell: width / spec.components() as f32,
            growing: growing.into(),
            missing: 1.0 - spec.last_pair() as f32,
        }
    }

    /// Returns the width of a full-grown cell.
    pub(crate) fn width(&self) -> f32 {
        self.cell
    }

    /// Returns the left end of the component at `place`, which is the right end of the one before.
    pub(crate) fn start(&self, place: usize) -> f32 {
        let growing = self.growing.iter().flatten();
        let n_before = growing.filter(|other| **other < place).count();
        self.left + self.cell * (place as f32 - self.missing * n_before as f32)
    }
}
