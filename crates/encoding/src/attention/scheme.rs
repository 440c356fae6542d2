//! Every positional scheme that attention can use, as one type.

use crate::{Absolute, Alibi, AxialRope, EncodingError, Matrix, Rope, Shaw, T5Bias, TransformerXl};

/// How an absolute encoding joins the embedding of its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Join {
    /// Added, as in the Transformer, BERT and GPT-2.
    #[default]
    Sum,
    /// Appended: the projections of the head then have that many more columns.
    Concatenate,
}

/// A positional scheme for a [`Head`](super::Head).
///
/// ```
/// use phasor_encoding::{Frequencies, Pairing, Rope, Scheme};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 64)?, Pairing::HalfSplit);
/// assert_eq!(Scheme::Rope(rope).name(), "rope");
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Scheme {
    /// No encoding (NoPE): order enters only through the mask, if there is one.
    #[default]
    NoPe,
    /// An encoding for each position, joined with the embedding before the projections.
    Absolute {
        /// The encoding.
        encoding: Absolute,
        /// Whether the encoding is added or appended.
        join: Join,
    },
    /// Queries and keys are rotated.
    Rope(Rope),
    /// Queries and keys are rotated by positions on several axes.
    Axial {
        /// The rotation.
        rope: AxialRope,
        /// The position of each token on each axis. Shape `[n_tokens, n_axes]`.
        positions: Matrix,
    },
    /// A learned vector for each clipped offset is added to keys and values.
    Shaw(Shaw),
    /// Terms for the distance are added to the score.
    TransformerXl(TransformerXl),
    /// A learned number for each bucket of distances is added to the score.
    T5 {
        /// The buckets and their learned numbers.
        bias: T5Bias,
        /// The index of the head.
        head: usize,
    },
    /// A slope times the distance is subtracted from the score.
    Alibi {
        /// The slopes.
        alibi: Alibi,
        /// The index of the head.
        head: usize,
    },
}

impl Scheme {
    /// The short name of the scheme.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoPe => "nope",
            Self::Absolute { encoding, .. } => match encoding {
                Absolute::Integer => "integer",
                Absolute::LengthNormalised(_) => "normalised",
                Absolute::Binary(_) => "binary",
                Absolute::Sinusoidal(_) => "sinusoidal",
                Absolute::Learned(_) => "learned",
            },
            Self::Rope(_) => "rope",
            Self::Axial { .. } => "axial",
            Self::Shaw(_) => "shaw",
            Self::TransformerXl(_) => "transformer-xl",
            Self::T5 { .. } => "t5",
            Self::Alibi { .. } => "alibi",
        }
    }

    /// Checks that the bias has the head.
    pub(crate) fn check_head(&self) -> Result<(), EncodingError> {
        let (head, n_heads) = match self {
            Self::T5 { bias, head } => (*head, bias.n_heads()),
            Self::Alibi { alibi, head } => (*head, alibi.slopes().len()),
            _ => return Ok(()),
        };
        let accepted = ("head", "below the number of heads of the bias");
        EncodingError::check(accepted, head as f64, head < n_heads)?;
        Ok(())
    }

    /// Returns the bias added to a scaled score, for a key at `relative_position`. The caller has
    /// [checked](Self::check_head) the head.
    pub(crate) fn bias(&self, relative_position: i64) -> f64 {
        let bias = match self {
            Self::T5 { bias, head } => bias.bias(*head, relative_position),
            Self::Alibi { alibi, head } => alibi.bias(*head, relative_position),
            _ => Some(0.0),
        };
        bias.expect("the head was checked before any score")
    }
}
