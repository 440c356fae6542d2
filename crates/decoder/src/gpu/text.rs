//! A text on its way through the layers.

use phasor_bulk::gpu::{Gpu, GpuError};

use super::attention::{Chunks, Sums};
use super::kernels::Work;
use super::rotation::Tables;
use super::workspace::Workspace;
use crate::Pass;

/// What all layers need beside their weights.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) workspace: Workspace<'a>,
    sums: Sums,
    tables: Tables<'a>,
    chunks: Chunks,
}

impl<'a> Text<'a> {
    /// Prepares to let the tokens of a pass through layers with these windows, within [`Gpu::make`].
    pub(super) fn new(
        gpu: &Gpu,
        workspace: Workspace<'a>,
        windows: Vec<Option<usize>>,
        pass: &'a Pass,
    ) -> Result<Self, GpuError> {
        let (shape, n_tokens) = (workspace.shape, workspace.n_tokens);
        Ok(Self {
            workspace,
            sums: Sums::new(gpu, &pass.watched, n_tokens)?,
            tables: Tables::new(gpu, shape, &pass.turns)?,
            chunks: Chunks::new(gpu, shape, windows, n_tokens)?,
        })
    }

    /// Rotates queries and keys as the layer does.
    pub(super) fn rotate(&self, work: &mut Work<'_>, layer: usize) {
        self.tables.rotate(work, &self.workspace, layer);
    }

    /// Writes to `gathered` what the queries of the layer gather.
    pub(super) fn gather(&self, work: &mut Work<'_>, layer: usize, window: Option<usize>) {
        let chunks = self.chunks.of_window(window);
        for chunk in chunks {
            chunk.gather(work, &self.workspace, self.sums.of_layer(layer));
        }
    }

    /// Returns the sums of watched heads.
    pub(super) fn into_sums(self) -> Sums {
        self.sums
    }
}
