//! The errors of the command line: one sentence and a status.

use std::io;
use std::path::PathBuf;

use super::Status;
use phasor_decoder::{ModelError, SessionError};
use phasor_draw::svg::SvgError;
use phasor_encoding::EncodingError;
use phasor_figures::UnknownFigure;
use phasor_params::ParameterError;
use phasor_params::layout::LayoutError;
use phasor_picture::{PixelError, Unsupported};
use phasor_report::checkpoint::HeadsError;
use phasor_report::files::{FileError, ModelFileError, WeightsError};
use phasor_report::kit::{JudgeError, KitError, ReadError};
use phasor_report::layer_types::NoLayer;
use phasor_report::{NoIds, OwnRuleError, UnknownRule};
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
    /// The rule that was brought cannot be used.
    #[error(transparent)]
    OwnRule(#[from] OwnRuleError),
    /// The model has no position ids that could be judged.
    #[error(transparent)]
    Ids(#[from] NoIds),
    /// A racer cannot start or go on.
    #[error(transparent)]
    Race(#[from] RaceError),
    /// The figure cannot show the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// An argument does not fit the other arguments.
    #[error("{0}")]
    Argument(String),
    /// The model has no such layers.
    #[error(transparent)]
    Layer(#[from] NoLayer),
    /// A file cannot be opened.
    #[error(transparent)]
    Input(#[from] FileError),
    /// The file gives no model.
    #[error(transparent)]
    ModelFile(#[from] ModelFileError),
    /// The files give no norms.
    #[error(transparent)]
    Weights(#[from] WeightsError),
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
