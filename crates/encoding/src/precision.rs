//! What low precision does to positions, to tables and to the vectors that they rotate.
//!
//! A format keeps a fixed number of binary digits, so large positions lose their last digits: bf16
//! has no 257. [`Format`] rounds a number once, directly from `f64`; [`Narrow`] computes encodings
//! and rotations as a model in that format does.

use super::{EncodingError, Rope, RotaryTable, Sinusoidal};

/// A binary floating-point format. Numbers are rounded to nearest, ties to even.
///
/// Sources: IEEE 754-2019, section 3.6 (f16, f32); Kalamkar et al. 2019, *A Study of BFLOAT16
/// for Deep Learning Training*; Micikevicius et al. 2022, *FP8 Formats for Deep Learning*,
/// table 1.
///
/// ```
/// use phasor_encoding::Format;
///
/// assert_eq!(Format::Bf16.round(257.0), 256.0);
/// assert_eq!(Format::F16.round(65_520.0), f64::INFINITY);
/// assert_eq!(Format::E5m2.round(0.3), 0.3125);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Format {
    /// Single precision: 24 binary digits.
    #[default]
    F32,
    /// Half precision: 11 binary digits, up to 65,504.
    F16,
    /// The range of [`F32`](Self::F32), with 8 binary digits.
    Bf16,
    /// FP8 with 4 binary digits, up to 448 (`float8_e4m3fn` in torch). It has no infinity, so
    /// larger numbers become NaN; a saturating conversion, which torch also offers, makes them 448.
    E4m3,
    /// FP8 with 3 binary digits, up to 57,344.
    E5m2,
}

impl Format {
    /// Every format, most precise first.
    pub const ALL: [Self; 5] = [Self::F32, Self::F16, Self::Bf16, Self::E4m3, Self::E5m2];

    /// The name of the format: `f32`, `f16`, `bf16`, `e4m3` or `e5m2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::E4m3 => "e4m3",
            Self::E5m2 => "e5m2",
        }
    }

    /// The number of binary digits, including the leading one, which is not stored.
    #[must_use]
    pub fn digits(self) -> u32 {
        match self {
            Self::F32 => 24,
            Self::F16 => 11,
            Self::Bf16 => 8,
            Self::E4m3 => 4,
            Self::E5m2 => 3,
        }
    }

    /// The exponent of the smallest number with all digits.
    fn min_exponent(self) -> i32 {
        match self {
            Self::F32 | Self::Bf16 => -126,
            Self::F16 | Self::E5m2 => -14,
            Self::E4m3 => -6,
        }
    }

    /// The largest finite number.
    #[must_use]
    pub fn max(self) -> f64 {
        let full = |max_exponent: i32| {
            let all_ones = 2.0 - 2f64.powi(1 - self.digits() as i32);
            all_ones * 2f64.powi(max_exponent)
        };
        match self {
            Self::F32 | Self::Bf16 => full(127),
            Self::F16 | Self::E5m2 => full(15),
            // The last significand of the last exponent stands for NaN.
            Self::E4m3 => 448.0,
        }
    }

    /// Returns the distance between neighbouring numbers around `number`, or NaN if `number` is not
    /// finite or too large for the format.
    ///
    /// ```
    /// use phasor_encoding::Format;
    ///
    /// assert_eq!(Format::Bf16.spacing(131_072.0), 1024.0);
    /// ```
    #[must_use]
    pub fn spacing(self, number: f64) -> f64 {
        match number.abs() <= self.max() {
            true => self.unbounded_spacing(number),
            false => f64::NAN,
        }
    }

    /// The spacing if the exponent had no upper limit.
    fn unbounded_spacing(self, number: f64) -> f64 {
        let exponent = exponent(number).max(self.min_exponent());
        2f64.powi(exponent + 1 - self.digits() as i32)
    }

    /// Returns the number of the format that is nearest to `number`. Numbers that are too large
    /// become infinite, or NaN if the format has no infinity.
    #[must_use]
    pub fn round(self, number: f64) -> f64 {
        if number == 0.0 || !number.is_finite() {
            return match (self, number.is_infinite()) {
                (Self::E4m3, true) => f64::NAN,
                _ => number,
            };
        }
        // Both operations are exact: the spacing is a power of two.
        let spacing = self.unbounded_spacing(number);
        let rounded = (number / spacing).round_ties_even() * spacing;
        match self {
            _ if rounded.abs() <= self.max() => rounded,
            Self::E4m3 => f64::NAN,
            _ => f64::INFINITY.copysign(number),
        }
    }

    /// Returns the first whole position that the format does not tell from the next one.
    ///
    /// ```
    /// use phasor_encoding::Format;
    ///
    /// let first = Format::ALL.map(Format::first_collision);
    /// assert_eq!(first, [1 << 24, 2048, 256, 16, 8]);
    /// ```
    #[must_use]
    pub fn first_collision(self) -> u64 {
        // The format holds every whole number that has no more digits than the format.
        let mut position = (1 << self.digits()) - 1;
        while self.round(position as f64) != self.round((position + 1) as f64) {
            position += 1;
        }
        position
    }
}

