//! Encodings, frequencies and tables as numpy arrays.

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;

use crate::error::Error;
use phasor_encoding::Frequencies;

/// Returns the inverse frequency of each pair, in radians per position.
#[pyfunction]
pub(crate) fn inv_freq(
    py: Python<'_>,
    rotary_dim: usize,
    base: f64,
) -> Result<Bound<'_, PyArray1<f64>>, Error> {
    let frequencies = Frequencies::new(base, rotary_dim)?;
    Ok(frequencies.inv_freq().to_vec().into_pyarray(py))
}
