//! RoPE at many positions at once: tables for kernels, and vectors in `f64`.

use super::{Pairing, Rope};
use crate::{EncodingError, Turns};

impl Rope {
    /// Writes the cosine and the sine of each rotating component at any `positions`, times the attention factor: the
    /// tables of Hugging Face transformers. Each pair has its number at both of its places. Shape
    /// `[n_positions, rotary_dim]` each. `narrow` converts a number to the format of the tables.
    ///
    /// Sines come from [`Turns`], so they may differ from [`table_at`](Self::table_at) in their last digits.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 4)?, Pairing::Interleaved);
    /// let (mut cos, mut sin) = ([0.0_f32; 4], [0.0_f32; 4]);
    /// rope.write_components(&[2.0], |number| number as f32, (&mut cos, &mut sin))?;
    /// assert_eq!(cos[..2], [2f64.cos() as f32; 2]);
    /// assert_eq!(sin[2..], [0.02f64.sin() as f32; 2]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if a table has another size, and [`EncodingError::Parameter`] if a position is not
    /// finite.
    pub fn write_components<T: Copy>(
        &self,
        positions: &[f64],
        narrow: impl Fn(f64) -> T,
        (cos, sin): (&mut [T], &mut [T]),
    ) -> Result<(), EncodingError> {
        let dim = self.rotary_dim();
        let len = positions.len().saturating_mul(dim);
        EncodingError::check_length(len, cos.len())?;
        EncodingError::check_length(len, sin.len())?;
        let scaled = |number: &f64| narrow(self.attention_factor() * number);
        let mut turns = Turns::new(self.frequencies());
        let rows = cos.chunks_exact_mut(dim).zip(sin.chunks_exact_mut(dim));
        for (position, (cos, sin)) in positions.iter().zip(rows) {
            let (sines, cosines) = turns.at(EncodingError::position(*position)?);
            spread(self.pairing(), cosines.iter().map(scaled), cos);
            spread(self.pairing(), sines.iter().map(scaled), sin);
        }
        Ok(())
    }

    /// Rotates each of `vectors` to its position in place. Shapes `[n_vectors, head_dim]` and `[n_vectors]`. It computes
    /// sines as [`write_components`](Self::write_components) does.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, Pairing, Rope};
    ///
    /// let rope = Rope::new(Frequencies::new(10_000.0, 2)?, Pairing::HalfSplit);
    /// let mut vectors = [1.0, 0.0, 0.5, 2.0];
    /// rope.rotate_each(&[3.0, 0.0], &mut vectors)?;
    /// assert_eq!(vectors, [3f64.cos(), 3f64.sin(), 0.5, 2.0]);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if there is not one vector for each position, and [`EncodingError::Parameter`] if a
    /// position is not finite.
    pub fn rotate_each(&self, positions: &[f64], vectors: &mut [f64]) -> Result<(), EncodingError> {
        let len = positions.len().saturating_mul(self.head_dim());
        EncodingError::check_length(len, vectors.len())?;
        let factor = self.attention_factor();
        let mut turns = Turns::new(self.frequencies());
        let vectors = vectors.chunks_exact_mut(self.head_dim());
        for (position, vector) in positions.iter().zip(vectors) {
            let (sin, cos) = turns.at(EncodingError::position(*position)?);
            let pairs = sin.iter().zip(cos);
            let scaled = pairs.map(|(sin, cos)| (factor * sin, factor * cos));
            self.pairing().turn(scaled, vector);
        }
        Ok(())
    }
}

/// Writes the number of each pair to both of its places.
fn spread<T: Copy>(pairing: Pairing, numbers: impl Iterator<Item = T>, components: &mut [T]) {
    match pairing {
        Pairing::HalfSplit => {
            let (first, second) = components.split_at_mut(components.len() / 2);
            for (number, slot) in numbers.zip(&mut *first) {
                *slot = number;
            }
            second.copy_from_slice(first);
        }
        Pairing::Interleaved => {
            for (number, slots) in numbers.zip(components.as_chunks_mut::<2>().0) {
                *slots = [number; 2];
            }
        }
    }
}
