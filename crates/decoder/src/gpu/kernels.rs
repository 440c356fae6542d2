//! The kernels, and how they are started.

use phasor_bulk::gpu::wgpu::{Buffer, CommandEncoder, ComputePass, ComputePipeline};
use phasor_bulk::gpu::{Gpu, constants};

use super::memory::small;
use crate::{Shape, WeightFormat};

/// Returns the shader function that unpacks four weights.
fn unpacking(format: WeightFormat) -> &'static str {
    match format {
        WeightFormat::F32 => include_str!("formats/f32.wgsl"),
        WeightFormat::F16 => include_str!("formats/f16.wgsl"),
        WeightFormat::Bf16 => include_str!("formats/bf16.wgsl"),
        WeightFormat::Q4_0 => include_str!("formats/q4_0.wgsl"),
        WeightFormat::Q4_1 => include_str!("formats/q4_1.wgsl"),
        WeightFormat::Q5_0 => include_str!("formats/q5_0.wgsl"),
        WeightFormat::Q5_1 => include_str!("formats/q5_1.wgsl"),
        WeightFormat::Q8_0 => include_str!("formats/q8_0.wgsl"),
        WeightFormat::Q4K => include_str!("formats/q4_k.wgsl"),
        WeightFormat::Q5K => include_str!("formats/q5_k.wgsl"),
        WeightFormat::Q6K => include_str!("formats/q6_k.wgsl"),
    }
}

/// Compiles the kernel of linear layers with weights in this format.
pub(super) fn linear(gpu: &Gpu, format: WeightFormat) -> ComputePipeline {
    let source = [
        include_str!("text.wgsl"),
        include_str!("product.wgsl"),
        include_str!("linear.wgsl"),
        include_str!("bytes.wgsl"),
        unpacking(format),
    ];
    gpu.compute_pipeline("multiply", source.join("\n"))
}

/// The kernels that do not depend on the format of weights.
#[derive(Debug)]
pub(super) struct Kernels {
    pub(super) norm: ComputePipeline,
    pub(super) rotate: ComputePipeline,
    pub(super) scores: ComputePipeline,
    pub(super) softmax: ComputePipeline,
    pub(super) watch: ComputePipeline,
    pub(super) gather: ComputePipeline,
    pub(super) gate: ComputePipeline,
}

impl Kernels {
    /// Compiles the kernels for a model.
    pub(super) fn new(gpu: &Gpu, shape: Shape) -> Self {
        let heads = constants([
            ("N_HEADS", small(shape.n_heads)),
            ("N_KV_HEADS", small(shape.n_kv_heads)),
            ("HEAD_DIM", small(shape.head_dim)),
        ]);
        let of_heads = |entry_point, parts: &[&str]| {
            let source = [&[&heads, include_str!("heads.wgsl")], parts].concat();
            gpu.compute_pipeline(entry_point, source.join("\n"))
        };
        let product = include_str!("product.wgsl");
        let of_text = |entry_point, parts: &[&str]| {
            let source = [&[include_str!("text.wgsl")], parts].concat();
            gpu.compute_pipeline(entry_point, source.join("\n"))
        };
        let sum = include_str!("sum.wgsl");
        Self {
            norm: of_text("norm", &[sum, include_str!("norm.wgsl")]),
            rotate: of_text("rotate", &[include_str!("rotate.wgsl")]),
            scores: of_heads("multiply", &[product, include_str!("scores.wgsl")]),
            softmax: of_heads("softmax", &[sum, include_str!("softmax.wgsl")]),
            watch: of_heads("watch", &[include_str!("watch.wgsl")]),
            gather: of_heads("multiply", &[product, include_str!("gather.wgsl")]),
            gate: of_text("gate", &[include_str!("gate.wgsl")]),
        }
    }
}

/// Returns the number of tiles of a product in each direction, of which each takes a group.
pub(super) fn tiles(n_outputs: usize, n_rows: usize, n_heads: usize) -> [usize; 3] {
    /// The side of a tile of `product.wgsl`.
    const SIDE: usize = 64;
    [n_outputs.div_ceil(SIDE), n_rows.div_ceil(SIDE), n_heads]
}

/// Work that is done in this order.
#[derive(Debug)]
pub(super) struct Work<'a> {
    gpu: &'a Gpu,
    pass: ComputePass<'a>,
    most_groups: usize,
}

impl<'a> Work<'a> {
    pub(super) fn new(gpu: &'a Gpu, encoder: &'a mut CommandEncoder) -> Self {
        let limits = gpu.device().limits();
        Self {
            gpu,
            pass: encoder.begin_compute_pass(&Default::default()),
            most_groups: limits.max_compute_workgroups_per_dimension as usize,
        }
    }

    /// Returns the number of groups for a kernel whose groups do more if there are fewer of them than it wants.
    pub(super) fn at_most(&self, wanted: usize) -> usize {
        wanted.min(self.most_groups)
    }

    /// Starts a kernel on the buffers of its bindings.
    pub(super) fn start(
        &mut self,
        kernel: &ComputePipeline,
        buffers: &[&Buffer],
        groups: [usize; 3],
    ) {
        let [x, y, z] = groups.map(small);
        let group = self.gpu.bind_group(kernel, buffers);
        self.pass.set_pipeline(kernel);
        self.pass.set_bind_group(0, &group, &[]);
        self.pass.dispatch_workgroups(x, y, z);
    }
}

/// Submits what `record` records as one piece, which must be short enough for the watchdogs of browsers.
pub(super) fn submit(gpu: &Gpu, record: impl FnOnce(&mut Work<'_>)) {
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    record(&mut Work::new(gpu, &mut encoder));
    gpu.queue().submit([encoder.finish()]);
}
