//! A table of learned vectors, one a position, as in BERT and GPT-2.
//!
//! Source: Gehring et al. 2017, *Convolutional Sequence to Sequence Learning*, section 3.1;
//! Devlin et al. 2018, *BERT*, section 3; Radford et al. 2019, *GPT-2*.

use crate::encoding::{EncodingError, Matrix};

/// A table with one row of `dim` numbers for each of `n_positions` positions.
///
/// Past its last row there is nothing: a lookup there is an error and never a clamp.
///
/// ```
/// use phasor::encoding::{EncodingError, LearnedTable, Matrix};
///
/// let table = LearnedTable::new(Matrix::from_fn(512, 2, |position, _| position as f64))?;
/// assert_eq!((table.n_positions(), table.parameter_count()), (512, 1024));
/// assert_eq!(table.encode(511)?, [511.0, 511.0]);
/// let error = table.encode(520).unwrap_err();
/// assert_eq!(error.to_string(), "the table has positions 0 to 511, and none for 520");
/// # Ok::<(), EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedTable {
    values: Matrix,
}

impl LearnedTable {
    /// The table with these rows. Shape `[n_positions, dim]`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] for a table without a row or without a column, or with an
    /// entry that is not finite.
    pub fn new(values: Matrix) -> Result<Self, EncodingError> {
        let (n_positions, dim) = values.shape();
        let accepted = "a whole number above 0";
        EncodingError::count(("n_positions", accepted), n_positions, usize::MAX)?;
        EncodingError::count(("dim", accepted), dim, usize::MAX)?;
        for &entry in values.values() {
            EncodingError::check(("an entry", "finite"), entry, entry.is_finite())?;
        }
        Ok(Self { values })
    }

    /// Positions that the table has, 0 to `n_positions - 1`.
    #[must_use]
    pub fn n_positions(&self) -> usize {
        self.values.n_rows()
    }

    /// Components of a code.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.values.n_columns()
    }

    /// Numbers that training has to find: `n_positions x dim`. 786,432 for GPT-2 small
    /// (1,024 x 768), 393,216 for BERT base (512 x 768).
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.n_positions() * self.dim()
    }

    /// The code of `position`, shape `[dim]`.
    ///
    /// # Errors
    /// [`EncodingError::OutsideTable`] past the last row.
    pub fn encode(&self, position: usize) -> Result<&[f64], EncodingError> {
        let n_positions = self.n_positions();
        if position < n_positions {
            return Ok(self.values.row(position));
        }
        Err(EncodingError::OutsideTable {
            position,
            n_positions,
        })
    }

    /// All rows. Shape `[n_positions, dim]`.
    #[must_use]
    pub fn values(&self) -> &Matrix {
        &self.values
    }
}
