//! What a figure can be saved as.

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

/// There is no such format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("A file is png, svg, csv or json, not `{0}`.")]
pub struct UnknownFormat(String);

impl Format {
    const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Csv, Self::Json];

    /// The format of files with that ending.
    ///
    /// # Errors
    /// [`UnknownFormat`].
    pub fn from_ending(ending: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.ending() == ending)
            .ok_or_else(|| UnknownFormat(ending.to_owned()))
    }

    /// How its files end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// What hosts and browsers call it.
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
