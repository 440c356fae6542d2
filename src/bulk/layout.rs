//! Where the vectors of a query or key lie in a buffer.

use super::{Angles, BulkError};

/// The sizes of a query or key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Sequences.
    pub batch: usize,
    /// Heads of a sequence.
    pub n_heads: usize,
    /// Positions of a sequence.
    pub n_positions: usize,
    /// Components of a head.
    pub head_dim: usize,
}

/// Numbers from one sequence, head or position to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strides {
    /// From sequence to sequence.
    pub batch: usize,
    /// From head to head.
    pub head: usize,
    /// From position to position.
    pub position: usize,
}

/// A shape with its strides; the components of a vector lie next to each other, and no two
/// vectors over each other.
///
/// ```
/// use phasor::bulk::{Layout, Shape};
///
/// let shape = Shape { batch: 1, n_heads: 2, n_positions: 3, head_dim: 4 };
/// assert_eq!(Layout::heads_first(shape)?.start(0, 1, 2), (3 + 2) * 4);
/// assert_eq!(Layout::positions_first(shape)?.start(0, 1, 2), (2 * 2 + 1) * 4);
/// # Ok::<(), phasor::bulk::BulkError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    shape: Shape,
    strides: Strides,
    len: usize,
}

impl Layout {
    /// `[batch, heads, positions, head_dim]` without a gap, as attention kernels have it.
    ///
    /// # Errors
    /// [`BulkError::Empty`] or [`BulkError::TooLarge`].
    pub fn heads_first(shape: Shape) -> Result<Self, BulkError> {
        let of_head = shape.n_positions.saturating_mul(shape.head_dim);
        let strides = Strides {
            batch: shape.n_heads.saturating_mul(of_head),
            head: of_head,
            position: shape.head_dim,
        };
        Self::with_strides(shape, strides)
    }

    /// `[batch, positions, heads, head_dim]` without a gap, as projections give it.
    ///
    /// # Errors
    /// [`BulkError::Empty`] or [`BulkError::TooLarge`].
    pub fn positions_first(shape: Shape) -> Result<Self, BulkError> {
        let of_position = shape.n_heads.saturating_mul(shape.head_dim);
        let strides = Strides {
            batch: shape.n_positions.saturating_mul(of_position),
            head: shape.head_dim,
            position: of_position,
        };
        Self::with_strides(shape, strides)
    }

    /// Any strides, such as those of a query inside of a joined query, key and value.
    ///
    /// ```
    /// use phasor::bulk::{Layout, Shape, Strides};
    ///
    /// // Queries of two heads; the keys and values behind them are not touched.
    /// let shape = Shape { batch: 1, n_heads: 2, n_positions: 5, head_dim: 4 };
    /// let joined = Strides { batch: 5 * 24, head: 4, position: 24 };
    /// assert_eq!(Layout::with_strides(shape, joined)?.len(), 4 * 24 + 8);
    /// let over_each_other = Strides { position: 7, ..joined };
    /// assert!(Layout::with_strides(shape, over_each_other).is_err());
    /// # Ok::<(), phasor::bulk::BulkError>(())
    /// ```
    ///
    /// # Errors
    /// [`BulkError::Empty`], [`BulkError::TooLarge`], or [`BulkError::Overlap`] where two vectors
    /// could share a number.
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

    /// The steps.
    #[must_use]
    pub fn strides(&self) -> Strides {
        self.strides
    }

    /// Numbers from the start of the first vector to the end of the last: what a buffer must have.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no layout is empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Where a vector starts.
    #[must_use]
    pub fn start(&self, sequence: usize, head: usize, position: usize) -> usize {
        sequence * self.strides.batch + head * self.strides.head + position * self.strides.position
    }

    /// Gives `turn` every vector of `vectors` with its position, once all sizes fit `angles`.
    pub(super) fn walk(
        &self,
        angles: &Angles,
        vectors: &mut [f32],
        turn: impl Fn(usize, &mut [f32]),
    ) -> Result<(), BulkError> {
        angles.check(self)?;
        self.check(vectors)?;
        each_vector(self, |start, position| {
            if let Some(vector) = vectors.get_mut(start..start + self.shape.head_dim) {
                turn(position, vector);
            }
        });
        Ok(())
    }

    /// The same with the vector of the same place in `rotated`.
    pub(super) fn walk_both(
        &self,
        angles: &Angles,
        (vectors, rotated): (&[f32], &mut [f32]),
        turn: impl Fn(usize, &[f32], &mut [f32]),
    ) -> Result<(), BulkError> {
        angles.check(self)?;
        self.check(vectors)?;
        self.check(rotated)?;
        each_vector(self, |start, position| {
            let places = start..start + self.shape.head_dim;
            if let (Some(from), Some(to)) = (vectors.get(places.clone()), rotated.get_mut(places)) {
                turn(position, from, to);
            }
        });
        Ok(())
    }

    fn check(&self, buffer: &[f32]) -> Result<(), BulkError> {
        match buffer.len() >= self.len {
            true => Ok(()),
            false => Err(BulkError::Buffer {
                expected: self.len,
                actual: buffer.len(),
            }),
        }
    }
}

/// The most numbers that a slice can have.
const MOST: usize = isize::MAX as usize / size_of::<f32>();

/// Positions whose angles are read again for every head before the next ones: few enough that they
/// stay in the nearest cache, many enough that each head is a long stretch of memory.
const BLOCK: usize = 32;

/// Where each vector starts and which position it has, in an order that reads angles and memory
/// in stretches.
fn each_vector(layout: &Layout, mut visit: impl FnMut(usize, usize)) {
    let shape = layout.shape();
    for sequence in 0..shape.batch {
        for first in (0..shape.n_positions).step_by(BLOCK) {
            let block = first..shape.n_positions.min(first + BLOCK);
            if layout.strides().head < layout.strides().position {
                for position in block {
                    for head in 0..shape.n_heads {
                        visit(layout.start(sequence, head, position), position);
                    }
                }
            } else {
                for head in 0..shape.n_heads {
                    for position in block.clone() {
                        visit(layout.start(sequence, head, position), position);
                    }
                }
            }
        }
    }
}
