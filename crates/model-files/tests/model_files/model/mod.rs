//! The reader of `config.json`.

mod broken;
mod classes;
mod findings;
mod laws;
mod layers;
mod position;
mod published;
