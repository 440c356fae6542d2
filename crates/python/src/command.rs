//! The command line.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command, whose first argument is the name of the program, and returns the exit status.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| phasor_cli::run(arguments))
}
