//! The scores that `score-decay` shows.

use std::rc::Rc;

use super::Vectors;
use crate::Spec;
use phasor_encoding::analysis::RandomScores;
use phasor_encoding::analysis::decay::{bound, bounds, equal, first_negative};
use phasor_encoding::{Frequencies, Measure};
use phasor_text::number::{Fixed, Place, Short};

/// The number of random pairs of vectors: enough to show that their spread is the same at every offset.
const N_SAMPLES: usize = 64;
const SEED: u64 = 1;
/// The approximate number of offsets with random scores.
const N_POINTS: usize = 256;

/// Base, dim and length.
pub(super) type Inputs = (f64, usize, usize);

/// The numbers that do not depend on the dragged parameters.
#[derive(Debug)]
pub(super) struct Curves {
    pub(super) frequencies: Frequencies,
    pub(super) equal: Vec<f64>,
    pub(super) bound: Vec<f64>,
    /// At every `step` offsets.
    pub(super) random: RandomScores,
    pub(super) step: usize,
    /// The first offset at which equal vectors score below 0.
    pub(super) first_negative: Option<usize>,
}

impl Curves {
    pub(super) fn new(spec: &Spec) -> Self {
        let (frequencies, length) = (spec.frequencies(), spec.length());
        let step = (length - 1).div_ceil(N_POINTS).max(1);
        let n_points = (length - 1) / step + 1;
        let steps = (step as f64, n_points);
        Self {
            equal: equal(&frequencies, length),
            bound: bounds(&frequencies, length),
            first_negative: first_negative(&frequencies, length),
            random: RandomScores::cosines(&frequencies, SEED, N_SAMPLES, steps),
            frequencies,
            step,
        }
    }
}

/// The state of the figure.
pub(super) struct Computed {
    pub(super) vectors: Vectors,
    pub(super) curves: Rc<Curves>,
    pub(super) chosen: Rc<[f64]>,
    pub(super) peak: f64,
    pub(super) offset: f64,
    pub(super) reach: f64,
}

/// The numbers at one offset.
pub(super) struct At {
    pub(super) offset: f64,
    pub(super) equal: f64,
    pub(super) chosen: f64,
    /// The mean of the random scores at the nearest offset that has them.
    pub(super) mean: f64,
    /// Their root mean square there.
    pub(super) spread: f64,
    pub(super) bound: f64,
}

impl Computed {
    pub(super) fn at(&self, offset: f64) -> At {
        let cosine = |offset| Measure::CosineSimilarity.at(&self.curves.frequencies, offset);
        let RandomScores {
            mean,
            root_mean_square,
        } = &self.curves.random;
        let place = (offset / self.curves.step as f64).round() as usize;
        let nearest = |numbers: &[f64]| {
            let number = numbers.get(place).or(numbers.last());
            *number.expect("there are scores at offset 0 at least")
        };
        At {
            offset,
            equal: cosine(offset),
            chosen: cosine(offset - self.peak),
            mean: nearest(mean),
            spread: nearest(root_mean_square),
            bound: bound(&self.curves.frequencies, offset),
        }
    }

    /// Returns the first offset at which equal vectors score below 0, where these are shown alone.
    pub(super) fn first_negative(&self) -> Option<f64> {
        let first = self.curves.first_negative?;
        (self.vectors == Vectors::Equal).then_some(first as f64)
    }

    pub(super) fn all(&self, at: &At) -> String {
        // A bound of 1 may be rounded to slightly less.
        let excludes = match at.bound >= 1.0 - 1e-9 {
            true => "excludes nothing: no score exceeds 1",
            false => "limits them",
        };
        format!(
            "At offset {}, equal vectors score {:.3}, and vectors chosen to peak at {} score {:.3}. The bound for equal vectors, {}, \
             {excludes}.",
            Place(at.offset),
            Fixed(at.equal),
            Place(self.peak),
            Fixed(at.chosen),
            Short(at.bound),
        )
    }

    pub(super) fn equal(&self, at: &At) -> String {
        let first = match self.curves.first_negative {
            Some(first) => format!(
                "They first score below 0 at offset {}.",
                Place(first as f64)
            ),
            None => "They never score below 0 here.".to_owned(),
        };
        format!(
            "{} tokens apart, equal vectors score {:.3}; at the same position they score 1. {first}",
            Place(at.offset),
            Fixed(at.equal)
        )
    }

    pub(super) fn random(&self, at: &At) -> String {
        let near = self.at(0.0);
        format!(
            "Random vectors do not fade: {} tokens apart, their scores spread by {:.2} around {:.2}; at the same \
             position, by {:.2} around {:.2}.",
            Place(at.offset),
            Fixed(at.spread),
            Fixed(at.mean),
            Fixed(near.spread),
            Fixed(near.mean),
        )
    }

    pub(super) fn best_at_peak(&self, at: &At) -> String {
        format!(
            "The chosen key scores highest, 1, at offset {}. At offset {} it scores {:.3}.",
            Place(self.peak),
            Place(at.offset),
            Fixed(at.chosen),
        )
    }
}
