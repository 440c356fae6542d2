//! Context shift: a stretch of the cache is thrown away, and what follows moves forward.
//!
//! Source: the context shift of llama.cpp's server, which removes `n_discard` tokens after the first
//! `n_keep` and adds `-n_discard` to the positions after them.

use std::ops::Range;

use super::StoredKeys;
use crate::EncodingError;
use crate::positions::{PerAxis, PositionIds, RelativePositions};

/// The positions after a stretch of the cache was thrown away.
///
/// Keys before it seem nearer than they are, by its length. All others have their true offsets if
/// they were rotated again; if not, queries meet them that much later, perhaps after themselves.
///
/// ```
/// use phasor_encoding::PositionIds;
/// use phasor_encoding::positions::{ContextShift, RelativePositions, StoredKeys};
///
/// // Six tokens in the cache. Tokens 1 and 2 are thrown away, then token 6 comes, at position 4.
/// let ids = PositionIds::new(vec![(0..7).map(f64::from).collect()])?;
/// let shift = ContextShift::new(&ids, 6, 1..3, StoredKeys::RotatedAgain)?;
/// assert_eq!(shift.position_ids().axis(0), Some(&[0.0, 1.0, 2.0, 1.0, 2.0, 3.0, 4.0][..]));
/// assert_eq!(shift.discarded(), 1..3);
/// let offset = |shift: &ContextShift, key| {
///     shift.relative_position(6, key).map(|offset| offset.values()[0])
/// };
/// assert_eq!((offset(&shift, 0), offset(&shift, 2), offset(&shift, 5)), (Some(-4.0), None, Some(-1.0)));
/// // Without the rotation, token 5 seems to come after token 6.
/// let shift = ContextShift::new(&ids, 6, 1..3, StoredKeys::Unchanged)?;
/// assert_eq!(offset(&shift, 5), Some(1.0));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ContextShift {
    ids: PositionIds,
    discarded: Range<usize>,
}

impl ContextShift {
    /// Throws the tokens `discarded` away, of the first `n_cached` tokens of a text with the position
    /// ids `ids`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `ids` has more than one axis, or if the stretch is empty or
    /// not in the cache.
    pub fn new(
        ids: &PositionIds,
        n_cached: usize,
        discarded: Range<usize>,
        keys: StoredKeys,
    ) -> Result<Self, EncodingError> {
        let accepted = ("n_axes", "1");
        EncodingError::check(accepted, ids.n_axes() as f64, ids.n_axes() == 1)?;
        let accepted = ("n_cached", "at most the number of tokens");
        let in_range = n_cached <= ids.n_tokens();
        EncodingError::check(accepted, n_cached as f64, in_range)?;
        let in_range = discarded.start < discarded.end && discarded.end <= n_cached;
        let accepted = ("discarded", "a stretch of tokens in the cache");
        EncodingError::check(accepted, discarded.end as f64, in_range)?;
        let by = discarded.start as f64 - discarded.end as f64;
        let moved = match keys {
            StoredKeys::RotatedAgain => discarded.end..ids.n_tokens(),
            StoredKeys::Unchanged => n_cached..ids.n_tokens(),
        };
        Ok(Self {
            ids: ids.moved(moved, by)?,
            discarded,
        })
    }

    /// The position that each token is rotated to, also those that were thrown away.
    #[must_use]
    pub fn position_ids(&self) -> &PositionIds {
        &self.ids
    }

    /// The tokens that were thrown away.
    #[must_use]
    pub fn discarded(&self) -> Range<usize> {
        self.discarded.clone()
    }
}

impl RelativePositions for ContextShift {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        let is_there = !self.discarded.contains(&key);
        is_there.then(|| self.ids.relative_position(query, key))?
    }
}
