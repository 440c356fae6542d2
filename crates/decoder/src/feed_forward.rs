//! The feed-forward network: SwiGLU.

use super::exponential;
use super::linear::{Linear, add};
use super::norm::Norm;
use super::step::Step;

/// Source: Shazeer 2020, *GLU Variants Improve Transformer*, equation 6.
#[derive(Debug, Clone)]
pub(crate) struct FeedForward {
    pub(crate) norm: Norm,
    /// `[intermediate_size, hidden_size]`.
    pub(crate) gate: Linear,
    /// `[intermediate_size, hidden_size]`.
    pub(crate) up: Linear,
    /// `[hidden_size, intermediate_size]`.
    pub(crate) down: Linear,
}

impl FeedForward {
    /// Adds `down(silu(gate(x)) up(x))` to each hidden state, where `x` is the normed state.
    pub(crate) fn add(&self, hidden: &mut [f32], step: &mut Step<'_>) {
        let x = self.norm.of(hidden);
        let mut gate = self.gate.apply(&x, step.scratch);
        let up = self.up.apply(&x, step.scratch);
        exponential::gate(&mut gate, &up);
        add(hidden, &self.down.apply(&gate, step.scratch));
    }
}
