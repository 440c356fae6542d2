//! How much of each pair's circle a model sees when it is trained up to some length.

use std::f64::consts::TAU;

use crate::Frequencies;
use crate::frequency::{turns, within_one_turn};

/// Returns the full turns of each pair over `length` positions. Shape `[n_pairs]`.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::training::turns_in};
///
/// // Llama 2: in 4096 tokens the fastest pair makes 652 turns, the slowest a thirteenth of one.
/// let frequencies = Frequencies::new(10_000.0, 128)?;
/// let turns: Vec<f64> = turns_in(&frequencies, 4096.0).collect();
/// assert_eq!(turns[0].round(), 652.0);
/// assert!(turns[63] < 0.08);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
pub fn turns_in(frequencies: &Frequencies, length: f64) -> impl ExactSizeIterator<Item = f64> + '_ {
    frequencies.angles(length).map(turns)
}

/// Returns the number of components in pairs that complete a turn within `length` positions. The
/// later components never complete one in training (Liu et al. 2023, *Scaling Laws of RoPE-based
/// Extrapolation*, section 3.3).
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::training::critical_dim};
///
/// assert_eq!(critical_dim(&Frequencies::new(10_000.0, 128)?, 4096.0), 92);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn critical_dim(frequencies: &Frequencies, length: f64) -> usize {
    let complete = frequencies
        .wavelengths()
        .filter(|wavelength| *wavelength < length);
    2 * complete.count()
}

/// Returns the part of its circle that each pair newly reaches: with the frequencies `now` at
/// positions below `longer`, but not in training with the frequencies `before` at positions below
/// `length`. The values run from 0 to 1, and are 0 for a pair that completed a turn in training.
/// Shape `[n_pairs]` of the smaller set of frequencies.
///
/// ```
/// use phasor_encoding::analysis::training::new_arcs;
/// use phasor_encoding::scaling::Linear;
/// use phasor_encoding::{Frequencies, Scaling};
///
/// let before = Frequencies::new(10_000.0, 128)?;
/// let new = |now: &Frequencies| new_arcs((&before, 4096.0), (now, 8192.0)).filter(|arc| *arc > 0.0).count();
/// // Llama 2 at twice its training length: the 18 pairs that never completed a turn meet new
/// // angles. Position interpolation leaves none.
/// assert_eq!(new(&before), 18);
/// let interpolated = Scaling::Linear(Linear { factor: 2.0 }).apply(10_000.0, 128, None)?;
/// assert_eq!(new(interpolated.frequencies()), 0);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
pub fn new_arcs<'a>(
    (before, length): (&'a Frequencies, f64),
    (now, longer): (&'a Frequencies, f64),
) -> impl ExactSizeIterator<Item = f64> + 'a {
    // If a rule divides by as much as the text grows, both angles are equal only up to rounding.
    const SLACK: f64 = 1e-9;
    let pairs = turns_in(before, length).zip(turns_in(now, longer));
    pairs.map(|(before, now)| {
        let new = now.min(1.0) - before.min(1.0);
        if new > SLACK * before { new } else { 0.0 }
    })
}

/// How much of one pair's circle the whole positions below some length cover.
///
/// ```
/// use phasor_encoding::analysis::Coverage;
/// use std::f64::consts::{PI, TAU};
///
/// let slow = Coverage::new(PI / 100.0, 51); // half a turn
/// assert!((slow.swept - 0.25).abs() < 1e-15);
/// assert!((slow.largest_gap - 0.75 * TAU).abs() < 1e-12);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coverage {
    /// The part of a turn between the first and the last position, at most 1.
    pub swept: f64,
    /// The widest arc without a position, in radians. A new direction is at most half of this away
    /// from one that a model trained on these positions has seen.
    pub largest_gap: f64,
}

impl Coverage {
    /// Computes the coverage of a pair that rotates by `inv_freq` radians per position, at
    /// positions 0 to `length - 1`. It sorts the positions by direction. Without positions, nothing
    /// is covered.
    #[must_use]
    pub fn new(inv_freq: f64, length: usize) -> Self {
        let at = |position: usize| position as f64 * inv_freq;
        let mut directions: Vec<f64> = (0..length)
            .map(|position| within_one_turn(at(position)))
            .collect();
        directions.sort_unstable_by(f64::total_cmp);
        let around = directions.first().map(|first| first + TAU);
        let following = directions.iter().copied().skip(1).chain(around);
        let gaps = directions
            .iter()
            .zip(following)
            .map(|(one, next)| next - one);
        if directions.is_empty() {
            let (swept, largest_gap) = (0.0, TAU);
            return Self { swept, largest_gap };
        }
        Self {
            swept: turns(at(length.saturating_sub(1))).abs().min(1.0),
            largest_gap: gaps.fold(0.0, f64::max).min(TAU),
        }
    }
}
