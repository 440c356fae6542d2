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
        let directions = self.subspace.directions();
        let n = match n_aside {
            0 => directions.n_rows(),
            n => n,
        };
        let mut sum = vec![0.0; directions.n_columns()];
        let along = steady(self.subspace.coordinates(), n)?;
        for (direction, along) in directions.rows().zip(along) {
            sum.iter_mut()
                .zip(direction)
                .for_each(|(sum, x)| *sum += along * x);
        }
        let length = norm(&sum).max(f64::MIN_POSITIVE);
        Ok(sum.iter().map(|x| x / length).collect())
    }
}

/// Returns the weights of the first `n` columns with which the rows grow almost evenly: the result of a few steps of
/// conjugate gradients towards least squares, which give hardly any weight to columns that hardly vary (Hestenes and
/// Stiefel 1952, *Methods of Conjugate Gradients for Solving Linear Systems*).
fn steady(rows: &Matrix, n: usize) -> Result<Vec<f64>, EncodingError> {
    const STEPS: usize = 6;
    let n_rows = rows.n_rows();
    let means = rows.transposed();
    let means: Vec<f64> = means
        .rows()
        .map(|row| row.iter().sum::<f64>() / n_rows as f64)
        .collect();
    let centred = Matrix::from_fn(n_rows, n, |row, column| {
        let mean = means.get(column).expect("every column has a mean");
        rows.get(row, column).expect("there are n columns or more") - mean
    });
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
