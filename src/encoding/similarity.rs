//! Similarity of two sinusoidal codes, which depends on their offset only.
//!
//! `code(m) . code(n) = sum over pairs of cos((n - m) inv_freq)` and every code has squared
//! length `n_pairs` (Vaswani et al. 2017, section 3.5), so a whole N x N matrix is N numbers:
//! it is Toeplitz and symmetric.

use super::Frequencies;

/// How two codes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// Dot product, from `-n_pairs` to `n_pairs`.
    Dot,
    /// Cosine of the angle between the codes, from -1 to 1.
    CosineSimilarity,
    /// `1 -` cosine similarity, from 0 to 2.
    #[default]
    CosineDistance,
    /// Length of the difference, from 0 to `2 sqrt(n_pairs)`.
    Euclidean,
}

impl Measure {
    /// Whether a larger value means more alike (a similarity) and not less (a distance).
    #[must_use]
    pub fn is_similarity(self) -> bool {
        matches!(self, Self::Dot | Self::CosineSimilarity)
    }

    /// The measure of two codes at `offset` positions from each other; it may be fractional.
    ///
    /// ```
    /// use phasor::encoding::{Frequencies, Measure};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 1024)?;
    /// let distance = Measure::CosineDistance.at(&frequencies, 2.0);
    /// assert!((distance - 0.09339161307513).abs() < 1e-12);
    /// assert!(!Measure::CosineDistance.is_similarity());
    /// # Ok::<(), phasor::encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn at(self, frequencies: &Frequencies, offset: f64) -> f64 {
        let cosine_sum = frequencies.angles(offset).map(f64::cos).sum();
        self.of_cosine_sum(cosine_sum, frequencies.n_pairs() as f64)
    }

    /// The measure at the offsets `first`, `first + 1`, ... Shape `[length]`.
    ///
    /// ```
    /// use phasor::encoding::{Frequencies, Measure};
    ///
    /// // Position 7 against positions 0 to 9.
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let against = Measure::CosineSimilarity.along(&frequencies, -7.0, 10);
    /// assert!((against[7] - 1.0).abs() < 1e-12 && (against[6] - against[8]).abs() < 1e-12);
    /// # Ok::<(), phasor::encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn along(self, frequencies: &Frequencies, first: f64, length: usize) -> Vec<f64> {
        let n_pairs = frequencies.n_pairs() as f64;
        let ones = std::iter::repeat((1.0, 0.0));
        let mut values = frequencies.wave_sum(ones, (first, 1.0), length);
        for value in &mut values {
            *value = self.of_cosine_sum(*value, n_pairs);
        }
        values
    }

    /// Whether `after` is more alike than `before`.
    fn is_more_alike(self, before: f64, after: f64) -> bool {
        match self.is_similarity() {
            true => after > before,
            false => after < before,
        }
    }

    /// The measure from the sum over pairs of `cos(offset x inv_freq)`.
    fn of_cosine_sum(self, cosine_sum: f64, n_pairs: f64) -> f64 {
        match self {
            Self::Dot => cosine_sum,
            Self::CosineSimilarity => cosine_sum / n_pairs,
            Self::CosineDistance => 1.0 - cosine_sum / n_pairs,
            // Rounding may leave the sum a hair above `n_pairs`.
            Self::Euclidean => (2.0 * (n_pairs - cosine_sum.min(n_pairs))).sqrt(),
        }
    }
}

/// The similarity of sinusoidal codes at offsets 0, 1, 2, ... positions.
///
/// ```
/// use phasor::encoding::{Frequencies, Measure, SimilarityCurve};
///
/// let frequencies = Frequencies::new(10_000.0, 1024)?;
/// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 30);
/// assert_eq!(curve.values()[0], 0.0);
/// assert!((curve.values()[1] - 0.026488616022189992).abs() < 1e-12);
/// assert!((curve.values()[29] - 0.4323030365719962).abs() < 1e-12);
/// assert_eq!(curve.range(), (0.0, curve.values()[29]));
/// assert_eq!(curve.measure(), Measure::CosineDistance);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarityCurve {
    measure: Measure,
    values: Vec<f64>,
}

impl SimilarityCurve {
    /// The curve for offsets 0 to `length - 1`.
    #[must_use]
    pub fn new(frequencies: &Frequencies, measure: Measure, length: usize) -> Self {
        let values = measure.along(frequencies, 0.0, length);
        Self { measure, values }
    }

