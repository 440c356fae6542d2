//! Keys in the slots that their position ids name, and not in the next free ones of the cache.
//!
//! Source: vLLM issue 54498. While a draft model with M-RoPE guessed the next words, it took the time of each token for
//! its slot.

use crate::EncodingError;
use crate::positions::{PerAxis, PositionIds, RelativePositions};

/// A cache into which each new token writes its key at the slot that its position id (that of the first axis) names.
///
/// After an image, or after padding that does not count, ids are smaller than the number of tokens. New keys then
/// replace old ones, and the slots behind the cached tokens stay empty. Queries see the new keys at their true offsets,
/// but no longer what was there.
///
/// ```
/// use phasor_encoding::positions::{Image, Part, RelativePositions, Rule, SlotsById};
/// use phasor_encoding::{Layout, Numbering};
///
/// // A word and an image of 2 x 2 patches are cached, with the times 0, 1, 1, 1, 1. Then come two words, at 3 and 4.
/// let image = Part::Image(Image::new(2, 2, 1)?);
/// let layout = Layout::new(vec![Part::Text(1), image, Part::CacheEnd, Part::Text(2)])?;
/// let ids = Numbering::new(Rule::Qwen3Vl).position_ids(&layout)?;
/// let cache = SlotsById::new(&ids, layout.n_cached())?;
/// let slots = [0, 1, 2, 3, 4, 3, 4].map(Some);
/// assert_eq!(cache.slots(), slots);
/// // The first word has replaced the third patch, and the second one the fourth.
/// assert_eq!([3, 4, 5].map(|slot| cache.token_in(5, slot)), [Some(5), Some(4), None]);
/// assert_eq!([3, 4, 5].map(|slot| cache.token_in(6, slot)), [Some(5), Some(6), None]);
/// let offset = cache.relative_position(6, 3).expect("a key lies there");
/// assert_eq!(offset.values(), [-1.0, -1.0, -1.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SlotsById {
    ids: PositionIds,
    slots: Vec<Option<usize>>,
}

impl SlotsById {
    /// Creates the cache of a text with the position ids `ids`, of which the first `n_cached` tokens lie where they
    /// should.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there are fewer tokens than `n_cached`.
    pub fn new(ids: &PositionIds, n_cached: usize) -> Result<Self, EncodingError> {
        let accepted = ("n_cached", "at most the number of tokens");
        let in_range = n_cached <= ids.n_tokens();
        EncodingError::check(accepted, n_cached as f64, in_range)?;
        let of_first_axis = ids.axes().next().unwrap_or(&[]).iter();
        let slots = of_first_axis
            .enumerate()
            .map(|(token, id)| match token < n_cached {
                true => Some(token),
                false => (*id >= 0.0).then_some(*id as usize),
            });
        Ok(Self {
            slots: slots.collect(),
            ids: ids.clone(),
        })
    }

    /// The slot that each token writes its key to: the whole part of its id, and nowhere if that is negative. Shape
    /// `[n_tokens]`.
    #[must_use]
    pub fn slots(&self) -> &[Option<usize>] {
        &self.slots
    }

    /// Returns the token whose key lies in `slot` when `query` is read, or `None` if nothing was written there.
    #[must_use]
    pub fn token_in(&self, query: usize, slot: usize) -> Option<usize> {
        let written = self.slots.get(..=query)?;
        written.iter().rposition(|of_token| *of_token == Some(slot))
    }
}

impl RelativePositions for SlotsById {
    /// Returns the offset of the key in the slot `key`.
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        let token = self.token_in(query, key)?;
        self.ids.relative_position(query, token)
    }
}
