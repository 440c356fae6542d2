//! RoPE of one kind of layers.

use pyo3::prelude::*;

use crate::array::{Floats, List, Narrow, Read, Write, fill};
use crate::choice::choice;
use crate::error::Error;
use phasor_encoding::{Rope as Rotation, Scaled};
use phasor_model_files::{Finding, LayerRope, PositionEncoding, Severity};
use phasor_params::choice::Choice as _;
use phasor_report::RotaryEmbedding;
use phasor_text::listed;

/// The rotation of one kind of layers. Its frequencies may depend on the length of the sequence.
#[pyclass(frozen, module = "phasor._native")]
pub(crate) struct Rope {
    layer: LayerRope,
}

impl From<LayerRope> for Rope {
    fn from(layer: LayerRope) -> Self {
        Self { layer }
    }
}

/// Reads the rotation from the text of a `config.json` for one kind of layers, and returns it with what is odd in the text.
///
/// # Errors
/// `ValueError` for what transformers rejects.
#[pyfunction]
pub(crate) fn read_rope(config: &str, pairing: &str) -> Result<(Rope, Vec<String>), Error> {
    let pairing = choice("pairing", pairing)?;
    let reading = phasor_model_files::read(config).map_err(Error::from)?;
    let line = |finding: &Finding, sentence: &str| format!("{}: {sentence}", finding.key);
    let mut findings = reading.findings.iter();
    if let Some(error) = findings.find(|finding| finding.severity == Severity::Error) {
        return Err(Error::value(line(error, &format!("{}.", error.problem()))));
    }
    let layers = match reading.model.position {
        PositionEncoding::Rotary(layers) => layers,
        _ => Vec::new(),
    };
    let names: Vec<&str> = layers
        .iter()
        .filter_map(|layer| layer.layer_type.as_deref())
        .collect();
    let [layer] = layers.as_slice() else {
        let names = listed(&names, "and");
        let sentence =
            format!("`rope_parameters` must be those of one layer type, not of {names}.");
        return Err(Error::value(sentence));
    };
    let warnings = reading
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Warning);
    let warnings = warnings
        .map(|finding| line(finding, &finding.sentence))
        .collect();
    let layer = LayerRope {
        pairing,
        ..layer.clone()
    };
    // Sections that do not fit the pairs are an error here, and not at the first position.
    layer.axial(None)?;
    Ok((Rope { layer }, warnings))
}

impl Rope {
    fn scaled(&self, seq_len: Option<usize>) -> Result<Scaled, Error> {
        Ok(self.layer.scaled(seq_len)?)
    }

    fn rotation(&self, seq_len: Option<usize>) -> Result<Rotation, Error> {
        Ok(self.layer.rope(seq_len)?)
    }
}

#[pymethods]
impl Rope {
    #[getter]
    fn head_dim(&self) -> usize {
        self.layer.head_dim
    }

    /// The number of components in tables: those with a frequency, even if it is 0.
    #[getter]
    fn rotary_dim(&self) -> Result<usize, Error> {
        Ok(self.rotation(None)?.rotary_dim())
    }

    #[getter]
    fn base(&self) -> f64 {
        self.layer.base
    }

