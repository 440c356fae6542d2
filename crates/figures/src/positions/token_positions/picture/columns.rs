//! Where the columns of the tokens are.

use crate::positions::token_positions::computed::Computed;
use crate::{Key, Spec};
use phasor_draw::WIDE;
use phasor_encoding::positions::Rule;

/// The room beside the matrix for the answers, CSS pixels.
pub(super) const BESIDE: f32 = 190.0;

/// The places of tokens, in a column each.
pub(super) struct Columns {
    /// The left end of the first column, and the width of each, CSS pixels.
    pub(super) left: f32,
    pub(super) across: f32,
    /// The width of the picture.
    pub(super) width: f32,
    pub(super) n_tokens: usize,
    /// The number of tokens that have arrived; the last one may have arrived in part.
    n_read: f32,
}

impl Columns {
    pub(super) fn new(spec: &Spec, computed: &Computed, width: f32) -> Self {
        let is_wide = width >= WIDE;
        let left = if is_wide { 92.0 } else { 62.0 };
        let right = match computed.program.rule {
            Rule::Sequential if is_wide => BESIDE,
            _ => 0.0,
        };
        let n_tokens = computed.n_tokens();
        let across = (width - left - right - 2.0) / n_tokens as f32;
        Self {
            left,
            across: across.min(64.0),
            width,
            n_tokens,
            n_read: spec.at(Key::TokensRead) as f32,
        }
    }

    pub(super) fn is_wide(&self) -> bool {
        self.width >= WIDE
    }

    pub(super) fn right(&self) -> f32 {
        self.left + self.across * self.n_tokens as f32
    }

    pub(super) fn x(&self, token: usize) -> f32 {
        self.left + self.across * token as f32
    }

    pub(super) fn middle(&self, token: usize) -> f32 {
        self.x(token) + self.across / 2.0
    }

    /// Returns how much of a token has arrived, from 0 to 1.
    pub(super) fn arrived(&self, token: usize) -> f32 {
        (self.n_read - token as f32).clamp(0.0, 1.0)
    }
}
