//! Shaders with their sizes, and the buffers that they use.

use super::Gpu;

/// Writes constants in the shader language, to be put before the source of a shader.
///
/// ```
/// use phasor_bulk::gpu::constants;
///
/// assert_eq!(constants([("N_HEADS", 3)]), "const N_HEADS = 3u;\n");
/// ```
pub fn constants<'a>(sizes: impl IntoIterator<Item = (&'a str, u32)>) -> String {
    let lines = sizes.into_iter();
    lines
        .map(|(name, size)| format!("const {name} = {size}u;\n"))
        .collect()
}

impl Gpu {
    /// Compiles the function `entry_point` of `source`, with the bindings that the shader declares,
    /// for kernels of one's own on the same device. Call it within [`Gpu::make`], which catches its
    /// errors.
    pub fn compute_pipeline(&self, entry_point: &str, source: String) -> wgpu::ComputePipeline {
        let shader = wgpu::ShaderModuleDescriptor {
            label: Some(entry_point),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        };
        let device = self.device();
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: None,
            module: &device.create_shader_module(shader),
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            cache: None,
        })
    }

    /// Binds buffers to the bindings 0, 1, 2 and so on of `pipeline`. Call it within [`Gpu::make`],
    /// which catches its errors.
    pub fn bind_group(
        &self,
        pipeline: &wgpu::ComputePipeline,
        buffers: &[&wgpu::Buffer],
    ) -> wgpu::BindGroup {
        let bindings = (0..).zip(buffers);
        let entries: Vec<_> = bindings
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        self.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }
}
