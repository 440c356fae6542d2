//! Eight properties that one wants of a positional scheme, each decided by a computation.
//!
//! The list is the one that articles on positional encodings pass around, in words. Here every
//! word is a measurement with a limit, so that a verdict can be checked and argued with.

mod subject;

use std::collections::BTreeSet;

use crate::encoding::matrix::{distance, dot, independent_part};
use crate::encoding::{EncodingError, Gaussian, Scheme};
use subject::{Joined, Subject};

/// A property, and how it is decided. *Signal* is what the scheme tells about a position: the
/// code of an absolute scheme, cosine and sine of a rotation, what a relative scheme adds for a
/// distance. *Training* is the positions below the training length L, *further* those below 4 L.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Property {
    /// No two positions in training have the same signal. Measured: the smallest distance of two
    /// signals, which must be above the limit. Witness: the two positions.
    #[default]
    Unique,
    /// The signal does not grow with the position. Measured: how many times larger the largest
    /// component is further on than in training. Witness: where it is largest. Moot if there are
    /// no numbers further on.
    Bounded,
    /// Nothing has to be learned. Measured: the number of learned numbers.
    Deterministic,
    /// A position in training has the same signal in a sequence four times as long. Measured: the
    /// largest change. Witness: the position that changes most. Moot without a signal.
    LengthIndependent,
    /// One affine map takes the signal of every position to that of the position some steps on
    /// (1 and 5 are tried). Measured: what the best map leaves at its worst position, over the
    /// largest component. Witness: that position. Moot if there are no more different signals than
    /// the map has freedom for, since then there is one for whatever they are.
    LinearShift,
    /// Farther never looks nearer: the distance of two signals does not shrink as positions part
    /// (from position 0, and from a quarter and a half of L for absolute schemes). Measured: the
    /// first shrinking, infinite if all positions look alike. Witness: the two positions.
    DistanceAware,
    /// Further on, no component leaves the range that it had in training; a bias counts by its
    /// exponential, as attention feels it. And an absolute scheme repeats no code. Measured: how
    /// far a component leaves, over the width of the widest range; infinite if a position has no
    /// signal or a repeated one. Witness: the first position to leave, or the two that are equal.
    /// Moot if no position in training has a signal either.
    Extrapolates,
    /// With two axes, which share out the components of a code or rotation and add up their
    /// biases, no two patches of a 16 x 16 image have the same signal. Measured: the smallest
    /// distance, which must be above the limit. Witness: row and column of both.
    ManyAxes,
}

impl Property {
    /// Every property.
    pub const ALL: [Self; 8] = [
        Self::Unique,
        Self::Bounded,
        Self::Deterministic,
        Self::LengthIndependent,
        Self::LinearShift,
        Self::DistanceAware,
        Self::Extrapolates,
        Self::ManyAxes,
    ];

    /// What `measured` is compared with.
    #[must_use]
    pub fn limit(self) -> f64 {
        match self {
            Self::Unique | Self::ManyAxes | Self::DistanceAware => 1e-9,
            Self::Bounded => 2.0,
            Self::Deterministic => 0.0,
            Self::LengthIndependent => 1e-12,
            Self::LinearShift => 1e-6,
            Self::Extrapolates => 0.01,
        }
    }

    /// Whether a scheme with this measurement has the property.
    fn answer(self, measured: f64) -> Answer {
        let holds = match self {
            Self::Unique | Self::ManyAxes => measured > self.limit(),
            _ => measured <= self.limit(),
        };
        if holds { Answer::Yes } else { Answer::No }
    }
}

/// Whether a scheme has a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It does not.
    No,
    /// It has.
    Yes,
    /// There is nothing of which it could be asked.
    Moot,
}

/// Whether a scheme has a property, and the evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The property.
    pub property: Property,
    /// Whether the scheme has it.
    pub answer: Answer,
    /// The number that decides; [`Property`] says what it is. Not a number where it is moot.
    pub measured: f64,
    /// The positions at which it was measured, as [`Property`] says; empty where there are none.
    pub witness: Vec<u64>,
}

