//! The vectors of the words of the sentence, as the model stores them.

use std::rc::Rc;

use crate::Spec;
use crate::asset::{Asset, Rows};
use phasor_encoding::Matrix;

/// The vectors of the vocabulary, if they are loaded.
#[derive(Debug, Default)]
pub(crate) struct Words {
    rows: Option<Rc<Rows>>,
}

impl Words {
    pub(crate) fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        if asset == Asset::Words {
            self.rows = Some(Rc::clone(rows));
        }
    }

    /// Returns one row for each word of the sentence.
    pub(crate) fn of(&self, spec: &Spec) -> Option<Matrix> {
        let rows = self.rows.as_ref()?;
        let words = spec.sentence().words().iter();
        Some(matrix(words.map(|&word| rows.row(word))))
    }

    /// Returns one row for each word of the vocabulary.
    pub(crate) fn all(&self) -> Option<Matrix> {
        let rows = self.rows.as_ref()?;
        Some(matrix((0..rows.n_rows()).map(|word| rows.row(word))))
    }
}

fn matrix(rows: impl IntoIterator<Item = Vec<f64>>) -> Matrix {
    Matrix::from_rows(rows).expect("there are words, and their vectors have equal widths")
}
