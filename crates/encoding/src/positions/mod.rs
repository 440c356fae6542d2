//! Which position each token has: in text, pictures and video, with padding, packing and caches.
//!
//! An encoding turns a position into numbers; here is where the position comes from. A [`Layout`]
//! says what each token is, a [`Numbering`] gives it a position on one to four axes
//! ([`PositionIds`]), and [`Visibility`] says which keys a query sees. A [`Comparison`] sets the
//! offset that a model sees from a query to a key beside the one that it should see, and counts the
//! wrong ones. A wrong position rarely stops a program: it only makes its answers worse.
//!
//! | what changes positions | type | right | mistakes |
//! |---|---|---|---|
//! | words and patches | [`Rule`] | that of the model | any other |
//! | patches | [`PatchIds`] | by the rule | counted like words |
//! | padding | [`PaddingIds`], [`PaddingMask`] | not counted, masked | counted, or seen |
//! | packing | [`BorderIds`], [`DocumentMask`] | from 0 again, masked | counted on, or seen |
//! | a cached past | [`PastIds`] | goes on | from 0 again, or from the length of the cache |
//! | what a cache does | [`cache`] | keys rotated again | keys as they were |
//! | several ranks | [`Ranks`] | ids of the whole sequence | each rank counts its own |
//!
//! ```
//! use phasor_encoding::positions::{Comparison, PaddingIds, PaddingMask, Part, Rule};
//! use phasor_encoding::{Direction, Layout, Numbering, Visibility};
//!
//! // Left padding that counts shifts all words alike. Masked, it changes no offset; unmasked, each
//! // word sees two keys more than it should.
//! let layout = Layout::new(vec![Part::Padding(2), Part::Text(3)])?;
//! let right = Numbering::new(Rule::Sequential);
//! let shifted = right.with_padding(PaddingIds::Counted).position_ids(&layout)?;
//! let expected = right.position_ids(&layout)?;
//! let masked = Visibility::new(Direction::Causal);
//! let count = Comparison::new(&layout, masked, &shifted, expected.clone())?.count();
//! assert_eq!((count.visible, count.wrong, count.foreign), (6, 0, 0));
//! let open = masked.with_padding(PaddingMask::Open);
//! let count = Comparison::new(&layout, open, &shifted, expected)?.count();
//! assert_eq!((count.visible, count.wrong, count.foreign), (12, 0, 6));
//! # Ok::<(), phasor_encoding::EncodingError>(())
//! ```

mod assign;
pub mod cache;
pub mod comparison;
mod counting;
pub mod ids;
pub mod layout;
pub mod mrope;
pub mod numbering;
pub mod packing;
pub mod padding;
pub mod past;
pub mod picture;
pub mod ranks;
pub mod rule;
mod tally;
pub mod verdict;
pub mod visibility;

pub use cache::{
    ContextShift, DualChunk, GrowingText, SelfExtend, SinkCache, SinkPositions, SlotsById,
    StoredKeys, reused_chunk, rotate_again,
};
pub use comparison::Comparison;
pub use ids::{MAX_AXES, PerAxis, PositionIds, RelativePositions};
pub use layout::{Layout, MAX_TOKENS, Part, Stage, Token, TokenKind};
pub use mrope::{AfterVideo, Ernie4_5Vl, Qwen2_5Vl, Qwen2Vl};
pub use numbering::Numbering;
pub use packing::{BorderIds, packed_documents};
pub use padding::PaddingIds;
pub use past::PastIds;
pub(crate) use picture::side;
pub use picture::{Image, MAX_SIDE, PatchIds, Video};
pub use ranks::{ChunkOrder, Ranks};
pub use rule::Rule;
pub use verdict::{Count, Verdict};
pub use visibility::{DocumentMask, PaddingMask, Visibility};
