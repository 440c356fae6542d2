//! Copies within the GPU's memory, which set the limit for the speed of a rotation.

use wgpu::BufferUsages as Usage;

use super::{Gpu, GpuError, constants};

/// Kernels that copy a buffer in several ways.
#[derive(Debug)]
pub struct Copy {
    gpu: Gpu,
    original: wgpu::Buffer,
    copied: wgpu::Buffer,
    ways: Vec<Way>,
}

/// The way a kernel copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyWay {
    /// The number of invocations in a group.
    workgroup: u32,
    /// The number of units that each invocation copies in a stretch.
    units: u32,
    /// The number of four-component vectors in a unit.
    vectors: u32,
}

impl CopyWay {
    const fn new(workgroup: u32, units: u32, vectors: u32) -> Self {
        Self {
            workgroup,
            units,
            vectors,
        }
    }
}

/// The size in bytes of a vector of four numbers.
const VECTOR: u64 = 16;
/// The size in bytes of the largest unit; the sizes of buffers are multiples of it.
const LARGEST: usize = 64;

#[derive(Debug)]
struct Way {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    groups: u32,
}

impl Copy {
    /// The ways to copy. The best one depends on the adapter, and sets the limit: GPUs prefer many
    /// invocations that do little, software adapters prefer few that do much.
    pub const WAYS: [CopyWay; 6] = [
        CopyWay::new(64, 1, 1),
        CopyWay::new(256, 1, 1),
        CopyWay::new(256, 4, 1),
        CopyWay::new(64, 64, 1),
        CopyWay::new(64, 64, 4),
        CopyWay::new(64, 256, 2),
    ];

    /// Creates two buffers of `most_bytes`, or of what the adapter allows if that is less.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Rejected`].
    pub async fn new(gpu: &Gpu, most_bytes: usize) -> Result<Self, GpuError> {
        let of_buffer = usize::try_from(gpu.most_bytes()).unwrap_or(usize::MAX);
        let n_bytes = most_bytes.min(of_buffer - of_buffer % LARGEST);
        let n_bytes = n_bytes.next_multiple_of(LARGEST);
        gpu.make(|| {
            let original = gpu.buffer(n_bytes, Usage::STORAGE);
            let copied = gpu.buffer(n_bytes, Usage::STORAGE);
            let count: Vec<u8> = (0..original.size()).map(|byte| byte as u8).collect();
            gpu.queue.write_buffer(&original, 0, &count);
            let way = |way| Way::new(gpu, way, [&copied, &original]);
            Self {
                gpu: gpu.clone(),
                ways: Self::WAYS.map(way).into(),
                original,
                copied,
            }
        })
        .await
    }

    /// Copies `times` times in the `way`-th of the [`Copy::WAYS`], and waits until that is done.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the GPU is lost.
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

    /// Returns `true` if the copy has all bytes.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] or [`GpuError::Lost`].
    pub async fn is_complete(&self) -> Result<bool, GpuError> {
        let original = self.gpu.read(&self.original, self.original.size()).await?;
        let copied = self.gpu.read(&self.copied, self.copied.size()).await?;
        Ok(*original == *copied)
    }
}

impl Way {
    fn new(gpu: &Gpu, way: CopyWay, [copied, original]: [&wgpu::Buffer; 2]) -> Self {
        let n_units = original.size() / (VECTOR * u64::from(way.vectors));
        let n_units = u32::try_from(n_units).unwrap_or(u32::MAX);
        let sizes = constants([
            ("N_UNITS", n_units),
            ("VECTORS", way.vectors),
            ("WORKGROUP", way.workgroup),
            ("UNITS", way.units),
        ]);
        let pipeline = gpu.compute_pipeline("copy", sizes + include_str!("copy.wgsl"));
        let group = gpu.bind_group(&pipeline, &[copied, original]);
        let groups = n_units.div_ceil(way.workgroup * way.units);
        let most = gpu.device.limits().max_compute_workgroups_per_dimension;
        Self {
            pipeline,
            group,
            groups: groups.min(most),
        }
    }
}
