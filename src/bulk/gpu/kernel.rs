//! Which kernel turns which vectors, and what it is told about them.

use bytemuck::Pod;

use super::{Gpu, GpuError};
use crate::bulk::{Element, Layout, bf16, f16};
use crate::encoding::Pairing;
use storage::Unit;

/// Invocations of a group.
const WORKGROUP: u32 = 64;

/// Invocations that keep a GPU busy; with fewer of them than that, heads are shared out too.
const INVOCATIONS: usize = 1 << 16;

/// How the pairs of a vector are read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kernel {
    unit: Unit,
    pairing: Pairing,
}

/// A number that the GPU can read and write.
pub trait Stored: Element + Pod + storage::Storage {}

impl Stored for f32 {}
impl Stored for f16 {}
impl Stored for bf16 {}

/// Not to be named outside, so that no other type can be [`Stored`].
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
    /// The kernel for numbers of type `T`: four pairs at once where sizes allow it.
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

    /// Pairs of a unit.
    fn pairs(self) -> usize {
        match self.unit {
            Unit::F32 | Unit::F16 | Unit::Bf16 => 4,
            Unit::SingleF32 => 1,
        }
    }

    /// The source of the kernel.
    pub(super) fn source(self) -> String {
        let unit = match self.unit {
            Unit::F32 => include_str!("unit_f32.wgsl"),
            Unit::SingleF32 => include_str!("unit_single_f32.wgsl"),
            Unit::F16 => include_str!("unit_f16.wgsl"),
            Unit::Bf16 => include_str!("unit_bf16.wgsl"),
        };
        let turn = match (self.pairing, self.pairs()) {
            (Pairing::Interleaved, 4) => include_str!("turn_together.wgsl"),
            _ => include_str!("turn_apart.wgsl"),
        };
        [unit, turn, include_str!("rotate.wgsl")].join("\n")
    }

    /// What the kernel is compiled for: sizes that are constant are divided by and looped over
    /// faster.
    pub(super) fn sizes(self, gpu: &Gpu, layout: &Layout, n_pairs: usize) -> Sizes {
        let (shape, strides, pairs) = (layout.shape(), layout.strides(), self.pairs());
        let units = n_pairs / pairs;
        let (step, second) = match self.pairing {
            Pairing::HalfSplit => (1, units),
            Pairing::Interleaved => (2, 1),
        };
        let invocations = shape.n_positions * units;
        let wanted = if gpu.is_software() { 1 } else { INVOCATIONS };
        let groups_of_heads = wanted.div_ceil(invocations).clamp(1, shape.n_heads);
        Sizes {
            n_positions: small(shape.n_positions),
            units: small(units),
            position: small(strides.position / pairs),
            head: small(strides.head / pairs),
            sequence: small(strides.batch / pairs),
            step,
            second: small(second),
            n_heads: small(shape.n_heads),
            batch: small(shape.batch),
            heads: small(shape.n_heads.div_ceil(groups_of_heads)),
        }
    }
}

/// A size that is within the buffer of an adapter, and so within 32 bits.
fn small(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// The constants of `rotate.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    n_positions: u32,
    units: u32,
    position: u32,
    head: u32,
    sequence: u32,
    step: u32,
    second: u32,
    n_heads: u32,
    batch: u32,
    heads: u32,
}

impl Sizes {
    /// Their names and values.
    pub(super) fn constants(&self) -> [(&'static str, f64); 12] {
        [
            ("N_POSITIONS", self.n_positions),
            ("UNITS", self.units),
            ("POSITION", self.position),
            ("HEAD", self.head),
            ("SEQUENCE", self.sequence),
            ("STEP", self.step),
            ("SECOND", self.second),
            ("N_HEADS", self.n_heads),
            ("BATCH", self.batch),
            ("HEADS", self.heads),
            ("OF_UNITS", self.of_units()),
            ("OF_POSITIONS", WORKGROUP / self.of_units()),
        ]
        .map(|(name, size)| (name, f64::from(size)))
    }

    /// Invocations of a group that lie side by side.
    fn of_units(&self) -> u32 {
        self.units.next_power_of_two().min(WORKGROUP)
    }

    /// Groups of invocations by units, positions and heads, within what `gpu` can count.
    pub(super) fn groups(&self, gpu: &Gpu) -> [u32; 3] {
        let most = gpu.device.limits().max_compute_workgroups_per_dimension;
        let of_positions = WORKGROUP / self.of_units();
        let of_heads = self.batch.saturating_mul(self.n_heads.div_ceil(self.heads));
        [
            self.units.div_ceil(self.of_units()),
            self.n_positions.div_ceil(of_positions),
            of_heads,
        ]
        .map(|groups| groups.min(most))
    }
}
