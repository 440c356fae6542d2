//! Phasor shows how transformers know word order: exact positional encodings, live figures.
//!
//! With no feature switched on the crate is [`encoding`] alone: pure mathematics in `f64` with
//! no dependency. Each outer layer has one feature and may use only the layers above its row.
//!
//! | layer | feature | what it is |
//! |---|---|---|
//! | [`encoding`] | | every scheme and scaling rule, attention, analysis, number formats |
//! | `bulk` | `bulk` | RoPE over many vectors; `bulk::gpu` (feature `gpu`) on the GPU |
//! | `config` | `config` | text from outside: parameters to a valid spec, a model's `config.json` |
//! | `figure` | `figure` | spec to a drawing, a sentence and a table; no backend |
//! | `paint` | `paint` | drawing to any plotters backend, SVG, RGBA |
//! | `ui` | `ui` | the interactive figure: frame, controls, canvas, clock |
//! | `app` | `app` | the rooms of the web page |
//! | `embed` | `embed` | live figures in other people's pages |
//! | `files` | `files` | figures as files, loaded when one is asked for |
//! | `speed` | `speed` | the figure of bulk RoPE, loaded when it is opened |
//! | `worker` | `worker` | kernels for the page, off its main thread |
//! | `cli` | `cli` | the command line |

pub mod encoding;

#[cfg(feature = "figure")]
mod chunk;

#[cfg(feature = "bulk")]
pub mod bulk;

#[cfg(feature = "config")]
pub mod config;

#[cfg(feature = "figure")]
pub mod figure;

#[cfg(feature = "paint")]
pub mod paint;

#[cfg(feature = "ui")]
pub mod ui;

#[cfg(feature = "app")]
pub mod app;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "embed")]
pub mod embed;

#[cfg(feature = "files")]
pub mod files;

#[cfg(feature = "speed")]
pub mod speed;

#[cfg(feature = "worker")]
pub mod worker;
