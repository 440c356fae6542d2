//! The figures of the ladder, from attention that is blind to order up to RoPE. Figures of real words need
//! [files](super::asset).

pub(super) mod added_code;
pub(super) mod arrangement;

pub(super) mod blue_dog;
pub(super) mod distance_scatter;
mod head;
pub(super) mod learned_table;
pub(super) mod one_frequency;
pub(super) mod order_blind;
pub(super) mod past_training;
pub(super) mod patches;
pub(super) mod path;
pub(super) mod position_map;
pub(super) mod relative_bias;
pub(super) mod rope_forms;
pub(super) mod scaled_angles;
pub(super) mod score_decay;
pub(super) mod scoreboard;
pub(super) mod shift_rotation;
pub(super) mod short_formats;
pub(super) mod sines_only;
pub(super) mod telling_apart;
mod track;
pub mod training_race;
mod view;
mod words;
