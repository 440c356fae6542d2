//! What is seen of a sentence that is read in two orders.

use crate::config::Spec;
use crate::encoding::Attention;
use crate::encoding::matrix::{distance, dot};

/// Differences below this are those of the last digits, over vectors of norm about 1.
pub(super) const SAME: f64 = 1e-9;

/// What the head makes of the sentence in both orders.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) as_written: Vec<usize>,
    pub(super) order: Vec<usize>,
    pub(super) written: Attention,
    pub(super) rearranged: Attention,
}

impl Seen {
    /// Where the word at `place` as written stands when rearranged.
    pub(super) fn moved(&self, place: usize) -> usize {
        self.order
            .iter()
            .position(|&word| word == place)
            .unwrap_or_default()
    }

    /// How far the output of a word is from what it was, over the longer of the two.
    pub(super) fn change(&self, place: usize) -> f64 {
        difference(
            self.written.output.row(place),
            self.rearranged.output.row(self.moved(place)),
        )
    }
}

/// The distance of two vectors over the length of the longer one.
pub(super) fn difference(left: &[f64], right: &[f64]) -> f64 {
    let length = |vector: &[f64]| dot(vector, vector).sqrt();
    let longest = length(left).max(length(right));
    if longest > 0.0 {
        distance(left, right) / longest
    } else {
        0.0
    }
}

/// The word in focus and the next one that is the same word; else the first two of the sentence
/// that are.
pub(super) fn twins(spec: &Spec) -> Option<(usize, usize)> {
    let words = spec.sentence().words();
    let twin = |first: usize| {
        let second = (0..words.len())
            .find(|&other| other != first && words.get(other) == words.get(first))?;
        Some((first.min(second), first.max(second)))
    };
    twin(spec.token()).or_else(|| (0..words.len()).find_map(twin))
}
