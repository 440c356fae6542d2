//! Similarity of two sinusoidal encodings, which depends only on their offset.
//!
//! `encode(m) . encode(n) = sum over pairs of cos((n - m) inv_freq)`, and every encoding has the
//! squared norm `n_pairs` (Vaswani et al. 2017, section 3.5). A whole N x N matrix therefore holds
//! only N different numbers: it is symmetric and Toeplitz.

use super::Frequencies;

/// A measure of how alike two encodings are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// Dot product, from `-n_pairs` to `n_pairs`.
    Dot,
    /// Cosine of the angle between the encodings, from -1 to 1.
    CosineSimilarity,
    /// One minus the cosine similarity, from 0 to 2.
    #[default]
    CosineDistance,
    /// Norm of the difference, from 0 to `2 sqrt(n_pairs)`.
    Euclidean,
}

impl Measure {
    /// Returns `true` if a larger value means more alike (a similarity), `false` if it means less
    /// alike (a distance).
    #[must_use]
    pub fn is_similarity(self) -> bool {
        matches!(self, Self::Dot | Self::CosineSimilarity)
    }

    /// Returns the measure of two encodings that are `offset` positions apart; `offset` may be
    /// fractional.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Measure};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 1024)?;
    /// let distance = Measure::CosineDistance.at(&frequencies, 2.0);
    /// assert!((distance - 0.09339161307513).abs() < 1e-12);
    /// assert!(!Measure::CosineDistance.is_similarity());
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn at(self, frequencies: &Frequencies, offset: f64) -> f64 {
        self.of_angles(frequencies.angles(offset))
    }

    /// Returns the measure of two encodings whose pairs differ by these angles, in radians, at least one. Shape
    /// `[n_pairs]`. They need not follow from one offset.
    ///
    /// ```
    /// use phasor_encoding::Measure;
    ///
    /// let similarity = Measure::CosineSimilarity.of_angles([0.0, std::f64::consts::PI / 3.0]);
    /// assert!((similarity - 0.75).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn of_angles(self, angles: impl IntoIterator<Item = f64>) -> f64 {
        let (mut cosine_sum, mut n_pairs) = (0.0, 0.0);
        for angle in angles {
            cosine_sum += angle.cos();
            n_pairs += 1.0;
        }
        self.of_cosine_sum(cosine_sum, n_pairs)
    }

    /// Returns the measure at the offsets `first`, `first + 1`, ... Shape `[length]`.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Measure};
    ///
    /// // Position 7 against positions 0 to 9.
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let against = Measure::CosineSimilarity.along(&frequencies, -7.0, 10);
    /// assert!((against[7] - 1.0).abs() < 1e-12 && (against[6] - against[8]).abs() < 1e-12);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
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

    /// Returns `true` if `after` is more alike than `before`.
    fn is_more_alike(self, before: f64, after: f64) -> bool {
        match self.is_similarity() {
            true => after > before,
            false => after < before,
        }
    }

    /// Converts the sum over pairs of `cos(offset x inv_freq)` to this measure.
    fn of_cosine_sum(self, cosine_sum: f64, n_pairs: f64) -> f64 {
        match self {
            Self::Dot => cosine_sum,
            Self::CosineSimilarity => cosine_sum / n_pairs,
            Self::CosineDistance => 1.0 - cosine_sum / n_pairs,
            // Rounding may leave the sum slightly above `n_pairs`.
            Self::Euclidean => (2.0 * (n_pairs - cosine_sum.min(n_pairs))).sqrt(),
        }
    }
}

/// The similarity of sinusoidal encodings at offsets 0, 1, 2, ... positions.
///
/// ```
/// use phasor_encoding::{Frequencies, Measure, SimilarityCurve};
///
/// let frequencies = Frequencies::new(10_000.0, 1024)?;
/// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 30);
/// assert_eq!(curve.values()[0], 0.0);
/// assert!((curve.values()[1] - 0.026488616022189992).abs() < 1e-12);
/// assert!((curve.values()[29] - 0.4323030365719962).abs() < 1e-12);
/// assert_eq!(curve.range(), (0.0, curve.values()[29]));
/// assert_eq!(curve.measure(), Measure::CosineDistance);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarityCurve {
    measure: Measure,
    values: Vec<f64>,
}

impl SimilarityCurve {
    /// Computes the curve for offsets 0 to `length - 1`.
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

