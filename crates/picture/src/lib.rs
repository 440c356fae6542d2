//! Figures as files: SVG documents, PNG pixels, and cards for links.
//!
//! The command line and the Python package write the same files, because both draw with [`Picture`]. The page does not use
//! this crate: a browser can turn an SVG document into pixels.

mod card;
mod data_uri;
mod model;
mod pixels;

pub use model::{Unsupported, show_model, shows_models};
pub use pixels::PixelError;

use phasor_draw::Theme;
use phasor_draw::svg::{SvgError, svg};
use phasor_figures::{Figure, FigureName, MIN_WIDTH, Spec};
use phasor_params::Range;

/// The widths of pictures, in CSS pixels.
pub const WIDTHS: Range = Range::whole(MIN_WIDTH as f64, 4096.0);

/// A figure as an SVG document, with its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    svg: String,
    size: (f32, f32),
    title: &'static str,
    reading: String,
}

impl Picture {
    /// Draws a figure, `width` CSS pixels wide, after all the work that the figure has to do.
    ///
    /// # Errors
    /// [`SvgError`] if a part cannot be drawn or encoded.
    ///
    /// ```
    /// use phasor_draw::{Scheme, Theme};
    /// use phasor_figures::{FigureName, Spec};
    /// use phasor_picture::Picture;
    ///
    /// let name = FigureName::from_name("one-frequency").unwrap();
    /// let theme = Theme::new(Scheme::from_name("light").unwrap());
    /// let picture = Picture::draw(name, &Spec::default(), 760.0, &theme).unwrap();
    /// assert!(picture.svg().starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\""));
    /// assert_eq!(&picture.png(2.0).unwrap()[1..4], b"PNG");
    /// ```
    pub fn draw(
        name: FigureName,
        spec: &Spec,
        width: f32,
        theme: &Theme,
    ) -> Result<Self, SvgError> {
        let mut figure = Figure::new(name);
        figure.finish(spec);
        let (title, reading) = (name.title(), figure.reading(spec));
        let drawing = figure.draw(spec, width);
        Ok(Self {
            size: drawing.size(),
            svg: svg(drawing, theme, (title, &reading), data_uri::data_uri)?,
            title,
            reading,
        })
    }

    /// Returns the picture on a card, with its title and its reading, as social networks show links.
    #[must_use]
    pub fn on_card(&self, theme: &Theme) -> Self {
        let texts = (self.title, self.reading.as_str());
        Self {
            svg: card::card(&self.svg, self.size, texts, theme),
            size: card::SIZE,
            ..self.clone()
        }
    }

    /// Returns the SVG document.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// Returns width and height in CSS pixels.
    #[must_use]
    pub fn size(&self) -> (f32, f32) {
        self.size
    }

    /// Returns one or two sentences about the state, with its numbers.
    #[must_use]
    pub fn reading(&self) -> &str {
        &self.reading
    }

    /// Returns the text that stands for the picture where nobody sees it: title and reading.
    #[must_use]
    pub fn alt(&self) -> String {
        // A title may be a question.
        let stop = if self.title.ends_with('?') { "" } else { "." };
        format!("{}{stop} {}", self.title, self.reading)
    }

    /// Returns the picture as a PNG file with `scale` pixels for each CSS pixel.
    ///
    /// # Errors
    /// [`PixelError`] if the picture would have no pixel or more than 268,435,456, or if it cannot be encoded.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, PixelError> {
        pixels::png(&self.svg, scale)
    }
}
