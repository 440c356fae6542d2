//! Writes drawings as SVG text, through plotters' SVG backend.

use std::fmt::Write as _;

use phasor_text::escaped;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontFamily, FontStyle, TextStyle};
use plotters_backend::DrawingErrorKind;

use super::image::{Image, device_square};
use super::pen::{
    Color, Direction, FONT_FAMILY, HALF_EX, Lettering, Pen, PenError, TEXT_SIZE_PER_PX,
    UNITS_PER_PX, units,
};
use super::{Rgb, Theme, chart, marks};
use crate::Weight;
use crate::{Anchor, Drawing, Ink, Point, Rect};

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
    let panels = |pen: &mut SvgPen<'_>| chart::panels(drawing, theme, pen);
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
    panels: impl FnOnce(&mut SvgPen<'_>) -> Result<(), PenError>,
) -> Result<String, PenError> {
    let (width, height) = drawing.size();
    let mut body = String::new();
    let size = (units(width) as u32, units(height) as u32);
    let mut pen = SvgPen(SVGBackend::with_string(&mut body, size));
    panels(&mut pen)?;
    marks::marks(drawing, theme, &mut pen)?;
    told(pen.0.present())?;
    drop(pen);
    let marks = body.split_once('\n');
    let (_, marks) = marks.expect("the first line opens the document");

    let mut document = String::new();
    let (unit_width, unit_height) = size;
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
    document.push_str(marks);
    Ok(document)
}

/// Plotters' SVG backend as a pen.
struct SvgPen<'a>(SVGBackend<'a>);

fn told<E: std::error::Error + Send + Sync>(
    result: Result<(), DrawingErrorKind<E>>,
) -> Result<(), PenError> {
    result.map_err(|error| PenError(error.to_string()))
}

fn unit_point(point: Point) -> (i32, i32) {
    (units(point.x), units(point.y))
}

fn style(Color(Rgb(red, green, blue), alpha): Color) -> ShapeStyle {
    RGBAColor(red, green, blue, f64::from(alpha)).filled()
}

fn stroke(color: Color, width: f32) -> ShapeStyle {
    style(color).stroke_width(units(width).max(1) as u32)
}

impl Pen for SvgPen<'_> {
    fn line(&mut self, points: &[Point], width: f32, color: Color) -> Result<(), PenError> {
        let points = points.iter().map(|&point| unit_point(point));
        told(self.0.draw_path(points, &stroke(color, width)))
    }

    fn shape(&mut self, corners: &[Point], color: Color) -> Result<(), PenError> {
        let corners = corners.iter().map(|&point| unit_point(point));
        told(self.0.fill_polygon(corners, &style(color)))
    }

    fn fill(&mut self, rect: Rect, color: Color) -> Result<(), PenError> {
        let from = (units(rect.x), units(rect.y));
        let to = (units(rect.right()), units(rect.bottom()));
        told(self.0.draw_rect(from, to, &style(color), true))
    }

    fn disc(&mut self, center: Point, radius: f32, color: Color) -> Result<(), PenError> {
        let radius = units(radius).max(1) as u32;
        told(
            self.0
                .draw_circle(unit_point(center), radius, &style(color), true),
        )
    }

    fn ring(
        &mut self,
        center: Point,
        radius: f32,
        width: f32,
        color: Color,
    ) -> Result<(), PenError> {
        let radius = units(radius).max(1) as u32;
        let style = stroke(color, width);
        told(
            self.0
                .draw_circle(unit_point(center), radius, &style, false),
        )
    }

    fn text(&mut self, text: &str, at: Point, lettering: Lettering) -> Result<(), PenError> {
        let size = f64::from(lettering.size * UNITS_PER_PX) * TEXT_SIZE_PER_PX;
        let weight = match lettering.weight {
            Weight::Regular => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        let side = match lettering.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let font = FontDesc::new(FontFamily::Name(FONT_FAMILY), size, weight);
        let setting = TextStyle {
            font: match lettering.direction {
                Direction::Right => font,
                Direction::Up => font.transform(FontTransform::Rotate270),
                Direction::Down => font.transform(FontTransform::Rotate90),
            },
            color: style(lettering.color).color.to_backend_color(),
            pos: Pos::new(side, VPos::Bottom),
        };
        // The backend lifts a text with `VPos::Bottom` by half an ex, but a pen's point is on the baseline.
        let lifted = lettering.direction.below(at, HALF_EX * lettering.size);
        told(self.0.draw_text(text, &setting, unit_point(lifted)))
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
