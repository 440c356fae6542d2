//! The reader of `config.json`.

mod broken;
mod census;
mod classes;
mod findings;
mod laws;
mod layers;
mod position;
mod published;
