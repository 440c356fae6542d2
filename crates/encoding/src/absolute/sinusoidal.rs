//! Sinusoidal encoding: each pair is the sine and cosine of `position x inv_freq`.
//!
//! Source: Vaswani et al. 2017, section 3.5 (interleaved order). The same authors' tensor2tensor
//! code puts all sines before all cosines and spreads its frequencies a little wider: its lowest is
//! `1 / base` itself, the paper's is `base^(-(dim - 2) / dim)`.

use std::f64::consts::PI;

use crate::turns::Row;
use crate::{EncodingError, Frequencies, Matrix, Turns};

/// Whether an encoding holds sines, cosines or both, and their places in the vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Sine at `2 i`, cosine at `2 i + 1`: the paper's order.
    #[default]
    Interleaved,
    /// All sines, then all cosines: sine at `i`, cosine at `n_pairs + i`.
    Concatenated,
    /// Sines alone, one component for each pair. No matrix shifts such an encoding by an offset,
    /// because the sine of a sum needs the cosine.
    SinesOnly,
    /// Cosines alone, one component for each pair. Positions `-p` and `p` have the same encoding.
    CosinesOnly,
}

impl Order {
    /// Returns the places of the sine and of the cosine of pair `pair_idx` in a vector of `n_pairs`
    /// pairs, or `None` for the one that this order leaves out.
    ///
    /// ```
    /// use phasor_encoding::Order;
    ///
    /// assert_eq!(Order::Interleaved.places(3, 8), (Some(6), Some(7)));
    /// assert_eq!(Order::Concatenated.places(3, 8), (Some(3), Some(11)));
    /// assert_eq!(Order::SinesOnly.places(3, 8), (Some(3), None));
    /// assert_eq!(Order::SinesOnly.n_components(8), 8);
    /// ```
    #[must_use]
    pub fn places(self, pair_idx: usize, n_pairs: usize) -> (Option<usize>, Option<usize>) {
        match self {
            Self::Interleaved => {
                let first = pair_idx.saturating_mul(2);
                (Some(first), Some(first.saturating_add(1)))
            }
            Self::Concatenated => (Some(pair_idx), Some(n_pairs.saturating_add(pair_idx))),
            Self::SinesOnly => (Some(pair_idx), None),
            Self::CosinesOnly => (None, Some(pair_idx)),
        }
    }

    /// Returns the number of components of an encoding with `n_pairs` pairs.
    #[must_use]
    pub fn n_components(self, n_pairs: usize) -> usize {
        match self {
            Self::Interleaved | Self::Concatenated => n_pairs.saturating_mul(2),
            Self::SinesOnly | Self::CosinesOnly => n_pairs,
        }
    }

    /// Returns the other angle within a turn at which the kept component of a pair has the same
    /// value: `pi - angle` for sines, `-angle` for cosines. Returns `None` if the order keeps both,
    /// which together repeat only after a full turn.
    ///
    /// ```
    /// use phasor_encoding::Order;
    ///
    /// let other = Order::SinesOnly.twin(0.3).unwrap();
    /// assert!((other.sin() - 0.3f64.sin()).abs() < 1e-15 && other.cos() < 0.0);
    /// assert_eq!(Order::CosinesOnly.twin(0.3), Some(-0.3));
    /// assert_eq!(Order::Interleaved.twin(0.3), None);
    /// ```
    #[must_use]
    pub fn twin(self, angle: f64) -> Option<f64> {
        match self {
            Self::Interleaved | Self::Concatenated => None,
            Self::SinesOnly => Some(PI - angle),
            Self::CosinesOnly => Some(-angle),
        }
    }
}

/// The sinusoidal encoding with given frequencies and one order of components.
///
/// ```
/// use phasor_encoding::{Frequencies, Order, Sinusoidal};
///
/// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 4)?, Order::Interleaved);
/// let code = encoding.encode(3.0);
/// assert!((code[0] - 3f64.sin()).abs() < 1e-15);
/// assert!((code[3] - 0.03f64.cos()).abs() < 1e-15);
/// assert_eq!(encoding.order(), Order::Interleaved);
/// let mut buffer = [0.0; 4];
/// encoding.encode_into(3.0, &mut buffer);
/// assert_eq!(buffer[..], code);
/// // Narrowed at the very end, and accurate to 1e-6 at any distance.
/// let narrow = encoding.encode_f32(10_000_000.0);
/// assert!((f64::from(narrow[0]) - 1e7f64.sin()).abs() < 1e-6);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sinusoidal {
    frequencies: Frequencies,
    order: Order,
}

impl Sinusoidal {
    /// Creates the encoding with these frequencies and this order of components.
    #[must_use]
    pub fn new(frequencies: Frequencies, order: Order) -> Self {
        Self { frequencies, order }
    }

    /// The frequencies, one per pair.
    #[must_use]
    pub fn frequencies(&self) -> &Frequencies {
        &self.frequencies
    }

