//! Cosines and sines of a range of positions, computed in `f64` and rounded once.

use super::BulkError;
use phasor_encoding::{Pairing, Rope, RotaryTable};

/// The cosines and sines of every pair at consecutive positions, times the attention factor. Shape
/// `[n_positions, n_pairs]` each. One table serves all heads and sequences.
///
/// ```
/// use phasor_bulk::Angles;
/// use phasor_encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
/// let angles = Angles::new(&rope, 10_000_000, 1)?;
/// assert_eq!(angles.cos()[0], 1e7f64.cos() as f32); // exact even at large positions
/// assert_eq!((angles.n_positions(), angles.n_pairs()), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Angles {
    cos: Vec<f32>,
    sin: Vec<f32>,
    n_positions: usize,
    n_pairs: usize,
    pairing: Pairing,
}

/// Why the rows of a layout's positions can be read.
const HAS_ROW: &str = "the angles were checked to be for the positions of the layout";

/// The number of positions in a block.
const BLOCK: usize = 64;

/// The cosines and sines of the pairs at one position.
pub(super) type Turns<'a> = (&'a [f32], &'a [f32]);

impl Angles {
    /// Computes the angles of `rope` at the `n_positions` positions from `first` on.
    ///
    /// Each position is split into block and rest, whose cosines and sines give those of the sum
    /// (angle addition) in `f64`. This is as exact as computing each cosine, and many times faster.
    ///
    /// # Errors
    /// [`BulkError::OutOfMemory`] if there is not enough memory.
    pub fn new(rope: &Rope, first: u64, n_positions: usize) -> Result<Self, BulkError> {
        let (frequencies, factor) = (rope.frequencies(), rope.attention_factor());
        let n_pairs = frequencies.n_pairs();
        let row = |position: f64| frequencies.angles(position).map(f64::sin_cos);
        let rests = n_positions.min(BLOCK);
        let rest: Vec<(f64, f64)> = (0..rests).flat_map(|rest| row(rest as f64)).collect();
        let mut cos = room(n_positions.saturating_mul(n_pairs))?;
        let mut sin = room(n_positions.saturating_mul(n_pairs))?;
        for block in (0..n_positions).step_by(BLOCK) {
            let scaled = |(s, c)| (factor * s, factor * c);
            let start: Vec<(f64, f64)> = row(first as f64 + block as f64).map(scaled).collect();
            for rest in rest.chunks(n_pairs.max(1)).take(n_positions - block) {
                let pairs = start.iter().zip(rest);
                cos.extend(
                    pairs
                        .clone()
                        .map(|((s, c), (ds, dc))| (c * dc - s * ds) as f32),
                );
                sin.extend(pairs.map(|((s, c), (ds, dc))| (s * dc + c * ds) as f32));
            }
        }
        Ok(Self {
            cos,
            sin,
            n_positions,
            n_pairs,
            pairing: rope.pairing(),
        })
    }

    /// Narrows a table, whose positions may be any, for vectors with this layout of pairs.
    ///
    /// ```
    /// use phasor_bulk::Angles;
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
    /// let angles = Angles::of_table(&rope.table_at(&[2.0, 1.0]), Pairing::HalfSplit)?;
    /// assert_eq!(angles.cos()[0], 2f64.cos() as f32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BulkError::OutOfMemory`] if there is not enough memory.
    pub fn of_table(table: &RotaryTable, pairing: Pairing) -> Result<Self, BulkError> {
        let narrowed = |numbers: &[f64]| -> Result<Vec<f32>, BulkError> {
            let mut narrowed = room(numbers.len())?;
            narrowed.extend(numbers.iter().map(|number| *number as f32));
            Ok(narrowed)
        };
        Ok(Self {
            cos: narrowed(table.cos())?,
            sin: narrowed(table.sin())?,
            n_positions: table.seq_len(),
            n_pairs: table.n_pairs(),
            pairing,
        })
    }

