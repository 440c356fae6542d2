//! The results of the head for a sentence in two orders.

use crate::Spec;
use phasor_encoding::Attention;
use phasor_encoding::matrix::{distance, dot};

/// Differences below this, over the norm, cannot be seen: no component then changes by more than 0.0006 of the
/// largest one, and a step of the colours is 0.004 of it. Such changes come from words that get almost no
/// attention.
pub(super) const SAME: f64 = 1e-4;
/// Differences below this are those of the last digits.
pub(super) const ROUNDING: f64 = 1e-9;

/// The outputs and attention weights of the head in both orders.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) as_written: Vec<usize>,
    pub(super) order: Vec<usize>,
    pub(super) written: Attention,
    pub(super) rearranged: Attention,
}

impl Computed {
    /// Returns the rearranged place of the word that is written at `place`.
    pub(super) fn moved(&self, place: usize) -> usize {
        self.order
            .iter()
            .position(|&word| word == place)
            .expect("an order has every word")
    }

    /// Returns the largest magnitude among the outputs in both orders.
    pub(super) fn reach(&self) -> f64 {
        let numbers = [&self.written, &self.rearranged].map(|order| order.output.values());
        let magnitudes = numbers.into_iter().flatten().map(|number| number.abs());
        magnitudes.fold(0.0, f64::max)
    }

    /// Returns the distance between the two outputs of a word, divided by the larger norm.
    pub(super) fn change(&self, place: usize) -> f64 {
        difference(
            self.written.output.row(place),
            self.rearranged.output.row(self.moved(place)),
        )
    }
}

/// Returns the distance of two vectors, divided by the larger norm.
pub(super) fn difference(left: &[f64], right: &[f64]) -> f64 {
    let length = |vector: &[f64]| dot(vector, vector).sqrt();
    let longest = length(left).max(length(right));
    if longest > 0.0 {
        distance(left, right) / longest
    } else {
        0.0
    }
}

/// Returns the places of the word in focus and of its first copy, or else of the first word with a copy.
pub(super) fn twins(spec: &Spec) -> Option<(usize, usize)> {
    let words = spec.sentence().words();
    let twin = |first: usize| {
        let second = (0..words.len())
            .find(|&other| other != first && words.get(other) == words.get(first))?;
        Some((first.min(second), first.max(second)))
    };
    twin(spec.token()).or_else(|| (0..words.len()).find_map(twin))
}
