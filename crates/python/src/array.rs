//! Arrays of numpy as slices of Rust. Python allocates what a function fills, so too large an array is its `MemoryError`.

use numpy::{Element, PyArray1, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
#[cfg(feature = "stubs")]
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;

use crate::error::Error;

/// A number type of arrays, with the type of such arrays in Python.
pub(crate) trait Number: Element {
    #[cfg(feature = "stubs")]
    const ARRAY: PyStaticExpr;
}

/// Gives number types their names in numpy.
macro_rules! numbers {
    ($($Number:ty => $name:literal,)+) => {
        $(impl Number for $Number {
            #[cfg(feature = "stubs")]
            const ARRAY: PyStaticExpr = pyo3::type_hint_subscript!(
                pyo3::type_hint_identifier!("numpy.typing", "NDArray"),
                pyo3::type_hint_identifier!("numpy", $name)
            );
        })+
    };
}

numbers! {
    f32 => "float32",
    f64 => "float64",
    i64 => "int64",
    u16 => "uint16",
}

/// An array to read.
pub(crate) struct Read<'py, T: Element>(PyReadonlyArrayDyn<'py, T>);

impl<'py, T: Number> FromPyObject<'_, 'py> for Read<'py, T> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = T::ARRAY;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.extract()?))
    }
}

impl<T: Element> Read<'_, T> {
    /// Returns the numbers, last axis first.
    pub(crate) fn numbers(&self) -> Result<&[T], Error> {
        Ok(self.0.as_slice()?)
    }
}

/// An array to fill or to change.
pub(crate) struct Write<'py, T: Element>(PyReadwriteArrayDyn<'py, T>);

impl<'py, T: Number> FromPyObject<'_, 'py> for Write<'py, T> {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: PyStaticExpr = T::ARRAY;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.extract()?))
    }
}

impl<T: Element> Write<'_, T> {
    /// Returns the numbers, last axis first.
    pub(crate) fn numbers(&mut self) -> Result<&mut [T], Error> {
        Ok(self.0.as_slice_mut()?)
    }
}

/// Numbers that become an array with one axis.
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<'py, T: Number> IntoPyObject<'py> for List<T> {
    type Target = PyArray1<T>;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: PyStaticExpr = T::ARRAY;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(PyArray1::from_vec(py, self.0))
    }
}

/// An array of either format, to be filled.
#[derive(FromPyObject)]
pub(crate) enum Floats<'py> {
    F64(Write<'py, f64>),
    F32(Write<'py, f32>),
}

/// A format that results are rounded to, once.
pub(crate) trait Narrow: Copy + Send {
    fn narrow(number: f64) -> Self;
}

impl Narrow for f64 {
    fn narrow(number: f64) -> Self {
        number
    }
}

impl Narrow for f32 {
    fn narrow(number: f64) -> Self {
        number as Self
    }
}

/// Calculates with the numbers of a [`Floats`], whichever format it has.
macro_rules! fill {
    ($floats:expr, |$numbers:ident| $body:expr) => {
        match $floats {
            $crate::array::Floats::F64(mut array) => {
                let $numbers = array.numbers()?;
                $body
            }
            $crate::array::Floats::F32(mut array) => {
                let $numbers = array.numbers()?;
                $body
            }
        }
    };
}
pub(crate) use fill;