/// `floor(log2(|number|))`, or a value below every exponent of a format for 0.
fn exponent(number: f64) -> i32 {
    const STORED_DIGITS: u32 = 52;
    const BIAS: i32 = 1023;
    let stored = (number.abs().to_bits() >> STORED_DIGITS) as i32;
    // Subnormal numbers get -1023, which is also below every format's smallest exponent.
    stored - BIAS
}

/// The step at which a model narrows its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Step {
    /// Position, inverse frequency and their product are each rounded before sine and cosine are
    /// computed, as when the whole model is cast to the format.
    Angle,
    /// Sine and cosine are computed exactly and then rounded once, as in a table made in `f64`.
    #[default]
    Table,
}

/// Encodings and rotations in low precision.
///
/// ```
/// use phasor_encoding::{
///     Format, Frequencies, Narrow, Order, Pairing, Rope, Sinusoidal, Step,
/// };
///
/// let sinusoidal = Sinusoidal::new(Frequencies::new(10_000.0, 128)?, Order::Interleaved);
/// let cast = Narrow { format: Format::Bf16, step: Step::Angle };
/// let table = Narrow { step: Step::Table, ..cast };
/// // bf16 has no 4097, so the angle is off by a whole radian.
/// assert!(cast.encoding_error(&sinusoidal, 4097.0) > 0.5);
/// assert!(table.encoding_error(&sinusoidal, 4097.0) < 0.002);
/// assert_eq!(cast.first_equal_encodings(&sinusoidal, 1000), Some(256));
/// assert_eq!(table.first_equal_encodings(&sinusoidal, 1000), None);
///
/// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::HalfSplit);
/// let rotated = table.rotate(&rope, 3.0, &[1.0, 0.0, 0.0, 0.0])?;
/// assert_eq!(rotated[0], Format::Bf16.round(3f64.cos()));
/// assert!(table.rotation_error(&rope, 3.0, &[1.0, 0.0, 0.0, 0.0])? < 0.002);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Narrow {
    /// The format of every number.
    pub format: Format,
    /// The first step that rounds.
    pub step: Step,
}

impl Narrow {
    /// Returns the angle of a pair at `position`, in radians.
    #[must_use]
    pub fn angle(&self, position: f64, inv_freq: f64) -> f64 {
        match self.step {
            Step::Angle => {
                let (position, inv_freq) = (self.round(position), self.round(inv_freq));
                self.round(position * inv_freq)
            }
            Step::Table => position * inv_freq,
        }
    }

    fn round(&self, number: f64) -> f64 {
        self.format.round(number)
    }

    /// Returns sine and cosine of that angle.
    fn turn(&self, position: f64, inv_freq: f64) -> (f64, f64) {
        let (sin, cos) = self.angle(position, inv_freq).sin_cos();
        (self.round(sin), self.round(cos))
    }

    /// Returns the encoding of `position` in the format. Shape `[dim]`.
    #[must_use]
    pub fn encode(&self, sinusoidal: &Sinusoidal, position: f64) -> Vec<f64> {
        let frequencies = sinusoidal.frequencies();
        let n_pairs = frequencies.n_pairs();
        let mut encoding = vec![0.0; sinusoidal.dim()];
        for (pair_idx, &inv_freq) in frequencies.inv_freq().iter().enumerate() {
            let (sin, cos) = self.turn(position, inv_freq);
            let (sin_place, cos_place) = sinusoidal.order().places(pair_idx, n_pairs);
            // An order may leave out the sine or the cosine.
            let places = [sin_place.zip(Some(sin)), cos_place.zip(Some(cos))];
            for (place, component) in places.into_iter().flatten() {
                let slot = encoding.get_mut(place);
                *slot.expect("the places of an order are components of its encoding") = component;
            }
        }
        encoding
    }

