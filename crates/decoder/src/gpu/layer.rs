//! A layer in the GPU's memory, and how a text goes through it.

use phasor_bulk::gpu::wgpu::Buffer;
use phasor_bulk::gpu::{Gpu, GpuError};

use super::kernels::Work;
use super::matrix::{GpuMatrix, Target, Unpackers};
use super::memory::{small, stored, uniform};
use super::text::Text;
use super::workspace::Workspace;
use crate::decoder::Layer as CpuLayer;
use crate::linear::Linear;
use crate::norm::Norm as CpuNorm;

/// The factors of a norm.
#[derive(Debug)]
pub(super) struct Norm {
    factors: Buffer,
    sizes: Buffer,
    /// The vectors of each token.
    n_vectors: usize,
}

impl Norm {
    /// Copies the factors to the GPU's memory, within [`Gpu::make`].
    pub(super) fn new(gpu: &Gpu, norm: &CpuNorm, n_vectors: usize) -> Result<Self, GpuError> {
        let len = norm.weights.len();
        if !len.is_multiple_of(4) {
            return Err(GpuError::Components(len));
        }
        let sizes = [small(len), small(n_vectors), norm.epsilon.to_bits()];
        Ok(Self {
            factors: stored(gpu, &norm.weights),
            sizes: uniform(gpu, &sizes),
            n_vectors,
        })
    }

    /// Writes the normed vectors to `normed`.
    pub(super) fn apply(
        &self,
        work: &mut Work<'_>,
        workspace: &Workspace<'_>,
        vectors: &Buffer,
        normed: &Buffer,
    ) {
        let buffers = [
            &workspace.memory.text,
            &self.sizes,
            &self.factors,
            vectors,
            normed,
        ];
        let n_groups = work.at_most(workspace.n_tokens * self.n_vectors);
        work.start(&workspace.kernels.norm, &buffers, [n_groups, 1, 1]);
    }
}

/// The weights of a layer.
#[derive(Debug)]
pub(super) struct Layer {
    attention_norm: Norm,
    query: GpuMatrix,
    key: GpuMatrix,
    value: GpuMatrix,
    output: GpuMatrix,
    query_norm: Option<Norm>,
    key_norm: Option<Norm>,
    window: Option<usize>,
    feed_forward_norm: Norm,
    gate: GpuMatrix,
    up: GpuMatrix,
    down: GpuMatrix,
    /// The number of components of the feed-forward network, as kernels read it.
    gate_sizes: Buffer,
}

impl Layer {
    /// Copies the weights of a layer with these numbers of query and key heads to the GPU's memory, within [`Gpu::make`].
    pub(super) fn new(
        gpu: &Gpu,
        unpackers: &mut Unpackers,
        layer: &CpuLayer,
        [n_heads, n_kv_heads]: [usize; 2],
    ) -> Result<Self, GpuError> {
        let (attention, feed_forward) = (&layer.attention, &layer.feed_forward);
        let mut matrix = |linear: &Linear, target| {
            let bias = linear.bias.as_deref();
            GpuMatrix::create(gpu, unpackers, &linear.weights, bias, target)
        };
        let norm_if_any = |norm: &Option<CpuNorm>, n_heads| {
            let norm = norm.as_ref();
            norm.map(|norm| Norm::new(gpu, norm, n_heads)).transpose()
        };
        let gate = matrix(&feed_forward.gate, Target::Replaced)?;
        let [intermediate_size, _] = gate.shape();
        Ok(Self {
            attention_norm: Norm::new(gpu, &attention.norm, 1)?,
            query: matrix(&attention.query, Target::Replaced)?,
            key: matrix(&attention.key, Target::Replaced)?,
            value: matrix(&attention.value, Target::Replaced)?,
            output: matrix(&attention.output, Target::Added)?,
            query_norm: norm_if_any(&attention.query_norm, n_heads)?,
            key_norm: norm_if_any(&attention.key_norm, n_kv_heads)?,
            window: attention.window,
            feed_forward_norm: Norm::new(gpu, &feed_forward.norm, 1)?,
            gate,
            up: matrix(&feed_forward.up, Target::Replaced)?,
            down: matrix(&feed_forward.down, Target::Added)?,
            gate_sizes: uniform(gpu, &[small(intermediate_size)]),
        })
    }

    /// The number of components between the matrices of the feed-forward network.
    pub(super) fn intermediate_size(&self) -> usize {
        let [intermediate_size, _] = self.gate.shape();
        intermediate_size
    }

    /// How many tokens a query sees, itself included; `None` for all before it.
    pub(super) fn window(&self) -> Option<usize> {
        self.window
    }

    /// Adds to each hidden state what attention and then the feed-forward network make of it. `number` is that of the layer.
    pub(super) fn apply(&self, work: &mut Work<'_>, text: &Text<'_>, number: usize) {
        let workspace = &text.workspace;
        let memory = workspace.memory;
        self.attention_norm
            .apply(work, workspace, &memory.hidden, &memory.normed);
        self.project(
            work,
            workspace,
            &self.query,
            &self.query_norm,
            &memory.queries,
        );
        self.project(work, workspace, &self.key, &self.key_norm, &memory.keys);
        self.project(work, workspace, &self.value, &None, &memory.values);
        text.rotate(work, number);
        text.gather(work, number, self.window);
        workspace.multiply(work, &self.output, &memory.gathered, &memory.hidden);
        self.feed_forward_norm
            .apply(work, workspace, &memory.hidden, &memory.normed);
        workspace.multiply(work, &self.gate, &memory.normed, &memory.gates);
        workspace.multiply(work, &self.up, &memory.normed, &memory.ups);
        self.apply_gates(work, workspace);
        workspace.multiply(work, &self.down, &memory.gates, &memory.hidden);
    }

    /// Makes queries, keys or values of the normed states.
    fn project(
        &self,
        work: &mut Work<'_>,
        workspace: &Workspace<'_>,
        matrix: &GpuMatrix,
        norm: &Option<Norm>,
        outputs: &Buffer,
    ) {
        let memory = workspace.memory;
        match norm {
            None => workspace.multiply(work, matrix, &memory.normed, outputs),
            Some(norm) => {
                workspace.multiply(work, matrix, &memory.normed, &memory.gathered);
                norm.apply(work, workspace, &memory.gathered, outputs);
            }
        }
    }

    /// Multiplies `silu(gate)` by the other factor.
    fn apply_gates(&self, work: &mut Work<'_>, workspace: &Workspace<'_>) {
        /// The numbers of a group: four for each of its invocations.
        const OF_GROUP: usize = 1024;
        let memory = workspace.memory;
        let buffers = [&memory.text, &self.gate_sizes, &memory.ups, &memory.gates];
        let n_groups = (workspace.n_tokens * self.intermediate_size()).div_ceil(OF_GROUP);
        let n_groups = work.at_most(n_groups);
        work.start(&workspace.kernels.gate, &buffers, [n_groups, 1, 1]);
    }
}
