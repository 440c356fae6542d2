//! The positional encoding of a model: what is added, rotated, or added to scores.

use ndarray::{Array2, Array3};

use phasor_encoding::{
    Alibi, Direction, EncodingError, Frequencies, Mask, Order, Pairing, RotaryTable, Scaling,
    Sinusoidal, T5Buckets,
};

/// The positional encoding of a model.
///
/// ```
/// use phasor_train::Position;
///
/// assert_eq!(Position::Rope { base: 10_000.0 }.name(), "rope");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Position {
    /// Not at all (NoPE).
    None,
    /// A learned vector for each position is added.
    Learned {
        /// The number of positions that have a vector.
        n_positions: usize,
    },
    /// Half of the sinusoidal encoding is added.
    Sinusoidal {
        /// The base.
        base: f64,
    },
    /// Every score gets ten times the learned number of its bucket. The factor lets it learn as fast as the rest.
    T5 {
        /// The number of buckets.
        n_buckets: usize,
        /// The distance from which on all keys share a bucket.
        max_distance: usize,
    },
    /// Every score loses the distance times the slope of its head.
    Alibi,
    /// Queries and keys are rotated.
    Rope {
        /// The base.
        base: f64,
    },
}

/// The factor of sinusoids, so that words of norm 3.5 can be heard beside them.
const QUIETER: f64 = 0.5;

/// The factor of T5's learned numbers.
pub(super) const LOUDER: f32 = 10.0;

/// The sizes on which it depends what a text receives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub(super) length: usize,
    pub(super) dim: usize,
    pub(super) n_heads: usize,
    pub(super) mask: Mask,
}

/// What a text of some length receives.
#[derive(Debug, Clone, Default)]
pub(super) struct PositionTables {
    /// What is added to the tokens. Shape `[length, dim]`.
    pub(super) added: Option<Array2<f32>>,
    /// Cosines and sines of all pairs. Shape `[length, head_dim / 2]` each.
    pub(super) rotation: Option<[Array2<f32>; 2]>,
    /// What is added to scores. Shape `[n_heads, length, length]`.
    pub(super) bias: Option<Array3<f32>>,
    /// The bucket of every query and key. Shape `[length, length]`.
    pub(super) buckets: Option<Array2<usize>>,
}

impl Position {
    /// Returns the name in files and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Learned { .. } => "learned",
            Self::Sinusoidal { .. } => "sinusoidal",
            Self::T5 { .. } => "t5",
            Self::Alibi => "alibi",
            Self::Rope { .. } => "rope",
        }
    }

    /// Returns what a text receives, with a scaling rule for RoPE.
    pub(super) fn tables(
        self,
        sizes: Sizes,
        scaling: Option<&Scaling>,
    ) -> Result<PositionTables, EncodingError> {
        let Sizes {
            length,
            dim,
            n_heads,
            mask,
        } = sizes;
        let mut tables = PositionTables::default();
        match self {
            Self::None | Self::Learned { .. } => {}
            Self::Sinusoidal { base } => {
                let frequencies = Frequencies::new(base, dim)?;
                let table = Sinusoidal::new(frequencies, Order::Interleaved).table(length);
                let at = |(row, column)| {
                    let value = table.get(row, column);
                    QUIETER * value.expect("the table has this shape")
                };
                tables.added = Some(Array2::from_shape_fn((length, dim), |place| {
                    at(place) as f32
                }));
            }
            Self::T5 {
                n_buckets,
                max_distance,
            } => {
                let direction = match mask {
                    Mask::Causal => Direction::Causal,
                    Mask::None => Direction::Bidirectional,
                };
                let buckets = T5Buckets::new(n_buckets, max_distance, direction)?;
                tables.buckets = Some(Array2::from_shape_fn((length, length), |(query, key)| {
                    buckets.bucket(key as i64 - query as i64)
                }));
            }
            Self::Alibi => {
                let alibi = Alibi::new(n_heads)?;
                tables.bias = Some(Array3::from_shape_fn(
                    (n_heads, length, length),
                    |(head, query, key)| {
                        let bias = alibi.bias(head, key as i64 - query as i64);
                        bias.expect("ALiBi has a slope for each head") as f32
                    },
                ));
            }
            Self::Rope { base } => {
                let scaling = scaling.unwrap_or(&Scaling::Default);
                let scaled = scaling.apply(base, dim / n_heads, Some(length))?;
                tables.rotation = Some(narrowed(&scaled.rope(Pairing::HalfSplit)?.table(length)));
            }
        }
        Ok(tables)
    }
}

fn narrowed(table: &RotaryTable) -> [Array2<f32>; 2] {
    [table.cos(), table.sin()].map(|values| {
        let shape = (table.seq_len(), table.n_pairs());
        let values = values.iter().map(|value| *value as f32).collect();
        Array2::from_shape_vec(shape, values).expect("the table has a number for each pair")
    })
}