    /// Returns the first offset at which "farther" stops meaning "less alike": the smallest offset
    /// from 1 whose encoding is more alike than the previous one. Returns `None` if there is no
    /// such offset.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Measure, SimilarityCurve};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 32);
    /// assert_eq!(curve.first_turn(), Some(6));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn first_turn(&self) -> Option<usize> {
        let mut steps = self.values.windows(2);
        let more_alike = |step: &[f64]| matches!(*step, [a, b] if self.measure.is_more_alike(a, b));
        let step = steps.position(more_alike)?;
        Some(step + 1)
    }

    /// Returns the offset up to `reach` whose encoding is least alike, and its value. Of equal
    /// values, the nearest wins. Returns `None` for a curve without values.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Measure, SimilarityCurve};
    ///
    /// // From position 1, positions up to 250.
    /// let frequencies = Frequencies::new(10_000.0, 1024)?;
    /// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 1000);
    /// let (offset, distance) = curve.least_alike(249).unwrap();
    /// assert!(offset == 248 && (distance - 0.663366).abs() < 1e-6);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn least_alike(&self, reach: usize) -> Option<(usize, f64)> {
        let in_reach = self
            .values
            .iter()
            .copied()
            .enumerate()
            .take(reach.saturating_add(1));
        in_reach.reduce(|least, next| {
            let is_less_alike = self.measure.is_more_alike(next.1, least.1);
            if is_less_alike { next } else { least }
        })
    }

    /// Returns for each offset whether its encoding is more alike than a nearer one. Shape
    /// `[length]`.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Measure, SimilarityCurve};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let curve = SimilarityCurve::new(&frequencies, Measure::CosineDistance, 128);
    /// let setbacks = curve.setbacks();
    /// assert!(!setbacks[5] && setbacks[6] && !setbacks[127]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn setbacks(&self) -> Vec<bool> {
        let Some(&(mut least)) = self.values.first() else {
            return Vec::new();
        };
        let setbacks = self.values.iter().map(|&value| {
            let is_setback = self.measure.is_more_alike(least, value);
            if !is_setback {
                least = value;
            }
            is_setback
        });
        setbacks.collect()
    }

    /// The smallest and the largest value; infinity and minus infinity if there are none.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        self.values
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
                (low.min(value), high.max(value))
            })
    }
}

/// The N x N matrix of a [`SimilarityCurve`] of N offsets, stored as the `2 N - 1` numbers of its
/// diagonals. Every row is a window of them, so it can be read and copied as one slice.
///
/// ```
/// use phasor_encoding::{Frequencies, Measure, SimilarityCurve, SimilarityMatrix};
///
/// let frequencies = Frequencies::new(10_000.0, 64)?;
/// let curve = SimilarityCurve::new(&frequencies, Measure::CosineSimilarity, 4);
/// let matrix = SimilarityMatrix::new(&curve);
/// assert_eq!(matrix.n_positions(), 4);
/// assert_eq!(matrix.row(0), Some(curve.values()));
/// assert_eq!(matrix.row(4), None);
/// assert_eq!(matrix.value(3, 1), matrix.value(0, 2));
/// assert_eq!(matrix.rows().flatten().count(), 16);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarityMatrix {
    /// The curve from the largest offset down to 0 and back up.
    diagonals: Vec<f64>,
}

impl SimilarityMatrix {
    /// Creates the matrix of `curve`.
    #[must_use]
    pub fn new(curve: &SimilarityCurve) -> Self {
        let values = curve.values.iter();
        let diagonals = values.clone().skip(1).rev().chain(values).copied();
        Self {
            diagonals: diagonals.collect(),
        }
    }

    /// The number of rows, which equals the number of columns.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.diagonals.len().div_ceil(2)
    }

    /// Returns the similarity of positions `row` and `column`, or `None` outside the matrix.
    #[must_use]
    pub fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.row(row)?.get(column).copied()
    }

    /// Returns the similarities of position `row` to every position, or `None` outside the
    /// matrix.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&[f64]> {
        self.rows().nth(row)
    }

    /// Returns all rows, first to last.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> + DoubleEndedIterator {
        // `windows` panics at 0; an empty matrix has no window of 1 number either.
        self.diagonals.windows(self.n_positions().max(1)).rev()
    }
}
