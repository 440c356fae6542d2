//! The decoder on the GPU, through WebGPU in the browser and Vulkan or Metal elsewhere.
//!
//! Weights stay in the blocks of their file, as on the CPU, and are unpacked when a product reads them. Cosines and sines come
//! from the same tables. There is no cache: a text is read from its beginning, in one pass.
//!
//! The steps are those of the CPU, but sums are added in another order, so hidden states differ by some roundings.
//!
//! On an adapter that is software ([`Gpu::is_software`]), a text takes ten times as long as on the CPU: 64 tokens of
//! SmolLM2-135M take 4.1 s on two cores instead of 0.37 s on one.
//!
//! ```no_run
//! # async fn example(decoder: &phasor_decoder::Decoder, tokens: &[u32]) -> Result<(), Box<dyn std::error::Error>> {
//! use phasor_bulk::gpu::Gpu;
//! use phasor_decoder::gpu::GpuDecoder;
//! use phasor_decoder::{Change, Session};
//!
//! let gpu = Gpu::open().await?;
//! let gpu_decoder = GpuDecoder::new(&gpu, decoder).await?;
//! let mut session = Session::default();
//! session.begin(decoder, tokens, &Change::default(), &[])?;
//! if session.read_on(&gpu_decoder).await.is_err() {
//!     // The GPU was lost, for example. The CPU reads the same text.
//!     while session.advance(decoder) {}
//! }
//! # Ok(())
//! # }
//! ```

mod attention;
mod kernels;
mod layer;
mod matrix;
mod memory;
mod rotation;
mod text;
mod workspace;

use std::sync::Mutex;

use phasor_bulk::gpu::{Gpu, GpuError};

use self::attention::Sums;
use self::kernels::{Kernels, submit};
use self::layer::{Layer, Norm};
use self::matrix::{Target, Unpackers};
use self::memory::{Memory, read, small};
use self::text::Text;
use self::workspace::Workspace;
use crate::pass::{Output, Pass};
use crate::prediction::{self, Expectation, MOST_STATES};
use crate::{Decoder, Session};

pub use self::matrix::GpuMatrix;

/// A decoder whose weights are in the GPU's memory.
#[derive(Debug)]
pub struct GpuDecoder {
    gpu: Gpu,
    decoder: Decoder,
    kernels: Kernels,
    layers: Vec<Layer>,
    norm: Norm,
    output: GpuMatrix,
    /// The memory of the last text, while no text uses it.
    memory: Mutex<Option<Memory>>,
}

impl GpuDecoder {
    /// Copies the weights of a decoder to the GPU's memory, and compiles the kernels that it needs.
    ///
    /// # Errors
    /// - [`GpuError::Components`] if hidden states, heads or the feed-forward network have a number of components that is
    ///   not a multiple of 4;
    /// - [`GpuError::Large`] if a matrix is larger than the largest buffer;
    /// - [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Rejected`].
    pub async fn new(gpu: &Gpu, decoder: &Decoder) -> Result<Self, GpuError> {
        let shape = decoder.shape;
        if !shape.head_dim.is_multiple_of(4) {
            return Err(GpuError::Components(shape.head_dim));
        }
        let mut unpackers = Unpackers::default();
        let mut layers = Vec::with_capacity(decoder.layers.len());
        for layer in &decoder.layers {
            // One by one, so that a browser can do something else in between.
            let n_heads = [shape.n_heads, shape.n_kv_heads];
            let make = || Layer::new(gpu, &mut unpackers, layer, n_heads);
            layers.push(gpu.make(make).await??);
        }
        let output = decoder.output.as_ref().unwrap_or(&decoder.embedding);
        let make = || GpuMatrix::create(gpu, &mut unpackers, output, None, Target::Replaced);
        Ok(Self {
            gpu: gpu.clone(),
            decoder: decoder.clone(),
            kernels: gpu.make(|| Kernels::new(gpu, shape)).await?,
            layers,
            norm: gpu.make(|| Norm::new(gpu, &decoder.norm, 1)).await??,
            output: gpu.make(make).await??,
            memory: Mutex::new(None),
        })
    }

