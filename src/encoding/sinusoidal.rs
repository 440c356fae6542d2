//! Sinusoidal encoding: each pair is the sine and cosine of `position x inv_freq`.
//!
//! Source: Vaswani et al. 2017, section 3.5 (interleaved order); the tensor2tensor code of the
//! same authors concatenates all sines and all cosines.

use super::Frequencies;

/// Where the sine and cosine of a pair stand in the vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Sine at `2 i`, cosine at `2 i + 1`: the paper's order.
    #[default]
    Interleaved,
    /// All sines, then all cosines: sine at `i`, cosine at `n_pairs + i`.
    Concatenated,
}

impl Order {
    /// Places of the sine and the cosine of pair `pair_idx` in a vector of `n_pairs` pairs.
    #[must_use]
    pub fn places(self, pair_idx: usize, n_pairs: usize) -> (usize, usize) {
        match self {
            Self::Interleaved => (2 * pair_idx, 2 * pair_idx + 1),
            Self::Concatenated => (pair_idx, n_pairs + pair_idx),
        }
    }
}

/// The sinusoidal encoding of a `(base, dim)` in one component order.
///
/// ```
/// use phasor::encoding::{Frequencies, Order, Sinusoidal};
///
/// let encoding = Sinusoidal::new(Frequencies::new(10_000.0, 4)?, Order::Interleaved);
/// let code = encoding.encode(3.0);
/// assert!((code[0] - 3f64.sin()).abs() < 1e-15);
/// assert!((code[3] - 0.03f64.cos()).abs() < 1e-15);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sinusoidal {
    frequencies: Frequencies,
    order: Order,
}

impl Sinusoidal {
    /// The encoding with these frequencies in this component order.
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

    /// The code of `position`, shape `[dim]`, values from -1 to 1, squared length `dim / 2`.
    #[must_use]
    pub fn encode(&self, position: f64) -> Vec<f64> {
        let mut code = vec![0.0; self.frequencies.dim()];
        self.encode_into(position, &mut code);
        code
    }

    /// Writes the code of `position` into `code`, as many components as fit.
    pub fn encode_into(&self, position: f64, code: &mut [f64]) {
        for (place, value) in components(&self.frequencies, self.order, position) {
            if let Some(slot) = code.get_mut(place) {
                *slot = value;
            }
        }
    }

    /// [`encode`](Self::encode) rounded once to `f32`, right to 1e-6 at position 10,000,000.
    #[must_use]
    pub fn encode_f32(&self, position: f64) -> Vec<f32> {
        self.encode(position)
            .into_iter()
            .map(|value| value as f32)
            .collect()
    }
}

/// The components of the code of `position` as `(place, value)`, pair by pair: the sine, then
/// the cosine.
pub fn components(
    frequencies: &Frequencies,
    order: Order,
    position: f64,
) -> impl Iterator<Item = (usize, f64)> + '_ {
    let n_pairs = frequencies.n_pairs();
    let angles = frequencies.angles(position).enumerate();
    angles.flat_map(move |(pair_idx, angle)| {
        let (sin, cos) = angle.sin_cos();
        let (sin_place, cos_place) = order.places(pair_idx, n_pairs);
        [(sin_place, sin), (cos_place, cos)]
    })
}
