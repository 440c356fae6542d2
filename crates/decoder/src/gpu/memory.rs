//! The GPU's memory for the numbers between two layers.

use phasor_bulk::gpu::wgpu::{Buffer, BufferUsages as Usage};
use phasor_bulk::gpu::{Gpu, GpuError};

use crate::Shape;

/// The largest size in bytes of the attention weights that exist at a time.
const MOST_WEIGHTS: usize = 1 << 26;

/// Memory has room for a multiple of so many tokens, so that a few more do not need another.
const ROOM: usize = 64;

/// A size within a buffer of the adapter, and so within 32 bits.
pub(super) fn small(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Returns the number of bytes of `n` numbers, if one buffer can have them.
pub(super) fn bytes_of(gpu: &Gpu, n: usize) -> Result<usize, GpuError> {
    let n_bytes = n.saturating_mul(size_of::<f32>());
    check(gpu, n_bytes)?;
    Ok(n_bytes)
}

/// Checks that one buffer can have so many bytes. Kernels count them in 32 bits.
pub(super) fn check(gpu: &Gpu, n_bytes: usize) -> Result<(), GpuError> {
    let most_bytes = gpu.most_bytes().min(u64::from(u32::MAX));
    match n_bytes as u64 <= most_bytes {
        true => Ok(()),
        false => Err(GpuError::Large {
            n_bytes: n_bytes as u64,
            most_bytes,
        }),
    }
}

/// Creates a buffer with the sizes that a kernel needs.
pub(super) fn uniform(gpu: &Gpu, sizes: &[u32]) -> Buffer {
    let buffer = gpu.buffer(size_of_val(sizes), Usage::UNIFORM);
    gpu.write(&buffer, bytemuck::cast_slice(sizes));
    buffer
}

/// Creates a buffer with these numbers.
pub(super) fn stored(gpu: &Gpu, numbers: &[f32]) -> Buffer {
    let buffer = gpu.buffer(size_of_val(numbers), Usage::STORAGE);
    gpu.write(&buffer, bytemuck::cast_slice(numbers));
    buffer
}

/// Returns the first `n` numbers of a buffer.
pub(super) async fn read(gpu: &Gpu, buffer: &Buffer, n: usize) -> Result<Vec<f32>, GpuError> {
    let bytes = gpu.read(buffer, (n * size_of::<f32>()) as u64).await?;
    // The bytes may begin anywhere.
    Ok(bytemuck::pod_collect_to_vec(&bytes))
}

/// Buffers for up to `n_tokens` tokens, which are used again in every layer and for every text.
#[derive(Debug)]
pub(super) struct Memory {
    n_tokens: usize,
    /// The number of tokens of the text.
    pub(super) text: Buffer,
    /// `[n_tokens, hidden_size]`.
    pub(super) hidden: Buffer,
    /// `[n_tokens, hidden_size]`.
    pub(super) normed: Buffer,
    /// `[n_tokens, n_heads, head_dim]`.
    pub(super) queries: Buffer,
    /// `[n_tokens, n_kv_heads, head_dim]`.
    pub(super) keys: Buffer,
    /// `[n_tokens, n_kv_heads, head_dim]`.
    pub(super) values: Buffer,
    /// `[n_heads, n_queries, n_tokens]`, for as many queries as there is room for.
    pub(super) weights: Buffer,
    /// What the queries gather, `[n_tokens, n_heads, head_dim]`; before, queries or keys that are not normed yet.
    pub(super) gathered: Buffer,
    /// `[n_tokens, intermediate_size]`.
    pub(super) gates: Buffer,
    /// `[n_tokens, intermediate_size]`.
    pub(super) ups: Buffer,
}

impl Memory {
    /// Creates memory for a text of `n_tokens` tokens, within [`Gpu::make`]. Between the matrices of a feed-forward network lie
    /// at most `intermediate_size` components.
    pub(super) fn new(
        gpu: &Gpu,
        shape: Shape,
        intermediate_size: usize,
        n_tokens: usize,
    ) -> Result<Self, GpuError> {
        let n_tokens = n_tokens.next_multiple_of(ROOM);
        let size = |of_token: usize| bytes_of(gpu, n_tokens.saturating_mul(of_token));
        let states = size(shape.hidden_size)?;
        let queries = size(shape.n_heads * shape.head_dim)?;
        let keys = size(shape.n_kv_heads * shape.head_dim)?;
        let gates = size(intermediate_size)?;
        let of_query = of_query(gpu, shape, n_tokens)?;
        let weights = n_tokens.saturating_mul(of_query).min(most_weights(gpu));
        let buffer = |n_bytes| gpu.buffer(n_bytes, Usage::STORAGE);
        Ok(Self {
            n_tokens,
            text: uniform(gpu, &[0]),
            hidden: buffer(states),
            normed: buffer(states),
            queries: buffer(queries),
            keys: buffer(keys),
            values: buffer(keys),
            weights: buffer(weights),
            gathered: buffer(queries),
            gates: buffer(gates),
            ups: buffer(gates),
        })
    }

    /// Returns whether there is room for a text of `n_tokens` tokens.
    pub(super) fn fits(&self, n_tokens: usize) -> bool {
        n_tokens <= self.n_tokens
    }
}

/// Returns how many numbers lie between the attention weights of two queries.
pub(super) fn stride(n_tokens: usize) -> usize {
    n_tokens.next_multiple_of(4)
}

/// Returns the size in bytes of the attention weights of a query in all heads, if there can be so many at a time.
fn of_query(gpu: &Gpu, shape: Shape, n_tokens: usize) -> Result<usize, GpuError> {
    let n_bytes = bytes_of(gpu, shape.n_heads.saturating_mul(stride(n_tokens)))?;
    match n_bytes <= most_weights(gpu) {
        true => Ok(n_bytes),
        false => Err(GpuError::OutOfMemory),
    }
}

fn most_weights(gpu: &Gpu) -> usize {
    usize::try_from(gpu.most_bytes()).map_or(MOST_WEIGHTS, |most| most.min(MOST_WEIGHTS))
}

/// Returns for how many queries of a text of `n_tokens` tokens the attention weights fit into memory: whole tiles of 64,
/// if there is room for one.
pub(super) fn most_queries(gpu: &Gpu, shape: Shape, n_tokens: usize) -> Result<usize, GpuError> {
    /// Every adapter counts more groups than this, of which each takes a query.
    const MOST: usize = 1 << 15;
    let n_queries = most_weights(gpu) / of_query(gpu, shape, n_tokens)?.max(1);
    Ok(match n_queries.min(MOST) {
        n_queries @ 0..64 => n_queries,
        n_queries => n_queries / 64 * 64,
    })
}
