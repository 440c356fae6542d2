//! The drawings of reports.

pub(super) mod curves;
pub(super) mod layers;
pub(super) mod permutation;
pub(super) mod timeline;

use phasor_draw::{LABEL, Type};

/// The type of labels in a drawing.
const SMALL: Type = LABEL.size(12.0);
