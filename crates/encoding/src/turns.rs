//! The sines and cosines of all pairs at many positions, by angle addition.

use crate::Frequencies;

/// The number of whole positions that share the sines and cosines of their block.
const BLOCK: usize = 128;

/// Up to here, `f64` holds every whole number.
const WHOLE: f64 = (1_u64 << 53) as f64;

/// The sines and cosines of all pairs, for one position after the other.
///
/// A whole position is split into the start of its block of 128 and a rest. The exact sines and cosines of both give those
/// of the sum (angle addition), so neighbours cost three products and sums instead of a sine and a cosine. The result
/// depends on the position alone, not on the ones before. It may differ from the sine of the angle in its last digits: by
/// the three roundings and, at large positions, by the rounding of its angle. Below 128, and between whole positions,
/// there is no difference.
///
/// ```
/// use phasor_encoding::{Frequencies, Turns};
///
/// let frequencies = Frequencies::new(10_000.0, 4)?;
/// let mut turns = Turns::new(&frequencies);
/// assert_eq!(turns.at(3.0), (&[3f64.sin(), 0.03f64.sin()][..], &[3f64.cos(), 0.03f64.cos()][..]));
/// let (sin, _) = turns.at(1000.0);
/// assert!((sin[0] - 1000f64.sin()).abs() < 1e-13);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Turns<'a> {
    frequencies: &'a Frequencies,
    /// The start of the present block, and its row.
    start: Option<(f64, Row)>,
    /// The rows of the first block, as far as they were needed.
    rests: Vec<Option<Row>>,
    row: Row,
}

/// The sine and the cosine of every pair at one position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    sin: Vec<f64>,
    cos: Vec<f64>,
}

impl<'a> Turns<'a> {
    /// Creates the sines and cosines of these frequencies.
    #[must_use]
    pub fn new(frequencies: &'a Frequencies) -> Self {
        Self {
            frequencies,
            start: None,
            rests: vec![None; BLOCK],
            row: Row::default(),
        }
    }

    /// Returns the sine and the cosine of every pair at `position`. Shape `[n_pairs]` each.
    pub fn at(&mut self, position: f64) -> (&[f64], &[f64]) {
        let block = (position / BLOCK as f64).floor() * BLOCK as f64;
        let rest = (position - block) as usize;
        let is_whole = position.fract() == 0.0 && position.abs() <= WHOLE;
        let slot = self.rests.get_mut(rest).filter(|_| is_whole);
        let Some(slot) = slot else {
            self.row.fill(self.frequencies, position);
            return self.row.both();
        };
        let rest = slot.get_or_insert_with(|| Row::new(self.frequencies, rest as f64));
        if block == 0.0 {
            return rest.both();
        }
        let start = match self.start.take() {
            Some((start, row)) if start == block => row,
            _ => Row::new(self.frequencies, block),
        };
        self.row.add(&start, rest);
        self.start = Some((block, start));
        self.row.both()
    }
}

impl Row {
    pub(crate) fn new(frequencies: &Frequencies, position: f64) -> Self {
        let mut row = Self::default();
        row.fill(frequencies, position);
        row
    }

    fn both(&self) -> (&[f64], &[f64]) {
        (&self.sin, &self.cos)
    }

    fn fill(&mut self, frequencies: &Frequencies, position: f64) {
        self.sin.clear();
        self.cos.clear();
        for angle in frequencies.angles(position) {
            let (sin, cos) = angle.sin_cos();
            self.sin.push(sin);
            self.cos.push(cos);
        }
    }

    /// Returns the sine and the cosine of one pair after the other.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.sin.iter().copied().zip(self.cos.iter().copied())
    }

    /// Makes this the row of the sum of two positions.
    pub(crate) fn add(&mut self, start: &Self, rest: &Self) {
        // One loop for each result: for both at once, the compiler finds too many slices to use vector instructions.
        self.sin.clear();
        self.sin
            .extend(start.products(&rest.cos, &rest.sin).map(|(s, c)| s + c));
        self.cos.clear();
        self.cos
            .extend(start.products(&rest.sin, &rest.cos).map(|(s, c)| c - s));
    }

    /// Returns the sine of each pair times the first number, and its cosine times the second.
    fn products<'a>(
        &'a self,
        first: &'a [f64],
        second: &'a [f64],
    ) -> impl Iterator<Item = (f64, f64)> + 'a {
        let sines = self.sin.iter().zip(first).map(|(s, number)| s * number);
        let cosines = self.cos.iter().zip(second).map(|(c, number)| c * number);
        sines.zip(cosines)
    }
}
