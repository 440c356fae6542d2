//! Errors of Phasor as exceptions of Python, with the same sentence.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

use phasor_encoding::EncodingError;

/// An error on its way to Python.
pub(crate) struct Error(PyErr);

impl From<Error> for PyErr {
    fn from(Error(error): Error) -> Self {
        error
    }
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        Self(PyValueError::new_err(format!("{error}.")))
    }
}
