//! A linear layer.

use super::WeightMatrix;
use super::product::{Dense, Scratch, multiply};

/// Weights of shape `[n_outputs, n_inputs]`, and a bias for each output if the class has one.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    pub(crate) weights: WeightMatrix,
    pub(crate) bias: Option<Vec<f32>>,
}

impl Linear {
    /// Returns the outputs (`[n, n_outputs]`) of `inputs` (`[n, n_inputs]`).
    pub(crate) fn apply(&self, inputs: &[f32], scratch: &mut Scratch) -> Vec<f32> {
        let [n_outputs, n_inputs] = self.weights.shape();
        let inputs = Dense::new(inputs, n_inputs);
        let mut outputs = vec![0.0; inputs.n_rows * n_outputs];
        multiply(inputs, &self.weights, &mut outputs, scratch);
        if let Some(bias) = &self.bias {
            for output in outputs.chunks_exact_mut(n_outputs) {
                for (x, bias) in output.iter_mut().zip(bias) {
                    *x += bias;
                }
            }
        }
        outputs
    }
}

/// Adds one vector of numbers to another.
pub(crate) fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}
