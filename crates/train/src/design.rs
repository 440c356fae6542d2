//! The sizes of a model.

use super::Position;
use super::position::{PositionTables, Sizes};
use phasor_encoding::{EncodingError, Mask, Scaling};

/// The reason why a model cannot be built. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// A size that a model cannot have.
    #[error("{name} must be {accepted}, not {value}.")]
    Size {
        /// What the size is.
        name: &'static str,
        /// What is accepted.
        accepted: &'static str,
        /// The size.
        value: usize,
    },
    /// Parameters of the encoding that are out of range.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
}

/// The sizes of a model, its positional encoding, and what its queries see.
///
/// ```
/// use phasor_encoding::Mask;
/// use phasor_train::{Design, Position};
///
/// let design = Design::new(16, 16, Position::None)?;
/// assert_eq!((design.dim, design.n_heads, design.head_dim()), (48, 4, 12));
/// assert_eq!(Design { n_layers: 2, ..design.clone() }.checked()?.n_layers, 2);
/// let error = Design { n_heads: 5, ..design }.checked().unwrap_err();
/// assert_eq!(error.to_string(), "The number of heads must be a divisor of the 48 components, not 5.");
/// # Ok::<(), phasor_train::DesignError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    /// The number of different tokens.
    pub n_tokens: usize,
    /// The number of different answers.
    pub n_answers: usize,
    /// The number of layers.
    pub n_layers: usize,
    /// The number of heads in a layer.
    pub n_heads: usize,
    /// The number of components of a token's vector.
    pub dim: usize,
    /// Its positional encoding.
    pub position: Position,
    /// The keys that a query sees.
    pub mask: Mask,
}

impl Design {
    /// Returns the usual sizes: one layer with 4 heads of 12 components, and a causal mask.
    ///
    /// # Errors
    /// [`DesignError`] if there are no tokens or answers, or the encoding has parameters out of range.
    pub fn new(n_tokens: usize, n_answers: usize, position: Position) -> Result<Self, DesignError> {
        let design = Self {
            n_tokens,
            n_answers,
            n_layers: 1,
            n_heads: 4,
            dim: 48,
            position,
            mask: Mask::Causal,
        };
        design.checked()
    }

    /// Returns the design if a model can have its sizes.
    ///
    /// # Errors
    /// [`DesignError`] if it cannot.
    pub fn checked(self) -> Result<Self, DesignError> {
        let at_least_1 = [
            ("The number of tokens", self.n_tokens),
            ("The number of answers", self.n_answers),
            ("The number of layers", self.n_layers),
        ];
        for (name, value) in at_least_1 {
            if value == 0 {
                return Err(invalid(name, "at least 1", value));
            }
        }
        if !self.dim.is_multiple_of(2) || !(2..=1024).contains(&self.dim) {
            let accepted = "even, from 2 to 1,024";
            return Err(invalid("The number of components", accepted, self.dim));
        }
        if self.n_heads == 0 || !self.dim.is_multiple_of(self.n_heads) {
            let accepted = match self.dim {
                48 => "a divisor of the 48 components",
                _ => "a divisor of the number of components",
            };
            return Err(invalid("The number of heads", accepted, self.n_heads));
        }
        if matches!(self.position, Position::Rope { .. }) && !self.head_dim().is_multiple_of(2) {
            let accepted = "even, because RoPE rotates pairs";
            return Err(invalid("The width of a head", accepted, self.head_dim()));
        }
        self.tables(2, None)?;
        Ok(self)
    }

    /// Returns what a text of `length` tokens receives, with a scaling rule for RoPE.
    pub(super) fn tables(
        &self,
        length: usize,
        scaling: Option<&Scaling>,
    ) -> Result<PositionTables, EncodingError> {
        let sizes = Sizes {
            length,
            dim: self.dim,
            n_heads: self.n_heads,
            mask: self.mask,
        };
        self.position.tables(sizes, scaling)
    }

    /// The number of components of a head.
    #[must_use]
    pub fn head_dim(&self) -> usize {
        self.dim / self.n_heads
    }
}

pub(super) fn invalid(name: &'static str, accepted: &'static str, value: usize) -> DesignError {
    DesignError::Size {
        name,
        accepted,
        value,
    }
}