    /// The measure of the values.
    #[must_use]
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// The values at offsets 0, 1, 2, ... Shape `[length]`.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The first offset at which "farther" stops meaning "less alike": the smallest offset from
    /// 1 whose code is more alike than the one before it. `None` if the curve never turns.
    ///
    /// ```
    /// use phasor::encoding::{Frequencies, Measure, SimilarityCurve};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 32);
    /// assert_eq!(curve.first_turn(), Some(6));
    /// # Ok::<(), phasor::encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn first_turn(&self) -> Option<usize> {
        let mut steps = self.values.windows(2);
        let more_alike = |step: &[f64]| matches!(*step, [a, b] if self.measure.is_more_alike(a, b));
        let step = steps.position(more_alike)?;
        Some(step + 1)
    }

    /// The least alike code up to offset `reach`: its offset and its value, the nearest of several.
    ///
    /// ```
    /// use phasor::encoding::{Frequencies, Measure, SimilarityCurve};
    ///
    /// // From position 1, positions up to 250.
    /// let frequencies = Frequencies::new(10_000.0, 1024)?;
    /// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 1000);
    /// let (offset, distance) = curve.least_alike(249);
    /// assert!(offset == 248 && (distance - 0.663366).abs() < 1e-6);
    /// # Ok::<(), phasor::encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn least_alike(&self, reach: usize) -> (usize, f64) {
        let in_reach = self.values.iter().copied().enumerate().take(reach + 1);
        let least = in_reach.reduce(|least, next| {
            let is_less_alike = self.measure.is_more_alike(next.1, least.1);
            if is_less_alike { next } else { least }
        });
        least.unwrap_or_default()
    }

    /// Whether the code at each offset is more alike than one that is nearer. Shape `[length]`.
    ///
    /// ```
    /// use phasor::encoding::{Frequencies, Measure, SimilarityCurve};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 128);
    /// let setbacks = curve.setbacks();
    /// assert!(!setbacks[5] && setbacks[6] && !setbacks[127]);
    /// # Ok::<(), phasor::encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn setbacks(&self) -> Vec<bool> {
        let mut least = self.values.first().copied().unwrap_or_default();
        let setbacks = self.values.iter().map(|&value| {
            let is_setback = self.measure.is_more_alike(least, value);
            if !is_setback {
                least = value;
            }
            is_setback
        });
        setbacks.collect()
    }

    /// The smallest and largest value; infinite and minus infinite for no value.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        self.values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
                (low.min(value), high.max(value))
            })
    }
}

/// The N x N matrix of a [`SimilarityCurve`] of N offsets, held as the `2 N - 1` numbers of its
/// diagonals: every row is a window of them, so it is read, and copied, as one slice.
///
/// ```
/// use phasor::encoding::{Frequencies, Measure, SimilarityCurve, SimilarityMatrix};
///
/// let frequencies = Frequencies::new(10_000.0, 64)?;
/// let curve = SimilarityCurve::new(&frequencies, Measure::CosineSimilarity, 4);
/// let matrix = SimilarityMatrix::new(&curve);
/// assert_eq!(matrix.n_positions(), 4);
/// assert_eq!(matrix.row(0), curve.values());
/// assert_eq!(matrix.value(3, 1), matrix.value(0, 2));
/// assert_eq!(matrix.rows().flatten().count(), 16);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarityMatrix {
    /// The curve from the largest offset down to 0 and up again.
    diagonals: Vec<f64>,
}

impl SimilarityMatrix {
    /// The matrix of `curve`.
    #[must_use]
    pub fn new(curve: &SimilarityCurve) -> Self {
        let values = curve.values.iter();
        let diagonals = values.clone().skip(1).rev().chain(values).copied();
        Self {
            diagonals: diagonals.collect(),
        }
    }

    /// Number of rows, which is the number of columns.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.diagonals.len().div_ceil(2)
    }

    /// The similarity of positions `row` and `column`, `None` outside the matrix.
    #[must_use]
    pub fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.row(row).get(column).copied()
    }

    /// The similarities of position `row` to every position; empty outside the matrix.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f64] {
        self.rows().nth(row).unwrap_or_default()
    }

    /// All rows, first to last.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> + DoubleEndedIterator {
        // A window of 0 numbers is none; an empty matrix has no window of 1 either.
        self.diagonals.windows(self.n_positions().max(1)).rev()
    }
}
