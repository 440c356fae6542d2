//! What a figure shows of a model.

use pyo3::prelude::*;

use super::ModelReader;
use crate::error::Error;
use crate::figures::python_name;
use phasor_figures::{FigureName, Spec};
use phasor_picture::show_model;

#[pymethods]
impl ModelReader {
    /// Returns the parameters of a figure that the layers of the model determine, as texts, where they differ from the
    /// defaults.
    #[pyo3(signature = (name, layer))]
    fn figure_parameters(
        &self,
        name: &str,
        layer: Option<&str>,
    ) -> Result<Vec<(String, String)>, Error> {
        let name = FigureName::from_name(name)?;
        let (file, layer) = self.layer(layer)?;
        let mut spec = Spec::default();
        let longest = file.model().max_position_embeddings;
        show_model(name, layer, longest, &mut spec).map_err(Error::value)?;
        let set = name.keys_of_text().filter(|key| spec.is_set(*key));
        Ok(set.map(|key| (python_name(key), spec.text(key))).collect())
    }
}
