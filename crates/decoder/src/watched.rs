//! Heads whose attention is observed while a text goes through the layers.

use std::ops::RangeInclusive;

/// A head whose attention weights are added up over the later queries of a text, which have enough tokens before them.
#[derive(Debug, Clone, PartialEq)]
pub struct Watched {
    /// The layer, from 0.
    pub layer: usize,
    /// The query head, from 0.
    pub head: usize,
    /// The first token whose query counts.
    pub from: usize,
    /// What the queries give to the tokens 0, 1, 2, … before their own, but to the first token of the text.
    pub by_distance: Vec<f64>,
    /// What the queries give to the first token of the text, on which many heads rest.
    pub on_first: f64,
}

impl Watched {
    /// Returns the share of all weights that goes to tokens at these distances before the query, but for the first token.
    #[must_use]
    pub fn share(&self, distances: &RangeInclusive<usize>) -> f64 {
        let sums = self.by_distance.iter().enumerate();
        let own = sums.filter(|(distance, _)| distances.contains(distance));
        own.map(|(_, sum)| sum).sum::<f64>() / self.sum()
    }

    /// Returns the share of all weights that goes to the first token of the text.
    #[must_use]
    pub fn share_on_first(&self) -> f64 {
        self.on_first / self.sum()
    }

    fn sum(&self) -> f64 {
        self.on_first + self.by_distance.iter().sum::<f64>()
    }

    /// Adds the weights of the last token for all tokens.
    pub(crate) fn add(&mut self, weights: &[f32]) {
        let Some((first, others)) = weights.split_first().filter(|_| weights.len() > self.from)
        else {
            return;
        };
        self.on_first += f64::from(*first);
        self.by_distance
            .resize(others.len().max(self.by_distance.len()), 0.0);
        for (sum, weight) in self.by_distance.iter_mut().zip(others.iter().rev()) {
            *sum += f64::from(*weight);
        }
    }
}
