//! Drawings as pixels and vectors: any plotters backend, RGBA images, SVG text.
//!
//! A drawing is painted in three coats: [`chart::panels`] (axes, through plotters' charts),
//! rasters ([`image`], one image each), and [`marks::marks`] (lines, shapes, text).
//!
//! Plotters counts whole pixels, which makes gentle slopes step; so it is handed eighths of a
//! CSS pixel ([`UNITS_PER_PX`]) and the backend scales them down.

pub mod chart;
pub mod image;
pub mod marks;
pub mod palette;
pub mod svg;
pub mod theme;

pub use image::Image;
pub use palette::Rgb;
pub use theme::{Scheme, Theme};

use plotters::prelude::*;
use plotters::style::text_anchor::Pos;
use plotters::style::{FontFamily, FontStyle, TextStyle};

use crate::figure::Point;

/// Backend units in a CSS pixel.
pub const UNITS_PER_PX: f32 = 8.0;

/// The type face of labels, with its stand-ins.
pub const FONT_FAMILY: &str = "Inter, system-ui, sans-serif";

/// Plotters' text size over CSS font size, by its SVG backend's own rule.
pub const TEXT_SIZE_PER_PX: f64 = 1.24;

/// Half the height of a lower-case x, in font sizes: how far plotters' SVG backend moves a text
/// that is to stand on, or be centred on, its point.
pub const HALF_EX: f32 = 0.273;

fn units(px: f32) -> i32 {
    (px * UNITS_PER_PX).round() as i32
}

fn unit_point(point: Point) -> (i32, i32) {
    (units(point.x), units(point.y))
}

fn rgba(Rgb(red, green, blue): Rgb, alpha: f32) -> RGBAColor {
    RGBAColor(red, green, blue, f64::from(alpha))
}

fn text_style<'a>(size: f32, style: FontStyle, color: Rgb, alpha: f32) -> TextStyle<'a> {
    let size = f64::from(size * UNITS_PER_PX) * TEXT_SIZE_PER_PX;
    let font = FontDesc::new(FontFamily::Name(FONT_FAMILY), size, style);
    TextStyle {
        font,
        color: rgba(color, alpha).to_backend_color(),
        pos: Pos::default(),
    }
}
