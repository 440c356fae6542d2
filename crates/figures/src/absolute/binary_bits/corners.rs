//! The way from bits to the sine waves of an encoding: corners round off, then periods become wavelengths.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::rc::Rc;

use crate::cache::{Memo, memoized};
use crate::handle::signed_turn;
use crate::{Key, Spec};
use phasor_encoding::frequency::{wavelength, within_one_turn};
use phasor_encoding::{Binary, Frequencies};
use phasor_params::{Accepts, Parameter, Range};

pub(crate) const CORNERS: Parameter = Parameter {
    name: "corners",
    label: "corners",
    unit: "",
    help: "How sharp the corners of the bits are: 1 shows the bits; below, their corners round off; then their periods \
        become the wavelengths of as many pairs, and 0 shows the waves of those pairs.",
    accepts: Accepts::Number(Range::share().snapping(&[0.0, UNROUNDED, 1.0])),
    default: "1",
};

/// The value at which all corners have gone and no period has changed.
const UNROUNDED: f64 = 0.36;

impl Spec {
    /// How sharp the corners of the bits are, from 1 for bits to 0 for the waves of as many pairs.
    #[must_use]
    pub fn corners(&self) -> f64 {
        self.at(Key::Corners)
    }
}

/// The frequencies that the bits get, of as many pairs.
#[derive(Debug, Default)]
pub(super) struct Pairs(Memo<(f64, u32), Rc<Frequencies>>);

impl Pairs {
    pub(super) fn of(&mut self, spec: &Spec) -> Rc<Frequencies> {
        let (base, bits) = (spec.base(), spec.bits());
        memoized(&mut self.0, (base, bits), || {
            Rc::new(spec.frequencies_of(2 * bits as usize))
        })
    }
}

/// The first position of the page with the counter. A value beyond the largest position is on its own page.
pub(super) fn page_start(spec: &Spec) -> f64 {
    let length = spec.length() as f64;
    (spec.counter() / length).floor() * length
}

/// A place on the way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// How far the corners have rounded off, from 0 to 1.
    rounding: f64,
    /// How far periods have become wavelengths, from 0 to 1.
    stretching: f64,
    bits: u32,
}

impl Way {
    pub(super) fn new(spec: &Spec) -> Self {
        let corners = spec.corners();
        Self {
            rounding: ((1.0 - corners) / (1.0 - UNROUNDED)).min(1.0),
            stretching: (1.0 - corners / UNROUNDED).max(0.0),
            bits: spec.bits(),
        }
    }

    /// How far the corners of a bit have rounded off, from 0 to 1. Fast bits are ahead.
    pub(super) fn rounding(&self, bit_idx: u32) -> f64 {
        const LATEST: f64 = 0.35;
        let behind = LATEST * f64::from(bit_idx) / f64::from((self.bits - 1).max(1));
        (self.rounding * (1.0 + LATEST) - behind).clamp(0.0, 1.0)
    }

    /// How far periods have become wavelengths, from 0 to 1.
    pub(super) fn stretching(&self) -> f64 {
        self.stretching
    }

    /// How visible is what only bits, only rounded bits, and only pairs have: one fades before the next appears.
    pub(super) fn parts(&self) -> [f32; 3] {
        const SHORT: f64 = 0.1;
        let (begun, left) = (self.rounding / SHORT, 1.0 - 2.0 * self.stretching);
        [1.0 - begun, (begun - 1.0).min(left), -left].map(|part| part.clamp(0.0, 1.0) as f32)
    }

    /// How visible is what bits have until their periods change, and what pairs have.
    pub(super) fn halves(&self) -> [f32; 2] {
        let left = 1.0 - 2.0 * self.stretching;
        [left, -left].map(|part| part.max(0.0) as f32)
    }

