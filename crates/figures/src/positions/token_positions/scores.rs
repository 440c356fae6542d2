//! What RoPE makes of the offsets of a query: the scores of equal vectors.

use super::cells::Cell;
use super::computed::Computed;
use crate::{Key, Spec};
use phasor_encoding::positions::{GrowingText, PerAxis, Verdict};
use phasor_encoding::{EncodingError, Frequencies, Measure};

/// The scores of a query with a key, as parts of the largest: with the offset that it sees, and with the one that it should
/// see. `None` if it does not see the key, or should not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Score {
    pub(super) actual: Option<f64>,
    pub(super) expected: Option<f64>,
}

impl Score {
    /// Returns the score that it should be, if it is another one.
    pub(super) fn line(&self) -> Option<f64> {
        self.expected.filter(|_| self.expected != self.actual)
    }
}

/// Whether the scores of a state are known.
pub(super) fn are_known(computed: &Computed) -> bool {
    computed.ids.n_axes() == 1 || computed.head_for_pictures.is_some()
}

/// Returns the scores of a query with every key, if they [are known](are_known).
pub(super) fn of_query(spec: &Spec, computed: &Computed, query: usize) -> Option<Vec<Score>> {
    if !are_known(computed) {
        return None;
    }
    let frequencies = spec.frequencies();
    let score = |offset: Option<PerAxis>| match &computed.head_for_pictures {
        Some(head) => {
            let angles = head.angles(offset?.values());
            let angles = angles.expect("offsets have the axes of the rule");
            Some(Measure::CosineSimilarity.of_angles(angles))
        }
        None => along_text(&frequencies, offset),
    };
    let keys = (0..computed.n_tokens()).map(|key| {
        let cell = computed.cell(query, key);
        if let Some(text) = &computed.growing {
            return of_growing(text, cell, (query, key));
        }
        Score {
            actual: score(cell.actual),
            // What comes later is expected in neither direction.
            expected: score(cell.expected).filter(|_| key <= query && !computed.is_evicted(key)),
        }
    });
    Some(keys.collect())
}

/// Returns the score of a query with a key if the frequencies have changed while the text grew.
fn of_growing(text: &GrowingText, cell: &Cell, (query, key): (usize, usize)) -> Score {
    let is_visible = cell.verdict != Verdict::Hidden;
    let of = |angles: Result<Vec<f64>, EncodingError>| {
        let angles = angles.expect("the rule has frequencies for every length of such a head");
        is_visible.then(|| Measure::CosineSimilarity.of_angles(angles))
    };
    let expected = of(text.recomputed_angles(query, key));
    Score {
        actual: match cell.slowest {
            Some(_) => of(text.relative_angles(query, key)),
            None => expected,
        },
        expected,
    }
}

fn along_text(frequencies: &Frequencies, offset: Option<PerAxis>) -> Option<f64> {
    let offset = offset?.values().first().copied()?;
    // Equal vectors score the mean cosine of the angles between them, as sinusoids of those positions do.
    Some(Measure::CosineSimilarity.at(frequencies, offset))
}

/// Returns whether a parameter of the frequencies changes no score.
pub(super) fn are_constant(spec: &Spec, computed: &Computed, key: Key) -> bool {
    let Some(query) = computed.query(spec, n_read(spec, computed)) else {
        return true;
    };
    if computed.ids.n_axes() > 1 || key == Key::Base && spec.n_pairs() == 1 {
        return true;
    }
    let is_elsewhere = |offset: Option<PerAxis>| {
        offset.is_some_and(|offset| offset.values().iter().any(|offset| *offset != 0.0))
    };
    !(0..=query).any(|key| {
        let cell = computed.cell(query, key);
        is_elsewhere(cell.actual) || is_elsewhere(cell.expected)
    })
}

/// Returns the number of tokens that have arrived, at least one.
pub(super) fn n_read(spec: &Spec, computed: &Computed) -> usize {
    (spec.at(Key::TokensRead).floor() as usize).clamp(1, computed.n_tokens())
}
