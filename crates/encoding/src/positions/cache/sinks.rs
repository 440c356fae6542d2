//! Eviction with sinks: the first tokens stay in the cache, and the most recent ones.
//!
//! Source: Xiao et al. 2023, *Efficient Streaming Language Models with Attention Sinks*, section 3.2.

use super::causal;
use crate::EncodingError;
use crate::positions::{PerAxis, RelativePositions};

/// Which position a key in the cache has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SinkPositions {
    /// Its place in the cache: keys are stored without a rotation, and rotated at every step. No
    /// offset is ever larger than the cache.
    #[default]
    WithinCache,
    /// Its place in the text: offsets are true, and those of the sinks grow past all lengths of
    /// training.
    WithinText,
}

/// A cache of the first `n_sinks` tokens and of the last `n_recent`, the query included.
///
/// ```
/// use phasor_encoding::positions::{RelativePositions, SinkCache, SinkPositions};
///
/// // The example of section 3.2: tokens 0 to 3 and 6 to 9 are left, at the places 0 to 7.
/// let cache = SinkCache::new(4, 4, SinkPositions::WithinCache)?;
/// let offset = |key| cache.relative_position(9, key).map(|offset| offset.values()[0]);
/// assert_eq!((offset(0), offset(3), offset(6), offset(9)), (Some(-7.0), Some(-4.0), Some(-3.0), Some(0.0)));
/// assert_eq!(offset(5), None); // it has left the cache
/// assert_eq!((cache.n_sinks(), cache.n_recent()), (4, 4));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SinkCache {
    n_sinks: usize,
    n_recent: usize,
    positions: SinkPositions,
}

impl SinkCache {
    /// Creates a cache of `n_sinks` first tokens, perhaps none, and of `n_recent` recent ones, at
    /// least one.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `n_recent` is 0.
    pub fn new(
        n_sinks: usize,
        n_recent: usize,
        positions: SinkPositions,
    ) -> Result<Self, EncodingError> {
        let accepted = ("n_recent", "a whole number above 0");
        Ok(Self {
            n_sinks,
            n_recent: EncodingError::count(accepted, n_recent, usize::MAX)?,
            positions,
        })
    }

    /// The number of first tokens in the cache.
    #[must_use]
    pub fn n_sinks(&self) -> usize {
        self.n_sinks
    }

    /// The number of recent tokens in the cache, the query included.
    #[must_use]
    pub fn n_recent(&self) -> usize {
        self.n_recent
    }
}

impl RelativePositions for SinkCache {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        let size = self.n_sinks.saturating_add(self.n_recent);
        // The tokens that have left, all of them between the sinks and the recent ones.
        let n_evicted = query.saturating_add(1).saturating_sub(size);
        let (is_sink, is_recent) = (
            key < self.n_sinks,
            key >= self.n_sinks.saturating_add(n_evicted),
        );
        let distance = query.saturating_sub(key);
        let distance = match self.positions {
            SinkPositions::WithinCache if is_sink => distance.saturating_sub(n_evicted),
            _ => distance,
        };
        (is_sink || is_recent).then(|| causal(query, key, || 0.0 - distance as f64))?
    }
}