    /// Returns the largest difference of a component between the encoding in the format and the
    /// exact one.
    #[must_use]
    pub fn encoding_error(&self, sinusoidal: &Sinusoidal, position: f64) -> f64 {
        largest_difference(
            &self.encode(sinusoidal, position),
            &sinusoidal.encode(position),
        )
    }

    /// Returns the first whole position below `length` whose encoding in the format equals that of
    /// the next position.
    #[must_use]
    pub fn first_equal_encodings(&self, sinusoidal: &Sinusoidal, length: u64) -> Option<u64> {
        let mut before = self.encode(sinusoidal, 0.0);
        (0..length).find(|position| {
            let after = self.encode(sinusoidal, (position + 1) as f64);
            std::mem::replace(&mut before, after) == before
        })
    }

    /// Returns sine and cosine of every pair at `position`, each times the attention factor.
    fn turns<'a>(
        &'a self,
        rope: &'a Rope,
        position: f64,
    ) -> impl ExactSizeIterator<Item = (f64, f64)> + 'a {
        let factor = rope.attention_factor();
        rope.frequencies().inv_freq().iter().map(move |inv_freq| {
            let (sin, cos) = self.angle(position, *inv_freq).sin_cos();
            (self.round(factor * sin), self.round(factor * cos))
        })
    }

    /// Returns the cosines and sines of any positions in the format, one row for each, as
    /// [`Rope::table_at`] does exactly.
    ///
    /// ```
    /// use phasor_encoding::{Format, Frequencies, Narrow, Pairing, Rope, Step};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 2)?, Pairing::HalfSplit);
    /// let narrow = Narrow { format: Format::Bf16, step: Step::Angle };
    /// // bf16 has no 257.
    /// let table = narrow.table(&rope, &[256.0, 257.0]);
    /// assert_eq!(table.cos()[0], table.cos()[1]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn table(&self, rope: &Rope, positions: &[f64]) -> RotaryTable {
        let turns = positions.iter().map(|position| self.turns(rope, *position));
        RotaryTable::new(rope.frequencies().n_pairs(), turns)
    }

    /// Returns `vector` (shape `[head_dim]`) rotated to `position` with every number rounded: the
    /// vector, sine and cosine, each product and each sum.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `vector` does not have `head_dim` components.
    pub fn rotate(
        &self,
        rope: &Rope,
        position: f64,
        vector: &[f64],
    ) -> Result<Vec<f64>, EncodingError> {
        EncodingError::check_length(rope.head_dim(), vector.len())?;
        let frequencies = rope.frequencies();
        let mut rotated: Vec<f64> = vector.iter().map(|x| self.round(*x)).collect();
        for (pair_idx, (sin, cos)) in self.turns(rope, position).enumerate() {
            let (first, second) = rope.pairing().places(pair_idx, frequencies.n_pairs());
            let [x, y] = rotated
                .get_disjoint_mut([first, second])
                .expect("a pair is two different components of the head");
            let product = |a: f64, b: f64| self.round(a * b);
            let turned_x = self.round(product(*x, cos) - product(*y, sin));
            let turned_y = self.round(product(*x, sin) + product(*y, cos));
            (*x, *y) = (turned_x, turned_y);
        }
        Ok(rotated)
    }

    /// Returns the largest difference of a component between the rotation in the format and the
    /// exact one.
    ///
    /// # Errors
    /// The same as for [`rotate`](Self::rotate).
    pub fn rotation_error(
        &self,
        rope: &Rope,
        position: f64,
        vector: &[f64],
    ) -> Result<f64, EncodingError> {
        let narrow = self.rotate(rope, position, vector)?;
        Ok(largest_difference(&narrow, &rope.rotate(position, vector)?))
    }
}

/// Returns infinity if a number overflowed in the format, since the true difference is unbounded.
fn largest_difference(narrow: &[f64], exact: &[f64]) -> f64 {
    let differences = narrow.iter().zip(exact).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, |largest, difference| match difference.is_nan() {
        true => f64::INFINITY,
        false => f64::max(largest, difference),
    })
}
