//! The reader of `config.json`.

mod classes;
mod findings;
mod laws;
mod published;
