//! The numbers of `biased-attention`: the scores of one word with the bias of a scheme, and the attention that they give.

use super::BIAS_LIMIT;
use crate::head::{AddedEncoding, Vectors};
use crate::relative::relative_bias::parameters::Relative;
use crate::relative::relative_bias::schemes::Schemes;
use crate::{Key, Spec};
use phasor_encoding::attention::softmax;

/// Below the lowest bias that ALiBi gives a word of the sentence.
const STEEPEST: f64 = -6.5;

/// A key of the query in focus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scored {
    /// The offset from query to key.
    pub(super) offset: i64,
    /// What query and key score without positions.
    pub(super) content: f64,
    /// What the scheme adds.
    pub(super) bias: f64,
    /// The attention weight.
    pub(super) weight: f64,
    /// The attention weight without the bias.
    pub(super) unbiased: f64,
    /// Whether the mask hides the key.
    pub(super) is_hidden: bool,
}

impl Scored {
    pub(super) fn score(&self) -> f64 {
        self.content + self.bias
    }
}

/// The scores of the query in focus with every word of the sentence.
#[derive(Debug, Clone)]
pub(super) struct Computed {
    /// The place of the query in the sentence.
    pub(super) query: usize,
    /// The keys, in the order of the words.
    pub(super) keys: Vec<Scored>,
}

impl Computed {
    /// Computes a state; `None` while vectors are missing.
    pub(super) fn new(spec: &Spec, vectors: &Vectors) -> Option<Self> {
        let n_words = spec.sentence().words().len();
        let as_written: Vec<usize> = (0..n_words).collect();
        let attention = vectors.attend(spec, AddedEncoding::None, &as_written)?;
        let query = spec.token();
        let schemes = Schemes::new(spec);
        let offsets = (0..n_words).map(|key| key as i64 - query as i64);
        let content = attention.scores.row(query);
        let keys: Vec<Scored> = offsets
            .zip(content)
            .map(|(offset, &content)| Scored {
                offset,
                content,
                bias: bias(spec, &schemes, offset),
                weight: 0.0,
                unbiased: 0.0,
                is_hidden: !schemes.is_computed(offset),
            })
            .collect();
        let scores: Vec<f64> = keys.iter().map(Scored::score).collect();
        let weights = softmax(&scores).into_iter().zip(softmax(content));
        let keys = keys.into_iter().zip(weights);
        Some(Self {
            query,
            keys: keys
                .map(|(key, (weight, unbiased))| Scored {
                    weight,
                    unbiased,
                    ..key
                })
                .collect(),
        })
    }

    /// Returns the keys that the mask does not hide, each with its place in the sentence.
    pub(super) fn visible(&self) -> impl Iterator<Item = (usize, &Scored)> {
        let keys = self.keys.iter().enumerate();
        keys.filter(|(_, key)| !key.is_hidden)
    }

    /// Returns the place of the key that gets most attention, and that key.
    pub(super) fn favourite(&self) -> (usize, &Scored) {
        self.visible()
            .max_by(|left, right| left.1.weight.total_cmp(&right.1.weight))
            .expect("a word sees itself")
    }
}

/// Returns what the scheme adds to the score of a key at an offset. Of what Shaw and T5 learn, only the row or bucket of the
/// offset in focus has a number, which the reader sets.
pub(super) fn bias(spec: &Spec, schemes: &Schemes, offset: i64) -> f64 {
    let scheme = spec.choice::<Relative>();
    let is_shared = || schemes.value(scheme, offset) == schemes.value(scheme, schemes.focus);
    match scheme {
        Relative::Plain => 0.0,
        Relative::Alibi => schemes.value(scheme, offset),
        Relative::Shaw | Relative::T5 if is_shared() => spec.at(Key::Bias),
        Relative::Shaw | Relative::T5 => 0.0,
    }
}

/// Returns the lowest and the highest bias of the chart, the same for all heads of a scheme.
pub(super) fn reach(spec: &Spec) -> (f64, f64) {
    match spec.choice::<Relative>() {
        Relative::Alibi => (STEEPEST, 0.0),
        _ => (-BIAS_LIMIT, BIAS_LIMIT),
    }
}
