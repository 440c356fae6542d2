//! The cosines and sines of a text in the GPU's memory.

use phasor_bulk::Angles;
use phasor_bulk::gpu::wgpu::Buffer;
use phasor_bulk::gpu::{Gpu, GpuError};
use phasor_encoding::Pairing;

use super::kernels::Work;
use super::memory::{bytes_of, small, stored, uniform};
use super::workspace::Workspace;
use crate::{Shape, Turns};

/// The rotations of all layers. Layers that share a rotation share its table.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    known: Vec<(&'a Angles, Table)>,
    turns: &'a Turns,
}

/// A rotation at the positions of a text.
#[derive(Debug)]
struct Table {
    /// `[n_tokens, n_pairs]`.
    cosines: Buffer,
    /// `[n_tokens, n_pairs]`.
    sines: Buffer,
    query_sizes: Buffer,
    key_sizes: Buffer,
}

impl<'a> Tables<'a> {
    /// Copies the cosines and sines of every layer to the GPU's memory, within [`Gpu::make`].
    pub(super) fn new(gpu: &Gpu, shape: Shape, turns: &'a Turns) -> Result<Self, GpuError> {
        let mut known: Vec<(&Angles, Table)> = Vec::new();
        for angles in turns.layers().flatten() {
            // A table without pairs rotates nothing.
            if angles.n_pairs() > 0 && !known.iter().any(|(other, _)| std::ptr::eq(*other, angles))
            {
                bytes_of(gpu, angles.cos().len())?;
                known.push((angles, Table::new(gpu, shape, angles)));
            }
        }
        Ok(Self { known, turns })
    }

    /// Rotates queries and keys as the layer does, if it rotates.
    pub(super) fn rotate(&self, work: &mut Work<'_>, workspace: &Workspace<'_>, layer: usize) {
        let Some(angles) = self.turns.of_layer(layer) else {
            return;
        };
        let mut known = self.known.iter();
        let Some((_, table)) = known.find(|(other, _)| std::ptr::eq(*other, angles)) else {
            return;
        };
        let (shape, memory) = (workspace.shape, workspace.memory);
        for (sizes, vectors, n_heads) in [
            (&table.query_sizes, &memory.queries, shape.n_heads),
            (&table.key_sizes, &memory.keys, shape.n_kv_heads),
        ] {
            let buffers = [&memory.text, sizes, &table.cosines, &table.sines, vectors];
            let n_groups = (n_heads * angles.n_pairs()).div_ceil(OF_GROUP);
            let groups = [n_groups, work.at_most(workspace.n_tokens), 1];
            work.start(&workspace.kernels.rotate, &buffers, groups);
        }
    }
}

/// The pairs that a group rotates.
const OF_GROUP: usize = 64;

impl Table {
    fn new(gpu: &Gpu, shape: Shape, angles: &Angles) -> Self {
        let (step, second) = match angles.pairing() {
            Pairing::HalfSplit => (1, angles.n_pairs()),
            Pairing::Interleaved => (2, 1),
        };
        let sizes = |n_heads| {
            let sizes = [n_heads, shape.head_dim, angles.n_pairs(), step, second];
            uniform(gpu, &sizes.map(small))
        };
        Self {
            cosines: stored(gpu, angles.cos()),
            sines: stored(gpu, angles.sin()),
            query_sizes: sizes(shape.n_heads),
            key_sizes: sizes(shape.n_kv_heads),
        }
    }
}
