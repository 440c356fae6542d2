//! The numbers of `biased-attention`: the scores of one word with the bias of a scheme, and the attention that they give.

use super::BIAS_LIMIT;
use crate::relative::relative_bias::parameters::Relative;
use crate::relative::relative_bias::schemes::Schemes;
use crate::{Key, Spec};
use phasor_encoding::Matrix;
use phasor_encoding::attention::softmax;

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
    /// The lowest and the highest bias of the chart, the same for all heads of a scheme.
    pub(super) reach: (f64, f64),
}

impl Computed {
    /// Adds the bias of a state to the scores of all words without positions.
    pub(super) fn new(spec: &Spec, scores: &Matrix) -> Self {
        let query = spec.token();
        let content = scores.row(query);
        let schemes = Schemes::new(spec);
        let offset = |key: usize| key as i64 - query as i64;
        let biases: Vec<f64> = (0..content.len())
            .map(|key| bias(spec, &schemes, offset(key)))
            .collect();
        let scores = content.iter().zip(&biases);
        let scores: Vec<f64> = scores.map(|(content, bias)| content + bias).collect();
        let weights = softmax(&scores).into_iter().zip(softmax(content));
        let numbers = content.iter().zip(biases).zip(weights).enumerate();
        let keys = numbers.map(|(key, ((content, bias), (weight, unbiased)))| Scored {
            offset: offset(key),
            content: *content,
            bias,
            weight,
            unbiased,
            is_hidden: !schemes.is_computed(offset(key)),
        });
        Self {
            query,
            keys: keys.collect(),
            reach: match spec.choice() {
                Relative::Alibi => schemes.range(Relative::Alibi),
                _ => (-BIAS_LIMIT, BIAS_LIMIT),
            },
        }
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
fn bias(spec: &Spec, schemes: &Schemes, offset: i64) -> f64 {
    let scheme = spec.choice::<Relative>();
    let is_shared = || schemes.value(scheme, offset) == schemes.value(scheme, schemes.focus);
    match scheme {
        Relative::Alibi => schemes.value(scheme, offset),
        _ if scheme.is_learned() && is_shared() => spec.at(Key::Bias),
        _ => 0.0,
    }
}
