//! The native half of the Python package `phasor`. The modules in `python/phasor` give its functions their names, their
//! defaults and their documentation.

mod array;
mod choice;
mod command;
mod encoding;
mod error;
mod figures;
mod models;

use pyo3::prelude::*;

/// What the modules of `phasor` call; nobody else should.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::encoding::{
        Rope, alibi_bias, alibi_slopes, clipped_distances, inv_freq, position_ids, read_rope,
        rotate_bulk, similarity_curve, similarity_matrix, sinusoidal, t5_bias, t5_buckets,
        wavelengths,
    };
    #[pymodule_export]
    use crate::figures::{
        FigureState, ParameterRow, figure_parameters, figures, shows_models, unknown_parameter,
    };
    #[pymodule_export]
    use crate::models::{LayerFacts, ModelReader, Report, seq_len_of};
}
