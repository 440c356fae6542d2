//! Errors of Phasor as exceptions of Python, with the same sentence.

use numpy::AsSliceError;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};

use phasor_bulk::BulkError;
use phasor_draw::svg::SvgError;
use phasor_encoding::EncodingError;
use phasor_figures::UnknownFigure;
use phasor_model_files::Unreadable;
use phasor_params::ParameterError;
use phasor_params::layout::LayoutError;
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

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<AsSliceError> for Error {
    fn from(error: AsSliceError) -> Self {
        Self(error.into())
    }
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        Self::value(format!("{error}."))
    }
}

impl From<LayoutError> for Error {
    fn from(error: LayoutError) -> Self {
        Self::value(error)
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Self {
        Self::value(error)
    }
}

impl From<BulkError> for Error {
    fn from(error: BulkError) -> Self {
        match error {
            BulkError::OutOfMemory { .. } => Self(PyMemoryError::new_err(error.to_string())),
            _ => Self::value(error),
        }
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
