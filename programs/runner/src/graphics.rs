//! A model on the GPU, which is used only if it computes the same as the processor.

use phasor_bulk::gpu::{Gpu, GpuError};
use phasor_decoder::gpu::GpuDecoder;
use phasor_decoder::{Change, Session, SessionError};

use super::Model;

/// What both read to compare their numbers.
const TRIAL: &str = "The dog bit the man. The man was bitten by the dog.";

/// The largest difference of a hidden state, of the largest number in all states. Measured: 3e-6.
const TOLERANCE: f32 = 1e-3;

/// The reason why a model does not run on the GPU. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphicsError {
    /// There is no GPU, or not enough of it.
    #[error("{0} The model runs on the processor.")]
    Gpu(GpuError),
    /// The GPU is software.
    #[error("The GPU of this browser is software, which is slower than the processor.")]
    Software,
    /// The GPU computes something else.
    #[error(
        "The GPU computes other numbers than the processor, so the model runs on the processor."
    )]
    Different,
    /// The text for the comparison was not read.
    #[error(transparent)]
    Session(#[from] SessionError),
}

impl From<GpuError> for GraphicsError {
    fn from(error: GpuError) -> Self {
        Self::Gpu(error)
    }
}

/// Which GPUs are good enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adapters {
    /// Those that are faster than the processor.
    Hardware,
    /// Also those that are software.
    All,
}

/// Copies the weights of a model to the GPU, and compares what both make of a short text.
pub(crate) async fn open(model: &Model, adapters: Adapters) -> Result<GpuDecoder, GraphicsError> {
    let gpu = Gpu::open().await?;
    if adapters == Adapters::Hardware && gpu.is_software() {
        return Err(GraphicsError::Software);
    }
    let decoder = model.decoder();
    let gpu_decoder = GpuDecoder::new(&gpu, decoder).await?;
    let tokens = model.checkpoint().tokenizer().encode(TRIAL);
    let [mut here, mut there] = [Session::default(), Session::default()];
    for session in [&mut here, &mut there] {
        session.begin(decoder, &tokens, &Change::default(), &[])?;
    }
    while here.advance(decoder) {}
    there.read_on(&gpu_decoder).await?;
    match are_alike(here.hidden(), there.hidden()) {
        true => Ok(gpu_decoder),
        false => Err(GraphicsError::Different),
    }
}

/// Returns whether no number differs by more than the tolerance; NaN differs from everything.
fn are_alike(here: &[f32], there: &[f32]) -> bool {
    let largest = here.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
    let mut pairs = here.iter().zip(there);
    here.len() == there.len() && pairs.all(|(a, b)| (a - b).abs() <= TOLERANCE * largest)
}
