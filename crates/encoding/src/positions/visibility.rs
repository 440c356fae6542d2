//! Which keys a query sees.
//!
//! The conditions are those of `masking_utils` in transformers 5.23, in which a window counts
//! tokens by their place in the sequence and not by their position ids.

use std::ops::Range;

use super::{Layout, Stage};
use crate::EncodingError;
use crate::relative::Direction;

/// Whether a query sees the keys of other documents in the same sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DocumentMask {
    /// It does not.
    #[default]
    Masked,
    /// It does: the documents are one text to the model, whatever their position ids are.
    Open,
}

/// Whether a query sees padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaddingMask {
    /// It does not, and padding has no queries.
    #[default]
    Masked,
    /// It does, and padding has queries like any other token.
    Open,
}

/// The conditions under which a query sees a key. The query is read in the present step: what is
/// in the cache has no queries.
///
/// ```
/// use phasor_encoding::positions::{DocumentMask, PaddingMask, Part};
/// use phasor_encoding::{Direction, Layout, Visibility};
///
/// let parts = vec![Part::Padding(1), Part::Text(2), Part::DocumentBorder, Part::Text(2)];
/// let layout = Layout::new(parts)?;
/// let right = Visibility::new(Direction::Causal);
/// let keys = |visibility: Visibility| {
///     (0..5).filter(|key| visibility.visible(&layout, 4, *key)).collect::<Vec<_>>()
/// };
/// assert_eq!(keys(right), [3, 4]);
/// assert_eq!(keys(right.with_documents(DocumentMask::Open)), [1, 2, 3, 4]);
/// assert_eq!(keys(right.with_padding(PaddingMask::Open)), [3, 4]); // another document
/// assert_eq!(keys(right.with_window(1)?), [4]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visibility {
    direction: Direction,
    documents: DocumentMask,
    padding: PaddingMask,
    window: Option<usize>,
}

impl Visibility {
    /// Creates the usual conditions: other documents and padding are masked, and there is no
    /// window.
    #[must_use]
    pub fn new(direction: Direction) -> Self {
        Self {
            direction,
            documents: DocumentMask::Masked,
            padding: PaddingMask::Masked,
            window: None,
        }
    }

    /// Sets whether other documents are masked.
    #[must_use]
    pub fn with_documents(self, documents: DocumentMask) -> Self {
        Self { documents, ..self }
    }

    /// Sets whether padding is masked.
    #[must_use]
    pub fn with_padding(self, padding: PaddingMask) -> Self {
        Self { padding, ..self }
    }

    /// Adds a window of `window` tokens, at least one. In a causal layer, a query sees itself and
    /// the `window - 1` tokens before it; in a bidirectional one, `window` tokens on each side
    /// (`sliding_window` in transformers, which differs between the two in the same way).
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `window` is 0.
    pub fn with_window(self, window: usize) -> Result<Self, EncodingError> {
        let accepted = ("window", "a whole number above 0");
        let window = Some(EncodingError::count(accepted, window, usize::MAX)?);
        Ok(Self { window, ..self })
    }

    /// Returns `true` if the token `query` of `layout` sees the token `key`.
    #[must_use]
    pub fn visible(&self, layout: &Layout, query: usize, key: usize) -> bool {
        let tokens = layout.tokens();
        let (Some(asks), Some(answers)) = (tokens.get(query), tokens.get(key)) else {
            return false;
        };
        if asks.stage == Stage::Cached {
            return false;
        }
        let any_padding = asks.is_padding() || answers.is_padding();
        if self.padding == PaddingMask::Masked && any_padding {
            return false;
        }
        if self.documents == DocumentMask::Masked && asks.document != answers.document {
            return false;
        }
        self.reach(tokens.len(), query).contains(&key)
    }

    /// Returns the keys that direction and window let a query see, of `n_tokens` tokens.
    pub(super) fn reach(&self, n_tokens: usize, query: usize) -> Range<usize> {
        let (most, after) = match (self.direction, self.window) {
            (Direction::Causal, window) => (window.map(|window| window - 1), Some(0)),
            (Direction::Bidirectional, window) => (window, window),
        };
        let start = most.map_or(0, |most| query.saturating_sub(most));
        let end = after.map_or(n_tokens, |after| {
            query.saturating_add(after).saturating_add(1)
        });
        start..end.min(n_tokens)
    }

    /// Returns whether other documents and padding are masked.
    pub(super) fn masks(&self) -> (DocumentMask, PaddingMask) {
        (self.documents, self.padding)
    }
}
