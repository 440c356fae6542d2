//! RoPE on the GPU, through WebGPU in the browser and Vulkan or Metal elsewhere.
//!
//! Cosines and sines come from the same table as in the CPU kernels, computed in `f64`. For the
//! sine of a shader, the specification promises an accuracy of 2^-11 within half a turn and none
//! beyond it.
//!
//! We measured an alternative and dropped it: the position times a 64-bit fraction of a turn,
//! wrapped around, with our own polynomials. With one `f32` for the angle (sine of degree 7, cosine
//! of degree 8), a rotated component can be wrong by 3.1e-7. With two, the error stays below
//! 1.92e-7 unless a driver reorders sums, but the time is 1.1 (32 heads) to 2.1 times (one head)
//! that of reading the table, whose largest error is 1.79e-7. It would save 512 bytes per position
//! and the 7 ms that a table of 4,096 positions takes.
//!
//! Each shader is compiled for its sizes, including the length of its buffers. If a length is
//! unknown, a browser checks it at each access, and a software adapter took 33 ms instead of 24 for
//! 64 MiB. Vectors that need more groups than the adapter supports lie in several buffers, so that
//! no invocation rotates more than one position.
//!
//! A [`Gpu`] also serves kernels of one's own: it compiles them, creates their buffers, and reports
//! what a driver rejects.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use phasor_bulk::gpu::{Gpu, Rotation};
//! use phasor_bulk::{Angles, Layout, Shape};
//! use phasor_encoding::{Frequencies, Pairing, Rope};
//!
//! let gpu = Gpu::open().await?;
//! let rope = Rope::new(Frequencies::new(10_000.0, 128)?, Pairing::HalfSplit);
//! let shape = Shape { batch: 1, n_heads: 32, n_positions: 4096, head_dim: 128 };
//! let (layout, angles) = (Layout::heads_first(shape)?, Angles::new(&rope, 0, 4096)?);
//! let mut vectors = vec![1.0f32; layout.len()];
//! let rotation = Rotation::new(&gpu, &angles, &layout).await?;
//! rotation.write(&vectors)?;
//! rotation.run(1).await?;
//! rotation.read(&mut vectors).await?;
//! # Ok(())
//! # }
//! ```

mod copy;
mod error;
mod kernel;
mod memory;
mod pipeline;
mod rotation;

use std::sync::{Arc, OnceLock};

use futures_channel::oneshot;

pub use copy::Copy;
pub use error::GpuError;
pub use kernel::Stored;
pub use pipeline::constants;
pub use rotation::Rotation;
/// The interface of the device, for kernels of one's own.
#[doc(no_inline)]
pub use wgpu;

/// A GPU that is ready for work. Clones share the same GPU.
#[derive(Debug, Clone)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
    is_software: bool,
    /// The reason why the GPU was lost, once it is.
    lost: Arc<OnceLock<String>>,
}

impl Gpu {
    /// Opens the fastest available GPU, with all the memory that it offers.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] or [`GpuError::NoDevice`].
    pub async fn open() -> Result<Self, GpuError> {
        Self::open_with(wgpu::Adapter::limits).await
    }

    /// Opens the GPU with the limits that the specification guarantees: code that works with these
    /// works everywhere.
    ///
    /// # Errors
    /// The same as for [`Gpu::open`].
    pub async fn open_with_least_limits() -> Result<Self, GpuError> {
        Self::open_with(|_| wgpu::Limits::default()).await
    }

    /// Opens the GPU with buffers of at most `most_bytes`, so that larger ones have to be split.
    ///
    /// # Errors
    /// The same as for [`Gpu::open`].
    pub async fn open_with_buffers_of(most_bytes: u32) -> Result<Self, GpuError> {
        Self::open_with(|_| wgpu::Limits {
            max_buffer_size: u64::from(most_bytes),
            max_storage_buffer_binding_size: most_bytes.into(),
            ..wgpu::Limits::default()
        })
        .await
    }

    async fn open_with(
        limits: impl FnOnce(&wgpu::Adapter) -> wgpu::Limits,
    ) -> Result<Self, GpuError> {
        let descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let instance = wgpu::Instance::new(descriptor);
        let adapter = instance.request_adapter(&options).await;
        let adapter = adapter.map_err(|_| GpuError::NoAdapter)?;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                required_limits: limits(&adapter),
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::NoDevice(error.to_string()))?;
        let lost = Arc::new(OnceLock::new());
        let is_lost = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, why| {
            // Only the first reason is kept.
            let _ = is_lost.set(why.trim_end_matches('.').to_owned());
        });
        // Errors that matter are caught where they occur, and a lost device calls the callback
        // above.
        device.on_uncaptured_error(Arc::new(|_| {}));
        let info = adapter.get_info();
        Ok(Self {
            device,
            queue,
            is_software: info.device_type == wgpu::DeviceType::Cpu,
            name: info.name,
            lost,
        })
    }

    /// The name of the adapter, which may be empty because browsers hide it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if this is a software adapter, which runs on the processor.
    #[must_use]
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Releases the device. All later work on it fails with [`GpuError::Lost`].
    pub fn close(&self) {
        self.device.destroy();
    }

    /// Waits until all submitted work is done.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the GPU is lost.
    pub async fn finished(&self) -> Result<(), GpuError> {
        let (sender, receiver) = oneshot::channel();
        self.queue.on_submitted_work_done(move || {
            // Sending fails if nobody waits any more.
            let _ = sender.send(());
        });
        self.answer(receiver).await
    }

    /// The device, for kernels of one's own beside these.
    #[must_use]
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The queue of the device, for kernels of one's own.
    #[must_use]
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// The largest size in bytes at which a buffer can be created and bound.
    #[must_use]
    pub fn most_bytes(&self) -> u64 {
        let limits = self.device.limits();
        limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size)
    }

    /// Creates resources or submits work, for kernels of one's own on the same device.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] or [`GpuError::Rejected`] if the driver rejects something of it,
    /// [`GpuError::Lost`] if the GPU is lost.
    pub async fn make<R>(&self, make: impl FnOnce() -> R) -> Result<R, GpuError> {
        self.is_there()?;
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let refusal = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let made = make();
        let (refusal, memory) = (refusal.pop(), memory.pop());
        let (refusal, memory) = (refusal.await, memory.await);
        // Outside of the browser, only a poll lets us know that the device is lost.
        let _ = self.device.poll(wgpu::PollType::Poll);
        self.is_there()?;
        match (memory, refusal) {
            (Some(_), _) => Err(GpuError::OutOfMemory),
            (None, Some(error)) => Err(GpuError::Rejected(error.to_string())),
            (None, None) => Ok(made),
        }
    }

    /// Waits for the message of a callback that follows submitted work.
    async fn answer<T>(&self, receiver: oneshot::Receiver<T>) -> Result<T, GpuError> {
        // In the browser, callbacks run automatically and this call does nothing.
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        let answer = match polled {
            Ok(_) => receiver.await.map_err(|_| String::new()),
            Err(error) => Err(error.to_string()),
        };
        self.is_there()?;
        answer.map_err(GpuError::Lost)
    }

    fn is_there(&self) -> Result<(), GpuError> {
        match self.lost.get() {
            Some(why) => Err(GpuError::Lost(why.clone())),
            None => Ok(()),
        }
    }
}
