//! Dual chunk attention: positions within chunks, so that no offset is larger than in training.
//!
//! Source: An et al. 2024, *Training-Free Long-Context Scaling of Large Language Models*, section 3.

use super::causal;
use crate::EncodingError;
use crate::positions::{PerAxis, RelativePositions};

/// Chunks of `chunk_size` tokens. A key has its place in its chunk as position; a query has three, one
/// for its own chunk, one for the chunk before, and one for all others.
///
/// The positions are those of the paper, all below the training length. Engines with the models of
/// Qwen take the training length itself for the largest one, which is one more.
///
/// ```
/// use phasor_encoding::positions::{DualChunk, RelativePositions};
///
/// // Trained on 10 tokens, chunks of 6, a text of 12.
/// let chunks = DualChunk::new(10, 6)?;
/// let offset = |query, key| chunks.relative_position(query, key).map(|offset| offset.values()[0]);
/// assert_eq!(offset(5, 0), Some(-5.0)); // the same chunk
/// assert_eq!((offset(6, 5), offset(11, 5)), (Some(-1.0), Some(-4.0))); // the next one
/// assert_eq!(offset(30, 0), Some(-9.0)); // any later one
/// assert_eq!((chunks.training_length(), chunks.chunk_size()), (10, 6));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DualChunk {
    training_length: usize,
    chunk_size: usize,
}

impl DualChunk {
    /// Creates chunks of `chunk_size` tokens (at least one, and fewer than `training_length`) for a
    /// model that was trained on texts of `training_length` tokens.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `chunk_size` is outside that range.
    pub fn new(training_length: usize, chunk_size: usize) -> Result<Self, EncodingError> {
        let in_range = (1..training_length).contains(&chunk_size);
        let accepted = ("chunk_size", "from 1 to training_length - 1");
        EncodingError::check(accepted, chunk_size as f64, in_range)?;
        Ok(Self {
            training_length,
            chunk_size,
        })
    }

    /// The number of tokens in the texts of training.
    #[must_use]
    pub fn training_length(&self) -> usize {
        self.training_length
    }

    /// The number of tokens in a chunk.
    #[must_use]
    pub fn chunk_size(&self) -> usize {
        self.chunk_size
    }
}

impl RelativePositions for DualChunk {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        causal(query, key, || {
            let size = self.chunk_size;
            let largest = self.training_length - 1;
            let of_query = match query / size - key / size {
                0 => query % size,
                1 => (query % size).saturating_add(size).min(largest),
                _ => largest,
            };
            (key % size) as f64 - of_query as f64
        })
    }
}
