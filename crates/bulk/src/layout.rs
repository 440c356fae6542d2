//! The memory layout of queries or keys.

use super::BulkError;
use super::angles::{Angles, Turns};
use phasor_encoding::Pairing;

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

    /// Checks all sizes, then calls `turn` with every vector of `vectors` and its cosines and
    /// sines.
    #[inline(always)]
    pub(super) fn walk<T>(
        &self,
        angles: &Angles,
        vectors: &mut [T],
        turn: impl Fn(&mut [T], Turns<'_>),
    ) -> Result<(), BulkError> {
        self.check(angles, vectors.len())?;
        for run in self.runs(angles) {
            let vectors = vectors.get_mut(run.start..).expect(IN_BUFFER);
            let vectors = vectors.chunks_mut(run.step);
            if run.advance == 0 {
                let turns = angles.row(run.position);
                vectors
                    .take(run.count)
                    .for_each(|vector| turn(vector, turns));
            } else {
                let turns = angles.rows(run.position, run.joined).take(run.count);
                turns
                    .zip(vectors)
                    .for_each(|(turns, vector)| turn(vector, turns));
            }
        }
        Ok(())
    }

    /// Does the same as [`walk`](Self::walk), with the corresponding vector of `rotated` as well.
    #[inline(always)]
    pub(super) fn walk_both<T>(
        &self,
        angles: &Angles,
        (vectors, rotated): (&[T], &mut [T]),
        turn: impl Fn(&[T], &mut [T], Turns<'_>),
    ) -> Result<(), BulkError> {
        self.check(angles, vectors.len())?;
        self.check(angles, rotated.len())?;
        for run in self.runs(angles) {
            let len = run.joined * self.shape.head_dim;
            let vectors = vectors.get(run.start..).expect(IN_BUFFER);
            let rotated = rotated.get_mut(run.start..).expect(IN_BUFFER);
            let both = vectors.chunks(run.step).zip(rotated.chunks_mut(run.step));
            let both = both.take(run.count).map(
                #[inline(always)]
                |(from, to)| {
                    let both = from.get(..len).zip(to.get_mut(..len));
                    both.expect(IN_BUFFER)
                },
            );
            if run.advance == 0 {
                let turns = angles.row(run.position);
                both.for_each(|(from, to)| turn(from, to, turns));
            } else {
                let turns = angles.rows(run.position, run.joined);
                turns
                    .zip(both)
                    .for_each(|(turns, (from, to))| turn(from, to, turns));
            }
        }
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

    /// Returns all vectors in runs that read memory in order and the angles from a nearby cache. A
    /// run goes over the heads of a position if these are adjacent, otherwise over as many
    /// positions of a head as [`TABLE`] has room for.
    fn runs(&self, angles: &Angles) -> impl Iterator<Item = Run> + use<> {
        let (layout, shape, strides) = (*self, self.shape, self.strides);
        let (n_pairs, is_interleaved) =
            (angles.n_pairs(), angles.pairing() == Pairing::Interleaved);
        let is_over_heads = strides.head < strides.position && shape.n_heads > 1;
        let of_table = (TABLE / (2 * size_of::<f32>() * n_pairs.max(1))).max(1);
        // A single vector may have any stride, even 0.
        let (heads, block, step) = match is_over_heads {
            true => (1, 1, strides.head),
            false => (
                shape.n_heads,
                of_table,
                strides.position.max(shape.head_dim),
            ),
        };
        let stretches = (0..shape.batch).flat_map(move |sequence| {
            let firsts = (0..shape.n_positions).step_by(block);
            firsts.map(move |position| (sequence, position))
        });
        stretches.flat_map(move |(sequence, position)| {
            let count = match is_over_heads {
                true => shape.n_heads,
                false => block.min(shape.n_positions - position),
            };
            // Interleaved pairs without gaps form one long vector with all of their angles.
            let is_one = is_interleaved && !is_over_heads && step == 2 * n_pairs;
            let joined = if is_one { count } else { 1 };
            (0..heads).map(move |head| Run {
                start: layout.start(sequence, head, position),
                step: joined * step,
                joined,
                count: count / joined,
                position,
                advance: usize::from(!is_over_heads),
            })
        })
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

/// Vectors at a distance of `step` numbers.
struct Run {
    start: usize,
    step: usize,
    /// The number of vectors that are rotated as one.
    joined: usize,
    count: usize,
    /// The position of the first vector.
    position: usize,
    /// The number of positions from one vector to the next.
    advance: usize,
}
