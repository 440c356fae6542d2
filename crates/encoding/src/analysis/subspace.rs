//! The directions that a set of vectors needs, and how much of another vector lies in them.
//!
//! Two added signals can be separated to the extent that they lie in different directions. Shares
//! of the squared norm and principal angles measure this extent.

use super::pca::diagonalised;
use crate::matrix::{dot, independent_part};
use crate::{EncodingError, Matrix};

/// Directions of norm 1, at right angles, that span a set of vectors, ordered so that the first few
/// hold most of it.
///
/// Each direction is what remains of the vector that the directions before it explain least:
/// Gram-Schmidt with pivoting (Businger and Golub 1965, *Linear Least Squares Solutions by
/// Householder Transformations*; Golub and Van Loan, *Matrix Computations*, section 5.4). Principal
/// components need a few directions fewer for the same share, but many times the work.
///
/// ```
/// use phasor_encoding::{Matrix, analysis::Subspace};
///
/// // Three vectors in one plane of four dimensions.
/// let rows = Matrix::from_rows([
///     vec![3.0, 0.0, 0.0, 0.0],
///     vec![1.0, 1.0, 0.0, 0.0],
///     vec![0.0, 2.0, 0.0, 0.0],
/// ])?;
/// let plane = Subspace::spanning(&rows);
/// assert_eq!(plane.directions().shape(), (2, 4));
/// // The longest vector gives the first direction, which holds 10 of 15 squares.
/// assert!((plane.captured()[1] - 10.0 / 15.0).abs() < 1e-12);
/// assert_eq!(plane.coordinates().row(1), [1.0, 1.0]);
/// assert!((plane.shares(&[0.0, 3.0, 4.0, 0.0])?[2] - 9.0 / 25.0).abs() < 1e-12);
/// assert_eq!(plane.part(&[1.0, 2.0, 3.0, 4.0], 1)?, [1.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Subspace {
    directions: Matrix,
    coordinates: Matrix,
    captured: Vec<f64>,
}

impl Subspace {
    /// Computes directions that span `rows`, until less than 1e-5 of the longest row is left of any
    /// row.
    #[must_use]
    pub fn spanning(rows: &Matrix) -> Self {
        let along = |_, direction: &[f64], _: &[Vec<f64>]| {
            let along = rows.rows().map(|row| dot(row, direction));
            along.collect()
        };
        Self::grown(rows, along)
    }

