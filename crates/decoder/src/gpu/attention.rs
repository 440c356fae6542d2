//! Causal attention with grouped queries: scores, softmax, and the sums of values, for some queries at a time.

use phasor_bulk::gpu::wgpu::{Buffer, BufferUsages as Usage};
use phasor_bulk::gpu::{Gpu, GpuError};

use super::kernels::{Work, tiles};
use super::memory::{bytes_of, most_queries, read, small, stride, uniform};
use super::workspace::Workspace;
use crate::{Decoder, Pass, Shape, Watched};

/// Queries whose attention weights are in memory at a time.
#[derive(Debug)]
pub(super) struct Chunk {
    n_queries: usize,
    /// The tokens up to the last query.
    n_keys: usize,
    sizes: Buffer,
}

/// The chunks of a text, for each window that a layer has.
#[derive(Debug)]
pub(super) struct Chunks {
    of_windows: Vec<(Option<usize>, Vec<Chunk>)>,
}

impl Chunks {
    /// Cuts a text into chunks, within [`Gpu::make`].
    pub(super) fn new(
        gpu: &Gpu,
        shape: Shape,
        mut windows: Vec<Option<usize>>,
        n_tokens: usize,
    ) -> Result<Self, GpuError> {
        let most_queries = most_queries(gpu, shape, n_tokens)?;
        windows.sort_unstable();
        windows.dedup();
        let chunk = |first: usize, window: Option<usize>| {
            let n_queries = most_queries.min(n_tokens - first);
            let n_keys = first + n_queries;
            let window = window.unwrap_or(n_tokens);
            let [a, b, c, d, e] = [first, n_queries, n_keys, window, stride(n_tokens)].map(small);
            let scale = (shape.head_dim as f32).sqrt().recip();
            Chunk {
                n_queries,
                n_keys,
                sizes: uniform(gpu, &[a, b, c, d, e, scale.to_bits()]),
            }
        };
        let of_windows = windows.into_iter().map(|window| {
            let starts = (0..n_tokens).step_by(most_queries);
            (window, starts.map(|first| chunk(first, window)).collect())
        });
        Ok(Self {
            of_windows: of_windows.collect(),
        })
    }

    /// Returns the chunks for layers with this window.
    pub(super) fn of_window(&self, window: Option<usize>) -> &[Chunk] {
        let mut of_windows = self.of_windows.iter();
        let of_window = of_windows.find(|(known, _)| *known == window);
        let (_, chunks) = of_window.expect("there are chunks for the window of every layer");
        chunks
    }
}

impl Chunk {
    /// Writes to `gathered` the sum of values that each query weighs, and adds to the sums of watched heads.
    pub(super) fn gather<'a>(
        &self,
        work: &mut Work<'_>,
        workspace: &Workspace<'_>,
        watched: impl Iterator<Item = Watch<'a>>,
    ) {
        let Workspace {
            shape,
            memory,
            kernels,
            ..
        } = workspace;
        let buffers = [&self.sizes, &memory.queries, &memory.keys, &memory.weights];
        let groups = tiles(self.n_keys, self.n_queries, shape.n_heads);
        work.start(&kernels.scores, &buffers, groups);
        let groups = [self.n_queries, shape.n_heads, 1];
        work.start(&kernels.softmax, &[&self.sizes, &memory.weights], groups);
        for Watch { sizes, sums } in watched {
            let buffers = [&self.sizes, &memory.weights, sizes, sums];
            let n_groups = self.n_keys.div_ceil(Sums::OF_GROUP);
            work.start(&kernels.watch, &buffers, [n_groups, 1, 1]);
        }
        let buffers = [
            &self.sizes,
            &memory.weights,
            &memory.values,
            &memory.gathered,
        ];
        let groups = tiles(shape.head_dim, self.n_queries, shape.n_heads);
        work.start(&kernels.gather, &buffers, groups);
    }
}

/// A watched head: its sizes, and the sums of all watched heads.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    sizes: &'a Buffer,
    sums: &'a Buffer,
}

/// The sums of attention weights of watched heads.
#[derive(Debug)]
pub(super) struct Sums {
    /// For each head the sum for the first token, then those for each distance, `[n_heads, n_tokens]`.
    sums: Buffer,
    /// The layer of each head, and its sizes.
    heads: Vec<(usize, Buffer)>,
    n_tokens: usize,
}

impl Sums {
    /// The distances of a group.
    const OF_GROUP: usize = 64;

    /// Creates sums of 0, within [`Gpu::make`].
    pub(super) fn new(gpu: &Gpu, watched: &[Watched], n_tokens: usize) -> Result<Self, GpuError> {
        let n_bytes = bytes_of(gpu, watched.len().saturating_mul(n_tokens))?;
        let heads = watched.iter().enumerate().map(|(place, head)| {
            let sizes = [head.head, head.from, place * n_tokens].map(small);
            (head.layer, uniform(gpu, &sizes))
        });
        Ok(Self {
            sums: gpu.buffer(n_bytes, Usage::STORAGE),
            heads: heads.collect(),
            n_tokens,
        })
    }

    /// Returns the watched heads of a layer.
    pub(super) fn of_layer(&self, layer: usize) -> impl Iterator<Item = Watch<'_>> {
        let own = self.heads.iter().filter(move |(own, _)| *own == layer);
        let sums = &self.sums;
        own.map(move |(_, sizes)| Watch { sizes, sums })
    }

    /// Returns the heads of a pass with the sums of the layers that it had left.
    pub(super) async fn read(
        &self,
        gpu: &Gpu,
        pass: &Pass,
        decoder: &Decoder,
    ) -> Result<Vec<Watched>, GpuError> {
        let (watched, shape) = (&pass.watched, decoder.shape);
        let layers = pass.n_layers_done..decoder.layers.len();
        if watched.is_empty() {
            return Ok(Vec::new());
        }
        let sums = read(gpu, &self.sums, self.heads.len() * self.n_tokens).await?;
        let heads = watched.iter().zip(sums.chunks_exact(self.n_tokens));
        let heads = heads.map(|(head, sums)| {
            let (mut head, mut sums) = (head.clone(), sums.iter().copied().map(f64::from));
            // A head that the model does not have attends to nothing.
            let is_there = layers.contains(&head.layer) && head.head < shape.n_heads;
            if is_there && head.from < self.n_tokens {
                let first = sums.next();
                head.on_first = first.expect("a watched head has a sum for every token");
                head.by_distance = sums.collect();
            }
            head
        });
        Ok(heads.collect())
    }
}
