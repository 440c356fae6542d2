//! All schemes side by side.

pub(crate) mod scoreboard;