    /// Computes the directions of [`Self::spanning`] in less time, from dot products that are
    /// already known: `product(i, j)` is that of rows `i` and `j`. The coordinates are exact to
    /// about 1e-9 of the longest row.
    ///
    /// The coordinates along a new direction follow from the dot products with the row that it is
    /// made from, as in Cholesky's decomposition with pivoting (Golub and Van Loan, *Matrix
    /// Computations*, section 4.2.8).
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Measure, Order, Sinusoidal, analysis::Subspace};
    ///
    /// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 64)?, Order::Interleaved);
    /// let (table, products) = (encoding.table(100), Measure::Dot.along(encoding.frequencies(), 0.0, 100));
    /// let fast = Subspace::spanning_with(&table, |row, other| products[row.abs_diff(other)]);
    /// let slow = Subspace::spanning(&table);
    /// assert_eq!(fast.captured().len(), slow.captured().len());
    /// for (fast, slow) in fast.coordinates().values().iter().zip(slow.coordinates().values()) {
    ///     assert!((fast - slow).abs() < 1e-8);
    /// }
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn spanning_with(rows: &Matrix, product: impl Fn(usize, usize) -> f64) -> Self {
        let along = |row: usize, direction: &[f64], columns: &[Vec<f64>]| {
            let mut along: Vec<f64> = (0..rows.n_rows())
                .map(|other| product(row, other))
                .collect();
            for column in columns {
                let known = *column.get(row).expect("every row has a coordinate");
                for (along, coordinate) in along.iter_mut().zip(column) {
                    *along -= known * coordinate;
                }
            }
            let length = dot(rows.row(row), direction);
            along.iter_mut().for_each(|along| *along /= length);
            along
        };
        Self::grown(rows, along)
    }

    /// Adds one direction after the other. `along` returns the coordinates of all rows along a
    /// direction, given the row that it is made from, the direction and the coordinates along the
    /// directions before it.
    fn grown(rows: &Matrix, along: impl Fn(usize, &[f64], &[Vec<f64>]) -> Vec<f64>) -> Self {
        const ROUNDING: f64 = 1e-10;
        let mut left: Vec<f64> = rows.rows().map(|row| dot(row, row)).collect();
        let total: f64 = left.iter().sum();
        let least = ROUNDING * left.iter().copied().fold(0.0, f64::max);
        let (mut directions, mut columns) = (Vec::new(), Vec::new());
        let mut captured = vec![0.0];
        while let Some((row, most)) = largest(&left)
            && most > least
            && let Some(direction) = independent_part(rows.row(row).to_vec(), &directions)
        {
            let along = along(row, &direction, &columns);
            for (left, along) in left.iter_mut().zip(&along) {
                *left = (*left - along * along).max(0.0);
            }
            captured.push(1.0 - left.iter().sum::<f64>() / total);
            columns.push(along);
            directions.push(direction);
        }
        let matrix = |rows: Vec<Vec<f64>>| {
            Matrix::from_rows(rows).expect("all directions and all columns are equally long")
        };
        Self {
            directions: matrix(directions),
            coordinates: matrix(columns).transposed(),
            captured,
        }
    }

    /// The directions. Shape `[n_directions, dim]`.
    #[must_use]
    pub fn directions(&self) -> &Matrix {
        &self.directions
    }

    /// The coordinates of the vectors along the directions. Shape `[n_rows, n_directions]`.
    #[must_use]
    pub fn coordinates(&self) -> &Matrix {
        &self.coordinates
    }

    /// The share of the squared norms of all vectors that the first 0, 1, 2, ... directions hold.
    /// Shape `[n_directions + 1]`.
    #[must_use]
    pub fn captured(&self) -> &[f64] {
        &self.captured
    }

    /// Returns the share of the squared norm of another vector that the first 0, 1, 2, ...
    /// directions hold. Shape `[n_directions + 1]`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` has another number of components than the
    /// directions.
    pub fn shares(&self, vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        let along = self.directions.apply(vector)?;
        let total = dot(vector, vector);
        let mut held = 0.0;
        let shares = along.iter().map(|along| {
            held += along * along;
            if total > 0.0 { held / total } else { 0.0 }
        });
        Ok([0.0].into_iter().chain(shares).collect())
    }

    /// Returns the part of a vector that lies in the first `n_directions`, or in all if there are
    /// fewer.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` has another number of components than the
    /// directions.
    pub fn part(&self, vector: &[f64], n_directions: usize) -> Result<Vec<f64>, EncodingError> {
        EncodingError::check_length(self.directions.n_columns(), vector.len())?;
        let mut part = vec![0.0; vector.len()];
        for direction in self.directions.rows().take(n_directions) {
            let along = dot(vector, direction);
            part.iter_mut()
                .zip(direction)
                .for_each(|(x, d)| *x += along * d);
        }
        Ok(part)
    }

    /// Returns the error of reading an embedding from its sum with an encoding, when the part of
    /// the sum in the first 0, 1, 2, ... directions is left out: the norm of the error over that of
    /// the embedding, or 0 for an embedding of norm 0. Shape `[n_directions + 1]`.
    ///
    /// The error consists of the rest of the encoding and the part of the embedding that is left
    /// out. They are at right angles, so their squared norms add up.
    ///
    /// ```
    /// use phasor_encoding::{Matrix, analysis::Subspace};
    ///
    /// let encodings = Matrix::from_rows([vec![3.0, 0.0, 0.0], vec![0.0, 2.0, 0.0]])?;
    /// let errors = Subspace::spanning(&encodings).reading_errors(&[3.0, 0.0, 4.0], &[6.0, 8.0, 0.0])?;
    /// for (error, expected) in errors.iter().zip([10.0 / 5.0, 73f64.sqrt() / 5.0, 3.0 / 5.0]) {
    ///     assert!((error - expected).abs() < 1e-12);
    /// }
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if one has another number of components than the directions.
    pub fn reading_errors(
        &self,
        embedding: &[f64],
        encoding: &[f64],
    ) -> Result<Vec<f64>, EncodingError> {
        let squares = [dot(embedding, embedding), dot(encoding, encoding)];
        let shares = self
            .shares(embedding)?
            .into_iter()
            .zip(self.shares(encoding)?);
        let error = |(lost, held): (f64, f64)| {
            let missed = lost * squares[0] + (1.0 - held).max(0.0) * squares[1];
            let relative = (missed / squares[0]).sqrt();
            if squares[0] > 0.0 { relative } else { 0.0 }
        };
        Ok(shares.map(error).collect())
    }
}