/// The verdicts on `scheme` with codes of `dim` components (where the scheme leaves that open),
/// trained up to `training_length` positions, one for each of [`Property::ALL`].
///
/// ```
/// use phasor::encoding::analysis::{Answer, Property, Verdict, verdicts};
/// use phasor::encoding::{Absolute, Join, Scheme};
///
/// let integers = Scheme::Absolute { code: Absolute::Integer, join: Join::Sum };
/// let verdicts: Vec<Verdict> = verdicts(&integers, 8, 256)?;
/// let bounded = verdicts.iter().find(|verdict| verdict.property == Property::Bounded).unwrap();
/// assert!(bounded.answer == Answer::No && bounded.measured > Property::Bounded.limit());
/// assert_eq!(bounded.witness, [1023]);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
///
/// # Errors
/// [`EncodingError::Parameter`] unless `training_length` is from `dim + 16`, below which any
/// shift has an affine map, to 16,384; and what the scheme says of a last position that it has no
/// code for, or of a head that it does not have.
///
/// It takes time in proportion to `training_length x dim^2`, and some seconds at the largest.
pub fn verdicts(
    scheme: &Scheme,
    dim: usize,
    training_length: usize,
) -> Result<Vec<Verdict>, EncodingError> {
    let accepted = ("training_length", "a whole number from dim + 16 to 16384");
    let in_range = (dim.saturating_add(16)..=16_384).contains(&training_length);
    EncodingError::check(accepted, training_length as f64, in_range)?;
    scheme.check_head()?;
    if let Scheme::Absolute { code, .. } = scheme {
        // What has no code for the last position in training was not trained up to it.
        code.encode(training_length as u64 - 1, code.dim().unwrap_or(dim))?;
    }
    let subject = Subject::new(scheme, dim);
    let positions = 0..training_length as u64;
    let trial = Trial {
        training: positions
            .filter_map(|position| subject.signal(position, training_length))
            .collect(),
        subject,
        dim,
        length: training_length,
    };
    let verdicts = Property::ALL.map(|property| {
        let found = trial.measure(property);
        let answer = found.as_ref().map(|found| property.answer(found.0));
        let (measured, witness) = found.unwrap_or((f64::NAN, Vec::new()));
        Verdict {
            property,
            answer: answer.unwrap_or(Answer::Moot),
            measured,
            witness,
        }
    });
    Ok(verdicts.into())
}

type Measured = (f64, Vec<u64>);

/// How many times the training length "further" goes.
const FURTHER: usize = 4;
/// Rows and columns of the image for [`Property::ManyAxes`].
const SIDE: u64 = 16;

struct Trial<'a> {
    subject: Subject<'a>,
    /// The signals of the positions in training, one after the other.
    training: Vec<Vec<f64>>,
    dim: usize,
    length: usize,
}

