//! Writes drawings as SVG text, through plotters' SVG backend.

use std::fmt::Write as _;

use phasor_text::escaped;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontStyle, TextStyle};

use super::chart::{self, font, units};
use super::image::{Image, device_square};
use super::pen::{Color, Lettering, Pen, PenError};
use super::{Rgb, Theme, marks};
use crate::{Anchor, Drawing, Ink, Point, Rect, Weight};

/// The number by which the backend divides the size of a text.
const TEXT_SCALE: f64 = 1.24;

/// The distance by which the backend lifts a text that has its bottom at its point, in font sizes: half the height of
/// the letter x.
const HALF_EX: f32 = 0.273;

/// Device pixels per CSS pixel in the images of an SVG file.
const IMAGE_SCALE: f32 = 2.0;

/// The reason why a drawing could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SvgError {
    /// The drawing backend refused.
    #[error(transparent)]
    Pen(#[from] PenError),
    /// An image could not be encoded.
    #[error("The figure’s image could not be encoded: {0}.")]
    Image(String),
}

/// Returns `drawing` as an SVG document with a title and with a description for readers who cannot
/// see it. `data_uri` encodes an image as a `data:` address.
///
/// # Errors
/// Returns an [`SvgError`] if a part cannot be drawn or encoded.
pub fn svg<G>(
    drawing: &Drawing<G>,
    theme: &Theme,
    texts: (&str, &str),
    data_uri: impl Fn(&Image) -> Result<String, SvgError>,
) -> Result<String, SvgError> {
    let images = images(drawing, theme, data_uri)?;
    let panels = |area: &SvgArea<'_>| chart::panels(drawing.panels(), theme, area, TEXT_SCALE);
    Ok(document(drawing, theme, texts, &images, panels)?)
}

/// Returns a drawing that has neither axes nor images as an SVG document. A program that calls only this function is
/// smaller.
///
/// # Errors
/// Returns a [`PenError`] if a part cannot be drawn.
pub fn plain_svg<G>(
    drawing: &Drawing<G>,
    theme: &Theme,
    texts: (&str, &str),
) -> Result<String, PenError> {
    document(drawing, theme, texts, "", |_| Ok(()))
}

fn document<G>(
    drawing: &Drawing<G>,
    theme: &Theme,
    (title, description): (&str, &str),
    images: &str,
    panels: impl FnOnce(&SvgArea<'_>) -> Result<(), PenError>,
) -> Result<String, PenError> {
    let (width, height) = drawing.size();
    let mut body = String::new();
    let (unit_width, unit_height) = (units(width), units(height));
    let size = (unit_width as u32, unit_height as u32);
    let mut pen = SvgPen(SVGBackend::with_string(&mut body, size).into_drawing_area());
    panels(&pen.0)?;
    marks::marks(drawing, theme, &mut pen)?;
    pen.0.present()?;
    drop(pen);
    // The backend opens a document as large as its coordinates, and without a title.
    let elements = body.split_once('\n');
    let (_, elements) = elements.expect("the first line opens the document");

    let mut document = String::new();
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
    document.push_str(images);
    document.push_str(elements);
    Ok(document)
}

type SvgArea<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// An area of plotters' SVG backend as a pen.
struct SvgPen<'a>(SvgArea<'a>);

fn unit_point(point: Point) -> (i32, i32) {
    (units(point.x), units(point.y))
}

fn line_units(width: f32) -> u32 {
    units(width).max(1) as u32
}

fn unit_points(points: &[Point]) -> Vec<(i32, i32)> {
    points.iter().copied().map(unit_point).collect()
}

fn rgba(Color(Rgb(red, green, blue), alpha): Color) -> RGBAColor {
    RGBAColor(red, green, blue, f64::from(alpha))
}

impl Pen for SvgPen<'_> {
    fn line(&mut self, points: &[Point], width: f32, color: Color) -> Result<(), PenError> {
        let style = rgba(color).stroke_width(line_units(width));
        let path = PathElement::new(unit_points(points), style);
        Ok(self.0.draw(&path)?)
    }

    fn shape(&mut self, corners: &[Point], color: Color) -> Result<(), PenError> {
        let polygon = Polygon::new(unit_points(corners), rgba(color));
        Ok(self.0.draw(&polygon)?)
    }

    fn fill(&mut self, rect: Rect, color: Color) -> Result<(), PenError> {
        let corners = [
            Point::new(rect.x, rect.y),
            Point::new(rect.right(), rect.bottom()),
        ];
        let rectangle = Rectangle::new(corners.map(unit_point), rgba(color).filled());
        Ok(self.0.draw(&rectangle)?)
    }

    fn disc(&mut self, center: Point, radius: f32, color: Color) -> Result<(), PenError> {
        let radius = units(radius).max(1);
        let circle = Circle::new(unit_point(center), radius, rgba(color).filled());
        Ok(self.0.draw(&circle)?)
    }

    fn ring(
        &mut self,
        center: Point,
        radius: f32,
        width: f32,
        color: Color,
    ) -> Result<(), PenError> {
        let radius = units(radius).max(1);
        let style = rgba(color).stroke_width(line_units(width));
        let circle = Circle::new(unit_point(center), radius, style);
        Ok(self.0.draw(&circle)?)
    }

    fn text(&mut self, text: &str, at: Point, lettering: Lettering) -> Result<(), PenError> {
        let weight = match lettering.weight {
            Weight::Regular => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        let side = match lettering.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let setting = TextStyle {
            font: font(lettering.size, weight, TEXT_SCALE),
            color: rgba(lettering.color).to_backend_color(),
            pos: Pos::new(side, VPos::Bottom),
        };
        // The backend offers no text with its baseline at its point.
        let below = at + Point::new(0.0, HALF_EX * lettering.size);
        Ok(self.0.draw_text(text, &setting, unit_point(below))?)
    }
}

fn images<G>(
    drawing: &Drawing<G>,
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
