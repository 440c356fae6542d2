//! The positions that a path goes through, and the lengths of its steps.

use std::fmt;
use std::ops::Range;

use glam::Vec3;

use crate::Spec;
use phasor_draw::{Ink, pair_ink};
use phasor_encoding::frequency::wavelength;
use phasor_encoding::matrix::distance;
use phasor_encoding::{Binary, Frequencies};
use phasor_text::number::{Fixed, Place, Short};

/// The encoding that a path goes through.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Encoding {
    /// The three fastest bits.
    Bits,
    /// Three components of the sinusoidal encoding.
    Sinusoids,
}

/// What runs along an axis of the cube. It displays as its full name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Component {
    Bit(usize),
    /// The sine of a pair.
    Sine(usize),
    /// The cosine of a pair.
    Cosine(usize),
    Nothing,
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(bit_idx) => write!(f, "bit {bit_idx}"),
            Self::Sine(pair_idx) => write!(f, "sine of pair {pair_idx}"),
            Self::Cosine(pair_idx) => write!(f, "cosine of pair {pair_idx}"),
            Self::Nothing => Ok(()),
        }
    }
}

/// The short name of a component, beside its axis.
#[derive(Clone, Copy)]
pub(super) struct ShortName(pub(super) Component);

impl fmt::Display for ShortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Component::Sine(pair_idx) => write!(f, "sin {pair_idx}"),
            Component::Cosine(pair_idx) => write!(f, "cos {pair_idx}"),
            other => write!(f, "{other}"),
        }
    }
}

/// The component along an axis of the cube.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wave {
    /// The frequency of a sinusoid, in radians per position.
    pub(super) inv_freq: f64,
    /// The ink.
    pub(super) ink: Ink,
    pub(super) component: Component,
}

/// The shown positions, and three components of their encoding.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) encoding: Encoding,
    /// The components along the two horizontal axes and along the upright one.
    pub(super) waves: [Wave; 3],
    pub(super) first: f64,
    pub(super) position: f64,
    /// The length of the step from each shown position to the next.
    pub(super) steps: Vec<f64>,
    /// How far the height of a point is the position instead of a component, from 0 to 1.
    pub(super) rise: f64,
}

