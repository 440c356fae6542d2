//! Reuse of a chunk: keys that were computed in one text stand in another one at another place.
//!
//! Source: Yao et al. 2024, *CacheBlend*, which rotates the keys of a chunk again. Gim et al. 2023, *Prompt
//! Cache*, gives each chunk a stretch of positions instead, and leaves gaps.

use std::ops::Range;

use super::StoredKeys;
use crate::EncodingError;
use crate::positions::PositionIds;

/// Returns the positions that keys are rotated to, if those of `chunk` were computed when its first
/// token had the position `computed_at`, and stand in a text with the position ids `ids`.
///
/// ```
/// use phasor_encoding::PositionIds;
/// use phasor_encoding::positions::{StoredKeys, reused_chunk};
///
/// // Tokens 2 to 4 of this text were computed as tokens 0 to 2 of another one.
/// let ids = PositionIds::new(vec![(0..6).map(f64::from).collect()])?;
/// let unchanged = reused_chunk(&ids, 2..5, 0.0, StoredKeys::Unchanged)?;
/// assert_eq!(unchanged.axis(0), Some(&[0.0, 1.0, 0.0, 1.0, 2.0, 5.0][..]));
/// assert_eq!(reused_chunk(&ids, 2..5, 0.0, StoredKeys::RotatedAgain)?, ids);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
///
/// # Errors
/// [`EncodingError::Parameter`] if the chunk is empty or has a token that is not there, if
/// `computed_at` is not finite, or if `ids` has more than one axis.
pub fn reused_chunk(
    ids: &PositionIds,
    chunk: Range<usize>,
    computed_at: f64,
    keys: StoredKeys,
) -> Result<PositionIds, EncodingError> {
    let accepted = ("n_axes", "1");
    EncodingError::check(accepted, ids.n_axes() as f64, ids.n_axes() == 1)?;
    let accepted = ("computed_at", "a finite number");
    let computed_at = EncodingError::check(accepted, computed_at, computed_at.is_finite())?;
    let in_range = chunk.start < chunk.end && chunk.end <= ids.n_tokens();
    let accepted = ("chunk", "a stretch of the tokens");
    EncodingError::check(accepted, chunk.end as f64, in_range)?;
    let first = ids.axis(0).and_then(|axis| axis.get(chunk.start).copied());
    let first = first.expect("the chunk begins with a token");
    match keys {
        StoredKeys::RotatedAgain => Ok(ids.clone()),
        StoredKeys::Unchanged => ids.moved(chunk, computed_at - first),
    }
}
