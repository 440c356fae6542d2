//! Weight matrices in the GPU's memory.

use phasor_bulk::gpu::wgpu::{Buffer, BufferUsages as Usage, ComputePipeline};
use phasor_bulk::gpu::{Gpu, GpuError};

use super::kernels::{Work, linear, submit, tiles};
use super::memory::{bytes_of, check, read, small, stored, uniform};
use crate::{WeightFormat, WeightMatrix};

/// A weight matrix of shape `[n_outputs, n_inputs]` on the GPU, in the blocks of its file.
#[derive(Debug)]
pub struct GpuMatrix {
    gpu: Gpu,
    kernel: ComputePipeline,
    blocks: Buffer,
    /// `[n_outputs]`.
    bias: Buffer,
    sizes: Buffer,
    shape: [usize; 2],
}

/// What a matrix does with the outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// It replaces them.
    Replaced,
    /// It adds to them.
    Added,
}

/// The kernels of linear layers, one for each format that a model has.
#[derive(Debug, Default)]
pub(super) struct Unpackers {
    known: Vec<(WeightFormat, ComputePipeline)>,
}

impl Unpackers {
    fn of(&mut self, gpu: &Gpu, format: WeightFormat) -> ComputePipeline {
        let mut known = self.known.iter();
        if let Some((_, kernel)) = known.find(|(known, _)| *known == format) {
            return kernel.clone();
        }
        let kernel = linear(gpu, format);
        self.known.push((format, kernel.clone()));
        kernel
    }
}

impl GpuMatrix {
    /// Copies a matrix to the GPU's memory.
    ///
    /// # Errors
    /// - [`GpuError::Components`] if the number of inputs is not a multiple of 4;
    /// - [`GpuError::Large`] if the matrix is larger than the largest buffer;
    /// - [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Rejected`].
    pub async fn new(gpu: &Gpu, weights: &WeightMatrix) -> Result<Self, GpuError> {
        let mut unpackers = Unpackers::default();
        let make = || Self::create(gpu, &mut unpackers, weights, None, Target::Replaced);
        gpu.make(make).await?
    }

    /// Copies a matrix to the GPU's memory, within [`Gpu::make`].
    pub(super) fn create(
        gpu: &Gpu,
        unpackers: &mut Unpackers,
        weights: &WeightMatrix,
        bias: Option<&[f32]>,
        target: Target,
    ) -> Result<Self, GpuError> {
        let [n_outputs, n_inputs] = weights.shape();
        if !n_inputs.is_multiple_of(4) {
            return Err(GpuError::Components(n_inputs));
        }
        check(gpu, weights.blocks().len())?;
        let of_bias = bytes_of(gpu, n_outputs)?;
        let blocks = gpu.buffer(weights.blocks().len(), Usage::STORAGE);
        gpu.write(&blocks, weights.blocks());
        // The queue keeps a copy of what is written until something is submitted.
        gpu.queue().submit([]);
        let adds = u32::from(target == Target::Added);
        Ok(Self {
            gpu: gpu.clone(),
            kernel: unpackers.of(gpu, weights.format()),
            blocks,
            bias: match bias {
                Some(bias) => stored(gpu, bias),
                // A new buffer has zeros.
                None => gpu.buffer(of_bias, Usage::STORAGE),
            },
            sizes: uniform(gpu, &[small(n_inputs), small(n_outputs), adds]),
            shape: weights.shape(),
        })
    }

    /// The shape `[n_outputs, n_inputs]`.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Multiplies vectors (`[n, n_inputs]`) by the weights. Returns the outputs (`[n, n_outputs]`).
    ///
    /// # Errors
    /// [`GpuError::Large`] if the inputs or the outputs are larger than the largest buffer, [`GpuError::OutOfMemory`],
    /// [`GpuError::Lost`] or [`GpuError::Rejected`].
    pub async fn multiply(&self, inputs: &[f32]) -> Result<Vec<f32>, GpuError> {
        let [n_outputs, n_inputs] = self.shape;
        let Some(n) = inputs.len().checked_div(n_inputs).filter(|n| *n > 0) else {
            return Ok(Vec::new());
        };
        let n_numbers = n.saturating_mul(n_outputs);
        bytes_of(&self.gpu, inputs.len())?;
        let n_bytes = bytes_of(&self.gpu, n_numbers)?;
        let outputs = self.gpu.make(|| {
            let text = uniform(&self.gpu, &[small(n)]);
            let inputs = stored(&self.gpu, inputs);
            let outputs = self.gpu.buffer(n_bytes, Usage::STORAGE);
            submit(&self.gpu, |work| {
                self.apply(work, &text, n, &inputs, &outputs);
            });
            outputs
        });
        read(&self.gpu, &outputs.await?, n_numbers).await
    }

    /// Multiplies the inputs of the `n` tokens that `text` counts.
    pub(super) fn apply(
        &self,
        work: &mut Work<'_>,
        text: &Buffer,
        n: usize,
        inputs: &Buffer,
        outputs: &Buffer,
    ) {
        let [n_outputs, _] = self.shape;
        let buffers = [text, &self.sizes, &self.blocks, &self.bias, inputs, outputs];
        work.start(&self.kernel, &buffers, tiles(n_outputs, n, 1));
    }
}
