//! What a program computes: the numbers and the steps that every language shares.

use super::constant::{Constant, Value};
use super::rule::Steps;
use phasor_encoding::{EncodingError, Pairing};
use phasor_model_files::LayerRope;

/// A program without its words.
pub(super) struct Outline {
    /// The numbers, in the order in which they are defined.
    pub(super) constants: Vec<Constant>,
    /// The name of the number of components that the progression spans.
    pub(super) dim: &'static str,
    /// Whether some components have no pair.
    pub(super) is_partial: bool,
    pub(super) pairing: Pairing,
    /// What the rule adds.
    pub(super) steps: Steps,
}

impl Outline {
    /// Creates the outline for a sequence of `seq_len` tokens.
    pub(super) fn new(layer: &LayerRope, seq_len: Option<usize>) -> Result<Self, EncodingError> {
        let scaled = layer.scaled(seq_len)?;
        let rope = scaled.rope(layer.pairing)?.with_head_dim(layer.head_dim)?;
        let softmax_factor = scaled.softmax_factor();
        if !softmax_factor.is_finite() {
            return Err(EncodingError::Parameter {
                name: "softmax_factor",
                accepted: "a finite number",
                given: softmax_factor,
            });
        }
        let is_partial = rope.rotary_dim() < layer.head_dim;
        let mut constants = vec![
            ("base", Value::Number(layer.base)),
            ("head_dim", Value::Whole(layer.head_dim)),
        ];
        if is_partial {
            constants.push(("rotary_dim", Value::Whole(layer.rotary_dim)));
        }
        let mut steps = Steps::new(layer, &scaled, seq_len);
        constants.append(&mut steps.constants);
        Ok(Self {
            constants,
            dim: if is_partial { "rotary_dim" } else { "head_dim" },
            is_partial,
            pairing: layer.pairing,
            steps,
        })
    }
}
