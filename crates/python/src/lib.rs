//! The native half of the Python package `phasor`. The modules in `python/phasor` give its functions their names, their
//! defaults and their documentation.

mod encoding;
mod error;

use pyo3::prelude::*;

/// What the modules of `phasor` call; nobody else should.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::encoding::inv_freq;
}
