//! The formats in which engines keep keys and values.

use super::Rows;

/// A format of the numbers in a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheFormat {
    /// 2 bytes for each element; f16 has as many.
    Bf16,
    /// 1 byte for each element.
    Fp8,
    /// Blocks of 32 elements in 34 bytes: a scale in f16 and 32 of 8 bits (`block_q8_0` in `ggml-common.h`).
    Q8_0,
    /// Blocks of 32 elements in 18 bytes: a scale in f16 and 32 of 4 bits (`block_q4_0` in `ggml-common.h`).
    Q4_0,
}

/// The number of elements in a block of ggml (`QK8_0`, `QK4_0`).
const BLOCK: usize = 32;

impl CacheFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Bf16, Self::Fp8, Self::Q8_0, Self::Q4_0];

    /// The bytes of an element of a state in bf16. Engines that compute recurrences in f32 keep 4.
    pub const BYTES_OF_STATE: f64 = 2.0;

    /// Returns the name of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::Fp8 => "fp8",
            Self::Q8_0 => "q8_0",
            Self::Q4_0 => "q4_0",
        }
    }

    /// Returns the bytes of the vectors of one token; `None` if a vector is not made of whole blocks, which llama.cpp
    /// refuses.
    ///
    /// ```
    /// use phasor_model_files::{CacheFormat, Rows};
    ///
    /// let rows = Rows { n_heads: 8, dim: 128 };
    /// assert_eq!(CacheFormat::ALL.map(|format| format.bytes(rows)), [2048.0, 1024.0, 1088.0, 576.0].map(Some));
    /// assert_eq!(CacheFormat::Q8_0.bytes(Rows { n_heads: 8, dim: 80 }), None);
    /// ```
    #[must_use]
    pub fn bytes(self, rows: Rows) -> Option<f64> {
        let of_block = |bytes: f64| {
            let is_whole = rows.n_heads == 0 || rows.dim.is_multiple_of(BLOCK);
            is_whole.then(|| rows.elements() / BLOCK as f64 * bytes)
        };
        match self {
            Self::Bf16 => Some(2.0 * rows.elements()),
            Self::Fp8 => Some(rows.elements()),
            Self::Q8_0 => of_block(34.0),
            Self::Q4_0 => of_block(18.0),
        }
    }
}
