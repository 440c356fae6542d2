//! Paints drawings as pixels or vectors: any plotters backend, RGBA images, SVG text.
//!
//! A drawing is painted in three coats: [`chart::panels`] (axes, through plotters' charts),
//! rasters ([`image`], one image each), and [`marks::marks`] (lines, shapes, text). A [`Pen`] is
//! the surface that receives them.

pub mod chart;
pub mod image;
pub mod marks;
pub mod palette;
pub mod pen;
pub mod svg;
pub mod theme;

pub use image::Image;
pub use palette::Rgb;
pub use pen::{Pen, PenError};
pub use theme::{Scheme, Theme};
