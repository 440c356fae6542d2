//! Copies within the GPU's memory: the limit that a rotation is held against.

use wgpu::BufferUsages as Usage;

use super::rotation::{bind_group, buffer, bytes, compute_pipeline};
use super::{Gpu, GpuError};

/// A kernel that copies a buffer.
#[derive(Debug)]
pub struct Copy<'g> {
    gpu: &'g Gpu,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    groups: u32,
    original: wgpu::Buffer,
    copied: wgpu::Buffer,
}

impl<'g> Copy<'g> {
    /// Invocations of a group and units of 16 bytes that each copies: which way is best depends on
    /// the adapter, and the limit is the best of them.
    pub const WAYS: [(u32, u32); 6] = [(64, 1), (64, 16), (64, 64), (256, 1), (256, 4), (256, 16)];

    /// Two buffers of `most_bytes`, or of what the adapter allows if that is less, and one of the
    /// [`Copy::WAYS`] to copy.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Refused`].
    pub async fn new(gpu: &'g Gpu, most_bytes: usize, way: (u32, u32)) -> Result<Self, GpuError> {
        let of_buffer = usize::try_from(gpu.most_bytes()).unwrap_or(usize::MAX);
        let n_bytes = most_bytes.min(of_buffer);
        gpu.make(|| {
            let source = wgpu::ShaderSource::Wgsl(include_str!("copy.wgsl").into());
            let module = gpu
                .device
                .create_shader_module(wgpu::ShaderModuleDescriptor {
                    label: Some("copy"),
                    source,
                });
            let (workgroup, units) = way;
            let constants = [
                ("WORKGROUP", f64::from(workgroup)),
                ("UNITS", f64::from(units)),
            ];
            let pipeline = compute_pipeline(gpu, &module, "copy", &constants);
            let original = buffer(gpu, n_bytes, Usage::STORAGE);
            let copied = buffer(gpu, n_bytes, Usage::STORAGE);
            let count: Vec<u8> = (0..original.size()).map(|byte| byte as u8).collect();
            gpu.queue.write_buffer(&original, 0, &count);
            let group = bind_group(gpu, &pipeline, &[&copied, &original]);
            let n_units = original.size().div_ceil(16);
            let groups = n_units.div_ceil(u64::from(workgroup * units));
            let most = gpu.device.limits().max_compute_workgroups_per_dimension;
            Self {
                gpu,
                pipeline,
                group,
                groups: u32::try_from(groups).unwrap_or(u32::MAX).min(most),
                original,
                copied,
            }
        })
        .await
    }

    /// Copies `times` times over and waits until that is done.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub async fn run(&self, times: usize) -> Result<(), GpuError> {
        self.gpu.is_there()?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for _ in 0..times {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.group, &[]);
            pass.dispatch_workgroups(self.groups, 1, 1);
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.finished().await
    }

    /// Whether all bytes are in the copy.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] or [`GpuError::Lost`].
    pub async fn is_complete(&self) -> Result<bool, GpuError> {
        let original = bytes(self.gpu, &self.original).await?;
        let copied = bytes(self.gpu, &self.copied).await?;
        Ok(*original == *copied)
    }
}
