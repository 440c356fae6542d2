//! The choice of a kernel for vectors, and the sizes that it is compiled for.

use bytemuck::Pod;

use super::{Gpu, GpuError, constants};
use crate::parts::Most;
use crate::{Element, Layout, bf16, f16};
use phasor_encoding::Pairing;
use storage::Unit;

/// The number of invocations in a group, as many as every adapter supports.
const WORKGROUP: u32 = 256;

/// The number of invocations that keep a GPU busy. If there are fewer, invocations also share the
/// heads. Every adapter supports as many groups.
const INVOCATIONS: usize = 65_535;

/// How a kernel reads and writes the pairs of a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kernel {
    unit: Unit,
    pairing: Pairing,
}

/// A number type that the GPU can read and write.
pub trait Stored: Element + Pod + storage::Storage {}

impl Stored for f32 {}
impl Stored for f16 {}
impl Stored for bf16 {}

/// A private module, so that no other type can be [`Stored`].
mod storage {
    use super::{bf16, f16};

    /// The numbers that a kernel reads at once.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Unit {
        F32,
        SingleF32,
        F16,
        Bf16,
    }

    pub trait Storage {
        const UNIT: Unit;
    }

    impl Storage for f32 {
        const UNIT: Unit = Unit::F32;
    }

    impl Storage for f16 {
        const UNIT: Unit = Unit::F16;
    }

    impl Storage for bf16 {
        const UNIT: Unit = Unit::Bf16;
    }
}

impl Kernel {
    /// Creates the kernel for numbers of type `T`, with four pairs at once if the sizes allow it.
    pub(super) fn new<T: Stored>(
        pairing: Pairing,
        n_pairs: usize,
        layout: &Layout,
    ) -> Result<Self, GpuError> {
        let strides = layout.strides();
        let all = [n_pairs, strides.batch, strides.head, strides.position];
        let unit = match (all.iter().all(|size| size % 4 == 0), T::UNIT) {
            (true, unit) => unit,
            (false, Unit::F32) => Unit::SingleF32,
            (false, _) => return Err(GpuError::Divisor { n_pairs }),
        };
        Ok(Self { unit, pairing })
    }

    /// The number of pairs in a unit.
    fn pairs(self) -> usize {
        match self.unit {
            Unit::F32 | Unit::F16 | Unit::Bf16 => 4,
            Unit::SingleF32 => 1,
        }
    }

    /// Returns the source of the kernel for `sizes`. Constants make divisions, loops and bounds
    /// checks cheaper.
    pub(super) fn source(self, sizes: &Sizes) -> String {
        let as_stored = include_str!("unit_as_stored.wgsl");
        let (unit, conversion) = match self.unit {
            Unit::F32 => (include_str!("unit_f32.wgsl"), as_stored),
            Unit::SingleF32 => (include_str!("unit_single_f32.wgsl"), as_stored),
            Unit::F16 => (include_str!("unit_f16.wgsl"), ""),
            Unit::Bf16 => (include_str!("unit_bf16.wgsl"), ""),
        };
        let turn = match (self.pairing, self.pairs()) {
            (Pairing::Interleaved, 4) => include_str!("turn_together.wgsl"),
            _ => include_str!("turn_apart.wgsl"),
        };
        let sizes = constants(sizes.named());
        [&sizes, unit, conversion, turn, include_str!("rotate.wgsl")].join("\n")
    }

    /// Returns the most that one dispatch can rotate of vectors with `n_pairs` in each of
    /// `n_heads`: the adapter limits the number of groups and the size of buffers.
    pub(super) fn most<T: Stored>(self, gpu: &Gpu, n_pairs: usize, n_heads: usize) -> Most {
        let limit = gpu.device.limits().max_compute_workgroups_per_dimension;
        let groups = usize::try_from(limit).unwrap_or(usize::MAX);
        let bytes = usize::try_from(gpu.most_bytes()).unwrap_or(usize::MAX);
        let by_table = bytes / (n_pairs.max(1) * size_of::<f32>());
        let (_, of_positions) = sides(small(n_pairs / self.pairs()));
        let by_groups = groups.saturating_mul(of_positions as usize);
        Most {
            numbers: bytes / size_of::<T>(),
            positions: by_table.min(by_groups).max(1),
            sequences: (groups / n_heads).max(1),
        }
    }

    /// Returns the sizes that the kernel is compiled for.
    pub(super) fn sizes(self, gpu: &Gpu, layout: &Layout, n_pairs: usize) -> Sizes {
        let (shape, strides, pairs) = (layout.shape(), layout.strides(), self.pairs());
        let units = n_pairs / pairs;
        let (step, second) = match self.pairing {
            Pairing::HalfSplit => (1, units),
            Pairing::Interleaved => (2, 1),
        };
        let wanted = if gpu.is_software() { 1 } else { INVOCATIONS };
        let invocations = shape.n_positions * units;
        let heads = shape.n_heads.div_ceil(wanted.div_ceil(invocations.max(1)));
        Sizes {
            length: small(layout.len().div_ceil(pairs)),
            units: small(units),
            n_positions: small(shape.n_positions),
            n_heads: small(shape.n_heads),
            batch: small(shape.batch),
            position: small(strides.position / pairs),
            head: small(strides.head / pairs),
            sequence: small(strides.batch / pairs),
            step,
            second: small(second),
            heads: small(heads),
            of_heads: small(shape.n_heads.div_ceil(heads)),
        }
    }
}

/// A size within a buffer of the adapter, and so within 32 bits.
fn small(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// Returns the numbers of units and of positions that a group rotates.
fn sides(units: u32) -> (u32, u32) {
    let of_units = units.next_power_of_two().min(WORKGROUP);
    (of_units, WORKGROUP / of_units)
}

/// The constants of `rotate.wgsl`, and the number of sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    length: u32,
    units: u32,
    n_positions: u32,
    n_heads: u32,
    batch: u32,
    position: u32,
    head: u32,
    sequence: u32,
    step: u32,
    second: u32,
    heads: u32,
    of_heads: u32,
}

impl Sizes {
    fn named(&self) -> [(&'static str, u32); 13] {
        let (of_units, of_positions) = sides(self.units);
        [
            ("LENGTH", self.length),
            ("UNITS", self.units),
            ("N_POSITIONS", self.n_positions),
            ("N_HEADS", self.n_heads),
            ("POSITION", self.position),
            ("HEAD", self.head),
            ("SEQUENCE", self.sequence),
            ("STEP", self.step),
            ("SECOND", self.second),
            ("HEADS", self.heads),
            ("OF_HEADS", self.of_heads),
            ("OF_UNITS", of_units),
            ("OF_POSITIONS", of_positions),
        ]
    }

    /// Returns the numbers of groups by units, positions and heads.
    pub(super) fn groups(&self) -> [u32; 3] {
        let (of_units, of_positions) = sides(self.units);
        [
            self.units.div_ceil(of_units),
            self.n_positions.div_ceil(of_positions),
            self.batch * self.of_heads,
        ]
    }
}
