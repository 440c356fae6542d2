//! The formats of weights: numbers one by one, or in blocks that share a scale.
//!
//! Source: `ggml-common.h` and `ggml-quants.c` of llama.cpp (the functions `dequantize_row_*`), and the crate `safetensors`.

use half::{bf16, f16};
use safetensors::Dtype;

/// A format of weights. The numbers of a row are stored in blocks of [`block_len`](Self::block_len) neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightFormat {
    /// Single precision.
    F32,
    /// Half precision.
    F16,
    /// The upper half of single precision.
    Bf16,
    /// 4 bits and a scale.
    Q4_0,
    /// 4 bits, a scale and a minimum.
    Q4_1,
    /// 5 bits and a scale.
    Q5_0,
    /// 5 bits, a scale and a minimum.
    Q5_1,
    /// 8 bits and a scale.
    Q8_0,
    /// 4 bits; groups of 32 have a scale and a minimum of 6 bits.
    Q4K,
    /// 5 bits; groups of 32 have a scale and a minimum of 6 bits.
    Q5K,
    /// 6 bits; groups of 16 have a scale of 8 bits.
    Q6K,
}

/// The numbers in a block of the simple quantized formats.
const SMALL: usize = 32;

/// The numbers in a block of the formats whose groups have quantized scales.
const LARGE: usize = 256;

impl WeightFormat {
    /// Every format.
    pub const ALL: [Self; 11] = [
        Self::F32,
        Self::F16,
        Self::Bf16,
        Self::Q4_0,
        Self::Q4_1,
        Self::Q5_0,
        Self::Q5_1,
        Self::Q8_0,
        Self::Q4K,
        Self::Q5K,
        Self::Q6K,
    ];

    /// The number of the format in a GGUF file (`ggml_type`).
    #[must_use]
    pub fn gguf_number(self) -> u32 {
        match self {
            Self::F32 => 0,
            Self::F16 => 1,
            Self::Q4_0 => 2,
            Self::Q4_1 => 3,
            Self::Q5_0 => 6,
            Self::Q5_1 => 7,
            Self::Q8_0 => 8,
            Self::Q4K => 12,
            Self::Q5K => 13,
            Self::Q6K => 14,
            Self::Bf16 => 30,
        }
    }

    /// Returns the format with that number in a GGUF file.
    #[must_use]
    pub fn of_gguf(number: u32) -> Option<Self> {
        let mut formats = Self::ALL.into_iter();
        formats.find(|format| format.gguf_number() == number)
    }

    /// Returns the format of numbers in a `.safetensors` file.
    #[must_use]
    pub fn of_safetensors(dtype: Dtype) -> Option<Self> {
        match dtype {
            Dtype::F32 => Some(Self::F32),
            Dtype::F16 => Some(Self::F16),
            Dtype::BF16 => Some(Self::Bf16),
            _ => None,
        }
    }

    /// The number of weights in a block.
    #[must_use]
    pub fn block_len(self) -> usize {
        match self {
            Self::F32 | Self::F16 | Self::Bf16 => 1,
            Self::Q4_0 | Self::Q4_1 | Self::Q5_0 | Self::Q5_1 | Self::Q8_0 => SMALL,
            Self::Q4K | Self::Q5K | Self::Q6K => LARGE,
        }
    }

    /// The number of bytes in a block.
    #[must_use]
    pub fn block_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::Q4_0 => 18,
            Self::Q4_1 => 20,
            Self::Q5_0 => 22,
            Self::Q5_1 => 24,
            Self::Q8_0 => 34,
            Self::Q4K => 144,
            Self::Q5K => 176,
            Self::Q6K => 210,
        }
    }

    /// Writes the weights of whole blocks to `weights`, as many as it has room for.
    #[inline(always)]
    pub fn read(self, blocks: &[u8], weights: &mut [f32]) {
        match self {
            Self::F32 => each(blocks, weights, |number, [weight]| {
                *weight = f32::from_le_bytes(*number);
            }),
            Self::F16 => each(blocks, weights, |number, [weight]| *weight = half(*number)),
            Self::Bf16 => each(blocks, weights, |number, [weight]| {
                *weight = bf16::from_le_bytes(*number).to_f32();
            }),
            Self::Q4_0 => each(blocks, weights, q4_0),
            Self::Q4_1 => each(blocks, weights, q4_1),
            Self::Q5_0 => each(blocks, weights, q5_0),
            Self::Q5_1 => each(blocks, weights, q5_1),
            Self::Q8_0 => each(blocks, weights, q8_0),
            Self::Q4K => each(blocks, weights, q4_k),
            Self::Q5K => each(blocks, weights, q5_k),
            Self::Q6K => each(blocks, weights, q6_k),
        }
    }
}