impl Walk {
    /// Creates the walk of an encoding through no positions yet.
    pub(super) fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            waves: bits(),
            first: 0.0,
            position: 0.0,
            steps: Vec::new(),
            rise: 0.0,
        }
    }

    /// Takes the positions and components of a state.
    pub(super) fn update(&mut self, spec: &Spec, frequencies: &Frequencies) {
        let (waves, most, rise) = match self.encoding {
            Encoding::Bits => (bits(), 16, 0.0),
            Encoding::Sinusoids => (sinusoids(spec, frequencies), 128, spec.rise()),
        };
        let page = spec.position() - spec.start();
        let before = (page / most as f64).floor() * most as f64;
        let left = spec.length() as f64 - before;
        self.waves = waves;
        self.first = spec.start() + before;
        self.position = spec.position();
        self.rise = rise;
        self.steps.clear();
        for place in 0..most.min(left as usize).max(1) {
            let from = self.first + place as f64;
            self.steps
                .push(distance(&self.at(from), &self.at(from + 1.0)));
        }
    }

    /// Returns the three components of the encoding of `position`; the last is upright.
    pub(super) fn at(&self, position: f64) -> [f64; 3] {
        match self.encoding {
            Encoding::Bits => [0, 1, 2].map(|bit_idx| {
                let bit = Binary::default().bit(position as u64, bit_idx);
                f64::from(u8::from(bit))
            }),
            Encoding::Sinusoids => {
                let [first, second, upright] = &self.waves;
                let angle = |wave: &Wave| position * wave.inv_freq;
                let (sin, cos) = (angle(first).sin(), angle(second).cos());
                let is_flat = self.is_flat();
                [sin, cos, if is_flat { 0.0 } else { angle(upright).cos() }]
            }
        }
    }

    /// Returns whether there are only two components.
    pub(super) fn is_flat(&self) -> bool {
        let [_, _, upright] = &self.waves;
        upright.component == Component::Nothing
    }

    /// Returns the point of the encoding of `position` in the cube.
    pub(super) fn spot(&self, position: f64) -> Vec3 {
        let [x, z, y] = self.at(position).map(|number| number as f32);
        let spot = Vec3::new(x, y, z);
        match self.encoding {
            Encoding::Bits => 2.0 * spot - Vec3::ONE,
            Encoding::Sinusoids => {
                // Position runs downwards, as the cosine of a slow pair does.
                let along = (position - self.first) / self.steps.len() as f64;
                spot.with_y(y + self.rise as f32 * ((1.0 - 2.0 * along) as f32 - y))
            }
        }
    }

    /// Returns the ink of the step from a position: that of the slowest bit that flips, or of the pair.
    pub(super) fn ink(&self, position: f64) -> Ink {
        let (from, to) = (self.at(position), self.at(position + 1.0));
        let flips = from.iter().zip(&to).zip(&self.waves);
        let flips =
            flips.filter(|((from, to), _)| self.encoding == Encoding::Sinusoids || from != to);
        let mut inks = flips.map(|(_, wave)| wave.ink);
        let ink = match self.encoding {
            Encoding::Bits => inks.next_back(),
            Encoding::Sinusoids => inks.next(),
        };
        ink.expect("every step flips the fastest bit")
    }

    pub(super) fn mean(&self) -> f64 {
        self.steps.iter().sum::<f64>() / self.steps.len() as f64
    }

    pub(super) fn longest(&self) -> f64 {
        self.steps.iter().copied().fold(0.0, f64::max)
    }

    pub(super) fn places(&self) -> Range<usize> {
        0..self.steps.len()
    }

    /// Returns the last bits of a position, or the components that its point shows, as a text.
    pub(super) fn encoding_text(&self, position: f64) -> String {
        let [one, two, upright] = self.at(position);
        match self.encoding {
            Encoding::Bits => format!("{upright}{two}{one}"),
            Encoding::Sinusoids => {
                let mut text = format!("{:.3}, {:.3}", Fixed(one), Fixed(two));
                if !self.is_flat() && self.rise < 1.0 {
                    text += &format!(", {:.3}", Fixed(upright));
                }
                text
            }
        }
    }

    /// Says what the height of the path is, if it is not a component alone.
    pub(super) fn describe_rise(&self) -> String {
        let [circle, _, upright] = &self.waves;
        let length = Short(wavelength(circle.inv_freq));
        match (self.rise, self.is_flat()) {
            (1.0, _) => format!(
                "The height is the position: from the side, the circle is the {}, which repeats every {length} positions.",
                circle.component
            ),
            (_, true) => "The height is on its way from 0 to the position.".to_owned(),
            _ => format!(
                "The height is on its way from the {} to the position; the circle stays a circle.",
                upright.component
            ),
        }
    }

    pub(super) fn describe_place(&self, position: f64) -> String {
        match self.encoding {
            Encoding::Bits => format!("…{}", self.encoding_text(position)),
            Encoding::Sinusoids => {
                let place = Place(position);
                format!("position {place}: {}", self.encoding_text(position))
            }
        }
    }

    pub(super) fn describe_step(&self, place: usize) -> String {
        let from = self.first + place as f64;
        let step = *self.steps.get(place).expect("the step is shown");
        format!(
            "from {} to {}: {:.3}, {:.3} times the mean step",
            Place(from),
            Place(from + 1.0),
            Fixed(step),
            Fixed(step / self.mean()),
        )
    }
}

/// Returns the three fastest bits, in inks that are easy to distinguish.
fn bits() -> [Wave; 3] {
    [0, 1, 2].map(|bit_idx| Wave {
        inv_freq: 0.0,
        ink: pair_ink(bit_idx, 4),
        component: Component::Bit(bit_idx),
    })
}

/// Returns sine and cosine of the pair in focus, and the cosine of the next pair that makes at most half a turn over the
/// shown length, so that it never rises again; if there is none, the cosine of the slowest other pair.
fn sinusoids(spec: &Spec, frequencies: &Frequencies) -> [Wave; 3] {
    let (pair, n_pairs) = (spec.pair(), frequencies.n_pairs());
    let inv_freq = |pair_idx: usize| {
        let inv_freq = frequencies.inv_freq().get(pair_idx);
        *inv_freq.expect("every pair has a frequency")
    };
    let is_slow = |pair_idx: &usize| wavelength(inv_freq(*pair_idx)) >= 2.0 * spec.length() as f64;
    let slow = (pair + 1..n_pairs).find(is_slow);
    let slow = slow.or_else(|| (0..n_pairs).rev().find(|other| *other != pair));
    let wave = |pair_idx: usize, of: fn(usize) -> Component| Wave {
        inv_freq: inv_freq(pair_idx),
        ink: pair_ink(pair_idx, n_pairs),
        component: of(pair_idx),
    };
    let nothing = Wave {
        inv_freq: 0.0,
        ink: Ink::Muted,
        component: Component::Nothing,
    };
    [
        wave(pair, Component::Sine),
        wave(pair, Component::Cosine),
        slow.map_or(nothing, |slow| wave(slow, Component::Cosine)),
    ]
}
