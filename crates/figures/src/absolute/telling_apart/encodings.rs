//! The sinusoidal encodings of the shown positions, and the directions that they need.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Spec;
use phasor_encoding::analysis::Subspace;
use phasor_encoding::matrix::{dot, norm};
use phasor_encoding::{EncodingError, Frequencies, Matrix, Measure, Order, Sinusoidal};

/// The largest number of positions whose encodings are analysed together.
const MOST: f64 = 512.0;

/// The encodings of the shown positions and the directions that they need.
#[derive(Debug)]
pub(super) struct Encodings {
    pub(super) start: f64,
    pub(super) table: Matrix,
    pub(super) subspace: Subspace,
}

impl Encodings {
    /// Returns the direction along which the encodings follow their positions: a combination of those set aside or, with
    /// none set aside, of all.
    pub(super) fn across(&self, n_aside: usize) -> Result<Vec<f64>, EncodingError> {
        let along = steady(self.subspace.coordinates(), self.n_used(n_aside))?;
        Ok(self.combined(&along))
    }

    /// Returns the direction at right angles to `across` along which the encodings vary most: another combination of
    /// those set aside or, with none set aside, of all. It is 0 if there is no other.
    pub(super) fn along(&self, n_aside: usize, across: &[f64]) -> Result<Vec<f64>, EncodingError> {
        let n = self.n_used(n_aside);
        let first = self.subspace.directions().rows().take(n);
        let across: Vec<f64> = first.map(|direction| dot(direction, across)).collect();
        let weights = widest(&centred(self.subspace.coordinates(), n), &across)?;
        Ok(self.combined(&weights))
    }

    /// Returns how many directions the floor has.
    fn n_used(&self, n_aside: usize) -> usize {
        match n_aside {
            0 => self.subspace.directions().n_rows(),
            n => n,
        }
    }

    /// Returns the combination of the first directions with these weights, of norm 1, or 0 if all weights are.
    fn combined(&self, weights: &[f64]) -> Vec<f64> {
        let directions = self.subspace.directions();
        let mut sum = vec![0.0; directions.n_columns()];
        for (direction, &weight) in directions.rows().zip(weights) {
            add(&mut sum, weight, direction);
        }
        let length = norm(&sum).max(f64::MIN_POSITIVE);
        sum.iter().map(|x| x / length).collect()
    }
}

/// Returns the first `n` columns, each minus its mean.
fn centred(rows: &Matrix, n: usize) -> Matrix {
    let n_rows = rows.n_rows() as f64;
    let means = rows.transposed();
    let means: Vec<f64> = means
        .rows()
        .map(|row| row.iter().sum::<f64>() / n_rows)
        .collect();
    Matrix::from_fn(rows.n_rows(), n, |row, column| {
        let mean = means.get(column).expect("every column has a mean");
        rows.get(row, column).expect("there are n columns or more") - mean
    })
}

/// Returns the weights of the columns with which the rows vary most, at right angles to `other`, by the power method.
fn widest(centred: &Matrix, other: &[f64]) -> Result<Vec<f64>, EncodingError> {
    const STEPS: usize = 24;
    let across = centred.transposed();
    let mut weights = vec![1.0; other.len()];
    for _ in 0..STEPS {
        straighten(&mut weights, other);
        let length = norm(&weights);
        if length < 1e-9 {
            return Ok(vec![0.0; other.len()]);
        }
        weights.iter_mut().for_each(|x| *x /= length);
        weights = across.apply(&centred.apply(&weights)?)?;
    }
    straighten(&mut weights, other);
    Ok(weights)
}

/// Returns the weights of the first `n` columns with which the rows grow almost evenly: the result of a few steps of
/// conjugate gradients towards least squares, which give hardly any weight to columns that hardly vary (Hestenes and
/// Stiefel 1952, *Methods of Conjugate Gradients for Solving Linear Systems*).
fn steady(rows: &Matrix, n: usize) -> Result<Vec<f64>, EncodingError> {
    const STEPS: usize = 6;
    let n_rows = rows.n_rows();
    let centred = centred(rows, n);
    let across = centred.transposed();
    let middle = (n_rows as f64 - 1.0) / 2.0;
    let mut left: Vec<f64> = (0..n_rows).map(|row| row as f64 - middle).collect();
    let mut weights = vec![0.0; n];
    let mut slope = across.apply(&left)?;
    let mut way = slope.clone();
    for _ in 0..STEPS {
        let steepness = dot(&slope, &slope);
        let change = centred.apply(&way)?;
        let step = steepness / dot(&change, &change);
        // A step that is 0 or no number means that the fit is exact.
        if !step.is_normal() {
            break;
        }
        add(&mut weights, step, &way);
        add(&mut left, -step, &change);
        slope = across.apply(&left)?;
        let turn = dot(&slope, &slope) / steepness;
        way.iter_mut()
            .zip(&slope)
            .for_each(|(way, slope)| *way = slope + turn * *way);
    }
    Ok(weights)
}

/// Takes away the part along a vector of norm 1.
fn straighten(vector: &mut [f64], unit: &[f64]) {
    let part = dot(vector, unit);
    add(vector, -part, unit);
}

fn add(sum: &mut [f64], scale: f64, vector: &[f64]) {
    sum.iter_mut()
        .zip(vector)
        .for_each(|(sum, x)| *sum += scale * x);
}

/// What the encodings depend on: base, first position, number of positions, number of components.
type Wanted = (f64, f64, usize, usize);

thread_local! {
    /// The encodings of the state that the figures of a page share.
    static CODES: RefCell<Option<(Wanted, Rc<Encodings>)>> = RefCell::default();
}

/// Returns the encodings of the spec, computed only if they differ from the last ones.
pub(super) fn encodings(spec: &Spec, dim: usize) -> Result<Rc<Encodings>, EncodingError> {
    let length = (spec.length() as f64).min(MOST);
    let start = (spec.position() / length).floor() * length;
    let wanted = (spec.base(), start, length as usize, dim);
    let cached = CODES.with_borrow(|cached| cached.clone());
    if let Some((before, encodings)) = cached
        && before == wanted
    {
        return Ok(encodings);
    }
    let encoding = Sinusoidal::new(Frequencies::new(spec.base(), dim)?, Order::Interleaved);
    let table = encoding.table_from(start, length as usize);
    let products = Measure::Dot.along(encoding.frequencies(), 0.0, length as usize);
    let product = |row: usize, other| {
        let product = products.get(row.abs_diff(other));
        *product.expect("two rows are less than their number apart")
    };
    let encodings = Rc::new(Encodings {
        start,
        subspace: Subspace::spanning_with(&table, product),
        table,
    });
    CODES.set(Some((wanted, Rc::clone(&encodings))));
    Ok(encodings)
}
