//! Position ids, and the offsets that follow from them.

use std::ops::Range;

use crate::EncodingError;

/// The largest number of axes.
pub const MAX_AXES: usize = 4;

/// The largest difference of two positions or offsets that are the same, in tokens.
///
/// ```
/// use phasor_encoding::positions::ids::SAME;
///
/// // Seconds that were added up are rarely exact.
/// let seconds: f64 = 0.1 + 0.2;
/// assert!(seconds != 0.3);
/// assert!((seconds - 0.3).abs() <= SAME);
/// ```
pub const SAME: f64 = 1e-9;

/// One number for each axis: a position, or the offset of two positions.
///
/// ```
/// use phasor_encoding::PositionIds;
/// use phasor_encoding::positions::PerAxis;
///
/// let ids = PositionIds::new(vec![vec![0.0, 1.0], vec![0.0, 3.0]])?;
/// let second: PerAxis = ids.of_token(1).expect("there are two tokens");
/// assert_eq!(second.values(), [1.0, 3.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerAxis {
    values: [f64; MAX_AXES],
    n_axes: usize,
}

impl PerAxis {
    /// Creates the numbers of one axis after the other, of which there are at most [`MAX_AXES`].
    pub(super) fn new(numbers: impl IntoIterator<Item = f64>) -> Self {
        let (mut values, mut n_axes) = ([0.0; MAX_AXES], 0);
        for (slot, number) in values.iter_mut().zip(numbers) {
            *slot = number;
            n_axes += 1;
        }
        Self { values, n_axes }
    }

    /// The numbers. Shape `[n_axes]`.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        let axes = self.values.get(..self.n_axes);
        axes.expect("there are at most as many axes as places")
    }

    /// Returns this minus `other`, axis by axis.
    fn minus(&self, other: &Self) -> Self {
        let pairs = self.values().iter().zip(other.values());
        Self::new(pairs.map(|(this, other)| this - other))
    }

    /// Whether each number differs from that of `other` by at most a billionth.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let mut pairs = self.values().iter().zip(other.values());
        self.n_axes == other.n_axes && pairs.all(|(this, other)| (this - other).abs() <= SAME)
    }
}

/// What a model knows of the place of a key as seen from a query.
pub trait RelativePositions {
    /// Returns the offset (key minus query) that the model sees, in tokens on each axis, or `None`
    /// if one of the two does not exist or is no longer in the cache.
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis>;

    /// Returns the position ids, if all offsets are their differences: pairs are then counted without looking at each.
    ///
    /// ```
    /// use phasor_encoding::PositionIds;
    /// use phasor_encoding::positions::{ContextShift, RelativePositions, StoredKeys};
    ///
    /// let ids = PositionIds::new(vec![vec![0.0, 1.0, 2.0]])?;
    /// assert_eq!(RelativePositions::position_ids(&ids), Some(&ids));
    /// // Tokens that were thrown away have no offset, whatever their ids.
    /// let shift = ContextShift::new(&ids, 2, 0..1, StoredKeys::RotatedAgain)?;
    /// assert_eq!(RelativePositions::position_ids(&shift), None);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    fn position_ids(&self) -> Option<&PositionIds> {
        None
    }
}

/// The position ids of all tokens, on one to four axes. They may be fractional; whole numbers are
/// exact up to 2^53.
///
/// ```
/// use phasor_encoding::PositionIds;
/// use phasor_encoding::positions::{MAX_AXES, RelativePositions};
///
/// // A word, and an image of 1 x 2 tokens: time, row, column.
/// let ids = PositionIds::new(vec![
///     vec![0.0, 1.0, 1.0],
///     vec![0.0, 1.0, 1.0],
///     vec![0.0, 1.0, 2.0],
/// ])?;
/// assert_eq!((ids.n_axes(), ids.n_tokens()), (3, 3));
/// assert_eq!(ids.axis(2), Some(&[0.0, 1.0, 2.0][..]));
/// let offset = ids.relative_position(2, 0).expect("both exist");
/// assert_eq!(offset.values(), [-1.0, -1.0, -2.0]);
/// // A common shift changes no offset.
/// assert_eq!(ids.shifted(7.0)?.relative_position(2, 0), Some(offset));
/// assert!(PositionIds::new(vec![vec![0.0]; MAX_AXES + 1]).is_err());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PositionIds {
    axes: Vec<Vec<f64>>,
}

impl PositionIds {
    /// Creates the position ids from those of each axis. Shape `[n_axes, n_tokens]`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there is no axis, or more than [`MAX_AXES`], or an id that
    /// is not finite, and [`EncodingError::VectorLength`] if the axes have different lengths.
    pub fn new(axes: Vec<Vec<f64>>) -> Result<Self, EncodingError> {
        let accepted = ("n_axes", "a whole number from 1 to 4");
        EncodingError::count(accepted, axes.len(), MAX_AXES)?;
        let n_tokens = axes.first().map_or(0, Vec::len);
        for axis in &axes {
            EncodingError::check_length(n_tokens, axis.len())?;
            for &id in axis {
                EncodingError::check(("position_ids", "finite numbers"), id, id.is_finite())?;
            }
        }
        Ok(Self { axes })
    }

    /// Creates ids on one axis, which the caller knows to be finite.
    pub(super) fn of_one_axis(ids: Vec<f64>) -> Self {
        Self { axes: vec![ids] }
    }

    /// The ids on each axis.
    pub(super) fn axes(&self) -> impl Iterator<Item = &[f64]> {
        self.axes.iter().map(Vec::as_slice)
    }

    /// The number of axes.
    #[must_use]
    pub fn n_axes(&self) -> usize {
        self.axes.len()
    }

    /// The number of tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.axes.first().map_or(0, Vec::len)
    }

    /// The ids on one axis, or `None` if there is no such axis. Shape `[n_tokens]`.
    #[must_use]
    pub fn axis(&self, axis: usize) -> Option<&[f64]> {
        self.axes.get(axis).map(Vec::as_slice)
    }

    /// The position of a token, or `None` if there is no such token.
    #[must_use]
    pub fn of_token(&self, token: usize) -> Option<PerAxis> {
        let ids = self.axes.iter().filter_map(|axis| axis.get(token));
        (token < self.n_tokens()).then(|| PerAxis::new(ids.copied()))
    }

    /// Returns the ids with `by` added to each.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a sum is not finite.
    pub fn shifted(&self, by: f64) -> Result<Self, EncodingError> {
        self.moved(0..self.n_tokens(), by)
    }

    /// Returns the ids with `by` added to those of `tokens`.
    pub(super) fn moved(&self, tokens: Range<usize>, by: f64) -> Result<Self, EncodingError> {
        let mut axes = self.axes.clone();
        for axis in &mut axes {
            let ids = axis.iter_mut().enumerate();
            ids.filter(|(token, _)| tokens.contains(token))
                .for_each(|(_, id)| *id += by);
        }
        Self::new(axes)
    }
}

impl RelativePositions for PositionIds {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        let (query, key) = (self.of_token(query)?, self.of_token(key)?);
        Some(key.minus(&query))
    }

    fn position_ids(&self) -> Option<&PositionIds> {
        Some(self)
    }
}

impl<P: RelativePositions + ?Sized> RelativePositions for &P {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        (**self).relative_position(query, key)
    }

    fn position_ids(&self) -> Option<&PositionIds> {
        (**self).position_ids()
    }
}
