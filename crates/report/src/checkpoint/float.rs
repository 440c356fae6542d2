//! The number formats whose weights have a norm.

use half::{bf16, f16};
use safetensors::Dtype;

/// A format of floating-point numbers, little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    F16,
    Bf16,
    F32,
    F64,
}

impl Float {
    pub(super) fn new(dtype: Dtype) -> Option<Self> {
        match dtype {
            Dtype::F16 => Some(Self::F16),
            Dtype::BF16 => Some(Self::Bf16),
            Dtype::F32 => Some(Self::F32),
            Dtype::F64 => Some(Self::F64),
            _ => None,
        }
    }

    /// Returns the number of bytes of a number.
    pub(super) fn size(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// Adds the squares of the numbers in `bytes` to `sum`, one after the other. So the result does not depend on how
    /// many numbers come at a time.
    pub(super) fn add_squares(self, bytes: &[u8], sum: &mut f64) {
        match self {
            Self::F16 => add(bytes, sum, |bytes| f16::from_le_bytes(bytes).to_f64()),
            Self::Bf16 => add(bytes, sum, |bytes| bf16::from_le_bytes(bytes).to_f64()),
            Self::F32 => add(bytes, sum, |bytes| f32::from_le_bytes(bytes).into()),
            Self::F64 => add(bytes, sum, f64::from_le_bytes),
        }
    }
}

fn add<const SIZE: usize>(bytes: &[u8], sum: &mut f64, number: impl Fn([u8; SIZE]) -> f64) {
    let (numbers, _) = bytes.as_chunks::<SIZE>();
    *sum = numbers.iter().fold(*sum, |sum, bytes| {
        let number = number(*bytes);
        sum + number * number
    });
}
