//! Errors in the parameters of an encoding.

use std::fmt;

/// An error for input that an encoding is not defined for.
///
/// Constructors check the ranges of parameters. After that, only a vector or matrix of the wrong
/// size, or a position outside a table, is an error.
///
/// ```
/// use phasor_encoding::{EncodingError, Frequencies};
///
/// let error = Frequencies::new(-1.0, 128).unwrap_err();
/// assert_eq!(error.to_string(), "base must be a finite number above 0, not -1");
/// assert!(matches!(error, EncodingError::Parameter { name: "base", .. }));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum EncodingError {
    /// A parameter is outside its range.
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// The range of accepted values.
        accepted: &'static str,
        /// The value that was given.
        given: f64,
    },
    /// A vector has the wrong number of components.
    VectorLength {
        /// The number of components needed.
        expected: usize,
        /// The number of components given.
        actual: usize,
    },
    /// A matrix has the wrong shape.
    Shape {
        /// The name of the matrix.
        name: &'static str,
        /// The numbers of rows and columns needed.
        expected: (usize, usize),
        /// The numbers of rows and columns given.
        actual: (usize, usize),
    },
    /// A part of a layout is not what it must be.
    Part {
        /// The part, from 0.
        part: usize,
        /// What it must be.
        accepted: &'static str,
    },
    /// A learned table has no row for the position.
    OutsideTable {
        /// The position.
        position: usize,
        /// The number of rows in the table.
        n_positions: usize,
    },
}

impl EncodingError {
    /// Returns `given` if `in_range` is true.
    pub(super) fn check(
        (name, accepted): (&'static str, &'static str),
        given: f64,
        in_range: bool,
    ) -> Result<f64, Self> {
        if in_range {
            return Ok(given);
        }
        Err(Self::Parameter {
            name,
            accepted,
            given,
        })
    }

    /// Returns `given` if it is finite and above 0.
    pub(super) fn positive(name: &'static str, given: f64) -> Result<f64, Self> {
        let in_range = given.is_finite() && given > 0.0;
        Self::check((name, "a finite number above 0"), given, in_range)
    }

    /// Returns the position if it is finite.
    pub(super) fn position(given: f64) -> Result<f64, Self> {
        Self::check(("position", "a finite number"), given, given.is_finite())
    }

    /// Returns `given` if it is from 1 to `most`; `accepted` states this range in words.
    pub(super) fn count(
        (name, accepted): (&'static str, &'static str),
        given: usize,
        most: usize,
    ) -> Result<usize, Self> {
        let in_range = (1..=most).contains(&given);
        Self::check((name, accepted), given as f64, in_range).map(|_| given)
    }

    /// Checks that a part of a layout lacks nothing; otherwise, `lacks` says what it must be.
    pub(super) fn check_part(part: usize, lacks: Option<&'static str>) -> Result<(), Self> {
        match lacks {
            None => Ok(()),
            Some(accepted) => Err(Self::Part { part, accepted }),
        }
    }

    /// Checks that a vector of `actual` components fits.
    pub(super) fn check_length(expected: usize, actual: usize) -> Result<(), Self> {
        if expected == actual {
            return Ok(());
        }
        Err(Self::VectorLength { expected, actual })
    }

    /// Checks that a matrix of shape `actual` fits.
    pub(super) fn check_shape(
        name: &'static str,
        expected: (usize, usize),
        actual: (usize, usize),
    ) -> Result<(), Self> {
        if expected == actual {
            return Ok(());
        }
        Err(Self::Shape {
            name,
            expected,
            actual,
        })
    }
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter {
                name,
                accepted,
                given,
            } => match given.abs() {
                0.0 | 1e-6..1e16 => write!(f, "{name} must be {accepted}, not {given}"),
                _ => write!(f, "{name} must be {accepted}, not {given:e}"),
            },
            Self::VectorLength { expected, actual } => write!(
                f,
                "the vector must have {expected} components, not {actual}"
            ),
            Self::Shape {
                name,
                expected: (rows, columns),
                actual: (actual_rows, actual_columns),
            } => write!(
                f,
                "{name} must be {rows} x {columns}, not {actual_rows} x {actual_columns}"
            ),
            Self::Part { part, accepted } => {
                write!(f, "part {part} of the layout must be {accepted}")
            }
            Self::OutsideTable {
                position,
                n_positions,
            } => write!(
                f,
                "the table has no row for position {position}, only for 0 to {}",
                n_positions.saturating_sub(1)
            ),
        }
    }
}

impl std::error::Error for EncodingError {}
