//! Frequencies, and the cosines and sines of the rotary embedding.

use pyo3::prelude::*;

use super::ModelReader;
use crate::array::{List, Read};
use crate::choice::unknown;
use crate::error::Error;
use phasor_report::{AngleFormat, RotaryEmbedding};
use phasor_text::number::Grouped;

#[pymethods]
impl ModelReader {
    /// Returns the inverse frequency of each pair, the attention factor and the softmax factor.
    #[pyo3(signature = (layer, seq_len))]
    fn frequencies(
        &self,
        layer: Option<&str>,
        seq_len: Option<i64>,
    ) -> Result<(List<f64>, f64, f64), Error> {
        let (_, layer) = self.layer(layer)?;
        let scaled = layer.scaled(length(seq_len)?)?;
        let inv_freq = List(scaled.frequencies().inv_freq().to_vec());
        Ok((inv_freq, scaled.attention_factor(), scaled.softmax_factor()))
    }

    /// Returns the wavelength of each pair, in positions.
    #[pyo3(signature = (layer, seq_len))]
    fn wavelengths(&self, layer: Option<&str>, seq_len: Option<i64>) -> Result<List<f64>, Error> {
        let (_, layer) = self.layer(layer)?;
        let scaled = layer.scaled(length(seq_len)?)?;
        Ok(List(scaled.frequencies().wavelengths().collect()))
    }

    /// Returns the number of axes of position ids, and that of cosines at one position.
    #[pyo3(signature = (layer))]
    fn sizes(&self, layer: Option<&str>) -> Result<(usize, usize), Error> {
        let (file, layer) = self.layer(layer)?;
        let rotary = RotaryEmbedding::new(&file.subject, layer);
        Ok((rotary.n_axes(), rotary.width()?))
    }

    /// Returns the cosines and sines of the tokens whose positions are given axis by axis, token by token.
    #[pyo3(signature = (layer, axes, seq_len, angles))]
    fn turns(
        &self,
        py: Python<'_>,
        layer: Option<&str>,
        axes: Vec<Read<'_, f64>>,
        seq_len: i64,
        angles: &str,
    ) -> Result<(List<f64>, List<f64>), Error> {
        let (file, layer) = self.layer(layer)?;
        let format = match angles {
            "float32" => AngleFormat::Single,
            "float64" => AngleFormat::Double,
            other => return Err(unknown("angles", &["float32", "float64"], other)),
        };
        let seq_len = length(Some(seq_len))?;
        let axes = axes.iter().map(|axis| Ok(axis.numbers()?.to_vec()));
        let axes = axes.collect::<Result<Vec<_>, Error>>()?;
        let turns =
            py.detach(|| RotaryEmbedding::new(&file.subject, layer).turns(&axes, seq_len, format))?;
        Ok((List(turns.cos), List(turns.sin)))
    }
}

/// Returns the length of a text that ends with the largest of these positions.
#[pyfunction]
pub(crate) fn seq_len_of(positions: Read<'_, f64>) -> Result<i64, Error> {
    let seq_len = RotaryEmbedding::seq_len(positions.numbers()?.iter().copied());
    Ok(i64::try_from(seq_len).unwrap_or(i64::MAX))
}

/// Checks the length of a text.
fn length(seq_len: Option<i64>) -> Result<Option<usize>, Error> {
    let Some(given) = seq_len else {
        return Ok(None);
    };
    let known = usize::try_from(given).ok().filter(|known| *known > 0);
    known.map(Some).ok_or_else(|| {
        let most = Grouped(i64::MAX as u64);
        Error::value(format!(
            "`seq_len` must be a whole number from 1 to {most}, not {given}."
        ))
    })
}