    #[getter]
    fn rope_type(&self) -> &'static str {
        self.layer.scaling.name()
    }

    #[getter]
    fn pairing(&self) -> &'static str {
        self.layer.pairing.word().name
    }

    /// The number of pairs that follow each axis of M-RoPE, in the order of `mrope_section`.
    #[getter]
    fn mrope_section(&self) -> Option<Vec<usize>> {
        Some(self.layer.sections.as_ref()?.in_file())
    }

    /// Returns the axis that each component in tables follows. Returns nothing if there are no sections.
    fn axes(&self) -> Result<Option<Vec<usize>>, Error> {
        let Some(axial) = self.layer.axial(None)? else {
            return Ok(None);
        };
        let of_pair: Vec<usize> = axial.axis_of_pair().collect();
        let pairing = self.layer.pairing;
        let places = 0..axial.head_dim();
        let pairs = places.map(|place| pairing.pair_of(place, of_pair.len()).0);
        let axes = pairs.filter_map(|pair_idx| of_pair.get(pair_idx).copied());
        Ok(Some(axes.collect()))
    }

    #[getter]
    fn original_length(&self) -> Option<f64> {
        self.layer.original_length()
    }

    fn inv_freq(&self, seq_len: Option<usize>) -> Result<List<f64>, Error> {
        let scaled = self.scaled(seq_len)?;
        Ok(List(scaled.frequencies().inv_freq().to_vec()))
    }

    fn wavelengths(&self, seq_len: Option<usize>) -> Result<List<f64>, Error> {
        let scaled = self.scaled(seq_len)?;
        Ok(List(scaled.frequencies().wavelengths().collect()))
    }

    /// Returns the length of a sequence with these positions, as transformers takes it: the largest plus 1. Returns nothing
    /// if the frequencies do not depend on it.
    fn length_of(&self, positions: Read<'_, f64>) -> Result<Option<usize>, Error> {
        if self.layer.scaling.changes_beyond().is_none() {
            return Ok(None);
        }
        let positions = positions.numbers()?.iter().copied();
        Ok(Some(RotaryEmbedding::seq_len(positions)))
    }

    fn attention_factor(&self, seq_len: Option<usize>) -> Result<f64, Error> {
        Ok(self.scaled(seq_len)?.attention_factor())
    }

    /// Writes the cosines of all positions into the first half of `out`, and the sines into the second.
    fn tables(
        &self,
        py: Python<'_>,
        positions: Read<'_, f64>,
        seq_len: Option<usize>,
        out: Floats<'_>,
    ) -> Result<(), Error> {
        let rotation = self.rotation(seq_len)?;
        let positions = positions.numbers()?;
        fill!(out, |out| py.detach(|| {
            let tables = out.split_at_mut(out.len() / 2);
            rotation.write_components(positions, Narrow::narrow, tables)
        }))?;
        Ok(())
    }

    /// Rotates each of `vectors` to its position in place.
    fn rotate(
        &self,
        py: Python<'_>,
        positions: Read<'_, f64>,
        seq_len: Option<usize>,
        mut vectors: Write<'_, f64>,
    ) -> Result<(), Error> {
        let rotation = self.rotation(seq_len)?;
        let (positions, vectors) = (positions.numbers()?, vectors.numbers()?);
        py.detach(|| rotation.rotate_each(positions, vectors))?;
        Ok(())
    }

    /// Rotates each of `vectors` in place to its position on several axes, which follow each other: shape
    /// `[n_vectors, n_axes]`.
    fn rotate_on_axes(
        &self,
        py: Python<'_>,
        positions: Read<'_, f64>,
        seq_len: Option<usize>,
        mut vectors: Write<'_, f64>,
    ) -> Result<(), Error> {
        let Some(axial) = self.layer.axial(seq_len)? else {
            return Err(Error::value("There are no sections of M-RoPE."));
        };
        let factor = self.scaled(seq_len)?.attention_factor();
        let (positions, vectors) = (positions.numbers()?, vectors.numbers()?);
        py.detach(|| {
            let vectors = vectors.chunks_exact_mut(self.layer.head_dim);
            for (position, vector) in positions.chunks_exact(axial.n_axes()).zip(vectors) {
                let (part, _) = vector.split_at_mut(axial.head_dim());
                let rotated = axial.rotate(position, part)?;
                for (x, rotated) in part.iter_mut().zip(rotated) {
                    *x = factor * rotated;
                }
            }
            Ok::<(), Error>(())
        })
    }

    /// Returns the score of a query and a key at their positions.
    fn score(
        &self,
        query: Read<'_, f64>,
        key: Read<'_, f64>,
        positions: (f64, f64),
        seq_len: Option<usize>,
    ) -> Result<f64, Error> {
        let rotation = self.rotation(seq_len)?;
        let (query, key) = (query.numbers()?, key.numbers()?);
        Ok(rotation.score((positions.0, query), (positions.1, key))?)
    }
}
