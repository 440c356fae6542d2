//! What scaling rules do to the pairs of a head: all rules side by side, and wavelengths before and after one of them.

mod strip;

pub mod rules;
pub mod wavelengths;

use crate::{Ink, LABEL, Type};

/// The colour of angles that are new to the model.
pub const NEW: Ink = Ink::Trouble;

/// The type of labels.
const SMALL: Type = LABEL.size(11.0);
