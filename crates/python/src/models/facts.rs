//! What the layers of one type do.

use pyo3::prelude::*;

use crate::error::Error;
use phasor_model_files::{LayerRope, Sections};
use phasor_params::choice::Choice as _;
use phasor_report::Subject;

/// The rotary layers of one type.
#[pyclass(frozen, get_all)]
pub(crate) struct LayerFacts {
    layer_type: Option<String>,
    places: Option<Vec<usize>>,
    base: f64,
    head_dim: usize,
    rotary_dim: usize,
    pairing: &'static str,
    rope_type: &'static str,
    original_length: Option<f64>,
    attention_factor: f64,
    softmax_factor: f64,
    sections: Option<Vec<usize>>,
    is_separate: bool,
    rotates_last: bool,
    rotates_values: bool,
}

impl LayerFacts {
    pub(super) fn new(subject: &Subject, layer: &LayerRope) -> Result<Self, Error> {
        let scaled = layer.scaled(None)?;
        Ok(Self {
            layer_type: layer.layer_type.clone(),
            places: subject.layers_of(layer),
            base: layer.base,
            head_dim: layer.head_dim,
            rotary_dim: layer.rotary_dim,
            pairing: layer.pairing.word().name,
            rope_type: layer.scaling.name(),
            original_length: layer.original_length(),
            attention_factor: scaled.attention_factor(),
            softmax_factor: scaled.softmax_factor(),
            sections: layer.sections.as_ref().map(Sections::in_file),
            is_separate: layer.is_separate,
            rotates_last: layer.modules.is_last,
            rotates_values: layer.modules.rotates_values,
        })
    }
}
