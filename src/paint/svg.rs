//! Drawings as SVG text, through plotters' SVG backend.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use plotters::prelude::*;

use super::image::{Image, device_square};
use super::{Rgb, Theme, UNITS_PER_PX, chart, marks, units};
use crate::figure::{Drawing, Ink};

/// Device pixels a CSS pixel in the images of an SVG file.
const IMAGE_SCALE: f32 = 2.0;

/// Why a drawing could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SvgError {
    /// The drawing backend refused.
    #[error("The figure could not be drawn: {0}.")]
    Backend(String),
    /// An image could not be encoded.
    #[error("The figure's image could not be encoded: {0}.")]
    Image(String),
}

/// `drawing` as an SVG document titled `title` and described by `description` for readers who
/// cannot see it. `data_uri` encodes an image as a `data:` address.
///
/// # Errors
/// [`SvgError`] when a part cannot be drawn or encoded.
pub fn svg(
    drawing: &Drawing,
    theme: &Theme,
    (title, description): (&str, &str),
    data_uri: impl Fn(&Image) -> Result<String, SvgError>,
) -> Result<String, SvgError> {
    let (width, height) = drawing.size();
    let mut body = String::new();
    let backend = SVGBackend::with_string(&mut body, (units(width) as u32, units(height) as u32));
    let backend = Rc::new(RefCell::new(backend));
    let refused = |error: &dyn std::fmt::Display| SvgError::Backend(error.to_string());
    chart::panels(drawing, theme, &backend).map_err(|error| refused(&error))?;
    marks::marks(drawing, theme, &mut *backend.borrow_mut()).map_err(|error| refused(&error))?;
    backend
        .borrow_mut()
        .present()
        .map_err(|error| refused(&error))?;
    drop(backend);
    let marks = body.split_once('\n').map_or("", |(_, rest)| rest);

    let mut document = String::new();
    let (unit_width, unit_height) = (width * UNITS_PER_PX, height * UNITS_PER_PX);
    let Rgb(red, green, blue) = theme.color(Ink::Surface);
    // Writing to a String cannot fail.
    let _ = write!(
        document,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {unit_width} {unit_height}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{unit_width}\" height=\"{unit_height}\" \
         fill=\"#{red:02x}{green:02x}{blue:02x}\"/>\n",
        escaped(title),
        escaped(description),
    );
    document.push_str(&images(drawing, theme, data_uri)?);
    document.push_str(marks);
    Ok(document)
}

fn images(
    drawing: &Drawing,
    theme: &Theme,
    data_uri: impl Fn(&Image) -> Result<String, SvgError>,
) -> Result<String, SvgError> {
    let mut text = String::new();
    let mut image = Image::default();
    for raster in drawing.rasters() {
        let (_, _, size) = device_square(raster.rect, IMAGE_SCALE);
        image.fill(raster, theme, size);
        let (x, y) = (units(raster.rect.x), units(raster.rect.y));
        let side = units(raster.rect.width);
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "<image x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" \
             image-rendering=\"pixelated\" href=\"{}\"/>",
            data_uri(&image)?,
        );
    }
    Ok(text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
