//! A table of learned vectors, one for each position, as in BERT and GPT-2.
//!
//! Source: Gehring et al. 2017, *Convolutional Sequence to Sequence Learning*, section 3.1;
//! Devlin et al. 2018, *BERT*, section 3; Radford et al. 2019, *GPT-2*.

use crate::matrix::dot;
use crate::{EncodingError, Matrix};

/// A table with one row of `dim` numbers for each of `n_positions` positions.
///
/// A lookup past the last row is an error; the position is never clamped.
///
/// ```
/// use phasor_encoding::{EncodingError, LearnedTable, Matrix};
///
/// let table = LearnedTable::new(Matrix::from_fn(512, 2, |position, _| position as f64))?;
/// assert_eq!((table.n_positions(), table.parameter_count()), (512, 1024));
/// assert_eq!(table.encode(511)?, [511.0, 511.0]);
/// let error = table.encode(520).unwrap_err();
/// assert_eq!(error.to_string(), "the table has no row for position 520, only for 0 to 511");
/// # Ok::<(), EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedTable {
    values: Matrix,
}

impl LearnedTable {
    /// Creates the table with these rows. Shape `[n_positions, dim]`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if the table has no row or no column, or an entry that is not
    /// finite.
    pub fn new(values: Matrix) -> Result<Self, EncodingError> {
        let (n_positions, dim) = values.shape();
        let accepted = "a whole number above 0";
        EncodingError::count(("n_positions", accepted), n_positions, usize::MAX)?;
        EncodingError::count(("dim", accepted), dim, usize::MAX)?;
        for &entry in values.values() {
            EncodingError::check(("an entry", "finite"), entry, entry.is_finite())?;
        }
        Ok(Self { values })
    }

    /// The number of positions in the table; they run from 0 to `n_positions - 1`.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.values.n_rows()
    }

    /// The number of components of an encoding.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.values.n_columns()
    }

    /// The number of values that training has to find: `n_positions x dim`. 786,432 for GPT-2 small
    /// (1,024 x 768), 393,216 for BERT base (512 x 768).
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.n_positions() * self.dim()
    }

    /// Returns the encoding of `position`, shape `[dim]`.
    ///
    /// # Errors
    /// [`EncodingError::OutsideTable`] if `position` is past the last row.
    pub fn encode(&self, position: usize) -> Result<&[f64], EncodingError> {
        let n_positions = self.n_positions();
        if position < n_positions {
            return Ok(self.values.row(position));
        }
        Err(EncodingError::OutsideTable {
            position,
            n_positions,
        })
    }

    /// All rows. Shape `[n_positions, dim]`.
    #[must_use]
    pub fn values(&self) -> &Matrix {
        &self.values
    }

    /// Returns the norm of the row of every position. Shape `[n_positions]`.
    ///
    /// ```
    /// use phasor_encoding::{LearnedTable, Matrix};
    ///
    /// let table = LearnedTable::new(Matrix::new(2, 2, vec![3.0, 4.0, 0.0, 0.0])?)?;
    /// assert_eq!(table.norms(), [5.0, 0.0]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn norms(&self) -> Vec<f64> {
        let rows = self.values.rows();
        rows.map(|row| dot(row, row).sqrt()).collect()
    }

    /// Returns the cosine similarity of the row of `position` with every row. It is 0 for a row of
    /// zeros, which has no direction. Shape `[n_positions]`.
    ///
    /// ```
    /// use phasor_encoding::{LearnedTable, Matrix};
    ///
    /// let table = LearnedTable::new(Matrix::new(3, 2, vec![3.0, 4.0, 0.0, 2.0, 0.0, 0.0])?)?;
    /// assert_eq!(table.similarity(0)?, [1.0, 0.8, 0.0]);
    /// assert!(table.similarity(3).is_err());
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::OutsideTable`] if `position` is past the last row.
    pub fn similarity(&self, position: usize) -> Result<Vec<f64>, EncodingError> {
        let own = unit(self.encode(position)?);
        let rows = self.values.rows();
        let against = rows.map(|row| dot(row, &own) / positive(dot(row, row).sqrt()));
        Ok(against.collect())
    }

    /// Returns the mean cosine similarity of every two blocks of `block` neighbouring rows; the
    /// last block may be smaller. Blocks of 1 give the similarities themselves. Shape
    /// `[n_blocks, n_blocks]` with `n_blocks = ceil(n_positions / block)`.
    ///
    /// ```
    /// use phasor_encoding::{LearnedTable, Matrix};
    ///
    /// let rows = Matrix::from_fn(8, 3, |row, column| ((row * 3 + column) as f64).sin());
    /// let table = LearnedTable::new(rows)?;
    /// let pairs = table.block_similarity(2);
    /// let by_hand = [table.similarity(0)?, table.similarity(1)?];
    /// let mean = by_hand.iter().map(|row| row[6] + row[7]).sum::<f64>() / 4.0;
    /// assert!((pairs.get(0, 3).unwrap() - mean).abs() < 1e-12);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// A mean of dot products is the dot product of two means, so a block costs as much as a row.
    #[must_use]
    pub fn block_similarity(&self, block: usize) -> Matrix {
        let block = block.max(1);
        let rows: Vec<&[f64]> = self.values.rows().collect();
        let means: Vec<Vec<f64>> = rows.chunks(block).map(mean_direction).collect();
        let mut values = vec![0.0; means.len() * means.len()];
        for (row, mean) in means.iter().enumerate() {
            for (column, other) in means.iter().enumerate().take(row + 1) {
                let value = long_dot(mean, other);
                for place in [row * means.len() + column, column * means.len() + row] {
                    let slot = values.get_mut(place);
                    *slot.expect("there is a place for every two blocks") = value;
                }
            }
        }
        Matrix::new(means.len(), means.len(), values).expect("the matrix is square")
    }
}

/// [`dot`] in steps of eight, which is much faster where the compiler unrolls no loops.
fn long_dot(left: &[f64], right: &[f64]) -> f64 {
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let mut sum = dot(left_rest, right_rest);
    for (a, b) in left.iter().zip(right) {
        let first = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        sum += first + (a[4] * b[4] + a[5] * b[5] + a[6] * b[6] + a[7] * b[7]);
    }
    sum
}

/// `norm`, or 1 if it is 0, for use as a divisor.
fn positive(norm: f64) -> f64 {
    if norm > 0.0 { norm } else { 1.0 }
}

/// `row` scaled to norm 1.
fn unit(row: &[f64]) -> Vec<f64> {
    let norm = positive(dot(row, row).sqrt());
    row.iter().map(|x| x / norm).collect()
}

/// The mean of the rows, each scaled to norm 1.
fn mean_direction(rows: &[&[f64]]) -> Vec<f64> {
    let mut sum: Vec<f64> = Vec::new();
    for row in rows {
        let row = unit(row);
        sum.resize(row.len(), 0.0);
        sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    sum.iter_mut().for_each(|sum| *sum /= rows.len() as f64);
    sum
}
