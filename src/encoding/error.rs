//! What can be wrong with the parameters of an encoding.

use std::fmt;

/// A parameter outside the range that an encoding is defined for.
///
/// Building a scheme is the step that checks ranges; afterwards only a vector or matrix of the
/// wrong size, or a position outside a table, can be refused.
///
/// ```
/// use phasor::encoding::{EncodingError, Frequencies};
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
        /// The range it has to be in.
        accepted: &'static str,
        /// What was given.
        given: f64,
    },
    /// A vector does not have one entry per component.
    VectorLength {
        /// Components that are needed.
        expected: usize,
        /// Components that the vector had.
        actual: usize,
    },
    /// A matrix does not have the rows and columns that are needed.
    Shape {
        /// What the matrix is.
        name: &'static str,
        /// Rows and columns that are needed.
        expected: (usize, usize),
        /// Rows and columns that the matrix had.
        actual: (usize, usize),
    },
    /// A learned table has no row for the position.
    OutsideTable {
        /// The position.
        position: usize,
        /// Rows that the table has.
        n_positions: usize,
    },
}

impl EncodingError {
    /// `given` if it is `in_range`, the error otherwise.
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

    /// `given` if it is finite and above 0.
    pub(super) fn positive(name: &'static str, given: f64) -> Result<f64, Self> {
        let in_range = given.is_finite() && given > 0.0;
        Self::check((name, "a finite number above 0"), given, in_range)
    }

    /// `given` if it is from 1 to `most`, which `accepted` says in words.
    pub(super) fn count(
        (name, accepted): (&'static str, &'static str),
        given: usize,
        most: usize,
    ) -> Result<usize, Self> {
        let in_range = (1..=most).contains(&given);
        Self::check((name, accepted), given as f64, in_range).map(|_| given)
    }

    /// Whether a vector of `actual` components fits.
    pub(super) fn check_length(expected: usize, actual: usize) -> Result<(), Self> {
        if expected == actual {
            return Ok(());
        }
        Err(Self::VectorLength { expected, actual })
    }

    /// Whether a matrix of shape `actual` fits.
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
            Self::OutsideTable {
                position,
                n_positions,
            } => write!(
                f,
                "the table has positions 0 to {}, and none for {position}",
                n_positions.saturating_sub(1)
            ),
        }
    }
}

impl std::error::Error for EncodingError {}
