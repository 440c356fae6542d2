//! The number types of stored vectors, and eight such numbers as a vector of `f32`.

use fearless_simd::prelude::*;
use fearless_simd::{Select, Simd, f32x8, u16x8, u32x8};
use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

/// The numbers rotated at once: two vectors of SSE, NEON and WebAssembly, one of AVX.
pub(super) const LANES: usize = 8;

/// A number type of stored queries and keys: `f32`, [`f16`](struct@f16) or [`bf16`]. Kernels rotate
/// it as `f32`, which holds all its numbers exactly, and round to nearest, ties to even.
pub trait Element: eight::Eight + Copy + Default + Send + Sync + 'static {
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
pub(super) mod eight {
    use super::{LANES, Simd, f32x8};

    /// Moves eight numbers between memory and vector registers.
    pub trait Eight: Sized {
        /// Reads eight numbers.
        fn load<S: Simd>(simd: S, from: &[Self; LANES]) -> f32x8<S>;

        /// Writes eight numbers.
        fn store<S: Simd>(simd: S, numbers: f32x8<S>, to: &mut [Self; LANES]);
    }
}

impl eight::Eight for f32 {
    #[inline(always)]
    fn load<S: Simd>(simd: S, from: &[Self; LANES]) -> f32x8<S> {
        f32x8::from_slice(simd, from)
    }

    #[inline(always)]
    fn store<S: Simd>(_: S, numbers: f32x8<S>, to: &mut [Self; LANES]) {
        numbers.store_slice(to);
    }
}

impl eight::Eight for bf16 {
    #[inline(always)]
    fn load<S: Simd>(simd: S, from: &[Self; LANES]) -> f32x8<S> {
        f32x8::from_bits(widened(simd, from.reinterpret_cast()) << 16)
    }

    #[inline(always)]
    fn store<S: Simd>(simd: S, numbers: f32x8<S>, to: &mut [Self; LANES]) {
        let bits = numbers.to_bits();
        let is_nan = !numbers.simd_eq(numbers);
        let rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
        let quiet = (bits >> 16) | 0x40;
        narrowed(
            simd,
            is_nan.select(quiet, rounded),
            to.reinterpret_cast_mut(),
        );
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

impl eight::Eight for f16 {
    #[inline(always)]
    fn load<S: Simd>(simd: S, from: &[Self; LANES]) -> f32x8<S> {
        let bits = widened(simd, from.reinterpret_cast());
        let magnitude = (bits & 0x7fff) << 13;
        // Unlike adding to the exponents, multiplying is also right for subnormal numbers.
        let scale = f32x8::from_bits(u32x8::splat(simd, (127 << 23) + EXPONENTS));
        let scaled = (f32x8::from_bits(magnitude) * scale).to_bits();
        let is_finite = magnitude.simd_lt(u32x8::splat(simd, 0x7c00 << 13));
        let magnitude = is_finite.select(scaled, magnitude | 0x7f80_0000);
        f32x8::from_bits(magnitude | ((bits & 0x8000) << 16))
    }

    #[inline(always)]
    fn store<S: Simd>(simd: S, numbers: f32x8<S>, to: &mut [Self; LANES]) {
        let splat = |bits| u32x8::splat(simd, bits);
        let bits = numbers.to_bits();
        let magnitude = bits & 0x7fff_ffff;
        let odd = (magnitude >> 13) & 1;
        let normal = (magnitude + odd + 0xfff - EXPONENTS) >> 13;
        let beside_half = f32x8::from_bits(magnitude) + f32x8::from_bits(splat(HALF));
        let subnormal = beside_half.to_bits() - HALF;
        let is_nan = !numbers.simd_eq(numbers);
        let beyond = is_nan.select(splat(0x7e00), splat(0x7c00));
        let finite = magnitude
            .simd_lt(splat(SMALLEST_NORMAL))
            .select(subnormal, normal);
        let rounded = magnitude.simd_lt(splat(TOO_LARGE)).select(finite, beyond);
        narrowed(
            simd,
            rounded | ((bits >> 16) & 0x8000),
            to.reinterpret_cast_mut(),
        );
    }
}

#[inline(always)]
fn widened<S: Simd>(simd: S, bits: &[u16]) -> u32x8<S> {
    let (low, high) = simd.widen_u16x8(u16x8::from_slice(simd, bits));
    simd.combine_u32x4(low, high)
}

#[inline(always)]
fn narrowed<S: Simd>(simd: S, bits: u32x8<S>, to: &mut [u16]) {
    let (low, high) = simd.split_u32x8(bits);
    simd.narrow_u32x4(low, high).store_slice(to);
}