impl Trial<'_> {
    /// The measurement, or none where there is nothing to measure.
    fn measure(&self, property: Property) -> Option<Measured> {
        let has_signal = self.training.iter().any(|signal| !signal.is_empty());
        match property {
            Property::Unique => {
                let (distance, one, other) = closest(&self.training, f64::INFINITY);
                Some((distance, vec![one as u64, other as u64]))
            }
            Property::Bounded => self.growth(),
            Property::Deterministic => Some((self.subject.parameter_count() as f64, Vec::new())),
            Property::LengthIndependent => has_signal.then(|| self.change_with_length()),
            Property::LinearShift => self.shift_residual(),
            Property::DistanceAware => Some(self.first_shrinking()),
            Property::Extrapolates => has_signal.then(|| self.excess()),
            Property::ManyAxes => Some(self.closest_patches()),
        }
    }

    /// Positions further on, in a sequence that is as long as that.
    fn further(&self) -> std::ops::Range<u64> {
        self.length as u64..(FURTHER * self.length) as u64
    }

    fn growth(&self) -> Option<Measured> {
        let most = |signal: &[f64]| signal.iter().fold(0.0, |most, x| f64::max(most, x.abs()));
        let in_training = self.training.iter().map(|signal| most(signal));
        let in_training = in_training.fold(0.0, f64::max);
        let further = self.further().filter_map(|position| {
            let signal = self.subject.signal(position, FURTHER * self.length)?;
            Some((most(&signal), vec![position]))
        });
        let (further, witness) = largest(further);
        (in_training > 0.0 && !witness.is_empty()).then(|| (further / in_training, witness))
    }

    fn change_with_length(&self) -> Measured {
        largest((0..).zip(&self.training).filter_map(|(position, signal)| {
            let longer = self.subject.signal(position, FURTHER * self.length)?;
            let changes = signal.iter().zip(longer).map(|(a, b)| (a - b).abs());
            Some((changes.fold(0.0, f64::max), vec![position]))
        }))
    }

    /// What is left of the signals some positions on by the best affine map, which is the
    /// projection onto what the components and a constant span, as functions of the position.
    fn shift_residual(&self) -> Option<Measured> {
        const SHIFTS: [usize; 2] = [1, 5];
        let signals = &self.training;
        let farthest = SHIFTS.iter().fold(0, |most, shift| most.max(*shift));
        let n_rows = (self.length - farthest).min(2 * self.dim + 64);
        let n_components = signals.first().map_or(0, Vec::len);
        let column = |component: usize, first: usize| -> Vec<f64> {
            let rows = signals.iter().skip(first).take(n_rows);
            rows.filter_map(|signal| signal.get(component).copied())
                .collect()
        };
        let mut basis: Vec<Vec<f64>> = Vec::new();
        let constant = std::iter::once(vec![1.0; n_rows]);
        for candidate in constant.chain((0..n_components).map(|component| column(component, 0))) {
            basis.extend(independent_part(candidate, &basis));
        }
        if n_different(signals.iter().take(n_rows)) <= basis.len() {
            return None;
        }
        let scale = signals
            .iter()
            .flatten()
            .fold(0.0, |most, x| f64::max(most, x.abs()));
        let shifted = SHIFTS
            .iter()
            .flat_map(|shift| (0..n_components).map(|component| column(component, *shift)));
        let residuals = shifted.map(|mut left| {
            for direction in &basis {
                let along = dot(&left, direction);
                left.iter_mut()
                    .zip(direction)
                    .for_each(|(x, d)| *x -= along * d);
            }
            let worst = left.iter().enumerate();
            largest(worst.map(|(row, x)| (x.abs() / scale, vec![row as u64])))
        });
        Some(largest(residuals))
    }

    fn first_shrinking(&self) -> Measured {
        let signals = &self.training;
        let references: &[usize] = match self.subject.is_relative() {
            true => &[0],
            false => &[0, self.length / 4, self.length / 2],
        };
        let mut widest = 0.0;
        for &reference in references {
            let Some(own) = signals.get(reference) else {
                continue;
            };
            let mut before = 0.0;
            for (position, signal) in signals.iter().enumerate().skip(reference) {
                let now = distance(own, signal);
                if before - now > Property::DistanceAware.limit() {
                    return (before - now, vec![reference as u64, position as u64]);
                }
                (before, widest) = (now, f64::max(widest, now));
            }
        }
        match widest > 0.0 {
            true => (0.0, Vec::new()),
            false => (f64::INFINITY, Vec::new()),
        }
    }

    fn excess(&self) -> Measured {
        if !self.subject.is_relative() {
            let positions = 0..self.further().end;
            let codes = positions
                .filter_map(|position| self.subject.signal(position, FURTHER * self.length));
            let limit = Property::Unique.limit();
            let (distance, one, other) = closest(&codes.collect::<Vec<_>>(), limit);
            if distance <= limit {
                return (f64::INFINITY, vec![one as u64, other as u64]);
            }
        }
        let mut ranges: Vec<(f64, f64)> = Vec::new();
        for position in 0..self.length as u64 {
            for (component, x) in self
                .subject
                .felt(position, self.length)
                .into_iter()
                .flatten()
                .enumerate()
            {
                match ranges.get_mut(component) {
                    Some(range) => *range = (range.0.min(x), range.1.max(x)),
                    None => ranges.push((x, x)),
                }
            }
        }
        let width = ranges
            .iter()
            .map(|(low, high)| high - low)
            .fold(0.0, f64::max);
        let mut worst = (0.0, Vec::new());
        for position in self.further() {
            let Some(signal) = self.subject.felt(position, FURTHER * self.length) else {
                return (f64::INFINITY, vec![position]);
            };
            let outside = signal
                .iter()
                .zip(&ranges)
                .map(|(x, (low, high))| (low - x).max(x - high));
            let outside = outside.fold(0.0, f64::max);
            let excess = if outside > 0.0 { outside / width } else { 0.0 };
            if excess > Property::Extrapolates.limit() {
                return (excess, vec![position]);
            }
            worst = largest([worst, (excess, vec![position])]);
        }
        worst
    }

    fn closest_patches(&self) -> Measured {
        let Ok(half) = self.subject.halved() else {
            return (0.0, Vec::new());
        };
        let axis = Subject::new(&half, self.dim / 2);
        let on_axis: Option<Vec<Vec<f64>>> = (0..SIDE)
            .map(|position| axis.signal(position, self.length))
            .collect();
        let Some(on_axis) = on_axis else {
            return (0.0, Vec::new());
        };
        let place = |patch: usize| [patch as u64 / SIDE, patch as u64 % SIDE];
        let (distance, one, other) = match self.subject.joined() {
            // Side by side, the closest two differ on one axis only: they are in the first row.
            Joined::Beside => closest(&on_axis, f64::INFINITY),
            Joined::Added => {
                let sum = |row: &[f64], column: &[f64]| -> Vec<f64> {
                    row.iter().zip(column).map(|(a, b)| a + b).collect()
                };
                let rows = on_axis.iter();
                let patches = rows.flat_map(|row| on_axis.iter().map(|column| sum(row, column)));
                closest(&patches.collect::<Vec<_>>(), f64::INFINITY)
            }
        };
        (distance, [place(one), place(other)].concat())
    }
}

