//! What is left of an embedding after the encoding of its position is added.

use crate::matrix::{cosine, norm};
use crate::{EncodingError, Matrix};

/// An embedding, a positional encoding, and their sum.
///
/// ```
/// use phasor_encoding::analysis::Addition;
///
/// // Position 20 in each of four components, on an embedding of norm 1.
/// let added = Addition::new(&[0.5, -0.5, 0.5, -0.5], &[20.0; 4])?;
/// assert_eq!((added.embedding_norm, added.encoding_norm), (1.0, 40.0));
/// assert_eq!(added.sum, [20.5, 19.5, 20.5, 19.5]);
/// assert_eq!(added.ratio(), 1.0 / 40.0);
/// assert!((added.decibels() + 32.04).abs() < 0.01);
/// assert!((added.cosine - 1.0 / 1601f64.sqrt()).abs() < 1e-12); // at right angles to the encoding
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Addition {
    /// The norm of the embedding.
    pub embedding_norm: f64,
    /// The norm of the positional encoding.
    pub encoding_norm: f64,
    /// Embedding plus encoding.
    pub sum: Vec<f64>,
    /// The cosine between embedding and sum; 1 if the addition changed only the norm.
    pub cosine: f64,
}

impl Addition {
    /// Adds the vector `encoding` to `embedding`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if the numbers of components differ.
    pub fn new(embedding: &[f64], encoding: &[f64]) -> Result<Self, EncodingError> {
        EncodingError::check_length(embedding.len(), encoding.len())?;
        let sum: Vec<f64> = embedding.iter().zip(encoding).map(|(x, e)| x + e).collect();
        Ok(Self {
            embedding_norm: norm(embedding),
            encoding_norm: norm(encoding),
            cosine: cosine(embedding, &sum),
            sum,
        })
    }

    /// Returns the signal-to-noise ratio with the embedding as signal: its norm over that of the
    /// encoding; infinite if the encoding is all zeros.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.embedding_norm / self.encoding_norm
    }

    /// Returns [`ratio`](Self::ratio) in decibels: 20 for every factor of 10.
    #[must_use]
    pub fn decibels(&self) -> f64 {
        20.0 * self.ratio().log10()
    }
}

/// Returns the cosine between every two rows. Shape `[n_rows, n_rows]`.
///
/// ```
/// use phasor_encoding::{Matrix, analysis::addition::cosines};
///
/// let rows = Matrix::from_rows([vec![1.0, 0.0], vec![0.0, 3.0], vec![-2.0, 0.0]])?;
/// assert_eq!(cosines(&rows).row(0), [1.0, 0.0, -1.0]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn cosines(rows: &Matrix) -> Matrix {
    let n_rows = rows.n_rows();
    Matrix::from_fn(n_rows, n_rows, |left, right| {
        cosine(rows.row(left), rows.row(right))
    })
}
