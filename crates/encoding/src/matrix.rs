//! A matrix of `f64` in row-major order: scores, weights, tables and rotations.

use super::EncodingError;

/// A matrix in row-major order. Rows are queries or positions, columns are keys or components.
///
/// ```
/// use phasor_encoding::Matrix;
///
/// let quarter_turn = Matrix::new(2, 2, vec![0.0, -1.0, 1.0, 0.0])?;
/// assert_eq!(quarter_turn.apply(&[1.0, 0.0])?, [0.0, 1.0]);
/// assert_eq!(quarter_turn.times(&quarter_turn)?, Matrix::from_fn(2, 2, |row, column| {
///     if row == column { -1.0 } else { 0.0 }
/// }));
/// assert_eq!(quarter_turn.get(1, 0), Some(1.0));
/// let row = Matrix::from_rows([vec![1.0, 2.0, 3.0]])?;
/// assert_eq!((row.n_rows(), row.n_columns(), row.transposed().shape()), (1, 3, (3, 1)));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    n_rows: usize,
    n_columns: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// Creates the matrix of `values`, row by row.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if the number of values is not `n_rows x n_columns`.
    pub fn new(n_rows: usize, n_columns: usize, values: Vec<f64>) -> Result<Self, EncodingError> {
        EncodingError::check_length(n_rows.saturating_mul(n_columns), values.len())?;
        Ok(Self {
            n_rows,
            n_columns,
            values,
        })
    }

    /// Creates the matrix whose entry at `(row, column)` is `value(row, column)`.
    #[must_use]
    pub fn from_fn(
        n_rows: usize,
        n_columns: usize,
        mut value: impl FnMut(usize, usize) -> f64,
    ) -> Self {
        let mut values = Vec::with_capacity(n_rows.saturating_mul(n_columns));
        for row in 0..n_rows {
            values.extend((0..n_columns).map(|column| value(row, column)));
        }
        Self {
            n_rows,
            n_columns,
            values,
        }
    }

    /// Creates the matrix of these rows.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if the rows do not all have the same length.
    pub fn from_rows(rows: impl IntoIterator<Item = Vec<f64>>) -> Result<Self, EncodingError> {
        let (mut n_rows, mut n_columns, mut values) = (0, 0, Vec::new());
        for row in rows {
            if n_rows == 0 {
                n_columns = row.len();
            }
            EncodingError::check_length(n_columns, row.len())?;
            n_rows += 1;
            values.extend(row);
        }
        Ok(Self {
            n_rows,
            n_columns,
            values,
        })
    }

    /// Creates the identity matrix of that size.
    #[must_use]
    pub fn identity(size: usize) -> Self {
        Self::from_fn(size, size, |row, column| f64::from(row == column))
    }

    /// The numbers of rows and columns.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.n_rows, self.n_columns)
    }

    /// The number of rows.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The number of columns.
    #[must_use]
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// All values, row by row.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the value at `(row, column)`, or `None` outside the matrix.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<f64> {
        if row >= self.n_rows || column >= self.n_columns {
            return None;
        }
        self.values.get(row * self.n_columns + column).copied()
    }

    /// Returns one row.
    ///
    /// # Panics
    /// If the matrix has no such row, as a slice does.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f64] {
        let (n_rows, start) = (self.n_rows, row.saturating_mul(self.n_columns));
        assert!(row < n_rows, "a matrix of {n_rows} rows has no row {row}");
        let row = self.values.get(start..start + self.n_columns);
        row.expect("the values are as many as the shape says")
    }

    /// Returns all rows, first to last.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> + DoubleEndedIterator {
        (0..self.n_rows).map(|row| self.row(row))
    }

    /// Returns the transpose, whose rows are the columns of this matrix.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self::from_fn(self.n_columns, self.n_rows, |row, column| {
            let value = self.get(column, row);
            value.expect("the shape is that of this matrix with its sides swapped")
        })
    }

    /// Returns the product with a column vector.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` does not have one entry for each column.
    pub fn apply(&self, vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        EncodingError::check_length(self.n_columns, vector.len())?;
        Ok(self.rows().map(|row| dot(row, vector)).collect())
    }

    /// Returns the product of two matrices.
    ///
    /// # Errors
    /// [`EncodingError::Shape`] if `right` does not have one row for each column of this matrix.
    pub fn times(&self, right: &Self) -> Result<Self, EncodingError> {
        let expected = (self.n_columns, right.n_columns);
        EncodingError::check_shape("the right-hand matrix", expected, right.shape())?;
        let columns = right.transposed();
        let rows = self.rows();
        let values = rows.flat_map(|row| columns.rows().map(move |column| dot(row, column)));
        Ok(Self {
            n_rows: self.n_rows,
            n_columns: right.n_columns,
            values: values.collect(),
        })
    }
}

