//! Shaders with their sizes, and the buffers that they use.

use super::Gpu;

/// Writes constants in the shader language.
pub(super) fn constants<'a>(sizes: impl IntoIterator<Item = (&'a str, u32)>) -> String {
    let lines = sizes.into_iter();
    lines
        .map(|(name, size)| format!("const {name} = {size}u;\n"))
        .collect()
}

/// Compiles the function `entry_point` of `source`, with the bindings that the shader declares.
pub(super) fn compute_pipeline(
    gpu: &Gpu,
    entry_point: &str,
    source: String,
) -> wgpu::ComputePipeline {
    let shader = wgpu::ShaderModuleDescriptor {
        label: Some(entry_point),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    };
    gpu.device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry_point),
            layout: None,
            module: &gpu.device.create_shader_module(shader),
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            cache: None,
        })
}

/// Binds buffers to the bindings 0, 1, 2 and so on of `pipeline`.
pub(super) fn bind_group(
    gpu: &Gpu,
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
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    })
}