/// Calls `read` with each block and the place of its weights.
#[inline(always)]
fn each<const BYTES: usize, const LEN: usize>(
    blocks: &[u8],
    weights: &mut [f32],
    read: impl Fn(&[u8; BYTES], &mut [f32; LEN]),
) {
    let (blocks, _) = blocks.as_chunks();
    let (weights, _) = weights.as_chunks_mut();
    for (block, weights) in blocks.iter().zip(weights) {
        read(block, weights);
    }
}

#[inline(always)]
fn half(bytes: [u8; 2]) -> f32 {
    f16::from_le_bytes(bytes).to_f32()
}

/// Returns the first `N` bytes and the others.
#[inline(always)]
fn split<const N: usize>(bytes: &[u8]) -> (&[u8; N], &[u8]) {
    let parts = bytes.split_first_chunk();
    parts.expect("the sizes of the parts add up to that of the block")
}

/// Reads 32 numbers of 4 bits: the low halves of the bytes, then the high ones.
#[inline(always)]
fn nibbles(bytes: &[u8; 16], weights: &mut [f32; SMALL], weight: impl Fn(usize, u8) -> f32) {
    let (low, high) = weights.split_at_mut(16);
    for (place, ((byte, low), high)) in bytes.iter().zip(low).zip(high).enumerate() {
        *low = weight(place, byte & 15);
        *high = weight(place + 16, byte >> 4);
    }
}

#[inline(always)]
fn q4_0(block: &[u8; 18], weights: &mut [f32; SMALL]) {
    let (scale, bytes) = split::<2>(block);
    let scale = half(*scale);
    nibbles(split(bytes).0, weights, |_, n| scale * (f32::from(n) - 8.0));
}

#[inline(always)]
fn q4_1(block: &[u8; 20], weights: &mut [f32; SMALL]) {
    let (scale, bytes) = split::<2>(block);
    let (minimum, bytes) = split::<2>(bytes);
    let (scale, minimum) = (half(*scale), half(*minimum));
    nibbles(split(bytes).0, weights, |_, n| {
        scale * f32::from(n) + minimum
    });
}

/// Returns the fifth bit of a number of a block.
#[inline(always)]
fn fifth(bits: [u8; 4]) -> impl Fn(usize) -> u8 {
    let bits = u32::from_le_bytes(bits);
    move |place| (((bits >> place) & 1) << 4) as u8
}

#[inline(always)]
fn q5_0(block: &[u8; 22], weights: &mut [f32; SMALL]) {
    let (scale, bytes) = split::<2>(block);
    let (bits, bytes) = split::<4>(bytes);
    let (scale, fifth) = (half(*scale), fifth(*bits));
    nibbles(split(bytes).0, weights, |place, n| {
        scale * (f32::from(n | fifth(place)) - 16.0)
    });
}

#[inline(always)]
fn q5_1(block: &[u8; 24], weights: &mut [f32; SMALL]) {
    let (scale, bytes) = split::<2>(block);
    let (minimum, bytes) = split::<2>(bytes);
    let (bits, bytes) = split::<4>(bytes);
    let (scale, minimum, fifth) = (half(*scale), half(*minimum), fifth(*bits));
    nibbles(split(bytes).0, weights, |place, n| {
        scale * f32::from(n | fifth(place)) + minimum
    });
}

#[inline(always)]
fn q8_0(block: &[u8; 34], weights: &mut [f32; SMALL]) {
    let (scale, bytes) = split::<2>(block);
    let scale = half(*scale);
    for (weight, byte) in weights.iter_mut().zip(bytes) {
        *weight = scale * f32::from(byte.cast_signed());
    }
}

