//! The page: what readers see of Phasor and how they set it, in Leptos.
//!
//! [`ui`] is the interactive figure, with its controls, canvases and clock. [`app`] is the Lab, [`ladder`] the text with
//! figures, [`embed`] the element in all pages, [`files`] saves figures, and [`speed`] is the figure of bulk RoPE.
//! Everything that a figure shows and says comes from the crate `phasor_figures`.

pub mod app;
pub mod embed;
pub mod files;
pub mod ladder;
pub mod speed;
pub mod ui;
