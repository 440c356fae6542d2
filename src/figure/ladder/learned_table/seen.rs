//! What is seen of the table: its rows compared with one another, and with sinusoidal codes.

use std::rc::Rc;

use crate::encoding::{EncodingError, Frequencies, LearnedTable, Matrix};
use crate::figure::asset::Rows;

/// Positions in view: those of the table and some that it has not.
pub(super) const IN_VIEW: usize = 640;
/// Positions whose similarities are shown as their mean, along each side of a cell.
pub(super) const BLOCK: usize = 2;
/// Components beyond this have the strongest colour: those of position 0 are up to ten times as large.
const STRONGEST: f64 = 0.08;

/// What is made of the file once.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) table: LearnedTable,
    pub(super) norms: Vec<f64>,
    pub(super) components: Rc<[f32]>,
    pub(super) similarity: Rc<[f32]>,
}

impl Shown {
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

/// What is on screen.
pub(super) struct Seen {
    pub(super) shown: Rc<Shown>,
    pub(super) position: f64,
    /// Of the row of the position to every row; none if it has no row.
    pub(super) alike: Rc<[f64]>,
    /// Of its sinusoidal code to those of the positions in view.
    pub(super) sinusoidal: Rc<[f64]>,
    /// Those of sinusoidal codes as wide as the table.
    pub(super) frequencies: Frequencies,
    /// Shades of sinusoidal codes by offset.
    pub(super) diagonals: Rc<[f32]>,
}

impl Seen {
    pub(super) fn n_rows(&self) -> usize {
        self.shown.table.n_positions()
    }

    /// The row of the position, if the table has it.
    pub(super) fn row(&self) -> Option<usize> {
        let row = self.position as usize;
        (row < self.n_rows()).then_some(row)
    }

    /// Whether the position is one of those in view.
    pub(super) fn is_in_view(&self) -> bool {
        self.position <= IN_VIEW as f64
    }

    /// The other row that is most, or least, like that of the position.
    pub(super) fn extreme(&self, row: usize, sign: f64) -> (usize, f64) {
        let others = self.alike.iter().copied().enumerate();
        let others = others.filter(|(other, _)| *other != row);
        let extreme = others.max_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)));
        extreme.unwrap_or_default()
    }
}
