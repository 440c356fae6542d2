//! Turns SVG documents into pixels.

use phasor_text::number::grouped;
use resvg::{tiny_skia, usvg};

const REGULAR: &[u8] = include_bytes!("../../../assets/fonts/phasor-sans-400.ttf");
const BOLD: &[u8] = include_bytes!("../../../assets/fonts/phasor-sans-600.ttf");

/// The largest number of pixels, which take 4 bytes each.
const MOST_PIXELS: f32 = (1 << 28) as f32;

/// The reason why a picture has no pixels.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PixelError {
    /// The scale makes the picture too small or too large.
    #[error(
        "The scale of a picture must give it 1 to {most} pixels; `{scale}` gives it {n_pixels}.",
        most = grouped(f64::from(MOST_PIXELS)),
        n_pixels = grouped(f64::from(*.n_pixels)),
    )]
    Scale {
        /// The number of pixels for each CSS pixel.
        scale: f32,
        /// The number of pixels in the picture.
        n_pixels: f32,
    },
    /// The document could not be read, or its pixels could not be encoded.
    #[error("The figure could not be converted to pixels: {0}.")]
    Encoding(String),
}

/// Returns the document as a PNG file with `scale` pixels for each CSS pixel.
pub(crate) fn png(document: &str, scale: f32) -> Result<Vec<u8>, PixelError> {
    let failure = |error: &dyn std::fmt::Display| PixelError::Encoding(error.to_string());
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    let tree = usvg::Tree::from_str(document, &options).map_err(|error| failure(&error))?;
    let size = tree.size();
    let n_pixels = (scale * size.width()).round() * (scale * size.height()).round();
    let wrong_scale = PixelError::Scale { scale, n_pixels };
    if !(scale > 0.0 && (1.0..=MOST_PIXELS).contains(&n_pixels)) {
        return Err(wrong_scale);
    }
    let size = size.to_int_size().scale_by(scale).ok_or(wrong_scale)?;
    let pixmap = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut pixmap = pixmap.ok_or_else(|| failure(&"it is too large"))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| failure(&error))
}
