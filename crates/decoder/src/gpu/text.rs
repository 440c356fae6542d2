//! A text on its way through the layers.

use phasor_bulk::gpu::GpuError;
use phasor_bulk::gpu::wgpu::Buffer;

use super::GpuDecoder;
use super::attention::{Chunks, Sums};
use super::kernels::{Kernels, Work};
use super::matrix::GpuMatrix;
use super::memory::Memory;
use super::rotation::Tables;
use crate::{Pass, Shape};

/// What all layers need beside their weights.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) shape: Shape,
    pub(super) n_tokens: usize,
    pub(super) memory: &'a Memory,
    pub(super) kernels: &'a Kernels,
    pub(super) sums: Sums,
    tables: Tables<'a>,
    chunks: Chunks,
}

impl<'a> Text<'a> {
    /// Prepares to let the tokens of a pass through the layers, within `Gpu::make`.
    pub(super) fn new(
        gpu_decoder: &'a GpuDecoder,
        memory: &'a Memory,
        pass: &'a Pass,
    ) -> Result<Self, GpuError> {
        let GpuDecoder {
            gpu,
            decoder,
            layers,
            kernels,
            ..
        } = gpu_decoder;
        let n_tokens = pass.n_tokens(decoder);
        let shape = decoder.shape;
        Ok(Self {
            shape,
            n_tokens,
            memory,
            kernels,
            sums: Sums::new(gpu, &pass.watched, n_tokens)?,
            tables: Tables::new(gpu, shape, &pass.turns)?,
            chunks: Chunks::new(gpu, shape, layers, n_tokens)?,
        })
    }

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

    /// Rotates queries and keys as the layer does.
    pub(super) fn rotate(&self, work: &mut Work<'_>, layer: usize) {
        self.tables.rotate(work, self, layer);
    }

    /// Writes to `gathered` what the queries of the layer gather.
    pub(super) fn gather(&self, work: &mut Work<'_>, layer: usize, window: Option<usize>) {
        self.chunks.gather(work, self, layer, window);
    }

    /// Returns the sums of watched heads.
    pub(super) fn into_sums(self) -> Sums {
        self.sums
    }
}
