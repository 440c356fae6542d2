//! What carries order in models without one of the usual encodings.

/// What else carries the order of the input.
///
/// ```
/// use phasor_model_files::{OtherOrder, PositionEncoding};
///
/// let vit = phasor_model_files::read(r#"{"model_type": "vit"}"#)?.model;
/// assert_eq!(vit.position, PositionEncoding::Other(OtherOrder::Grid));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherOrder {
    /// Sines and cosines of fixed frequencies, which are added to the input.
    Sines,
    /// Terms of each score that depend on the distance and on the query or the key.
    Relative,
    /// A learned number for each distance, which is added to scores.
    Bias,
    /// Convolutions along time.
    Convolution,
    /// Places in an image, a video or a spectrogram instead of positions in a text.
    Grid,
    /// Several models, none of which is the text model of the file.
    Parts,
}

impl OtherOrder {
    /// Returns its name.
    ///
    /// ```
    /// assert_eq!(phasor_model_files::OtherOrder::Bias.name(), "learned bias");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sines => "fixed sines",
            Self::Relative => "relative attention",
            Self::Bias => "learned bias",
            Self::Convolution => "convolution",
            Self::Grid => "places in a grid",
            Self::Parts => "several models",
        }
    }

    /// Returns what the model does, as the end of a sentence.
    ///
    /// ```
    /// assert_eq!(phasor_model_files::OtherOrder::Sines.clause(), "it adds fixed sines and cosines");
    /// ```
    #[must_use]
    pub fn clause(self) -> &'static str {
        match self {
            Self::Sines => "it adds fixed sines and cosines",
            Self::Relative => "its scores have terms for relative positions",
            Self::Bias => "it adds a learned number for each distance to the score",
            Self::Convolution => "convolutions carry its order",
            Self::Grid => "its input is an image or another grid, without positions in a text",
            Self::Parts => "the file holds several models, none of which is its text model",
        }
    }
}
