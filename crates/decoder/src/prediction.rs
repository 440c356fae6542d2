//! What logits say about the next token.

use super::product::Scratch;
use super::{Decoder, Session, Shape};

/// The hidden states whose logits are computed at a time: those of a large vocabulary take half a megabyte each.
pub(crate) const MOST_STATES: usize = 32;

/// A token that may come next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The token.
    pub token: u32,
    /// Its probability.
    pub probability: f32,
}

/// How a model expected a token that stands in the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expectation {
    /// The natural logarithm of its probability, below 0.
    pub log_probability: f32,
    /// Whether it was the most probable token.
    pub is_first: bool,
}

impl Decoder {
    /// Returns the `n` most probable tokens after a normed hidden state, the most probable one first.
    #[must_use]
    pub fn candidates(&self, hidden: &[f32], n: usize) -> Vec<Candidate> {
        let logits = self.logits(hidden, &mut Scratch::default());
        let total = log_sum_exp(&logits);
        let mut candidates: Vec<Candidate> = logits
            .iter()
            .zip(0..)
            .map(|(logit, token)| Candidate {
                token,
                probability: (logit - total).exp(),
            })
            .collect();
        let by_probability = |a: &Candidate, b: &Candidate| b.probability.total_cmp(&a.probability);
        if n < candidates.len() {
            candidates.select_nth_unstable_by(n, by_probability);
            candidates.truncate(n);
        }
        candidates.sort_by(by_probability);
        candidates
    }

    /// Returns how the model expected each of the tokens `first` and later of a text that it has read.
    ///
    /// # Panics
    /// If `first` is 0, because nothing stands before that token, or the text is not read to its end.
    #[must_use]
    pub fn expectations(&self, session: &Session, first: usize) -> Vec<Expectation> {
        let mut scratch = Scratch::default();
        let parts = parts(session, first, self.shape());
        let of_parts = parts
            .flat_map(|(states, tokens)| expectations(&self.logits(states, &mut scratch), tokens));
        of_parts.collect()
    }
}

/// Returns the tokens `first` and later of a text, some at a time, with the states before them, `[n, hidden_size]`.
pub(crate) fn parts(
    session: &Session,
    first: usize,
    shape: Shape,
) -> impl Iterator<Item = (&[f32], &[u32])> {
    let size = shape.hidden_size;
    let tokens = session.tokens().get(first..).unwrap_or(&[]);
    let states = session.hidden().get((first - 1) * size..);
    let states = states.expect("the text is read to its end");
    let parts = states
        .chunks(MOST_STATES * size)
        .zip(tokens.chunks(MOST_STATES));
    parts.map(move |(states, tokens)| {
        let states = states.get(..tokens.len() * size);
        (states.expect("each token has a state before it"), tokens)
    })
}

/// Returns how each of `tokens` was expected by the logits before it (`[n, n_tokens]`).
pub(crate) fn expectations(logits: &[f32], tokens: &[u32]) -> Vec<Expectation> {
    let rows = logits.chunks_exact(logits.len() / tokens.len().max(1));
    let rows = rows.zip(tokens);
    rows.map(|(logits, token)| expectation(logits, *token))
        .collect()
}

fn expectation(logits: &[f32], token: u32) -> Expectation {
    let logit = logits.get(token as usize).copied();
    let logit = logit.expect("a token that was read is in the vocabulary");
    Expectation {
        log_probability: logit - log_sum_exp(logits),
        is_first: logits.iter().all(|other| *other <= logit),
    }
}

/// Returns the logarithm of the sum of the exponentials, by which a softmax divides.
fn log_sum_exp(logits: &[f32]) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = logits
        .iter()
        .map(|logit| f64::from((logit - largest).exp()))
        .sum();
    largest + sum.ln() as f32
}
