//! Errors of Phasor as exceptions of Python, with the same sentence.

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};

use phasor_draw::svg::SvgError;
use phasor_encoding::EncodingError;
use phasor_figures::UnknownFigure;
use phasor_params::ParameterError;
use phasor_picture::PixelError;

/// An error on its way to Python.
pub(crate) struct Error(PyErr);

impl Error {
    /// Returns the error for a value that is not accepted.
    pub(crate) fn value(sentence: impl ToString) -> Self {
        Self(PyValueError::new_err(sentence.to_string()))
    }

    /// Returns the error for an argument of a type or with a name that is not accepted.
    pub(crate) fn of_type(sentence: impl ToString) -> Self {
        Self(PyTypeError::new_err(sentence.to_string()))
    }
}

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

impl From<UnknownFigure> for Error {
    fn from(error: UnknownFigure) -> Self {
        Self::value(error)
    }
}

impl From<ParameterError> for Error {
    fn from(error: ParameterError) -> Self {
        Self::value(error)
    }
}

impl From<PixelError> for Error {
    fn from(error: PixelError) -> Self {
        Self::value(error)
    }
}

impl From<SvgError> for Error {
    fn from(error: SvgError) -> Self {
        // Neither a name nor a value is wrong.
        Self(PyRuntimeError::new_err(error.to_string()))
    }
}
