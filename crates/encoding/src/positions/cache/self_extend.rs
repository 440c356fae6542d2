//! Self-Extend: near keys have true offsets, and far ones share positions in groups.
//!
//! Source: Jin et al. 2024, *LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning*, section
//! 3.2 and algorithm 1.

use super::causal;
use crate::EncodingError;
use crate::positions::{PerAxis, RelativePositions};

/// Groups of `group_size` positions for all keys that are `window` tokens away or more. The largest
/// offset of a text is so divided by the group size, apart from the window.
///
/// ```
/// use phasor_encoding::positions::{RelativePositions, SelfExtend};
///
/// // Groups of 2, a window of 4.
/// let extended = SelfExtend::new(2, 4)?;
/// let offset = |key| extended.relative_position(9, key).map(|offset| offset.values()[0]);
/// assert_eq!((offset(9), offset(6)), (Some(0.0), Some(-3.0)));
/// assert_eq!((offset(5), offset(4), offset(3), offset(0)), (Some(-4.0), Some(-4.0), Some(-5.0), Some(-6.0)));
/// assert_eq!((extended.group_size(), extended.window()), (2, 4));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfExtend {
    group_size: usize,
    window: usize,
}

impl SelfExtend {
    /// Creates groups of `group_size` positions past a window of `window` tokens, both at least 1.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if one of them is 0.
    pub fn new(group_size: usize, window: usize) -> Result<Self, EncodingError> {
        let above_0 =
            |name, given| EncodingError::count((name, "a whole number above 0"), given, usize::MAX);
        Ok(Self {
            group_size: above_0("group_size", group_size)?,
            window: above_0("window", window)?,
        })
    }

    /// The number of positions that share one.
    #[must_use]
    pub fn group_size(&self) -> usize {
        self.group_size
    }

    /// The number of tokens with true offsets, the query included.
    #[must_use]
    pub fn window(&self) -> usize {
        self.window
    }
}

impl RelativePositions for SelfExtend {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        causal(query, key, || {
            let distance = query - key;
            if distance < self.window {
                return 0.0 - distance as f64;
            }
            let group = |position: usize| (position / self.group_size) as f64;
            // The query moves so far that the first key past the window continues its offsets.
            group(key) - group(query) - self.window as f64 + group(self.window)
        })
    }
}