    /// The decoder whose weights these are.
    #[must_use]
    pub fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// Returns the logits of the next token after each normed hidden state (`[n, hidden_size]`): `[n, n_tokens]`. They are
    /// computed for a few states at a time.
    ///
    /// # Errors
    /// [`GpuError::Large`], [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Rejected`].
    pub async fn logits(&self, hidden: &[f32]) -> Result<Vec<f32>, GpuError> {
        let mut logits = Vec::new();
        for states in hidden.chunks(MOST_STATES * self.decoder.shape.hidden_size) {
            logits.extend(self.output.multiply(states).await?);
        }
        Ok(logits)
    }

    /// Returns how the model expected each of the tokens `first` and later of a text that it has read, as
    /// [`Decoder::expectations`] does.
    ///
    /// # Errors
    /// [`GpuError::Large`], [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Rejected`].
    ///
    /// # Panics
    /// If `first` is 0, because nothing stands before that token, or the text is not read to its end.
    pub async fn expectations(
        &self,
        session: &Session,
        first: usize,
    ) -> Result<Vec<Expectation>, GpuError> {
        let mut expectations = Vec::new();
        for (states, tokens) in prediction::parts(session, first, self.decoder.shape) {
            let logits = self.output.multiply(states).await?;
            expectations.extend(prediction::expectations(&logits, tokens));
        }
        Ok(expectations)
    }

    /// Lets the tokens of a pass, before which there are none, through the layers that are left.
    pub(crate) async fn finish(&self, pass: &Pass) -> Result<Output, GpuError> {
        let (memory, sums) = self.gpu.make(|| self.submit(pass)).await??;
        let hidden = read(&self.gpu, &memory.normed, pass.hidden.len()).await?;
        let watched = sums.read(&self.gpu, pass, &self.decoder).await?;
        if let Ok(mut free) = self.memory.lock() {
            *free = Some(memory);
        }
        Ok(Output { hidden, watched })
    }

    /// Takes the memory of the last text, if this one fits into it.
    fn free_memory(&self, n_tokens: usize) -> Option<Memory> {
        let memory = self.memory.lock().ok()?.take();
        memory.filter(|memory| memory.fits(n_tokens))
    }

    /// Submits the work of every layer that is left. Returns where the normed states and the sums of watched heads will be.
    fn submit(&self, pass: &Pass) -> Result<(Memory, Sums), GpuError> {
        let n_tokens = pass.n_tokens(&self.decoder);
        let memory = match self.free_memory(n_tokens) {
            Some(memory) => memory,
            None => {
                let sizes = self.layers.iter().map(Layer::intermediate_size);
                let largest = sizes.max().unwrap_or(0);
                Memory::new(&self.gpu, self.decoder.shape, largest, n_tokens)?
            }
        };
        let count = [small(n_tokens)];
        self.gpu.write(&memory.text, bytemuck::cast_slice(&count));
        self.gpu
            .write(&memory.hidden, bytemuck::cast_slice(&pass.hidden));
        let workspace = Workspace {
            shape: self.decoder.shape,
            n_tokens,
            memory: &memory,
            kernels: &self.kernels,
        };
        let windows = self.layers.iter().map(Layer::window).collect();
        let text = Text::new(&self.gpu, workspace, windows, pass)?;
        for (number, layer) in self.layers.iter().enumerate().skip(pass.n_layers_done) {
            submit(&self.gpu, |work| layer.apply(work, &text, number));
        }
        submit(&self.gpu, |work| {
            self.norm
                .apply(work, &text.workspace, &memory.hidden, &memory.normed);
        });
        let sums = text.into_sums();
        Ok((memory, sums))
    }
}
