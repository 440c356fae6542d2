//! Why the command line wrote nothing: one sentence and an exit status.

use std::io;
use std::path::PathBuf;

use crate::config::SpecError;
use crate::config::model::Unreadable;
use crate::encoding::EncodingError;
use crate::figure::UnknownFigure;
use crate::paint::svg::SvgError;

/// Why nothing was written; its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A parameter of the figures is out of range.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There is no such figure.
    #[error(transparent)]
    Figure(#[from] UnknownFigure),
    /// A scheme cannot be built, or has no code for a position.
    #[error("{0}.")]
    Encoding(#[from] EncodingError),
    /// An argument does not fit the others.
    #[error("{0}")]
    Argument(String),
    /// The configuration could not be opened.
    #[error("`{path}` could not be read: {source}.", path = .path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The configuration is none.
    #[error("`{path}` is no configuration. {source}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with its text.
        source: Unreadable,
    },
    /// The file's ending names no format.
    #[error("`{path}` must end in {accepted}.", path = .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
        /// The endings that name a format.
        accepted: &'static str,
    },
    /// The file could not be written.
    #[error("`{path}` could not be written: {source}.", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Standard output could not be written.
    #[error("Standard output could not be written: {0}.")]
    StandardOutput(io::Error),
    /// The figure could not be drawn.
    #[error(transparent)]
    Svg(#[from] SvgError),
    /// The figure could not be turned into pixels.
    #[error("The figure could not be turned into pixels: {0}.")]
    Pixels(String),
}

impl Failure {
    /// 2 for wrong input, 1 for what the machine refused.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::File { .. } | Self::StandardOutput(_) | Self::Svg(_) | Self::Pixels(_) => 1,
            _ => 2,
        }
    }
}
