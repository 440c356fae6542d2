//! Every way to tell attention where a token stands, as one value.

use crate::encoding::{
    Absolute, Alibi, AxialRope, EncodingError, Matrix, Rope, Shaw, T5Bias, TransformerXl,
};

/// How an absolute code joins its token's embedding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Join {
    /// Added, as in the Transformer, BERT and GPT-2.
    #[default]
    Sum,
    /// Put behind it: the projections of the head then have as many more columns.
    Concatenate,
}

/// A positional scheme that a [`Head`](super::Head) can be given.
///
/// ```
/// use phasor::encoding::{Frequencies, Pairing, Rope, Scheme};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 64)?, Pairing::HalfSplit);
/// assert_eq!(Scheme::Rope(rope).name(), "rope");
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Scheme {
    /// None at all (NoPE): order enters by the mask alone, if there is one.
    #[default]
    NoPe,
    /// A code for each position, joined to the embedding before the projections.
    Absolute {
        /// The encoding.
        code: Absolute,
        /// Added or put behind.
        join: Join,
    },
    /// Queries and keys are rotated.
    Rope(Rope),
    /// Queries and keys are rotated by positions on several axes.
    Axial {
        /// The rotation.
        rope: AxialRope,
        /// Where each token stands on each axis. Shape `[n_tokens, n_axes]`.
        positions: Matrix,
    },
    /// A learned vector for each clipped relative position joins keys and values.
    Shaw(Shaw),
    /// Terms for the distance join the score.
    TransformerXl(TransformerXl),
    /// A learned number for each bucket of distances is added to the score.
    T5 {
        /// The buckets and their numbers.
        bias: T5Bias,
        /// Which head.
        head: usize,
    },
    /// A slope times the distance is subtracted from the score.
    Alibi {
        /// The slopes.
        alibi: Alibi,
        /// Which head.
        head: usize,
    },
}

impl Scheme {
    /// A short name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoPe => "nope",
            Self::Absolute { code, .. } => match code {
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

    /// Whether the head is one of those that a bias has.
    pub(in crate::encoding) fn check_head(&self) -> Result<(), EncodingError> {
        let (head, n_heads) = match self {
            Self::T5 { bias, head } => (*head, bias.n_heads()),
            Self::Alibi { alibi, head } => (*head, alibi.slopes().len()),
            _ => return Ok(()),
        };
        let accepted = ("head", "below the number of heads that the bias has");
        EncodingError::check(accepted, head as f64, head < n_heads)?;
        Ok(())
    }

    /// What is added to a score after scaling, for a key at `relative_position`.
    pub(super) fn bias(&self, relative_position: i64) -> f64 {
        match self {
            Self::T5 { bias, head } => bias.bias(*head, relative_position),
            Self::Alibi { alibi, head } => alibi.bias(*head, relative_position),
            _ => 0.0,
        }
    }
}