/// Returns the dot product of two vectors. Extra components of the longer one are ignored.
///
/// ```
/// assert_eq!(phasor_encoding::matrix::dot(&[1.0, 2.0], &[3.0, 4.0]), 11.0);
/// ```
#[must_use]
pub fn dot(left: &[f64], right: &[f64]) -> f64 {
    let n = left.len().min(right.len());
    let fours = |vector| <[f64]>::as_chunks::<4>(vector);
    let ((left, _), (right, _)) = (left.split_at(n), right.split_at(n));
    let ((left, left_rest), (right, right_rest)) = (fours(left), fours(right));
    // A processor adds to four sums side by side; to a single one it adds one product after the other.
    let (mut first, mut second, mut third, mut fourth) = (0.0, 0.0, 0.0, 0.0);
    for ([a, b, c, d], [e, f, g, h]) in left.iter().zip(right) {
        first += a * e;
        second += b * f;
        third += c * g;
        fourth += d * h;
    }
    let rest = left_rest.iter().zip(right_rest).map(|(a, b)| a * b);
    first + second + third + fourth + rest.sum::<f64>()
}

/// Returns the norm of the difference of two vectors. Extra components of the longer one are
/// ignored.
///
/// ```
/// assert_eq!(phasor_encoding::matrix::distance(&[1.0, 2.0], &[4.0, -2.0]), 5.0);
/// ```
#[must_use]
pub fn distance(left: &[f64], right: &[f64]) -> f64 {
    let squares = left.iter().zip(right).map(|(a, b)| (a - b) * (a - b));
    squares.fold(0.0, |sum, square| sum + square).sqrt()
}

/// Returns the norm of `vector`.
///
/// ```
/// assert_eq!(phasor_encoding::matrix::norm(&[3.0, -4.0]), 5.0);
/// ```
#[must_use]
pub fn norm(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

/// Returns the cosine of the angle between two vectors, or 0 if the norm of one is 0.
///
/// ```
/// use phasor_encoding::matrix::cosine;
///
/// assert!((cosine(&[1.0, 1.0], &[3.0, 0.0]) - 0.5f64.sqrt()).abs() < 1e-15);
/// assert_eq!(cosine(&[1.0, 1.0], &[0.0, 0.0]), 0.0);
/// ```
#[must_use]
pub fn cosine(left: &[f64], right: &[f64]) -> f64 {
    let lengths = norm(left) * norm(right);
    match lengths > 0.0 {
        // Rounding may put the cosine of parallel vectors slightly above 1.
        true => (dot(left, right) / lengths).clamp(-1.0, 1.0),
        false => 0.0,
    }
}

/// Returns the part of `vector` at right angles to all of `done` (each of norm 1), scaled to norm
/// 1, or `None` if that part is no more than rounding. The projection runs twice, since a small
/// remainder of the first run still contains rounding errors.
pub(super) fn independent_part(mut vector: Vec<f64>, done: &[Vec<f64>]) -> Option<Vec<f64>> {
    const ROUNDING: f64 = 1e-10;
    let length = dot(&vector, &vector).sqrt();
    for _ in 0..2 {
        for direction in done {
            let along = dot(&vector, direction);
            vector
                .iter_mut()
                .zip(direction)
                .for_each(|(x, d)| *x -= along * d);
        }
    }
    let left = dot(&vector, &vector).sqrt();
    if left <= ROUNDING * length {
        return None;
    }
    vector.iter_mut().for_each(|x| *x /= left);
    Some(vector)
}
