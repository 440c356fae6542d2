//! Eight properties that one may ask of a positional scheme, each decided by a computation.
//!
//! Articles on positional encodings list these properties in words. Here each is a measurement with
//! a limit, so that you can check a verdict and argue with it.

mod subject;

use std::collections::BTreeSet;

use crate::matrix::{distance, dot, independent_part};
use crate::{EncodingError, Gaussian, Scheme};
use subject::{Joined, Subject};

/// A property and its measurement. *Signal* is what the scheme gives attention about a position:
/// the encoding of an absolute scheme, cosine and sine of a rotation, what a relative scheme adds
/// for a distance. *In training* means positions below the training length L, *further on* those
/// from L to 4 L.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Property {
    /// No two positions in training have the same signal. Measured: the smallest distance between
    /// two signals, which must be above the limit. Witness: the two positions.
    #[default]
    Unique,
    /// The signal does not grow with the position. Measured: the largest component further on, over
    /// the largest one in training. Witness: the position of the largest component. Not applicable
    /// if there are no numbers further on.
    Bounded,
    /// Nothing has to be learned. Measured: the number of learned values.
    Deterministic,
    /// A position in training has the same signal in a sequence four times as long. Measured: the
    /// largest change. Witness: the position that changes most. Not applicable without a signal.
    LengthIndependent,
    /// One affine map takes the signal of every position to that of the position some steps later
    /// (1 and 5 are tried). Measured: the largest error of the best map, over the largest
    /// component. Witness: the position of that error. Not applicable if there are no more distinct
    /// signals than the map has degrees of freedom, because such a map then exists for any signals.
    LinearShift,
    /// Farther never looks nearer: the distance between two signals does not shrink as the
    /// positions move apart (from position 0, and from a quarter and a half of L for absolute
    /// schemes). Measured: the first decrease, infinite if all positions have the same signal.
    /// Witness: the two positions.
    DistanceAware,
    /// Further on, no component leaves its range in training. An absolute scheme must also repeat no
    /// encoding. Measured: how far a component leaves its range, over the width of the widest
    /// range; infinite if a position has no signal or a repeated one. Witness: the first position
    /// to leave, or the two equal positions. Not applicable if no position in training has a
    /// signal.
    Extrapolates,
    /// With two axes, no two patches of a 16 x 16 image have the same signal. The axes share the
    /// components of an encoding or rotation, and their biases add up. Measured: the smallest
    /// distance, which must be above the limit. Witness: row and column of both patches.
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

    /// The limit that `measured` is compared with.
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

    /// Returns whether a scheme with this measurement has the property.
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
    /// The scheme does not have the property.
    No,
    /// The scheme has the property.
    Yes,
    /// The property is not applicable to the scheme.
    NotApplicable,
}

/// Whether a scheme has a property, and the evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The property.
    pub property: Property,
    /// Whether the scheme has the property.
    pub answer: Answer,
    /// The number that decides, as defined at [`Property`]; NaN if the property is not applicable.
    pub measured: f64,
    /// The positions of the measurement, as defined at [`Property`]; empty if there are none.
    pub witness: Vec<u64>,
}

/// Returns the verdicts on `scheme`, one for each of [`Property::ALL`], for training up to
/// `training_length` positions. `dim` is the number of components of an encoding where the scheme
/// leaves it open.
///
/// ```
/// use phasor_encoding::analysis::{Answer, Property, Verdict, verdicts};
/// use phasor_encoding::{Absolute, Join, Scheme};
///
/// let integers = Scheme::Absolute { encoding: Absolute::Integer, join: Join::Sum };
/// let verdicts: Vec<Verdict> = verdicts(&integers, 8, 256)?;
/// let bounded = verdicts.iter().find(|verdict| verdict.property == Property::Bounded).unwrap();
/// assert!(bounded.answer == Answer::No && bounded.measured > Property::Bounded.limit());
/// assert_eq!(bounded.witness, [1023]);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
///
/// # Errors
/// [`EncodingError::Parameter`] if `training_length` is not from `dim + 16`, below which any shift
/// has an affine map, to 16,384. Also returns the error of a scheme that has no encoding for the
/// last position, or that names a head it does not have.
///
/// The time grows as `training_length x dim^2`, up to some seconds.
pub fn verdicts(
    scheme: &Scheme,
    dim: usize,
    training_length: usize,
) -> Result<Vec<Verdict>, EncodingError> {
    let accepted = ("training_length", "a whole number from dim + 16 to 16384");
    let in_range = (dim.saturating_add(16)..=16_384).contains(&training_length);
    EncodingError::check(accepted, training_length as f64, in_range)?;
    scheme.check_head()?;
    if let Scheme::Absolute { encoding, .. } = scheme {
        // A scheme without an encoding for the last position cannot have been trained that far.
        encoding.encode(training_length as u64 - 1, encoding.dim().unwrap_or(dim))?;
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
            answer: answer.unwrap_or(Answer::NotApplicable),
            measured,
            witness,
        }
    });
    Ok(verdicts.into())
}

type Measured = (f64, Vec<u64>);

/// How far "further on" reaches, in training lengths.
const FURTHER: usize = 4;
/// The number of rows and columns of the image for [`Property::ManyAxes`].
const SIDE: u64 = 16;

struct Trial<'a> {
    subject: Subject<'a>,
    /// The signals of the positions in training, in order.
    training: Vec<Vec<f64>>,
    dim: usize,
    length: usize,
}

impl Trial<'_> {
    /// Returns the measurement, or `None` if the property is not applicable.
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

    /// The positions further on, which are positions in a sequence of 4 L tokens.
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

    /// The error of the best affine map to the signals some positions later. That map is the
    /// projection onto the span of the components and a constant, as functions of the position.
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
            let encodings = positions
                .filter_map(|position| self.subject.signal(position, FURTHER * self.length));
            let limit = Property::Unique.limit();
            let (distance, one, other) = closest(&encodings.collect::<Vec<_>>(), limit);
            if distance <= limit {
                return (f64::INFINITY, vec![one as u64, other as u64]);
            }
        }
        let mut ranges: Vec<(f64, f64)> = Vec::new();
        for position in 0..self.length as u64 {
            for (component, x) in self
                .subject
                .signal(position, self.length)
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
            let Some(signal) = self.subject.signal(position, FURTHER * self.length) else {
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
            // Concatenated, the closest two differ on one axis only, so they are in the first row.
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

/// Returns the largest measurement, or 0 if there is none.
fn largest(measurements: impl IntoIterator<Item = Measured>) -> Measured {
    let larger = |most: Measured, next: Measured| if next.0 > most.0 { next } else { most };
    measurements.into_iter().fold((0.0, Vec::new()), larger)
}

fn n_different<'a>(vectors: impl Iterator<Item = &'a Vec<f64>>) -> usize {
    let bits = vectors.map(|vector| vector.iter().map(|x| x.to_bits()).collect());
    let different: BTreeSet<Vec<u64>> = bits.collect();
    different.len()
}

/// Returns the smallest distance between two vectors, with the two. If no two are closer than
/// `within`, they may be any two. The vectors are sorted along a random direction; two that are
/// farther apart there than the closest pair so far need not be compared.
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
