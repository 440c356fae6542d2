//! A weight matrix, which stays in the file's blocks.

use std::ops::Range;
use std::sync::Arc;

use super::WeightFormat;
use super::product::Rows;

/// A weight matrix of shape `[n_rows, n_columns]`, which borrows the bytes of its file. A layer multiplies by its transpose:
/// a row holds the weights of one output.
#[derive(Debug, Clone)]
pub struct WeightMatrix {
    file: Arc<Vec<u8>>,
    bytes: Range<usize>,
    format: WeightFormat,
    n_rows: usize,
    n_columns: usize,
}

impl WeightMatrix {
    /// Creates the matrix whose weights begin at byte `start` of the file. Returns `None` if the file ends before them, or
    /// if a row is not made of whole blocks.
    #[must_use]
    pub fn new(
        file: &Arc<Vec<u8>>,
        start: usize,
        format: WeightFormat,
        [n_rows, n_columns]: [usize; 2],
    ) -> Option<Self> {
        let is_whole = n_columns.is_multiple_of(format.block_len());
        let n_blocks = n_rows.checked_mul(is_whole.then_some(n_columns / format.block_len())?)?;
        let end = start.checked_add(n_blocks.checked_mul(format.block_bytes())?)?;
        file.get(start..end)?;
        Some(Self {
            file: Arc::clone(file),
            bytes: start..end,
            format,
            n_rows,
            n_columns,
        })
    }

    /// The shape `[n_rows, n_columns]`: `[n_outputs, n_inputs]`.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        [self.n_rows, self.n_columns]
    }

    /// The format of the weights.
    #[must_use]
    pub fn format(&self) -> WeightFormat {
        self.format
    }

    /// Returns all weights, row by row.
    #[must_use]
    pub fn to_vec(&self) -> Vec<f32> {
        let mut weights = vec![0.0; self.n_rows * self.n_columns];
        self.format.read(self.blocks(), &mut weights);
        weights
    }

    /// The blocks of all rows, as the file has them.
    pub(crate) fn blocks(&self) -> &[u8] {
        let blocks = self.file.get(self.bytes.clone());
        blocks.expect("the bytes of a matrix were found in its file")
    }
}

impl Rows for WeightMatrix {
    fn n_rows(&self) -> usize {
        self.n_rows
    }

    fn n_columns(&self) -> usize {
        self.n_columns
    }

    #[inline(always)]
    fn read(&self, row: usize, columns: Range<usize>, numbers: &mut [f32]) {
        let (len, bytes) = (self.format.block_len(), self.format.block_bytes());
        let of_row = self.n_columns / len * bytes;
        let start = row * of_row + columns.start / len * bytes;
        let end = row * of_row + columns.end / len * bytes;
        let blocks = self.blocks().get(start..end);
        self.format
            .read(blocks.expect("the row is one of the matrix"), numbers);
    }
}
