//! The memory layout of queries or keys.

use super::BulkError;
use super::angles::{Angles, Turns};
use phasor_encoding::Pairing;
use std::ops::Range;

/// The sizes of queries or keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The number of sequences.
    pub batch: usize,
    /// The number of heads in a sequence.
    pub n_heads: usize,
    /// The number of positions in a sequence.
    pub n_positions: usize,
    /// The number of components in a head.
    pub head_dim: usize,
}

/// The distances between sequences, heads and positions in memory, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strides {
    /// The distance from one sequence to the next.
    pub batch: usize,
    /// The distance from one head to the next.
    pub head: usize,
    /// The distance from one position to the next.
    pub position: usize,
}

/// A shape with its strides. The components of a vector are contiguous, and no two vectors overlap.
///
/// ```
/// use phasor_bulk::{Layout, Shape};
///
/// let shape = Shape { batch: 1, n_heads: 2, n_positions: 3, head_dim: 4 };
/// assert_eq!(Layout::heads_first(shape)?.start(0, 1, 2), (3 + 2) * 4);
/// assert_eq!(Layout::positions_first(shape)?.start(0, 1, 2), (2 * 2 + 1) * 4);
/// # Ok::<(), phasor_bulk::BulkError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    shape: Shape,
    strides: Strides,
    len: usize,
}

impl Layout {
    /// Creates the layout `[batch, heads, positions, head_dim]` without gaps, which attention
    /// kernels use.
    ///
    /// # Errors
    /// [`BulkError::Empty`] if a size is 0, [`BulkError::TooLarge`] if no buffer can hold the
    /// vectors.
    pub fn heads_first(shape: Shape) -> Result<Self, BulkError> {
        let of_head = shape.n_positions.saturating_mul(shape.head_dim);
        let strides = Strides {
            batch: shape.n_heads.saturating_mul(of_head),
            head: of_head,
            position: shape.head_dim,
        };
        Self::with_strides(shape, strides)
    }

    /// Creates the layout `[batch, positions, heads, head_dim]` without gaps, which projections
    /// return.
    ///
    /// # Errors
    /// [`BulkError::Empty`] if a size is 0, [`BulkError::TooLarge`] if no buffer can hold the
    /// vectors.
    pub fn positions_first(shape: Shape) -> Result<Self, BulkError> {
        let of_position = shape.n_heads.saturating_mul(shape.head_dim);
        let strides = Strides {
            batch: shape.n_positions.saturating_mul(of_position),
            head: shape.head_dim,
            position: of_position,
        };
        Self::with_strides(shape, strides)
    }

    /// Creates a layout with any strides, such as those of queries stored together with keys and
    /// values.
    ///
    /// ```
    /// use phasor_bulk::{Layout, Shape, Strides};
    ///
    /// // Queries of two heads; the keys and values after them are not touched.
    /// let shape = Shape { batch: 1, n_heads: 2, n_positions: 5, head_dim: 4 };
    /// let joined = Strides { batch: 5 * 24, head: 4, position: 24 };
    /// assert_eq!(Layout::with_strides(shape, joined)?.len(), 4 * 24 + 8);
    /// let over_each_other = Strides { position: 7, ..joined };
    /// assert!(Layout::with_strides(shape, over_each_other).is_err());
    /// # Ok::<(), phasor_bulk::BulkError>(())
    /// ```
    ///
    /// # Errors
    /// [`BulkError::Empty`] if a size is 0, [`BulkError::TooLarge`] if no buffer can hold the
    /// vectors, [`BulkError::Overlap`] if two vectors could share a number.
    pub fn with_strides(shape: Shape, strides: Strides) -> Result<Self, BulkError> {
        let sizes = [
            shape.batch,
            shape.n_heads,
            shape.n_positions,
            shape.head_dim,
        ];
        if sizes.contains(&0) {
            return Err(BulkError::Empty(sizes));
        }
        let mut steps = [
            (strides.batch, shape.batch),
            (strides.head, shape.n_heads),
            (strides.position, shape.n_positions),
        ];
        steps.sort_unstable();
        let mut len = shape.head_dim;
        for (stride, count) in steps.into_iter().filter(|(_, count)| *count > 1) {
            if stride < len {
                let all = [strides.batch, strides.head, strides.position];
                return Err(BulkError::Overlap(all));
            }
            let grown = stride
                .checked_mul(count - 1)
                .and_then(|steps| steps.checked_add(len));
            len = grown
                .filter(|len| *len <= MOST)
                .ok_or(BulkError::TooLarge(sizes))?;
        }
        Ok(Self {
            shape,
            strides,
            len,
        })
    }

    /// The sizes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The strides.
    #[must_use]
    pub fn strides(&self) -> Strides {
        self.strides
    }

    /// The length from the start of the first vector to the end of the last, in numbers. A buffer
    /// must be at least as long.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no layout is empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the index of the first number of a vector.
    #[must_use]
    pub fn start(&self, sequence: usize, head: usize, position: usize) -> usize {
        sequence * self.strides.batch + head * self.strides.head + position * self.strides.position
    }

