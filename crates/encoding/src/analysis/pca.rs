//! Principal components: the directions in which a set of vectors varies most.

use crate::matrix::{dot, independent_part};
use crate::{EncodingError, Gaussian, Matrix};

/// The principal components of a set of vectors, largest variance first.
///
/// They are found by subspace iteration with a block slightly wider than requested, and a Jacobi
/// diagonalisation inside the block (Halko, Martinsson and Tropp 2011, *Finding Structure with
/// Randomness*). The largest entry of a component is positive.
///
/// ```
/// use phasor_encoding::{Matrix, analysis::Pca};
///
/// // Points on a line through (1, 1), along (3, 4).
/// let points = Matrix::from_fn(5, 2, |row, column| 1.0 + row as f64 * [3.0, 4.0][column]);
/// let pca = Pca::new(&points, 1)?;
/// assert!((pca.components().get(0, 1).unwrap() - 0.8).abs() < 1e-12);
/// assert!((pca.variances()[0] / pca.total_variance() - 1.0).abs() < 1e-12);
/// let steps: Vec<f64> = pca.project(&points)?.values().to_vec();
/// assert!((steps[1] - steps[0] - 5.0).abs() < 1e-12);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Pca {
    mean: Vec<f64>,
    components: Matrix,
    variances: Vec<f64>,
    total_variance: f64,
}

/// The number of additional directions, which make the iteration converge.
const EXTRA: usize = 8;
const MOST_ROUNDS: usize = 1000;

impl Pca {
    /// Computes the first `n_components` principal components of `rows`, shape `[n_vectors, dim]`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `n_components` is not from 1 to the smaller of `dim` and
    /// `n_vectors`.
    pub fn new(rows: &Matrix, n_components: usize) -> Result<Self, EncodingError> {
        let (n_vectors, dim) = rows.shape();
        let accepted = ("n_components", "from 1 to the smaller of dim and n_vectors");
        EncodingError::count(accepted, n_components, dim.min(n_vectors))?;
        let mean = mean(rows);
        let centred = rows.rows().flat_map(|row| row.iter().zip(&mean));
        let centred = centred.map(|(value, mean)| value - mean).collect();
        let centred = Matrix::new(n_vectors, dim, centred)?;
        let mut numbers = Gaussian::new(0);
        let width = (n_components + EXTRA).min(dim);
        let mut basis = Matrix::from_fn(width, dim, |_, _| numbers.normal());
        let mut image = covariance_times(&centred, &basis)?;
        let mut variances = Vec::new();
        for _ in 0..MOST_ROUNDS {
            (basis, image, variances) = round(&centred, &image)?;
            variances.truncate(n_components);
            if has_settled((&basis, &image), &variances) {
                break;
            }
        }
        let components = basis
            .rows()
            .take(n_components)
            .map(|row| upright(row.to_vec()));
        let squares = centred.values().iter().map(|value| value * value);
        Ok(Self {
            mean,
            components: Matrix::from_rows(components)?,
            variances,
            total_variance: squares.sum::<f64>() / denominator(n_vectors),
        })
    }

    /// The directions, of norm 1 and at right angles to each other. Shape `[n_components, dim]`.
    #[must_use]
    pub fn components(&self) -> &Matrix {
        &self.components
    }

    /// The variance along each direction, with `n_vectors - 1` in the denominator. Shape
    /// `[n_components]`.
    #[must_use]
    pub fn variances(&self) -> &[f64] {
        &self.variances
    }

    /// The sum of the variances in all directions.
    #[must_use]
    pub fn total_variance(&self) -> f64 {
        self.total_variance
    }

    /// Returns the coordinates of vectors along the components, relative to the mean. Shape
    /// `[n_vectors, n_components]`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if they do not have as many components as the vectors from
    /// which the directions were made.
    pub fn project(&self, rows: &Matrix) -> Result<Matrix, EncodingError> {
        EncodingError::check_length(self.mean.len(), rows.n_columns())?;
        let projected = rows.rows().map(|row| {
            let centred: Vec<f64> = row.iter().zip(&self.mean).map(|(x, m)| x - m).collect();
            self.components.apply(&centred)
        });
        Matrix::from_rows(projected.collect::<Result<Vec<_>, _>>()?)
    }
}

fn denominator(n_vectors: usize) -> f64 {
    n_vectors.saturating_sub(1).max(1) as f64
}

fn mean(rows: &Matrix) -> Vec<f64> {
    let mut sums = vec![0.0; rows.n_columns()];
    for row in rows.rows() {
        sums.iter_mut()
            .zip(row)
            .for_each(|(sum, value)| *sum += value);
    }
    let n_vectors = rows.n_rows().max(1) as f64;
    sums.iter_mut().for_each(|sum| *sum /= n_vectors);
    sums
}

/// One round, from the image of the last basis under the covariance: makes that image orthonormal
/// and rotates it so that it separates the variances, largest first. Returns the basis, its image
/// and the variances.
fn round(centred: &Matrix, image: &Matrix) -> Result<(Matrix, Matrix, Vec<f64>), EncodingError> {
    let basis = orthonormal(image)?;
    let image = covariance_times(centred, &basis)?;
    let (vectors, values) = diagonalised(basis.times(&image.transposed())?);
    let mut order: Vec<(&[f64], f64)> = vectors.rows().zip(values).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let sorted = Matrix::from_rows(order.iter().map(|(vector, _)| vector.to_vec()))?;
    let variances = order.iter().map(|(_, value)| *value).collect();
    Ok((sorted.times(&basis)?, sorted.times(&image)?, variances))
}

