//! Packing: several documents in one sequence.
//!
//! Source: `DataCollatorWithFlattening` and `find_packed_sequence_indices` of transformers 5.23.

/// The id of the first token of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BorderIds {
    /// 0: each document counts its own tokens.
    #[default]
    Reset,
    /// The one after the last id of the document before.
    Continued,
}

/// Returns the document of each token as transformers 5.23 finds it from position ids on one axis, if
/// it gets neither an attention mask nor a cache: a new document begins where an id is not the one
/// before it plus 1. Shape `[n_tokens]`, from 0.
///
/// So a reset alone makes a document mask there, but not in a program that only rotates by the ids.
/// Documents of ids that go on are one document, and so are a document and the next one that happens
/// to begin with the id that would follow.
///
/// ```
/// use phasor_encoding::positions::packed_documents;
///
/// assert_eq!(packed_documents(&[0.0, 1.0, 0.0, 1.0, 2.0, 0.0]), [0, 0, 1, 1, 1, 2]);
/// assert_eq!(packed_documents(&[0.0, 1.0, 2.0, 3.0]), [0, 0, 0, 0]);
/// ```
#[must_use]
pub fn packed_documents(position_ids: &[f64]) -> Vec<usize> {
    let (mut document, mut before) = (0, None);
    let documents = position_ids.iter().map(|id| {
        document += usize::from(before.is_some_and(|before: f64| id - before != 1.0));
        before = Some(*id);
        document
    });
    documents.collect()
}
