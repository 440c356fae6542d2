//! The native half of the Python package `phasor`. The modules in `python/phasor` give its functions their names, their
//! defaults and their documentation.

mod command;
mod encoding;
mod error;
mod figures;

use pyo3::prelude::*;

/// What the modules of `phasor` call; nobody else should.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::encoding::inv_freq;
    #[pymodule_export]
    use crate::figures::{FigureState, ParameterRow, figure_parameters, figures};
}
