//! Copies within the GPU's memory: the limit that a rotation is held against.

use wgpu::BufferUsages as Usage;

use super::rotation::{bind_group, buffer, bytes, compute_pipeline};
use super::{Gpu, GpuError};

/// Kernels that copy a buffer, in several ways.
#[derive(Debug)]
pub struct Copy {
    gpu: Gpu,
    original: wgpu::Buffer,
    copied: wgpu::Buffer,
    ways: Vec<Way>,
}

#[derive(Debug)]
struct Way {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    groups: u32,
}

impl Copy {
    /// Invocations of a group and units of 16 bytes that each copies at each turn: which way is
    /// best depends on the adapter, and the limit is the best of them.
    pub const WAYS: [(u32, u32); 6] = [(64, 1), (64, 16), (64, 64), (256, 1), (256, 4), (256, 16)];

    /// Two buffers of `most_bytes`, or of what the adapter allows if that is less.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Refused`].
    pub async fn new(gpu: &Gpu, most_bytes: usize) -> Result<Self, GpuError> {
        let of_buffer = usize::try_from(gpu.most_bytes()).unwrap_or(usize::MAX);
        let n_bytes = most_bytes.min(of_buffer);
        gpu.make(|| {
            let original = buffer(gpu, n_bytes, Usage::STORAGE);
            let copied = buffer(gpu, n_bytes, Usage::STORAGE);
            let count: Vec<u8> = (0..original.size()).map(|byte| byte as u8).collect();
            gpu.queue.write_buffer(&original, 0, &count);
            let source = wgpu::ShaderSource::Wgsl(include_str!("copy.wgsl").into());
            let module = gpu
                .device
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some("copy"),
                    source,
                });
            let way = |way| Way::new(gpu, &module, way, [&copied, &original]);
            Self {
                gpu: gpu.clone(),
                ways: Self::WAYS.map(way).into(),
                original,
                copied,
            }
        })
        .await
    }

    /// Copies `times` times over in the `way`-th of the [`Copy::WAYS`], and waits until that is
    /// done.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub async fn run(&self, way: usize, times: usize) -> Result<(), GpuError> {
        self.gpu.is_there()?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for way in std::iter::repeat_n(self.ways.get(way), times).flatten() {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&way.pipeline);
            pass.set_bind_group(0, &way.group, &[]);
            pass.dispatch_workgroups(way.groups, 1, 1);
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.finished().await
    }

    /// Whether all bytes are in the copy.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] or [`GpuError::Lost`].
    pub async fn is_complete(&self) -> Result<bool, GpuError> {
        let original = bytes(&self.gpu, &self.original).await?;
        let copied = bytes(&self.gpu, &self.copied).await?;
        Ok(*original == *copied)
    }
}

impl Way {
    fn new(
        gpu: &Gpu,
        module: &wgpu::ShaderModule,
        (workgroup, units): (u32, u32),
        [copied, original]: [&wgpu::Buffer; 2],
    ) -> Self {
        let constants = [
            ("WORKGROUP", f64::from(workgroup)),
            ("UNITS", f64::from(units)),
        ];
        let pipeline = compute_pipeline(gpu, module, "copy", &constants);
        let group = bind_group(gpu, &pipeline, &[copied, original]);
        let n_units = original.size().div_ceil(16);
        let groups = n_units.div_ceil(u64::from(workgroup * units));
        let most = gpu.device.limits().max_compute_workgroups_per_dimension;
        Self {
            pipeline,
            group,
            groups: u32::try_from(groups).unwrap_or(u32::MAX).min(most),
        }
    }
}
