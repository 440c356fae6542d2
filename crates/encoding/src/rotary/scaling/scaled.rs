//! The result of a scaling rule.

use crate::rotary::{Pairing, Rope};
use crate::{EncodingError, Frequencies};

/// The frequencies that a scaling rule made, and its factors of scores.
///
/// ```
/// use phasor_encoding::{Pairing, Scaled, Scaling, Yarn};
///
/// // DeepSeek-V3 leaves cosine and sine alone and sharpens the softmax instead.
/// let rule = Scaling::Yarn(Yarn {
///     factor: 40.0,
///     original_max_position_embeddings: 4096.0,
///     mscale: Some(1.0),
///     mscale_all_dim: Some(1.0),
///     ..Yarn::default()
/// });
/// let scaled: Scaled = rule.apply(10_000.0, 64, None)?;
/// assert_eq!(scaled.attention_factor(), 1.0);
/// assert!((scaled.softmax_factor() - 1.8738542).abs() < 1e-7);
/// assert_eq!(scaled.logit_factor(), scaled.softmax_factor());
/// assert_eq!(scaled.rope(Pairing::Interleaved)?.rotary_dim(), 64);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Scaled {
    pub(super) frequencies: Frequencies,
    pub(super) attention_factor: f64,
    pub(super) softmax_factor: f64,
}

impl Scaled {
    /// Creates the plain progression from `base`.
    pub(super) fn unscaled(base: f64, dim: usize) -> Result<Self, EncodingError> {
        Frequencies::new(base, dim).map(Self::plain)
    }

    /// Creates the result of a rule that changes only the frequencies.
    pub(in crate::rotary) fn plain(frequencies: Frequencies) -> Self {
        Self {
            frequencies,
            attention_factor: 1.0,
            softmax_factor: 1.0,
        }
    }

    /// Returns the same with other frequencies.
    pub(in crate::rotary) fn with_frequencies(self, frequencies: Frequencies) -> Self {
        Self {
            frequencies,
            ..self
        }
    }

    /// Returns the same with another attention factor.
    pub(in crate::rotary) fn with_attention_factor(self, attention_factor: f64) -> Self {
        Self {
            attention_factor,
            ..self
        }
    }

    /// The frequencies, one per pair; 0 for a pair that does not rotate.
    #[must_use]
    pub fn frequencies(&self) -> &Frequencies {
        &self.frequencies
    }

    /// The factor of cosines and sines. The part of a score that comes from rotating components is
    /// multiplied by its square; that part is the whole score unless the rotation is partial.
    #[must_use]
    pub fn attention_factor(&self) -> f64 {
        self.attention_factor
    }

    /// The additional factor of whole scores in DeepSeek's attention, applied before the softmax; 1
    /// unless a [`Yarn`](super::Yarn) has `mscale_all_dim`, or a caller gave
    /// [another](Self::with_softmax_factor).
    #[must_use]
    pub fn softmax_factor(&self) -> f64 {
        self.softmax_factor
    }

    /// Returns the same with another softmax factor: 1 for models whose attention does not apply it.
    ///
    /// ```
    /// use phasor_encoding::{Scaling, Yarn};
    ///
    /// let yarn = Yarn { factor: 40.0, mscale: Some(1.0), mscale_all_dim: Some(1.0), ..Yarn::default() };
    /// let scaled = Scaling::Yarn(yarn).apply(10_000.0, 64, None)?.with_softmax_factor(1.0);
    /// assert_eq!(scaled.softmax_factor(), 1.0);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn with_softmax_factor(self, softmax_factor: f64) -> Self {
        Self {
            softmax_factor,
            ..self
        }
    }

    /// The factor of the part of a score that comes from rotating components, before softmax and
    /// apart from the change of angles: `attention_factor^2 x softmax_factor`. If the whole head
    /// rotates, it is the factor of every score, and above 1 it makes attention sharper. Components
    /// that do not rotate have only [`softmax_factor`](Self::softmax_factor).
    #[must_use]
    pub fn logit_factor(&self) -> f64 {
        self.attention_factor * self.attention_factor * self.softmax_factor
    }

    /// Returns RoPE with these frequencies and this attention factor.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if the attention factor is not above 0.
    pub fn rope(&self, pairing: Pairing) -> Result<Rope, EncodingError> {
        Rope::new(self.frequencies.clone(), pairing).with_attention_factor(self.attention_factor)
    }
}
