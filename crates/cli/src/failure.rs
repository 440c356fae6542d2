//! The errors of the command line: one sentence and a status.

use std::io;
use std::path::PathBuf;

use super::Status;
use phasor_decoder::{ModelError, SessionError};
use phasor_draw::svg::SvgError;
use phasor_encoding::EncodingError;
use phasor_figures::UnknownFigure;
use phasor_model_files::Unreadable;
use phasor_params::ParameterError;
use phasor_params::layout::LayoutError;
use phasor_picture::{PixelError, Unsupported};
use phasor_report::UnknownRule;
use phasor_report::checkpoint::{FindError, HeaderError, HeadsError, IndexError, PlanError};
use phasor_report::kit::{JudgeError, KitError, ReadError};
use phasor_train::entrant::RaceError;

/// The reason why the command line failed. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A parameter of the figures is out of range.
    #[error(transparent)]
    Spec(#[from] ParameterError),
    /// There is no figure of that name.
    #[error(transparent)]
    Figure(#[from] UnknownFigure),
    /// A scheme cannot be built, or has no encoding for a position.
    #[error("{0}.")]
    Encoding(#[from] EncodingError),
    /// The text of a layout is not accepted.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The position ids of a model are not known.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// A racer cannot start or go on.
    #[error(transparent)]
    Race(#[from] RaceError),
    /// The figure cannot show the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// An argument does not fit the other arguments.
    #[error("{0}")]
    Argument(String),
    /// The configuration could not be opened.
    #[error("`{path}` could not be read: {source}.", path = .path.display())]
    Input {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The path is an address, or the name of a model on Hugging Face.
    #[error(
        "`{path}` is no file here, and Phasor downloads nothing: save the model’s config.json, and give its path.",
        path = .path.display()
    )]
    Elsewhere {
        /// What was given as a path.
        path: PathBuf,
    },
    /// The file is not a configuration.
    #[error("`{path}`: {source}", path = .path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error in its text.
        source: Unreadable,
    },
    /// The file does not hold weights that can be read.
    #[error("`{path}` cannot be read as weights. {source}", path = .path.display())]
    Weights {
        /// The path of the file.
        path: PathBuf,
        /// The fault of its header.
        source: HeaderError,
    },
    /// The file does not name the files of a model.
    #[error("`{path}` cannot be read as the index of a model. {source}", path = .path.display())]
    Index {
        /// The path of the file.
        path: PathBuf,
        /// The fault of the index.
        source: IndexError,
    },
    /// The model does not run here.
    #[error("`{path}` does not run here. {source}", path = .path.display())]
    Model {
        /// The path of the file.
        path: PathBuf,
        /// Why it does not.
        source: ModelError,
    },
    /// The model cannot read the text.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The configuration does not say enough about the heads.
    #[error(transparent)]
    Heads(#[from] HeadsError),
    /// The weights do not fit the configuration.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The weights have no norms.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The model has no numbers to test with.
    #[error(transparent)]
    Kit(#[from] KitError),
    /// The file holds no arrays that can be read.
    #[error("`{path}` cannot be read as arrays. {source}", path = .path.display())]
    Arrays {
        /// The path of the file.
        path: PathBuf,
        /// The fault of the file.
        source: ReadError,
    },
    /// The arrays do not fit the model.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The ending of the file names no format.
    #[error("`{path}` must end in {accepted}.", path = .path.display())]
    Ending {
        /// The path of the file.
        path: PathBuf,
        /// The endings that name a format.
        accepted: &'static str,
    },
    /// The file could not be written.
    #[error("`{path}` could not be written: {source}.", path = .path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Standard output could not be written.
    #[error("Standard output could not be written: {0}.")]
    StandardOutput(io::Error),
    /// The figure could not be drawn.
    #[error(transparent)]
    Svg(#[from] SvgError),
    /// The figure could not be converted to pixels.
    #[error(transparent)]
    Pixels(#[from] PixelError),
}

impl Failure {
    /// Returns how a command ends that fails for this reason.
    #[must_use]
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::File { .. } | Self::StandardOutput(_) | Self::Svg(_) | Self::Pixels(_) => {
                Status::Failed
            }
            _ => Status::WrongInput,
        }
    }
}