/// The largest measurement; 0 if there is none.
fn largest(measurements: impl IntoIterator<Item = Measured>) -> Measured {
    let larger = |most: Measured, next: Measured| if next.0 > most.0 { next } else { most };
    measurements.into_iter().fold((0.0, Vec::new()), larger)
}

fn n_different<'a>(vectors: impl Iterator<Item = &'a Vec<f64>>) -> usize {
    let bits = vectors.map(|vector| vector.iter().map(|x| x.to_bits()).collect());
    let different: BTreeSet<Vec<u64>> = bits.collect();
    different.len()
}

/// The two vectors that are closest, and how close they are; any two if none are closer than
/// `within`. Sorted along a random direction, vectors that are farther apart there than the
/// closest two need not be compared.
fn closest(vectors: &[Vec<f64>], within: f64) -> (f64, usize, usize) {
    let dim = vectors.first().map_or(0, Vec::len);
    let direction: Vec<f64> = Gaussian::new(1).take(dim).collect();
    let length = dot(&direction, &direction).sqrt().max(f64::MIN_POSITIVE);
    let along = |vector: &Vec<f64>| dot(vector, &direction) / length;
    let mut sorted: Vec<(f64, usize, &Vec<f64>)> = vectors
        .iter()
        .enumerate()
        .map(|(idx, vector)| (along(vector), idx, vector))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = (f64::INFINITY, 0, 0);
    for (place, (from, idx, vector)) in sorted.iter().enumerate() {
        for (to, other_idx, other) in sorted.iter().skip(place + 1) {
            if to - from > f64::min(best.0, within) {
                break;
            }
            let apart = distance(vector, other);
            let pair = (*idx.min(other_idx), *idx.max(other_idx));
            if (apart, pair) < (best.0, (best.1, best.2)) {
                best = (apart, pair.0, pair.1);
            }
        }
    }
    best
}
