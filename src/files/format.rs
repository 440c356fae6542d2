//! The kinds of files that a figure can be saved as.

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The picture in pixels.
    Png,
    /// The picture in lines.
    Svg,
    /// The numbers in rows.
    Csv,
    /// The numbers with their names.
    Json,
}

/// The error for a format that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The file format must be `png`, `svg`, `csv` or `json`, not `{0}`.")]
pub struct UnknownFormat(String);

impl Format {
    const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Csv, Self::Json];

    /// Returns the format of files with this extension.
    ///
    /// # Errors
    /// Returns [`UnknownFormat`] if there is no such format.
    pub fn from_ending(ending: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.ending() == ending)
            .ok_or_else(|| UnknownFormat(ending.to_owned()))
    }

    /// Returns the extension of its files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// Returns the media type that servers and browsers use.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Svg => "image/svg+xml",
            Self::Csv => "text/csv",
            Self::Json => "application/json",
        }
    }
}