    /// The order of the components.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// The number of components of an encoding.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.order.n_components(self.frequencies.n_pairs())
    }

    /// Returns the encoding of `position`, shape `[dim]`, with values from -1 to 1. If it holds
    /// both sines and cosines, its squared norm is the number of pairs at every position.
    #[must_use]
    pub fn encode(&self, position: f64) -> Vec<f64> {
        let mut encoding = vec![0.0; self.dim()];
        self.encode_into(position, &mut encoding);
        encoding
    }

    /// Writes the encoding of `position` into `encoding`, as many components as fit.
    pub fn encode_into(&self, position: f64, encoding: &mut [f64]) {
        for (place, value) in components(&self.frequencies, self.order, position) {
            if let Some(slot) = encoding.get_mut(place) {
                *slot = value;
            }
        }
    }

    /// Returns the encodings of positions 0 to `length - 1`, one in each row. Shape
    /// `[length, dim]`.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Order, Sinusoidal};
    ///
    /// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 8)?, Order::Concatenated);
    /// let table = encoding.table(100);
    /// let code = encoding.encode(99.0);
    /// assert!(table.row(99).iter().zip(&code).all(|(a, b)| (a - b).abs() < 1e-12));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// Each position is split into `block + rest`, whose exact sines and cosines give those of the
    /// sum (angle addition). An entry may therefore differ from [`encode`](Self::encode) in its
    /// last digits: by the three roundings of a sum of products and, at large positions, by the
    /// rounding of its angle.
    #[must_use]
    pub fn table(&self, length: usize) -> Matrix {
        self.table_from(0.0, length)
    }

    /// Returns the encodings of `length` positions from `first` on, as [`table`](Self::table) does. Shape
    /// `[length, dim]`.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Order, Sinusoidal};
    ///
    /// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 8)?, Order::Interleaved);
    /// let table = encoding.table_from(4096.0, 128);
    /// let code = encoding.encode(4196.0);
    /// assert!(table.row(100).iter().zip(&code).all(|(a, b)| (a - b).abs() < 1e-12));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn table_from(&self, first: f64, length: usize) -> Matrix {
        const BLOCK: usize = 64;
        let dim = self.dim();
        let row = |position| Row::new(&self.frequencies, position);
        let rests: Vec<Row> = (0..BLOCK.min(length))
            .map(|rest| row(rest as f64))
            .collect();
        let mut sum = Row::default();
        let mut values = vec![0.0; length * dim];
        for (block_idx, block) in values.chunks_mut(BLOCK * dim).enumerate() {
            let start = row(first + (block_idx * BLOCK) as f64);
            for (encoding, rest) in block.chunks_mut(dim).zip(&rests) {
                sum.add(&start, rest);
                self.place(sum.pairs(), encoding);
            }
        }
        Matrix::new(length, dim, values).expect("every position has dim values")
    }

    /// Writes the encodings of any `positions`, one in each row, with sines from [`Turns`]. Shape `[n_positions, dim]`.
    /// `narrow` converts a number to the format of `encodings`.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Order, Sinusoidal};
    ///
    /// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 2)?, Order::Concatenated);
    /// let mut encodings = [0.0_f32; 4];
    /// encoding.write_at(&[0.0, 2.0], |number| number as f32, &mut encodings)?;
    /// assert_eq!(encodings, [0.0, 1.0, 2f64.sin() as f32, 2f64.cos() as f32]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `encodings` has another size, and [`EncodingError::Parameter`] if a position is
    /// not finite.
    pub fn write_at<T: Copy>(
        &self,
        positions: &[f64],
        narrow: impl Fn(f64) -> T,
        encodings: &mut [T],
    ) -> Result<(), EncodingError> {
        let len = positions.len().saturating_mul(self.dim());
        EncodingError::check_length(len, encodings.len())?;
        let mut turns = Turns::new(&self.frequencies);
        for (position, encoding) in positions.iter().zip(encodings.chunks_exact_mut(self.dim())) {
            let (sin, cos) = turns.at(EncodingError::position(*position)?);
            let turns = sin.iter().zip(cos);
            self.place(
                turns.map(|(sin, cos)| (narrow(*sin), narrow(*cos))),
                encoding,
            );
        }
        Ok(())
    }

    /// Writes the `(sin, cos)` of every pair to their places.
    fn place<T>(&self, turns: impl Iterator<Item = (T, T)>, encoding: &mut [T]) {
        match self.order {
            Order::Interleaved => {
                for (slots, (sin, cos)) in encoding.as_chunks_mut().0.iter_mut().zip(turns) {
                    *slots = [sin, cos];
                }
            }
            Order::Concatenated => {
                let (sines, cosines) = encoding.split_at_mut(self.frequencies.n_pairs());
                for ((s, c), turn) in sines.iter_mut().zip(cosines).zip(turns) {
                    (*s, *c) = turn;
                }
            }
            Order::SinesOnly => encoding
                .iter_mut()
                .zip(turns)
                .for_each(|(s, turn)| *s = turn.0),
            Order::CosinesOnly => encoding
                .iter_mut()
                .zip(turns)
                .for_each(|(c, turn)| *c = turn.1),
        }
    }

    /// Returns the matrix that shifts every encoding by `offset` positions,
    /// `encode(p + offset) = M encode(p)`: one rotation for each pair ([`shift_matrix`]). Returns
    /// `None` for sines or cosines alone, which no matrix shifts.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Order, Sinusoidal};
    ///
    /// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 8)?, Order::Interleaved);
    /// let moved = encoding.shift(5.0).unwrap().apply(&encoding.encode(2.0))?;
    /// let direct = encoding.encode(7.0);
    /// assert!(moved.iter().zip(&direct).all(|(a, b)| (a - b).abs() < 1e-14));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn shift(&self, offset: f64) -> Option<Matrix> {
        let n_pairs = self.frequencies.n_pairs();
        let mut values = vec![0.0; self.dim() * self.dim()];
        for (pair_idx, &inv_freq) in self.frequencies.inv_freq().iter().enumerate() {
            let (Some(sin), Some(cos)) = self.order.places(pair_idx, n_pairs) else {
                return None;
            };
            let shift = shift_matrix(inv_freq, offset);
            for (row, entries) in [sin, cos].into_iter().zip(shift) {
                for (column, entry) in [sin, cos].into_iter().zip(entries) {
                    let value = values.get_mut(row * self.dim() + column);
                    *value.expect("a pair is two components of the encoding") = entry;
                }
            }
        }
        let shift = Matrix::new(self.dim(), self.dim(), values);
        Some(shift.expect("the matrix is square"))
    }

    /// Returns the dot products of the encodings of `p` and `p + offset` for the `length` positions
    /// `p = first`, `first + 1`, ... Let `a` and `b` be the angles of a pair at the two positions.
    /// Then `cos a cos b` and `sin a sin b` are half of `cos (b - a)` plus and minus `cos (a + b)`.
    /// Together they leave only what depends on the offset; each alone keeps a part that depends on
    /// the position.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Order, Sinusoidal, matrix::dot};
    ///
    /// let sines = Sinusoidal::new(Frequencies::new(10_000.0, 8)?, Order::SinesOnly);
    /// let at_4 = sines.dots(2.0, 3.0, 10)[1];
    /// assert!((at_4 - dot(&sines.encode(4.0), &sines.encode(6.0))).abs() < 1e-14);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn dots(&self, offset: f64, first: f64, length: usize) -> Vec<f64> {
        let relative: f64 = self.frequencies.angles(offset).map(f64::cos).sum();
        let sign = match self.order {
            Order::Interleaved | Order::Concatenated => return vec![relative; length],
            Order::SinesOnly => -1.0,
            Order::CosinesOnly => 1.0,
        };
        let all = std::iter::repeat((1.0, 0.0));
        let mut dots = (self.frequencies).wave_sum(all, (2.0 * first + offset, 2.0), length);
        for dot in &mut dots {
            *dot = (relative + sign * *dot) / 2.0;
        }
        dots
    }

    /// Returns [`encode`](Self::encode) rounded once to `f32`, accurate to 1e-6 at position
    /// 10,000,000.
    #[must_use]
    pub fn encode_f32(&self, position: f64) -> Vec<f32> {
        self.encode(position)
            .into_iter()
            .map(|value| value as f32)
            .collect()
    }
}