    /// Takes the tables of Hugging Face transformers, shape `[n_positions, rotary_dim]` each, in which both components of a
    /// pair have its cosine and its sine.
    ///
    /// ```
    /// use phasor_bulk::{Angles, BulkError};
    /// use phasor_encoding::Pairing;
    ///
    /// let (cos, sin) = ([0.5, 1.0, 0.5, 1.0], [0.75, 0.0, 0.75, 0.0]);
    /// let angles = Angles::of_components((&cos, &sin), 4, Pairing::HalfSplit)?;
    /// assert_eq!((angles.cos(), angles.sin()), (&[0.5, 1.0][..], &[0.75, 0.0][..]));
    /// let error = Angles::of_components((&cos, &sin), 4, Pairing::Interleaved).unwrap_err();
    /// assert_eq!(error, BulkError::UnequalPair { position: 0, pair: 0 });
    /// # Ok::<(), phasor_bulk::BulkError>(())
    /// ```
    ///
    /// # Errors
    /// [`BulkError::Components`] if `rotary_dim` is odd or 0, or if the tables do not have the same number of whole rows,
    /// [`BulkError::UnequalPair`] if the components of a pair have different numbers, as if the tables were made for the
    /// other layout of pairs, [`BulkError::OutOfMemory`] if there is not enough memory.
    pub fn of_components(
        (cos, sin): (&[f32], &[f32]),
        rotary_dim: usize,
        pairing: Pairing,
    ) -> Result<Self, BulkError> {
        let is_even = rotary_dim > 0 && rotary_dim.is_multiple_of(2);
        if !is_even || cos.len() != sin.len() || !cos.len().is_multiple_of(rotary_dim) {
            return Err(BulkError::Components {
                rotary_dim,
                numbers: (cos.len(), sin.len()),
            });
        }
        Ok(Self {
            cos: of_pairs(cos, rotary_dim, pairing)?,
            sin: of_pairs(sin, rotary_dim, pairing)?,
            n_positions: cos.len() / rotary_dim,
            n_pairs: rotary_dim / 2,
            pairing,
        })
    }

    /// The cosines, position by position.
    #[must_use]
    pub fn cos(&self) -> &[f32] {
        &self.cos
    }

    /// The sines, position by position.
    #[must_use]
    pub fn sin(&self) -> &[f32] {
        &self.sin
    }

    /// The number of positions.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// The number of pairs that rotate.
    #[must_use]
    pub fn n_pairs(&self) -> usize {
        self.n_pairs
    }

    /// The layout of pairs in a vector.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// Returns the cosines and sines of `count` rows from `first` on.
    #[inline(always)]
    pub(super) fn rows(&self, first: usize, count: usize) -> Turns<'_> {
        let rows = first * self.n_pairs..(first + count) * self.n_pairs;
        let turns = self.cos.get(rows.clone()).zip(self.sin.get(rows));
        turns.expect(HAS_ROW)
    }
}

/// Returns the number of each pair from a table with both of its components.
fn of_pairs(table: &[f32], rotary_dim: usize, pairing: Pairing) -> Result<Vec<f32>, BulkError> {
    let n_pairs = rotary_dim / 2;
    let mut numbers = room(table.len() / 2)?;
    for (position, row) in table.chunks_exact(rotary_dim).enumerate() {
        let unequal = match pairing {
            Pairing::HalfSplit => {
                let (first, second) = row.split_at(n_pairs);
                numbers.extend_from_slice(first);
                (first != second).then(|| first.iter().zip(second).position(|(a, b)| a != b))
            }
            Pairing::Interleaved => {
                let (pairs, _) = row.as_chunks();
                numbers.extend(pairs.iter().map(|[first, _]| *first));
                let is_unequal = |[first, second]: &[f32; 2]| first != second;
                let unequal = pairs.iter().position(is_unequal);
                unequal.map(Some)
            }
        };
        if let Some(pair) = unequal.flatten() {
            return Err(BulkError::UnequalPair { position, pair });
        }
    }
    Ok(numbers)
}

/// Reserves memory for `len` numbers.
pub(super) fn room(len: usize) -> Result<Vec<f32>, BulkError> {
    let mut numbers = Vec::new();
    let reserved = numbers.try_reserve_exact(len);
    let bytes = len.saturating_mul(size_of::<f32>());
    reserved.map_err(|_| BulkError::OutOfMemory { bytes })?;
    Ok(numbers)
}
