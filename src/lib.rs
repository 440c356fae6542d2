//! Phasor shows how transformers know word order: exact positional encodings, live figures.
//!
//! <figure role="img" aria-label="Three figures: sine waves of six frequencies with the encodings of three positions below
//! them; the distance of every two of 128 positions as a heatmap; and the 32 dials of RoPE, whose hands rotate a query and a
//! key.">
//! <style>figure > svg { max-width: 100%; height: auto; }</style>
#![doc = include_str!("../assets/readme/figures-light.svg")]
//! </figure>
//!
//! The command line draws these figures: `phasor figure rotation-angles -o angles.svg`.
//!
//! With no feature switched on, the crate is [`encoding`] alone: pure mathematics in `f64`, without
//! dependencies. Each further layer has one feature and may use only the layers above its row.
//!
//! | layer | feature | contents |
//! |---|---|---|
//! | [`encoding`] | | all schemes and scaling rules, attention, analysis, number formats |
//! | `bulk` | `bulk` | RoPE over many vectors; `bulk::gpu` (feature `gpu`) on the GPU |
//! | `config` | `config` | text from outside: turns parameters into a valid spec and reads a model's `config.json` |
//! | `figure` | `figure` | turns a spec into a drawing, a sentence and a table, independent of any backend |
//! | `paint` | `paint` | draws on any plotters backend, as SVG or as RGBA |
//! | `report` | `report` | what the positions of a model do: sentences, tables, drawings, settings and code |
//! | `checkpoint` | `checkpoint` | which frequencies the weights of a model use, from its `.safetensors` files |
//! | `train` | `train` | tiny transformers that differ only in their positional encoding, and their training |
//! | `race` | `race` | the trainer behind the figure of a race, a program that runs off the page's main thread |
//! | `ui` | `ui` | the interactive figure: frame, controls, canvas, clock |
//! | `app` | `app` | the pages of the web app |
//! | `embed` | `embed` | live figures in other people's pages |
//! | `files` | `files` | figures as files, loaded when a reader asks for one |
//! | `speed` | `speed` | the figure of bulk RoPE, loaded when it is opened |
//! | `worker` | `worker` | kernels for the page, run off its main thread |
//! | `models` | `models` | the room of models, a separate program |
//! | `cli` | `cli` | the command line |

#[cfg(feature = "figure")]
mod chunk;

#[cfg(feature = "figure")]
pub mod figure;

#[cfg(feature = "report")]
pub mod report;

#[cfg(feature = "checkpoint")]
pub mod checkpoint;

#[cfg(feature = "train")]
pub mod train;

#[cfg(feature = "race")]
pub mod race;

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

#[cfg(feature = "models")]
pub mod models;

#[cfg(feature = "speed")]
pub mod speed;

#[cfg(feature = "worker")]
pub mod worker;
