//! Drawings as data, and what paints them: themes, axes, SVG, RGBA images.
//!
//! A [`Drawing`] has panels with axes, rasters and marks, and handles that a pointer can grab; what a handle does is up
//! to the user of this crate. It is painted in three coats: [`chart::panels`] (axes, on any backend of plotters), rasters
//! ([`image`], one image each), and [`marks::marks`] (lines, shapes, text, with a [`Pen`]). All lengths are CSS pixels.

pub mod axis;
pub mod chart;
pub mod image;
pub mod legend;
pub mod marks;
pub mod palette;
pub mod pen;
pub mod scaling;
pub mod svg;
pub mod theme;

mod advances;
mod bubble;
mod drawing;
mod geometry;
mod handle;
mod ink;
mod lettering;
mod raster;
mod table;

pub use drawing::{Drawing, Mark, Place, Room, WIDE, curve_points};
pub use geometry::{Axis, Panel, Point, Rect, eased, spread, spread_within};
pub use handle::{Bubble, Handle};
pub use image::Image;
pub use ink::{Ink, pair_ink};
pub use lettering::{Anchor, LABEL, SMALL, Type, Weight};
pub use palette::Rgb;
pub use pen::{Pen, PenError};
pub use raster::{ColorMap, Layout, Raster};
pub use table::{Column, Table};
pub use theme::{Scheme, Theme};
