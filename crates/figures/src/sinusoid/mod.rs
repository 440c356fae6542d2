//! Sinusoidal encodings.

pub(crate) mod clockwork;
pub(crate) mod distance_heatmap;
pub(crate) mod distance_scatter;
pub(crate) mod path;
pub(crate) mod position_map;
pub(crate) mod shift_rotation;
pub(crate) mod sine_waves;
pub(crate) mod sines_only;
