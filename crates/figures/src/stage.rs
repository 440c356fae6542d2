//! The stages of a way that has several.

use phasor_draw::eased;

/// Returns how much of a stage is done, from 0 to 1; slow at both ends. When it begins and ends, and how much of the whole
/// way is done, are parts of the way.
pub(crate) fn stage((begin, end): (f64, f64), done: f64) -> f32 {
    let part = ((done - begin) / (end - begin)).clamp(0.0, 1.0);
    eased(part) as f32
}
