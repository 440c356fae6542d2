//! Frequencies, sinusoidal encodings and their similarity.

use pyo3::prelude::*;

use super::shifted_rows;
use crate::array::{Floats, List, Narrow, Read, fill};
use crate::choice::choice;
use crate::error::Error;
use phasor_encoding::{Frequencies, SimilarityCurve, Sinusoidal};

/// Returns the inverse frequency of each pair, in radians per position.
#[pyfunction]
pub(crate) fn inv_freq(dim: usize, base: f64) -> Result<List<f64>, Error> {
    let frequencies = Frequencies::new(base, dim)?;
    Ok(List(frequencies.inv_freq().to_vec()))
}

/// Returns the wavelength of each pair, in positions for one full turn.
#[pyfunction]
pub(crate) fn wavelengths(dim: usize, base: f64) -> Result<List<f64>, Error> {
    let frequencies = Frequencies::new(base, dim)?;
    Ok(List(frequencies.wavelengths().collect()))
}

/// Writes the encoding of each position into a row of `out`.
#[pyfunction]
pub(crate) fn sinusoidal(
    py: Python<'_>,
    positions: Read<'_, f64>,
    dim: usize,
    base: f64,
    order: &str,
    out: Floats<'_>,
) -> Result<(), Error> {
    let encoding = Sinusoidal::new(Frequencies::new(base, dim)?, choice("order", order)?);
    let positions = positions.numbers()?;
    fill!(out, |out| py.detach(|| encoding.write_at(
        positions,
        Narrow::narrow,
        out
    )))?;
    Ok(())
}

/// Writes the similarity of encodings that are 0, 1, 2 ... positions apart into `out`.
#[pyfunction]
pub(crate) fn similarity_curve(
    py: Python<'_>,
    dim: usize,
    base: f64,
    measure: &str,
    out: Floats<'_>,
) -> Result<(), Error> {
    let (frequencies, measure) = (Frequencies::new(base, dim)?, choice("measure", measure)?);
    fill!(out, |out| py.detach(|| {
        let curve = SimilarityCurve::new(&frequencies, measure, out.len());
        write(out, curve.values());
    }));
    Ok(())
}

/// Writes the similarity of every two positions into the square `out` with `length` rows.
#[pyfunction]
pub(crate) fn similarity_matrix(
    py: Python<'_>,
    dim: usize,
    base: f64,
    measure: &str,
    length: usize,
    out: Floats<'_>,
) -> Result<(), Error> {
    let (frequencies, measure) = (Frequencies::new(base, dim)?, choice("measure", measure)?);
    fill!(out, |out| py.detach(|| {
        let curve = SimilarityCurve::new(&frequencies, measure, length);
        shifted_rows(&mirrored(curve.values()), length, out);
    }));
    Ok(())
}

/// Returns the numbers by offset, from the largest offset back to the largest forth.
fn mirrored<T: Narrow>(curve: &[f64]) -> Vec<T> {
    let back = curve.iter().skip(1).rev();
    let both = back.chain(curve);
    both.map(|number| T::narrow(*number)).collect()
}

fn write<T: Narrow>(out: &mut [T], numbers: &[f64]) {
    for (slot, number) in out.iter_mut().zip(numbers) {
        *slot = T::narrow(*number);
    }
}
