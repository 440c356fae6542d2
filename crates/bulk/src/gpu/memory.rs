//! Buffers of the GPU, and the way between them and ours.

use futures_channel::oneshot;
use wgpu::BufferUsages as Usage;

use super::{Gpu, GpuError};

/// The smallest number of bytes that a GPU copies.
const WORD: usize = 4;
/// The size in bytes of the largest unit that a kernel reads.
const UNIT: usize = 16;

impl Gpu {
    /// Creates a buffer of at least `n_bytes` that can be written and read back, for kernels of
    /// one's own on the same device. Call it within [`Gpu::make`], which catches its errors.
    pub fn buffer(&self, n_bytes: usize, usage: Usage) -> wgpu::Buffer {
        let size = n_bytes.max(1).next_multiple_of(UNIT) as u64;
        self.bare_buffer(size, usage | Usage::COPY_DST | Usage::COPY_SRC)
    }

    /// Copies `bytes` to the beginning of a buffer of [`Gpu::buffer`].
    pub fn write(&self, buffer: &wgpu::Buffer, bytes: &[u8]) {
        let (words, rest) = bytes.split_at(bytes.len() / WORD * WORD);
        self.queue().write_buffer(buffer, 0, words);
        if !rest.is_empty() {
            let mut word = [0; WORD];
            word.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            self.queue().write_buffer(buffer, words.len() as u64, &word);
        }
    }

    /// Returns the first `n_bytes` of a buffer of [`Gpu::buffer`], a multiple of 4, when all
    /// submitted work is done.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`], or [`GpuError::Rejected`] if the buffer is
    /// shorter.
    pub async fn read(
        &self,
        buffer: &wgpu::Buffer,
        n_bytes: u64,
    ) -> Result<wgpu::BufferView, GpuError> {
        let staging = self.make(|| {
            let staging = self.bare_buffer(n_bytes, Usage::MAP_READ | Usage::COPY_DST);
            let mut encoder = self.device().create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, n_bytes);
            self.queue().submit([encoder.finish()]);
            staging
        });
        let staging = staging.await?;
        let (sender, receiver) = oneshot::channel();
        staging.map_async(wgpu::MapMode::Read, .., move |mapped| {
            // Sending fails if nobody waits any more.
            let _ = sender.send(mapped);
        });
        let rejected = |error: &dyn std::fmt::Display| GpuError::Rejected(error.to_string());
        let mapped = self.answer(receiver).await?;
        mapped.map_err(|error| rejected(&error))?;
        staging
            .get_mapped_range(..)
            .map_err(|error| rejected(&error))
    }

    fn bare_buffer(&self, size: u64, usage: Usage) -> wgpu::Buffer {
        self.device().create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }
}
