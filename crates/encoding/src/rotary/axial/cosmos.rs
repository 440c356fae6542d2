//! The axes of Cosmos.

use super::{AxialLayout, Axis, Grid, Patch, PatchModel, Section, SectionRule};
use crate::rotary::scaling::Ntk;
use crate::rotary::{Pairing, Scaling};

/// Cosmos: of 128 components, 42 each follow the row and the column and 44 the time, which counts 24 to the second however many
/// frames a second has. The base of each axis is 10,000, stretched by the NTK-aware rule with the axis's own factor.
///
/// Judged by `CosmosRotaryPosEmbed` of diffusers 0.42.1.
///
/// ```
/// use phasor_encoding::rotary::axial::{Cosmos, Grid, Patch, PatchModel};
///
/// let slow = Cosmos { frames_per_second: Some(12.0), ..Cosmos::default() };
/// let patch = Patch { frame: 3, ..Patch::default() };
/// assert_eq!(slow.position(Grid::new(8, 4, 4)?, patch), [6.0, 0.0, 0.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cosmos {
    /// The frames that the model gets for one second, above 0; `None` for a picture, whose frames count 1.
    pub frames_per_second: Option<f64>,
    /// The factors of the NTK-aware rule for time, rows and columns, above 0.
    pub factors: [f64; 3],
}

impl Default for Cosmos {
    /// The class's own factors, and frames that count 1.
    fn default() -> Self {
        Self {
            frames_per_second: None,
            factors: [2.0, 1.0, 1.0],
        }
    }
}

impl PatchModel for Cosmos {
    fn layout(&self) -> AxialLayout {
        let axes = [(Axis::Time, 44), (Axis::Row, 42), (Axis::Column, 42)];
        let mut sections = Section::several(10_000.0, &axes);
        for (section, factor) in sections.iter_mut().zip(self.factors) {
            section.rule = SectionRule::Scaling(Scaling::Ntk(Ntk { factor }));
        }
        AxialLayout::Own {
            sections,
            pairing: Pairing::HalfSplit,
        }
    }

    fn position(&self, _: Grid, patch: Patch) -> Vec<f64> {
        const PER_SECOND: f64 = 24.0;
        let mut position = patch.place();
        if let (Some(rate), Some(time)) = (self.frames_per_second, position.first_mut()) {
            *time = *time / rate * PER_SECOND;
        }
        position
    }
}