    /// Checks all sizes, then calls `turn` with the vectors of `heads`, `H` heads at a time, and with
    /// their cosines and sines.
    #[inline(always)]
    pub(super) fn walk<const H: usize, T>(
        &self,
        angles: &Angles,
        vectors: &mut [T],
        heads: Range<usize>,
        turn: impl Fn([&mut [T]; H], Turns<'_>),
    ) -> Result<(), BulkError> {
        self.check(angles, vectors.len())?;
        self.visit(
            angles,
            heads,
            #[inline(always)]
            |places, turns| turn(vectors.get_disjoint_mut(places).expect(IN_BUFFER), turns),
        );
        Ok(())
    }

    /// Does the same as [`walk`](Self::walk), with the corresponding vectors of `rotated` as well.
    #[inline(always)]
    pub(super) fn walk_both<const H: usize, T>(
        &self,
        angles: &Angles,
        (vectors, rotated): (&[T], &mut [T]),
        heads: Range<usize>,
        turn: impl Fn([&[T]; H], [&mut [T]; H], Turns<'_>),
    ) -> Result<(), BulkError> {
        self.check(angles, vectors.len())?;
        self.check(angles, rotated.len())?;
        let from = |place| vectors.get(place).expect(IN_BUFFER);
        self.visit(
            angles,
            heads,
            #[inline(always)]
            |places, turns| {
                let to = rotated.get_disjoint_mut(places.clone()).expect(IN_BUFFER);
                turn(places.map(from), to, turns);
            },
        );
        Ok(())
    }

    /// Checks that `angles` are for the positions of this layout, and for no more components than a
    /// head has.
    pub(super) fn check_angles(&self, angles: &Angles) -> Result<(), BulkError> {
        let shape = self.shape;
        let turning = 2 * angles.n_pairs();
        match angles.n_positions() == shape.n_positions && turning <= shape.head_dim {
            true => Ok(()),
            false => Err(BulkError::Angles {
                layout: (shape.n_positions, shape.head_dim),
                angles: (angles.n_positions(), turning),
            }),
        }
    }

    fn check(&self, angles: &Angles, len: usize) -> Result<(), BulkError> {
        self.check_angles(angles)?;
        match len >= self.len {
            true => Ok(()),
            false => Err(BulkError::Buffer {
                expected: self.len,
                actual: len,
            }),
        }
    }

    /// Returns whether the heads of a position are adjacent.
    pub(super) fn has_adjacent_heads(&self) -> bool {
        self.strides.head < self.strides.position && self.shape.n_heads > 1
    }

    /// Calls `turn` with the places of the vectors of `heads`, whose number is a multiple of `H`, and
    /// with their cosines and sines. If the heads of a position are adjacent, they follow each other.
    /// Otherwise `H` heads go in step through as many positions as [`TABLE`] has room for.
    #[inline(always)]
    fn visit<const H: usize>(
        &self,
        angles: &Angles,
        heads: Range<usize>,
        mut turn: impl FnMut([Range<usize>; H], Turns<'_>),
    ) {
        let (n_positions, n_pairs) = (self.shape.n_positions, angles.n_pairs());
        let places = |start: usize, count: usize| {
            std::array::from_fn(|next| {
                let start = start + next * self.strides.head;
                start..start + count * self.shape.head_dim
            })
        };
        if self.has_adjacent_heads() {
            for sequence in 0..self.shape.batch {
                for position in 0..n_positions {
                    let turns = angles.rows(position, 1);
                    for head in heads.clone().step_by(H) {
                        turn(places(self.start(sequence, head, position), 1), turns);
                    }
                }
            }
            return;
        }
        let block = (TABLE / (2 * size_of::<f32>() * n_pairs.max(1))).max(1);
        // Interleaved pairs without gaps form one long vector with all of their angles.
        let is_interleaved = angles.pairing() == Pairing::Interleaved;
        let is_one = is_interleaved && self.strides.position == 2 * n_pairs;
        let joined = if is_one { block } else { 1 };
        for sequence in 0..self.shape.batch {
            for first in (0..n_positions).step_by(block) {
                let end = n_positions.min(first + block);
                for head in heads.clone().step_by(H) {
                    for position in (first..end).step_by(joined) {
                        let count = joined.min(end - position);
                        let start = self.start(sequence, head, position);
                        turn(places(start, count), angles.rows(position, count));
                    }
                }
            }
        }
    }
}

/// Why every vector of a layout can be read.
const IN_BUFFER: &str = "the buffer was checked to reach the end of the last vector";

/// The length of the longest possible slice of `f32`.
const MOST: usize = isize::MAX as usize / size_of::<f32>();

/// The bytes of cosines and sines that all heads use before the next block. Runs of 16 to
/// 131,072 positions were measured: short runs reduce the speed by a third, because memory is
/// fetched ahead only within a run. Beyond a few MiB, every head has to fetch the angles again.
const TABLE: usize = 2 << 20;
