//! What caches do to positions: keys that move, keys that leave, and keys of another frequency.
//!
//! A rotated key carries its position with it. If it moves in the cache, it has to be rotated again
//! ([`rotate_again`]); otherwise queries meet it where it was ([`StoredKeys`]). A bias (ALiBi, T5) is
//! added to the score and not to the key, so it follows from the positions of the present step, and
//! nothing has to be done again. A rotation mends the position of a key, but the key also holds what
//! its token knew of the tokens before it, and that stays.
//!
//! | what happens | type | offsets |
//! |---|---|---|
//! | old keys leave, but not the first | [`SinkCache`] | those of places in the cache |
//! | a stretch in the middle leaves | [`ContextShift`] | closed up, if keys are rotated again |
//! | a chunk is used elsewhere | [`reused_chunk`] | right, if keys are rotated again |
//! | far keys share positions | [`SelfExtend`] | in groups, past a window |
//! | far chunks share positions | [`DualChunk`] | never above the trained ones |
//! | the frequencies change with the length | [`GrowingText`] | none: the angles disagree |
//! | new keys lie in the slots of their ids | [`SlotsById`] | right, but old keys are lost |
//!
//! All of these but [`SlotsById`] have one axis. [`SinkCache`], [`SelfExtend`] and [`DualChunk`] take the place of a token
//! in its layout for its position, so they are for one document without padding.

mod dual_chunk;
mod growing;
mod reuse;
mod self_extend;
mod shift;
mod sinks;
mod slots;

pub use dual_chunk::DualChunk;
pub use growing::GrowingText;
pub use reuse::reused_chunk;
pub use self_extend::SelfExtend;
pub use shift::ContextShift;
pub use sinks::{SinkCache, SinkPositions};
pub use slots::SlotsById;

use crate::{EncodingError, Rope};

/// What becomes of a rotated key when its position changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StoredKeys {
    /// It is rotated by the difference, so that queries meet it at its new position.
    #[default]
    RotatedAgain,
    /// It stays as it is, so that queries meet it at its old position.
    Unchanged,
}

/// Returns the rotated `key` (shape `[head_dim]`) rotated by `by` positions more: `R(by) R(p) k` is
/// `R(p + by) k`. The attention factor is in the key already and is not applied again.
///
/// ```
/// use phasor_encoding::positions::rotate_again;
/// use phasor_encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
/// let rope = rope.with_attention_factor(1.2)?;
/// let key = [1.0, 0.5, -0.3, 2.0];
/// let moved = rotate_again(&rope, &rope.rotate(100.0, &key)?, -60.0)?;
/// for (moved, direct) in moved.iter().zip(rope.rotate(40.0, &key)?) {
///     assert!((moved - direct).abs() < 1e-12);
/// }
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
///
/// # Errors
/// [`EncodingError::VectorLength`] if `key` does not have `head_dim` components.
pub fn rotate_again(rope: &Rope, key: &[f64], by: f64) -> Result<Vec<f64>, EncodingError> {
    let plain = rope.clone().with_attention_factor(1.0)?;
    plain.rotate(by, key)
}

/// Returns the offset of a key, if a causal query sees it.
fn causal(query: usize, key: usize, offset: impl Fn() -> f64) -> Option<super::PerAxis> {
    (key <= query).then(|| super::PerAxis::new([offset()]))
}
