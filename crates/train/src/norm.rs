//! RMSNorm: every token's vector gets the root mean square 1, and then a learned gain for each component.
//!
//! Source: Zhang and Sennrich 2019, *Root Mean Square Layer Normalization*, equation 4.

use super::softmax::IS_SLICE;
use ndarray::{Array1, Array2, Axis, Zip};

/// Keeps a vector of zeros finite.
const EPSILON: f32 = 1e-5;

/// What the backward pass needs: the vectors with root mean square 1, and by what they were multiplied for that.
#[derive(Debug, Clone)]
pub(super) struct NormTrace {
    /// Shape `[N, d]`.
    unit: Array2<f32>,
    /// Shape `[N]`.
    factor: Array1<f32>,
}

/// Returns `unit * gain`, with `unit = x / √(mean(x²) + ε)` of every row.
pub(super) fn forward(x: &Array2<f32>, gain: &Array2<f32>) -> (Array2<f32>, NormTrace) {
    let dim = x.ncols() as f32;
    let factor = x.map_axis(Axis(1), |row| {
        (row.dot(&row) / dim + EPSILON).sqrt().recip()
    });
    let (mut unit, mut y) = (x.clone(), Array2::zeros(x.dim()));
    let gain = gain.row(0);
    let rows = unit.rows_mut().into_iter().zip(y.rows_mut());
    for ((mut unit, mut y), factor) in rows.zip(&factor) {
        Zip::from(&mut unit)
            .and(&mut y)
            .and(&gain)
            .for_each(|unit, y, gain| {
                *unit *= factor;
                *y = *unit * gain;
            });
    }
    (y, NormTrace { unit, factor })
}

/// Returns the gradient of `x` from that of `y`, and adds to that of the gain.
///
/// With `g = gradient of unit = dy * gain`, every row has `dx = factor * (g - unit * mean(g * unit))`: the part of the
/// gradient along the row itself goes, because a longer row gives the same result.
pub(super) fn backward(
    mut dy: Array2<f32>,
    gain: &Array2<f32>,
    trace: &NormTrace,
    dgain: &mut Array2<f32>,
) -> Array2<f32> {
    // The product that made it lies column by column if a model has a single answer.
    if !dy.is_standard_layout() {
        dy = dy.as_standard_layout().into_owned();
    }
    let dim = dy.ncols() as f32;
    let gain = gain.as_slice().expect(IS_SLICE);
    let dgain = dgain.as_slice_mut().expect(IS_SLICE);
    let rows = dy.rows_mut().into_iter().zip(trace.unit.rows());
    for ((mut row, unit), factor) in rows.zip(&trace.factor) {
        let numbers = row.as_slice_mut().expect(IS_SLICE);
        let units = unit.as_slice().expect(IS_SLICE);
        for (((dgain, dy), unit), gain) in dgain.iter_mut().zip(numbers).zip(units).zip(gain) {
            *dgain += *dy * unit;
            *dy *= gain;
        }
        let along = row.dot(&unit) / dim;
        row.zip_mut_with(&unit, |g, unit| *g = factor * (*g - unit * along));
    }
    dy
}