/// Returns `true` if the covariance only stretches the requested directions, up to rounding.
fn has_settled((basis, image): (&Matrix, &Matrix), variances: &[f64]) -> bool {
    const ROUNDING: f64 = 1e-13;
    let largest = variances.first();
    let largest = largest.expect("at least one component is requested");
    let mut directions = variances.iter().zip(basis.rows().zip(image.rows()));
    directions.all(|(variance, (direction, image))| {
        let mut left = image.iter().zip(direction).map(|(y, x)| y - variance * x);
        left.all(|x| x.abs() <= ROUNDING * largest)
    })
}

/// Returns each row of `basis` times the covariance of the centred vectors.
fn covariance_times(centred: &Matrix, basis: &Matrix) -> Result<Matrix, EncodingError> {
    let denominator = denominator(centred.n_rows());
    let mut product = vec![vec![0.0; centred.n_columns()]; basis.n_rows()];
    for row in centred.rows() {
        for (sums, direction) in product.iter_mut().zip(basis.rows()) {
            let along = dot(row, direction) / denominator;
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += along * value);
        }
    }
    Matrix::from_rows(product)
}

/// Returns the rows made orthonormal by Gram-Schmidt, twice for accuracy. A row in the span of
/// those before it is replaced by the first unit vector outside that span.
fn orthonormal(rows: &Matrix) -> Result<Matrix, EncodingError> {
    let dim = rows.n_columns();
    let mut done: Vec<Vec<f64>> = Vec::with_capacity(rows.n_rows());
    for row in rows.rows() {
        let units = (0..dim).map(|place| (0..dim).map(|i| f64::from(i == place)).collect());
        let mut candidates = std::iter::once(row.to_vec()).chain(units);
        let found = candidates.find_map(|candidate| independent_part(candidate, &done));
        done.push(found.expect("fewer rows than dimensions leave a direction outside their span"));
    }
    Matrix::from_rows(done)
}

/// Returns the eigenvectors (one in each row) and eigenvalues of a small symmetric matrix, by
/// Jacobi rotations (Golub and Van Loan, *Matrix Computations*, section 8.5).
pub(super) fn diagonalised(symmetric: Matrix) -> (Matrix, Vec<f64>) {
    const MOST_SWEEPS: usize = 50;
    let size = symmetric.n_rows();
    let mut matrix: Vec<Vec<f64>> = symmetric.rows().map(<[f64]>::to_vec).collect();
    let identity = Matrix::identity(size);
    let mut vectors: Vec<Vec<f64>> = identity.rows().map(<[f64]>::to_vec).collect();
    let at = |matrix: &[Vec<f64>], row: usize, column: usize| {
        matrix
            .get(row)
            .and_then(|row| row.get(column))
            .copied()
            .expect("the matrix is square")
    };
    for _ in 0..MOST_SWEEPS {
        let mut has_turned = false;
        for p in 0..size {
            for q in p + 1..size {
                let (app, aqq, apq) = (at(&matrix, p, p), at(&matrix, q, q), at(&matrix, p, q));
                if apq.abs() <= f64::EPSILON * (app * aqq).abs().sqrt() {
                    continue;
                }
                has_turned = true;
                let ratio = (aqq - app) / (2.0 * apq);
                let tan = 1f64.copysign(ratio) / (ratio.abs() + ratio.hypot(1.0));
                let cos = 1.0 / tan.hypot(1.0);
                let sin = tan * cos;
                turn_rows(&mut matrix, (p, q), (sin, cos));
                for row in &mut matrix {
                    turn_columns(row, (p, q), (sin, cos));
                }
                turn_rows(&mut vectors, (p, q), (sin, cos));
            }
        }
        if !has_turned {
            break;
        }
    }
    let values = (0..size).map(|idx| at(&matrix, idx, idx)).collect();
    let vectors = Matrix::from_rows(vectors).expect("rotations keep the lengths of the rows");
    (vectors, values)
}

fn turn_rows(rows: &mut [Vec<f64>], (p, q): (usize, usize), (sin, cos): (f64, f64)) {
    let [first, second] = rows
        .get_disjoint_mut([p, q])
        .expect("p is below q, which is below the size");
    for (x, y) in first.iter_mut().zip(second) {
        (*x, *y) = (cos * *x - sin * *y, sin * *x + cos * *y);
    }
}

fn turn_columns(row: &mut [f64], (p, q): (usize, usize), (sin, cos): (f64, f64)) {
    let [x, y] = row
        .get_disjoint_mut([p, q])
        .expect("p is below q, which is below the size");
    (*x, *y) = (cos * *x - sin * *y, sin * *x + cos * *y);
}

/// Returns the direction or its opposite, so that its largest entry is positive.
fn upright(mut direction: Vec<f64>) -> Vec<f64> {
    let larger = |a: f64, b: &f64| if b.abs() > a.abs() { *b } else { a };
    if direction.iter().fold(0.0, larger) < 0.0 {
        direction.iter_mut().for_each(|x| *x = -*x);
    }
    direction
}
