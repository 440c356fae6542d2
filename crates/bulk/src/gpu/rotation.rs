//! Vectors on the GPU, and the kernels that rotate them.

use std::marker::PhantomData;

use wgpu::BufferUsages as Usage;

use super::kernel::{Kernel, Sizes, Stored};
use super::{Gpu, GpuError};
use crate::parts::{Part, parts};
use crate::{Angles, BulkError, Layout};

/// Vectors of one layout in the GPU's memory, with everything that rotates them, for any number of
/// runs. Vectors that exceed the largest buffer of the adapter lie in several buffers.
#[derive(Debug)]
pub struct Rotation<T> {
    gpu: Gpu,
    layout: Layout,
    pieces: Vec<Piece>,
    numbers: PhantomData<T>,
}

/// A part with its own buffer.
#[derive(Debug)]
struct Piece {
    part: Part,
    vectors: wgpu::Buffer,
    tables: Tables,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    sizes: Sizes,
}

impl<T: Stored> Rotation<T> {
    /// Creates memory for vectors of `layout`, and the kernel that rotates them by `angles`.
    ///
    /// # Errors
    /// - [`GpuError::Bulk`] if the angles do not fit the layout;
    /// - [`GpuError::Divisor`] if the number of pairs or a stride of 16-bit numbers is not a
    ///   multiple of 4;
    /// - [`GpuError::OutOfMemory`], [`GpuError::Lost`] or [`GpuError::Rejected`].
    pub async fn new(gpu: &Gpu, angles: &Angles, layout: &Layout) -> Result<Self, GpuError> {
        layout.check_angles(angles)?;
        let n_pairs = angles.n_pairs();
        let kernel = Kernel::new::<T>(angles.pairing(), n_pairs, layout)?;
        let most = kernel.most::<T>(gpu, n_pairs, layout.shape().n_heads);
        let parts = parts(*layout, most).ok_or(GpuError::OutOfMemory)?;
        let mut pieces: Vec<Piece> = Vec::with_capacity(parts.len());
        for part in parts {
            let sizes = kernel.sizes(gpu, &part.layout, n_pairs);
            let known = pieces.iter().find(|piece| piece.sizes == sizes);
            let pipeline = known.map(|piece| piece.pipeline.clone());
            let positions = (part.position, part.layout.shape().n_positions);
            let same = |piece: &&Piece| piece.tables.positions == positions;
            let tables = pieces.iter().find(same).map(|piece| piece.tables.clone());
            let piece = gpu.make(|| {
                let pipeline = pipeline
                    .unwrap_or_else(|| gpu.compute_pipeline("rotate", kernel.source(&sizes)));
                let tables = tables.unwrap_or_else(|| Tables::new(gpu, angles, positions));
                let vectors = gpu.buffer(part.layout.len() * size_of::<T>(), Usage::STORAGE);
                let group = gpu.bind_group(&pipeline, &[&vectors, &tables.cos, &tables.sin]);
                Piece {
                    part,
                    vectors,
                    tables,
                    pipeline,
                    group,
                    sizes,
                }
            });
            pieces.push(piece.await?);
        }
        Ok(Self {
            gpu: gpu.clone(),
            layout: *layout,
            pieces,
            numbers: PhantomData,
        })
    }

    /// The number of buffers that hold the vectors.
    #[must_use]
    pub fn n_buffers(&self) -> usize {
        self.pieces.len()
    }

    /// Copies `vectors` to the GPU's memory.
    ///
    /// # Errors
    /// [`GpuError::Bulk`] if the buffer is too short, [`GpuError::Lost`] if the GPU is lost.
    pub fn write(&self, vectors: &[T]) -> Result<(), GpuError> {
        self.check(vectors.len())?;
        self.gpu.is_there()?;
        for Piece {
            part, vectors: to, ..
        } in &self.pieces
        {
            let from = vectors.get(part.start..part.start + part.layout.len());
            let numbers = from.expect(IN_BUFFER);
            self.gpu.write(to, bytemuck::cast_slice(numbers));
        }
        Ok(())
    }

    /// Rotates all vectors `times` times, and waits until that is done.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if the GPU is lost.
    pub async fn run(&self, times: usize) -> Result<(), GpuError> {
        self.gpu.is_there()?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for _ in 0..times {
            for piece in &self.pieces {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                pass.set_pipeline(&piece.pipeline);
                pass.set_bind_group(0, &piece.group, &[]);
                let [of_units, of_positions, of_heads] = piece.sizes.groups();
                pass.dispatch_workgroups(of_units, of_positions, of_heads);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.finished().await
    }

    /// Copies the vectors back. Numbers between the vectors are unchanged.
    ///
    /// # Errors
    /// [`GpuError::Bulk`] if the buffer is too short, [`GpuError::OutOfMemory`], or
    /// [`GpuError::Lost`].
    pub async fn read(&self, vectors: &mut [T]) -> Result<(), GpuError> {
        self.check(vectors.len())?;
        for Piece {
            part,
            vectors: from,
            ..
        } in &self.pieces
        {
            let bytes = self.gpu.read(from, from.size()).await?;
            copy_vectors(part, bytemuck::cast_slice(&bytes), vectors);
        }
        Ok(())
    }

    fn check(&self, len: usize) -> Result<(), BulkError> {
        match len >= self.layout.len() {
            true => Ok(()),
            false => Err(BulkError::Buffer {
                expected: self.layout.len(),
                actual: len,
            }),
        }
    }
}

/// Why every vector of a part can be read.
const IN_BUFFER: &str = "the buffer was checked to reach the end of the last vector";

/// Copies the vectors of `part`, without the numbers between them.
fn copy_vectors<T: Copy>(part: &Part, from: &[T], to: &mut [T]) {
    let shape = part.layout.shape();
    let to = to.get_mut(part.start..).expect(IN_BUFFER);
    for sequence in 0..shape.batch {
        for head in 0..shape.n_heads {
            for position in 0..shape.n_positions {
                let start = part.layout.start(sequence, head, position);
                let places = start..start + shape.head_dim;
                let vector = to.get_mut(places.clone()).zip(from.get(places));
                let (to, from) = vector.expect(IN_BUFFER);
                to.copy_from_slice(from);
            }
        }
    }
}

/// The cosines and sines of a range of positions.
#[derive(Debug, Clone)]
struct Tables {
    /// The first position, and the number of positions.
    positions: (usize, usize),
    cos: wgpu::Buffer,
    sin: wgpu::Buffer,
}

impl Tables {
    fn new(gpu: &Gpu, angles: &Angles, positions: (usize, usize)) -> Self {
        let (first, count) = positions;
        let places = first * angles.n_pairs()..(first + count) * angles.n_pairs();
        let table = |all: &[f32]| {
            let rows = all.get(places.clone());
            let rows = rows.expect("the angles were checked to be for the positions of the layout");
            let table = gpu.buffer(size_of_val(rows), Usage::STORAGE);
            gpu.write(&table, bytemuck::cast_slice(rows));
            table
        };
        Self {
            positions,
            cos: table(angles.cos()),
            sin: table(angles.sin()),
        }
    }
}
