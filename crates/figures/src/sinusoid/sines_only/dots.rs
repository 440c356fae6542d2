//! The dot products of the encodings of two positions an offset apart, at every position.

use super::Components;
use crate::Spec;
use phasor_encoding::{Frequencies, Order, Sinusoidal};
use phasor_params::choice::Choice;
use phasor_text::number::{Fixed, Place};

/// The dot products of two encodings at every position.
#[derive(Debug)]
pub(super) struct Dots {
    pub(super) frequencies: Frequencies,
    pub(super) both: f64,
    pub(super) sines: Vec<f64>,
    pub(super) cosines: Vec<f64>,
}

impl Dots {
    /// Computes the dot products of the spec.
    pub(super) fn new(spec: &Spec) -> Self {
        let frequencies = spec.frequencies();
        let of = |order, length| {
            let encoding = Sinusoidal::new(frequencies.clone(), order);
            encoding.dots(spec.offset(), spec.start(), length)
        };
        let both = of(Order::Interleaved, 1);
        let both = *both.first().expect("one position has one dot product");
        let sines = of(Order::SinesOnly, spec.length());
        Self {
            both,
            cosines: sines.iter().map(|sines| both - sines).collect(),
            sines,
            frequencies,
        }
    }

    /// Returns the dot products of the kept components at every shown position; `None` if both are kept.
    pub(super) fn partial(&self, spec: &Spec) -> Option<&[f64]> {
        match spec.choice::<Components>() {
            Components::Sines => Some(&self.sines),
            Components::Cosines => Some(&self.cosines),
            Components::Both => None,
        }
    }

    pub(super) fn reading(&self, spec: &Spec) -> String {
        let offset = Place(spec.offset());
        let Some(partial) = self.partial(spec) else {
            return format!(
                "With sines and cosines, the encodings of two positions {offset} apart have the dot product {:.3}, \
                 wherever they are.",
                Fixed(self.both),
            );
        };
        let low = partial.iter().copied().fold(f64::INFINITY, f64::min);
        let high = partial.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        format!(
            "With {} alone, the dot product at offset {offset} depends on the position: it ranges from {:.3} \
             to {:.3}. With both, it is the same everywhere.",
            spec.choice::<Components>().word().label,
            Fixed(low),
            Fixed(high),
        )
    }
}
