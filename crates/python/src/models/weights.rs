//! The norms of queries and keys in weights.

use std::path::PathBuf;

use pyo3::prelude::*;

use super::{ModelReader, Report};
use crate::array::List;
use crate::error::Error;
use phasor_report::checkpoint::{Heads, Norms, blocks};
use phasor_report::files::{read_norms, shards};

/// The width of the drawings, in CSS pixels.
const WIDTH: f32 = 760.0;

/// The report, the places of layers, the norms of queries and of keys with their shapes, and the places of missing layers.
type Measured = (Report, Vec<usize>, Shaped, Shaped, Vec<usize>);

/// The number of layers, heads and pairs, and the numbers in this order.
type Shaped = ((usize, usize, usize), List<f64>);

#[pymethods]
impl ModelReader {
    /// Returns the report, the places of layers, the norms of queries and of keys, and the places of missing layers.
    #[pyo3(signature = (files, layer))]
    fn norms(
        &self,
        py: Python<'_>,
        files: Vec<PathBuf>,
        layer: Option<&str>,
    ) -> Result<Measured, Error> {
        let (file, layer) = self.layer(layer)?;
        let subject = &file.subject;
        let heads = Heads::new(subject, layer.layer_type.as_deref()).map_err(Error::value)?;
        let norms = py.detach(|| {
            let paths: Result<Vec<_>, _> = files.iter().map(|path| shards(path)).collect();
            read_norms(&paths?.concat(), &heads)
        })?;
        let report = Report::new(&blocks(&norms, subject, WIDTH));
        let shape = |n_heads| (norms.layers.len(), n_heads, norms.n_pairs);
        let shapes = [shape(norms.n_heads), shape(norms.n_kv_heads)];
        let Norms {
            layers,
            missing,
            queries,
            keys,
            ..
        } = norms;
        let [of_queries, of_keys] = shapes;
        let queries = (of_queries, List(queries));
        Ok((report, layers, queries, (of_keys, List(keys)), missing))
    }
}
