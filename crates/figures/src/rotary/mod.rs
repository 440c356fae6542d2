//! RoPE.

pub(crate) mod blue_dog;
pub mod bulk_rope;
pub(crate) mod head_axes;
pub(crate) mod larger_pictures;
pub(crate) mod one_frequency;
pub(crate) mod patches;
pub(crate) mod rope_forms;
pub(crate) mod rotary_lanes;
pub(crate) mod rotation_angles;
pub(crate) mod score_decay;

mod colours;
mod scene;
