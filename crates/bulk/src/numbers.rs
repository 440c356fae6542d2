//! Vectors of eight or sixteen `f32`, and how they are read from numbers of 16 bits and written as
//! such.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x8, f32x16, u16x8, u16x16, u32x8, u32x16};

/// A vector of `f32`.
pub trait Numbers<S: Simd>:
    SimdFloat<S, Element = f32, Bits = Self::Words, Mask = <Self::Words as SimdBase<S>>::Mask>
{
    /// As many whole numbers of 32 bits.
    type Words: SimdInt<S, Element = u32>;

    /// Reads whole numbers of 16 bits.
    fn widened(simd: S, bits: &[u16]) -> Self::Words;

    /// Writes the lower 16 bits of each whole number.
    fn narrow(simd: S, words: Self::Words, to: &mut [u16]);

    /// Reads the bits of `f16`, if the processor has an instruction for it.
    #[inline(always)]
    fn from_f16(_: S, _: &[u16]) -> Option<Self> {
        None
    }

    /// Writes the bits of the nearest `f16`, if the processor has an instruction for it.
    #[inline(always)]
    fn store_f16(self, _: S, _: &mut [u16]) -> Option<()> {
        None
    }
}

impl<S: Simd> Numbers<S> for f32x8<S> {
    type Words = u32x8<S>;

    #[inline(always)]
    fn widened(simd: S, bits: &[u16]) -> u32x8<S> {
        let (low, high) = u16x8::from_slice(simd, bits).widen();
        simd.combine_u32x4(low, high)
    }

    #[inline(always)]
    fn narrow(simd: S, words: u32x8<S>, to: &mut [u16]) {
        let (low, high) = simd.split_u32x8(words);
        low.narrow(high).store_slice(to);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn from_f16(simd: S, bits: &[u16]) -> Option<Self> {
        let bits = u16x8::from_slice(simd, bits).into();
        let numbers = f16c::widen_eight(simd.level().as_avx2()?, bits);
        Some(numbers.simd_into(simd))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn store_f16(self, simd: S, to: &mut [u16]) -> Option<()> {
        let bits = f16c::narrow_eight(simd.level().as_avx2()?, self.into());
        u16x8::simd_from(simd, bits).store_slice(to);
        Some(())
    }
}

impl<S: Simd> Numbers<S> for f32x16<S> {
    type Words = u32x16<S>;

    #[inline(always)]
    fn widened(simd: S, bits: &[u16]) -> u32x16<S> {
        let (low, high) = u16x16::from_slice(simd, bits).widen();
        simd.combine_u32x8(low, high)
    }

    #[inline(always)]
    fn narrow(simd: S, words: u32x16<S>, to: &mut [u16]) {
        let (low, high) = simd.split_u32x16(words);
        low.narrow(high).store_slice(to);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn from_f16(simd: S, bits: &[u16]) -> Option<Self> {
        let bits = u16x16::from_slice(simd, bits).into();
        let numbers = f16c::widen_sixteen(simd.level().as_avx512()?, bits);
        Some(numbers.simd_into(simd))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn store_f16(self, simd: S, to: &mut [u16]) -> Option<()> {
        let bits = f16c::narrow_sixteen(simd.level().as_avx512()?, self.into());
        u16x16::simd_from(simd, bits).store_slice(to);
        Some(())
    }
}

/// The instructions for `f16`, which fearless_simd does not have.
#[cfg(target_arch = "x86_64")]
mod f16c {
    use fearless_simd::kernel;
    use std::arch::x86_64::{
        __m128i, __m256, __m256i, __m512, _MM_FROUND_TO_NEAREST_INT, _mm256_cvtph_ps,
        _mm256_cvtps_ph, _mm512_cvtph_ps, _mm512_cvtps_ph,
    };

    kernel!(
        #[inline(always)]
        pub(super) fn widen_eight(avx2: Avx2, bits: __m128i) -> __m256 {
            _mm256_cvtph_ps(bits)
        }
    );

    kernel!(
        #[inline(always)]
        pub(super) fn narrow_eight(avx2: Avx2, numbers: __m256) -> __m128i {
            _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(numbers)
        }
    );

    kernel!(
        #[inline(always)]
        pub(super) fn widen_sixteen(avx512: Avx512, bits: __m256i) -> __m512 {
            _mm512_cvtph_ps(bits)
        }
    );

    kernel!(
        #[inline(always)]
        pub(super) fn narrow_sixteen(avx512: Avx512, numbers: __m512) -> __m256i {
            _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(numbers)
        }
    );
}