    /// Returns the waves of all bits, the fastest first.
    pub(super) fn waves<'f>(
        self,
        spec: &Spec,
        frequencies: &'f Frequencies,
    ) -> impl Iterator<Item = Wave> + use<'f> {
        let (start, counter) = (page_start(spec), spec.binary());
        let all = (0..).zip(frequencies.inv_freq());
        all.map(move |(bit_idx, &inv_freq)| self.wave(bit_idx, inv_freq, start, counter))
    }

    /// Returns the wave of a bit on a page of positions that starts at `start`.
    fn wave(&self, bit_idx: u32, inv_freq: f64, start: f64, counter: Binary) -> Wave {
        let stretching = self.stretching;
        let period = counter.period(bit_idx);
        let bit_angle = TAU * (start / period).fract() + PI;
        let angle = match stretching {
            1.0 => start * inv_freq,
            // A wave far from position 0 slides by less than a turn.
            _ => {
                let to = within_one_turn(start * inv_freq);
                bit_angle + stretching * signed_turn(to - bit_angle)
            }
        };
        // As the slider of a wavelength would go.
        let slower = (wavelength(inv_freq) / period).powf(stretching);
        Wave {
            start,
            angle,
            inv_freq: match stretching {
                1.0 => inv_freq,
                _ => TAU / (period * slower),
            },
            rounding: self.rounding(bit_idx),
            ahead: FRAC_PI_2 * stretching,
        }
    }
}

/// The two waves of a lane: a smooth one, and a thin one that begins as the bit and ends as a cosine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wave {
    /// A position, and the angle there in radians.
    start: f64,
    angle: f64,
    /// Radians per position.
    inv_freq: f64,
    rounding: f64,
    /// How far the thin wave is ahead of the smooth one, radians.
    ahead: f64,
}

impl Wave {
    /// Positions for one full turn.
    pub(super) fn period(&self) -> f64 {
        wavelength(self.inv_freq)
    }

    /// Radians per position.
    pub(super) fn inv_freq(&self) -> f64 {
        self.inv_freq
    }

    /// How far the corners have rounded off, from 0 to 1.
    pub(super) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// The angle at a position, in radians.
    pub(super) fn angle(&self, position: f64) -> f64 {
        self.angle + (position - self.start) * self.inv_freq
    }

    /// The smooth wave at a position, from -1 to 1.
    pub(super) fn smooth(&self, position: f64) -> f64 {
        self.angle(position).sin()
    }

    /// The thin wave at a position, from -1 to 1.
    pub(super) fn thin(&self, position: f64) -> f64 {
        squared((self.angle(position) + self.ahead).sin(), self.rounding)
    }
}

/// Returns a sine as a wave whose corners have rounded off by `rounding`: 0 makes it a square wave, 1 leaves it as it is.
fn squared(sine: f64, rounding: f64) -> f64 {
    /// How square the wave is halfway.
    const HALFWAY: f64 = 3.0;
    let sharpness = HALFWAY * (1.0 - rounding) / rounding;
    match sharpness {
        // The limit; smaller numbers would lose the digits of the quotient.
        ..1e-6 => sine,
        f64::INFINITY => sine.signum(),
        _ => (sharpness * sine).tanh() / sharpness.tanh(),
    }
}

#[cfg(test)]
mod tests {
    use super::squared;

    #[test]
    fn a_square_wave_becomes_a_sine_without_a_jump() {
        for step in 0..=400 {
            let sine = f64::from(step) / 200.0 - 1.0;
            assert!((squared(sine, 1.0) - sine).abs() < 1e-12);
            if sine != 0.0 {
                assert!((squared(sine, 1e-9) - sine.signum()).abs() < 1e-12);
            }
            let mut before = squared(sine, 0.0005);
            for part in 2..=2000 {
                let now = squared(sine, f64::from(part) / 2000.0);
                assert!(now.abs() <= 1.0 + 1e-12 && now.abs() >= sine.abs() - 1e-12);
                // The flanks beside a corner are steep, so only they move fast.
                assert!((now - before).abs() < 0.02 || sine.abs() < 0.02);
                before = now;
            }
        }
    }
}
