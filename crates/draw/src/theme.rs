//! The colours of the light and the dark page.

use super::palette::{ColorRamp, Rgb};
use crate::Ink;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scheme {
    /// Dark ink on a light background.
    #[default]
    Light,
    /// Light ink on a dark background.
    Dark,
}

/// A colour for every ink.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    scheme: Scheme,
    text: Rgb,
    muted: Rgb,
    faint: Rgb,
    surface: Rgb,
    query: Rgb,
    key: Rgb,
    key_fill: Rgb,
    third: Rgb,
    trouble: Rgb,
    time: Rgb,
    rows: Rgb,
    columns: Rgb,
    frequency: ColorRamp,
    diverging: ColorRamp,
    sequential: ColorRamp,
}

impl Scheme {
    /// Returns the scheme with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Light, Self::Dark]
            .into_iter()
            .find(|scheme| scheme.name() == name)
    }

    /// Returns the name that style sheets and flags use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Theme {
    /// Returns the theme of `scheme`.
    #[must_use]
    pub fn new(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Light => Self::light(),
            Scheme::Dark => Self::dark(),
        }
    }

    fn light() -> Self {
        Self {
            scheme: Scheme::Light,
            text: Rgb(0x1f, 0x1d, 0x1a),
            muted: Rgb(0x5e, 0x5a, 0x53),
            faint: Rgb(0xdd, 0xd8, 0xce),
            surface: Rgb(0xff, 0xfd, 0xf9),
            query: Rgb(0x00, 0x73, 0x5c),
            key: Rgb(0x7d, 0x68, 0x00),
            key_fill: Rgb(0xe0, 0xac, 0x00),
            third: Rgb(0x5b, 0x64, 0x72),
            trouble: Rgb(0xa3, 0x27, 0x1b),
            time: Rgb(0x3a, 0x43, 0x53),
            rows: Rgb(0x1a, 0x86, 0xb8),
            columns: Rgb(0xa9, 0x81, 0x4f),
            frequency: ColorRamp::through(&[
                (0.66, 0.19, 48.0),
                (0.585, 0.21, 12.0),
                (0.51, 0.20, 332.0),
                (0.43, 0.18, 287.0),
                (0.36, 0.13, 258.0),
            ]),
            diverging: ColorRamp::through(&[
                (0.42, 0.17, 308.0),
                (0.70, 0.11, 308.0),
                (0.965, 0.008, 90.0),
                (0.72, 0.11, 155.0),
                (0.44, 0.11, 155.0),
            ]),
            sequential: ColorRamp::through(&[
                (0.985, 0.02, 100.0),
                (0.82, 0.10, 180.0),
                (0.58, 0.12, 235.0),
                (0.30, 0.12, 270.0),
            ]),
        }
    }

    fn dark() -> Self {
        Self {
            scheme: Scheme::Dark,
            text: Rgb(0xec, 0xe9, 0xe2),
            muted: Rgb(0xa8, 0xa5, 0x9d),
            faint: Rgb(0x36, 0x3a, 0x42),
            surface: Rgb(0x15, 0x17, 0x1c),
            query: Rgb(0x4f, 0xd1, 0xa8),
            key: Rgb(0xe2, 0xcf, 0x56),
            key_fill: Rgb(0x7a, 0x5f, 0x00),
            third: Rgb(0xa9, 0xb4, 0xc4),
            trouble: Rgb(0xff, 0x9d, 0x8f),
            time: Rgb(0xd5, 0xdb, 0xe6),
            rows: Rgb(0x4f, 0xb0, 0xe0),
            columns: Rgb(0x9c, 0x77, 0x48),
            frequency: ColorRamp::through(&[
                (0.83, 0.15, 65.0),
                (0.75, 0.17, 18.0),
                (0.69, 0.18, 335.0),
                (0.63, 0.17, 295.0),
                (0.57, 0.16, 258.0),
            ]),
            diverging: ColorRamp::through(&[
                (0.80, 0.14, 312.0),
                (0.50, 0.14, 308.0),
                (0.25, 0.012, 270.0),
                (0.52, 0.10, 160.0),
                (0.84, 0.13, 155.0),
            ]),
            sequential: ColorRamp::through(&[
                (0.20, 0.02, 280.0),
                (0.42, 0.12, 268.0),
                (0.66, 0.12, 225.0),
                (0.94, 0.10, 120.0),
            ]),
        }
    }

    /// Returns the theme with other colours: red, green and blue of surface, text, muted, faint, query,
    /// key and third, in the order of `style/tokens.css`. Any other number of bytes changes nothing. Another key is filled
    /// with a colour halfway to the surface.
    #[must_use]
    pub fn with_inks(self, bytes: &[u8]) -> Self {
        let colors = bytes.chunks_exact(3).map(|color| match color {
            &[red, green, blue] => Rgb(red, green, blue),
            _ => Rgb::default(),
        });
        let colors: Vec<Rgb> = colors.collect();
        match *colors.as_slice() {
            [surface, text, muted, faint, query, key, third] => Self {
                surface,
                text,
                muted,
                faint,
                query,
                key,
                key_fill: match key == self.key {
                    true => self.key_fill,
                    false => key.halfway_to(surface),
                },
                third,
                ..self
            },
            _ => self,
        }
    }

    /// Returns whether the theme is light or dark.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns the colour of `ink`.
    #[must_use]
    pub fn color(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Text => self.text,
            Ink::Muted => self.muted,
            Ink::Faint => self.faint,
            Ink::Surface => self.surface,
            Ink::Query => self.query,
            Ink::Key => self.key,
            Ink::KeyFill => self.key_fill,
            Ink::Third => self.third,
            Ink::Trouble => self.trouble,
            Ink::Time => self.time,
            Ink::Rows => self.rows,
            Ink::Columns => self.columns,
            Ink::Frequency(t) => self.frequency.at(t),
            Ink::Diverging(value) => self.diverging.at(0.5 + 0.5 * value),
            Ink::Sequential(t) => self.sequential.at(t),
            Ink::Distance(t) => match self.scheme {
                Scheme::Light => self.sequential.at(t),
                Scheme::Dark => self.sequential.at(1.0 - t),
            },
            Ink::Paint(color) => color,
        }
    }
}
