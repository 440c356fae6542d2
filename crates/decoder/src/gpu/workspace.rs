//! What every step of a text through the layers uses.

use phasor_bulk::gpu::wgpu::Buffer;

use super::kernels::{Kernels, Work};
use super::matrix::GpuMatrix;
use super::memory::Memory;
use crate::Shape;

/// The sizes of a model and of a text, the memory between two layers, and the kernels.
#[derive(Debug)]
pub(super) struct Workspace<'a> {
    pub(super) shape: Shape,
    pub(super) n_tokens: usize,
    pub(super) memory: &'a Memory,
    pub(super) kernels: &'a Kernels,
}

impl Workspace<'_> {
    /// Multiplies the inputs of all tokens by a weight matrix.
    pub(super) fn multiply(
        &self,
        work: &mut Work<'_>,
        matrix: &GpuMatrix,
        inputs: &Buffer,
        outputs: &Buffer,
    ) {
        matrix.apply(work, &self.memory.text, self.n_tokens, inputs, outputs);
    }
}
