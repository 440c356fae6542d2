//! Texts of one length, and what a model should say at each token.

/// Texts with their answers, text after text. Each list has `n_texts × length` entries.
///
/// ```
/// use phasor_encoding::Gaussian;
/// use phasor_train::{Batch, Purpose, Task};
///
/// let task = Task::Back { k: 3, n_tokens: 16 };
/// let batch: Batch = task.batch(Purpose::Training, 2, 8, &mut Gaussian::new(1));
/// assert_eq!((batch.n_texts(), batch.length), (2, 8));
/// assert_eq!(batch.answers[3], batch.tokens[0]);
/// assert_eq!(batch.weights[..4], [0.0, 0.0, 0.0, 1.0]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// The number of tokens of each text.
    pub length: usize,
    /// The tokens.
    pub tokens: Vec<usize>,
    /// The right answers.
    pub answers: Vec<usize>,
    /// 1 where an answer counts, 0 where there is none.
    pub weights: Vec<f32>,
}

impl Batch {
    /// The number of texts.
    #[must_use]
    pub fn n_texts(&self) -> usize {
        self.tokens.len() / self.length.max(1)
    }
}