/// Returns the place of the first number within rounding of the largest, and its value, so that
/// every machine picks the same one of vectors with equal norms.
fn largest(numbers: &[f64]) -> Option<(usize, f64)> {
    const ROUNDING: f64 = 1e-9;
    let most = numbers.iter().copied().fold(0.0, f64::max);
    let place = numbers
        .iter()
        .position(|&number| number >= most * (1.0 - ROUNDING))?;
    Some((place, most))
}

/// Returns the principal angles between two subspaces, in radians, smallest first, as many as the
/// smaller subspace has directions. Each subspace is given by directions of norm 1 at right angles,
/// one in each row. The first angle is the smallest between any vector of one subspace and any of
/// the other.
///
/// The cosines and sines are singular values (Björck and Golub 1973, *Numerical Methods for
/// Computing Angles Between Linear Subspaces*). Computing both keeps small angles exact.
///
/// ```
/// use phasor_encoding::{Matrix, analysis::subspace::principal_angles};
///
/// // The floor, and a plane through the x axis that rises by a small angle.
/// let floor = Matrix::from_rows([vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.0]])?;
/// let (sin, cos) = 1e-6f64.sin_cos();
/// let slope = Matrix::from_rows([vec![1.0, 0.0, 0.0], vec![0.0, cos, sin]])?;
/// let angles = principal_angles(&floor, &slope)?;
/// assert!(angles[0].abs() < 1e-15 && (angles[1] - 1e-6).abs() < 1e-15);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
///
/// # Errors
/// [`EncodingError::VectorLength`] if the directions do not all have the same number of components.
pub fn principal_angles(left: &Matrix, right: &Matrix) -> Result<Vec<f64>, EncodingError> {
    let (few, many) = match left.n_rows() <= right.n_rows() {
        true => (left, right),
        false => (right, left),
    };
    EncodingError::check_length(few.n_columns(), many.n_columns())?;
    let inside = few.times(&many.transposed())?;
    let shadow = inside.times(many)?;
    let outside = few.values().iter().zip(shadow.values());
    let outside = outside.map(|(whole, shadow)| whole - shadow).collect();
    let outside = Matrix::new(few.n_rows(), few.n_columns(), outside)?;
    let mut sines = singular_values(&outside)?;
    sines.reverse();
    let cosines = singular_values(&inside)?;
    let pairs = sines.into_iter().zip(cosines);
    Ok(pairs.map(|(sin, cos)| sin.atan2(cos)).collect())
}

/// Returns the singular values of a matrix with few rows, largest first.
fn singular_values(matrix: &Matrix) -> Result<Vec<f64>, EncodingError> {
    let (_, mut squares) = diagonalised(matrix.times(&matrix.transposed())?);
    squares.sort_by(|a, b| b.total_cmp(a));
    Ok(squares
        .into_iter()
        .map(|square| square.max(0.0).sqrt())
        .collect())
}
