//! Texts longer than those of the training.

pub(crate) mod past_training;
pub mod real_model;
pub(crate) mod scaled_angles;
pub mod training_race;
