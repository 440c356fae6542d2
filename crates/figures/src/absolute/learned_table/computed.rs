//! The state of the figure: the rows of the table compared with one another, and sinusoidal encodings.

use std::rc::Rc;

use crate::asset::Rows;
use phasor_encoding::{EncodingError, Frequencies, LearnedTable, Matrix};

/// The number of positions in view: those of the table, and some past its end.
pub(super) const IN_VIEW: usize = 640;
/// The number of positions along each side of a cell, which shows their mean similarity.
pub(super) const BLOCK: usize = 2;
/// Components from this magnitude on have the strongest colour; those of position 0 are up to ten times as large.
const STRONGEST: f64 = 0.08;

/// The values that are computed from the file once.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) table: LearnedTable,
    pub(super) norms: Vec<f64>,
    pub(super) components: Rc<[f32]>,
    pub(super) similarity: Rc<[f32]>,
}

impl Prepared {
    pub(super) fn new(rows: &Rows) -> Result<Self, EncodingError> {
        let values = Matrix::from_rows((0..rows.n_rows()).map(|row| rows.row(row)))?;
        let shade = |value: f64| (0.5 + 0.5 * value.clamp(-1.0, 1.0)) as f32;
        let components = values.values().iter();
        let components = components.map(|value| shade(value / STRONGEST)).collect();
        let table = LearnedTable::new(values)?;
        let similarity = table.block_similarity(BLOCK);
        Ok(Self {
            norms: table.norms(),
            components,
            similarity: similarity
                .values()
                .iter()
                .map(|&value| shade(value))
                .collect(),
            table,
        })
    }
}

/// The state of the figure.
pub(super) struct Computed {
    pub(super) prepared: Rc<Prepared>,
    pub(super) position: f64,
    /// Similarities of the learned row of the position to every row; empty if there is no such row.
    pub(super) alike: Rc<[f64]>,
    /// Similarities of the sinusoidal encoding of the position to those of the positions in view.
    pub(super) sinusoidal: Rc<[f64]>,
    /// The frequencies of sinusoidal encodings as wide as the table.
    pub(super) frequencies: Frequencies,
    /// Shades of the similarities of sinusoidal encodings, by offset.
    pub(super) diagonals: Rc<[f32]>,
}

impl Computed {
    pub(super) fn n_rows(&self) -> usize {
        self.prepared.table.n_positions()
    }

    /// Returns the row of the position, if the table has it.
    pub(super) fn row(&self) -> Option<usize> {
        let row = self.position as usize;
        (row < self.n_rows()).then_some(row)
    }

    /// Returns the norm of a row.
    pub(super) fn norm(&self, row: usize) -> f64 {
        *self.prepared.norms.get(row).expect("every row has a norm")
    }

    /// Returns whether the position is in view.
    pub(super) fn is_in_view(&self) -> bool {
        self.position <= IN_VIEW as f64
    }

    /// Returns the other row that is most (`sign` 1) or least (`sign` -1) like `row`, with its similarity.
    pub(super) fn extreme(&self, row: usize, sign: f64) -> (usize, f64) {
        let others = self.alike.iter().copied().enumerate();
        let others = others.filter(|(other, _)| *other != row);
        let extreme = others.max_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        extreme.expect("the table has other rows")
    }
}
