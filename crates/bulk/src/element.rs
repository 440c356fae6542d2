//! The number types of stored vectors, and such numbers as vectors of `f32`.

use super::numbers::Numbers;
use fearless_simd::prelude::*;
use fearless_simd::{Select, Simd};
use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

/// A number type of stored queries and keys: `f32`, [`f16`](struct@f16) or [`bf16`]. Kernels rotate
/// it as `f32`, which holds all its numbers exactly, and round to nearest, ties to even.
pub trait Element: lanes::Lanes + Copy + Default + Send + Sync + 'static {
    /// Converts the number to `f32`, exactly.
    fn to_f32(self) -> f32;

    /// Returns the nearest number of this type.
    fn from_f32(number: f32) -> Self;
}

impl Element for f32 {
    #[inline(always)]
    fn to_f32(self) -> f32 {
        self
    }

    #[inline(always)]
    fn from_f32(number: f32) -> Self {
        number
    }
}

impl Element for f16 {
    #[inline]
    fn to_f32(self) -> f32 {
        self.to_f32()
    }

    #[inline]
    fn from_f32(number: f32) -> Self {
        Self::from_f32(number)
    }
}

impl Element for bf16 {
    #[inline]
    fn to_f32(self) -> f32 {
        self.to_f32()
    }

    #[inline]
    fn from_f32(number: f32) -> Self {
        Self::from_f32(number)
    }
}

/// A private module, so that no other type can be an [`Element`].
pub(super) mod lanes {
    use super::{Numbers, Simd};

    /// Moves as many numbers as a vector has between memory and vector registers.
    pub trait Lanes: Sized {
        /// Reads the numbers.
        fn load<S: Simd, V: Numbers<S>>(simd: S, from: &[Self]) -> V;

        /// Writes the numbers.
        fn store<S: Simd, V: Numbers<S>>(simd: S, numbers: V, to: &mut [Self]);
    }
}

impl lanes::Lanes for f32 {
    #[inline(always)]
    fn load<S: Simd, V: Numbers<S>>(simd: S, from: &[Self]) -> V {
        V::from_slice(simd, from)
    }

    #[inline(always)]
    fn store<S: Simd, V: Numbers<S>>(_: S, numbers: V, to: &mut [Self]) {
        numbers.store_slice(to);
    }
}

impl lanes::Lanes for bf16 {
    #[inline(always)]
    fn load<S: Simd, V: Numbers<S>>(simd: S, from: &[Self]) -> V {
        V::from_bits(V::widened(simd, from.reinterpret_cast()) << 16)
    }

    #[inline(always)]
    fn store<S: Simd, V: Numbers<S>>(simd: S, numbers: V, to: &mut [Self]) {
        let bits = numbers.to_bits();
        let is_nan = !numbers.simd_eq(numbers);
        let rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
        let quiet = (bits >> 16) | 0x40;
        let bits = is_nan.select(quiet, rounded);
        V::narrow(simd, bits, to.reinterpret_cast_mut());
    }
}

/// The difference between the exponents of `f32` and `f16`, in the bits of an `f32`.
const EXPONENTS: u32 = (127 - 15) << 23;
/// The bits of 2^16 as an `f32`, which is too large for `f16`.
const TOO_LARGE: u32 = (127 + 16) << 23;
/// The bits of 2^-14 as an `f32`, the smallest normal number of `f16`.
const SMALLEST_NORMAL: u32 = (127 - 14) << 23;
/// The bits of 0.5. Adding 0.5 to an `f32` rounds it to the digits of a subnormal `f16`.
const HALF: u32 = 126 << 23;

impl lanes::Lanes for f16 {
    #[inline(always)]
    fn load<S: Simd, V: Numbers<S>>(simd: S, from: &[Self]) -> V {
        let from = from.reinterpret_cast();
        if let Some(numbers) = V::from_f16(simd, from) {
            return numbers;
        }
        let bits = V::widened(simd, from);
        let magnitude = (bits & 0x7fff) << 13;
        // Unlike adding to the exponents, multiplying is also right for subnormal numbers.
        let scale = f32::from_bits((127 << 23) + EXPONENTS);
        let scaled = (V::from_bits(magnitude) * scale).to_bits();
        let is_finite = magnitude.simd_lt(0x7c00 << 13);
        let magnitude = is_finite.select(scaled, magnitude | 0x7f80_0000);
        V::from_bits(magnitude | ((bits & 0x8000) << 16))
    }

    #[inline(always)]
    fn store<S: Simd, V: Numbers<S>>(simd: S, numbers: V, to: &mut [Self]) {
        let to = to.reinterpret_cast_mut();
        if numbers.store_f16(simd, to).is_some() {
            return;
        }
        let splat = |bits| V::Words::splat(simd, bits);
        let bits = numbers.to_bits();
        let magnitude = bits & 0x7fff_ffff;
        let odd = (magnitude >> 13) & 1;
        let normal = (magnitude + odd + 0xfff - EXPONENTS) >> 13;
        let beside_half = V::from_bits(magnitude) + f32::from_bits(HALF);
        let subnormal = beside_half.to_bits() - HALF;
        let is_nan = !numbers.simd_eq(numbers);
        let beyond = is_nan.select(splat(0x7e00), splat(0x7c00));
        let is_subnormal = magnitude.simd_lt(SMALLEST_NORMAL);
        let finite = is_subnormal.select(subnormal, normal);
        let rounded = magnitude.simd_lt(TOO_LARGE).select(finite, beyond);
        V::narrow(simd, rounded | ((bits >> 16) & 0x8000), to);
    }
}
