//! One pair as an arrow on a circle, with the other position of the turn that has the same sine or cosine: the positions,
//! what they share, and what the reading says of them. `shadows.rs` draws it.

use std::f64::consts::TAU;

use super::Components;
use super::strips::order;
use crate::Spec;
use phasor_encoding::Frequencies;
use phasor_encoding::frequency::within_one_turn;
use phasor_text::number::{Fixed, Place};

/// One pair on its dial, with cosine to the right and sine up: the position, the other position of the turn with the
/// same sine or cosine, and both positions moved by the offset.
pub(super) struct Dial {
    pub(super) pair: usize,
    pub(super) angle: f64,
    pub(super) inv_freq: f64,
    pub(super) shift: f64,
    /// The angle from the position to the other one, if there is another.
    pub(super) ahead: Option<f64>,
}

impl Dial {
    pub(super) fn new(spec: &Spec, frequencies: &Frequencies) -> Self {
        /// Angles that differ by less than this, in radians, count as one.
        const ONE: f64 = 1e-6;
        let pair = spec.pair();
        let inv_freq = frequencies.inv_freq().get(pair);
        let inv_freq = *inv_freq.expect("every pair has a frequency");
        let angle = spec.position() * inv_freq;
        let twin = order(spec).twin(angle);
        let ahead = twin.map(|twin| within_one_turn(twin - angle));
        Self {
            pair,
            angle,
            inv_freq,
            shift: spec.offset() * inv_freq,
            ahead: ahead.filter(|ahead| (ONE..TAU - ONE).contains(ahead)),
        }
    }

    pub(super) fn reading(&self, spec: &Spec) -> String {
        let name = match spec.choice::<Components>() {
            Components::Sines => "sine",
            Components::Cosines => "cosine",
            Components::Both => {
                return format!(
                    "Together, sine and cosine fix the angle of pair {}: no other position of this turn shares both with \
                     position {}.",
                    self.pair,
                    Place(spec.position()),
                );
            }
        };
        let here = Place(spec.position());
        match self.ahead {
            None => format!(
                "At position {here}, this pair’s {name} is at an extreme: only one position per full turn has it."
            ),
            Some(ahead) => format!(
                "One {name}, two positions: {:.3} at {here} and again at {}. From the {name} alone, you cannot tell them \
                 apart; move both by the same offset, and their sines differ.",
                Fixed(Self::component(spec, self.angle)),
                Place(spec.position() + ahead / self.inv_freq),
            ),
        }
    }

    /// Describes the arrow of the position.
    pub(super) fn probe(&self, spec: &Spec) -> String {
        let (sin, cos) = self.angle.sin_cos();
        format!(
            "pair {} at position {}: sin {:.3}, cos {:.3}",
            self.pair,
            Place(spec.position()),
            Fixed(sin),
            Fixed(cos),
        )
    }

    /// Returns the kept component of the pair at an angle.
    fn component(spec: &Spec, angle: f64) -> f64 {
        match spec.choice::<Components>() {
            Components::Cosines => angle.cos(),
            _ => angle.sin(),
        }
    }
}