/// Returns the scale and the minimum of each of the 8 groups of 32, which share 12 bytes as 6 bits each.
fn scales(bytes: &[u8; 12]) -> [(u8, u8); 8] {
    let (first, bytes) = split::<4>(bytes);
    let (second, bytes) = split::<4>(bytes);
    let (third, _) = split::<4>(bytes);
    let mut scales = [(0, 0); 8];
    let (low, high) = scales.split_at_mut(4);
    let parts = first.iter().zip(second).zip(third);
    for ((low, high), ((first, second), third)) in low.iter_mut().zip(high).zip(parts) {
        *low = (first & 63, second & 63);
        let scale = (third & 15) | ((first >> 6) << 4);
        let minimum = (third >> 4) | ((second >> 6) << 4);
        *high = (scale, minimum);
    }
    scales
}

#[inline(always)]
fn q4_k(block: &[u8; 144], weights: &mut [f32; LARGE]) {
    let (scale, bytes) = split::<2>(block);
    let (minimum, bytes) = split::<2>(bytes);
    let (groups, bytes) = split::<12>(bytes);
    five_bits((*scale, *minimum), groups, &[0; 32], bytes, weights);
}

#[inline(always)]
fn q5_k(block: &[u8; 176], weights: &mut [f32; LARGE]) {
    let (scale, bytes) = split::<2>(block);
    let (minimum, bytes) = split::<2>(bytes);
    let (groups, bytes) = split::<12>(bytes);
    let (fifths, bytes) = split::<32>(bytes);
    five_bits((*scale, *minimum), groups, fifths, bytes, weights);
}

/// Reads 256 numbers: 4 bits of each from `bytes`, whose 32 low halves and 32 high halves are two groups, and the fifth
/// bit from `fifths`, which has one bit for each group.
#[inline(always)]
fn five_bits(
    (scale, minimum): ([u8; 2], [u8; 2]),
    groups: &[u8; 12],
    fifths: &[u8; 32],
    bytes: &[u8],
    weights: &mut [f32; LARGE],
) {
    let (scale, minimum) = (half(scale), half(minimum));
    let (weights, _) = weights.as_chunks_mut::<SMALL>();
    let (bytes, _) = bytes.as_chunks::<SMALL>();
    let halves = bytes.iter().flat_map(|bytes| [(bytes, 0), (bytes, 4)]);
    let groups = scales(groups).into_iter().enumerate();
    for ((weights, (bytes, shift)), (group, (own_scale, own_minimum))) in
        weights.iter_mut().zip(halves).zip(groups)
    {
        let own_scale = scale * f32::from(own_scale);
        let own_minimum = minimum * f32::from(own_minimum);
        for ((weight, byte), fifth) in weights.iter_mut().zip(bytes).zip(fifths) {
            let number = ((byte >> shift) & 15) | (((fifth >> group) & 1) << 4);
            *weight = own_scale * f32::from(number) - own_minimum;
        }
    }
}

#[inline(always)]
fn q6_k(block: &[u8; 210], weights: &mut [f32; LARGE]) {
    let (low, bytes) = split::<128>(block);
    let (high, bytes) = split::<64>(bytes);
    let (groups, scale) = split::<16>(bytes);
    let scale = half(*split::<2>(scale).0);
    let (weights, _) = weights.as_chunks_mut::<SMALL>();
    let (low, _) = low.as_chunks::<SMALL>();
    let (high, _) = high.as_chunks::<SMALL>();
    let (groups, _) = groups.as_chunks::<2>();
    // The low halves of two rows of 32 bytes are followed by their high halves.
    let lows = low.chunks_exact(2).flat_map(|rows| {
        [0, 4]
            .into_iter()
            .flat_map(move |shift| rows.iter().map(move |row| (row, shift)))
    });
    let highs = high
        .iter()
        .flat_map(|row| [0, 2, 4, 6].map(|shift| (row, shift)));
    let parts = lows.zip(highs).zip(groups);
    for (weights, (((low, low_shift), (high, high_shift)), groups)) in weights.iter_mut().zip(parts)
    {
        let halves = weights.chunks_exact_mut(16).zip(low.chunks_exact(16));
        for (((weights, low), high), group) in halves.zip(high.chunks_exact(16)).zip(groups) {
            let own_scale = scale * f32::from(group.cast_signed());
            for ((weight, low), high) in weights.iter_mut().zip(low).zip(high) {
                let number = ((low >> low_shift) & 15) | (((high >> high_shift) & 3) << 4);
                *weight = own_scale * (f32::from(number) - 32.0);
            }
        }
    }
}