/// Returns the 2 x 2 matrix that moves the sine and cosine of one pair by `offset` positions from
/// any position: rows `[cos a, sin a]` and `[-sin a, cos a]` with `a = offset x inv_freq`.
///
/// It is angle addition written as a matrix (Vaswani et al. 2017, section 3.5: the encoding of
/// `p + offset` is a linear function of the encoding of `p`). On `(cos, sin)` it would be the
/// counter-clockwise rotation of RoPE; on `(sin, cos)` it is the clockwise one.
///
/// ```
/// use phasor_encoding::absolute::shift_matrix;
///
/// let [[a, b], [c, d]] = shift_matrix(0.25, 3.0);
/// let (sin, cos) = (0.25 * 4.0f64).sin_cos();
/// assert!((a * sin + b * cos - (0.25 * 7.0f64).sin()).abs() < 1e-15);
/// assert!((c * sin + d * cos - (0.25 * 7.0f64).cos()).abs() < 1e-15);
/// ```
#[must_use]
pub fn shift_matrix(inv_freq: f64, offset: f64) -> [[f64; 2]; 2] {
    let (sin, cos) = (offset * inv_freq).sin_cos();
    [[cos, sin], [-sin, cos]]
}

/// Returns the components of the encoding of `position` as `(place, value)`, pair by pair: the
/// sine, then the cosine, if the order keeps them.
pub fn components(
    frequencies: &Frequencies,
    order: Order,
    position: f64,
) -> impl Iterator<Item = (usize, f64)> + '_ {
    let n_pairs = frequencies.n_pairs();
    let angles = frequencies.angles(position).enumerate();
    angles
        .flat_map(move |(pair_idx, angle)| {
            let (sin, cos) = angle.sin_cos();
            let (sin_place, cos_place) = order.places(pair_idx, n_pairs);
            [sin_place.zip(Some(sin)), cos_place.zip(Some(cos))]
        })
        .flatten()
}
