//! What a scaling rule does to every pair of a head when texts become longer.
//!
//! Source: Peng et al. 2023, *YaRN*, section 3, which sorts pairs by their turns in the original length.

use super::training::{new_arcs, turns_in};
use crate::Frequencies;

/// What a rule does to a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It rotates as fast as before.
    Unchanged,
    /// It rotates slower, but by less than the factor.
    Between,
    /// It rotates slower by the factor or more.
    Divided,
    /// It no longer rotates.
    Still,
}

impl Fate {
    /// Every fate.
    pub const ALL: [Self; 4] = [Self::Unchanged, Self::Between, Self::Divided, Self::Still];

    /// Returns the fate in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "kept",
            Self::Between => "divided by less",
            Self::Divided => "divided by the full factor",
            Self::Still => "set to zero",
        }
    }
}

/// The frequencies of a head before and after a rule, and the lengths of the texts in tokens.
///
/// ```
/// use phasor_encoding::analysis::{Fate, Stretch};
/// use phasor_encoding::{Frequencies, Scaling, Yarn};
///
/// // Qwen2.5 with YaRN x 4.
/// let before = Frequencies::new(1e6, 128)?;
/// let rule = Yarn { factor: 4.0, original_max_position_embeddings: 32_768.0, ..Yarn::default() };
/// let after = Scaling::Yarn(rule).apply(1e6, 128, None)?.frequencies().clone();
/// let stretch = Stretch { learned: before.clone(), before, after, original: 32_768.0, longer: 131_072.0, factor: 4.0 };
/// let counts = Fate::ALL.map(|fate| stretch.count(fate));
/// assert_eq!(counts, [24, 16, 24, 0]);
/// assert_eq!((stretch.n_new_without(), stretch.n_new()), (24, 0));
/// assert!(stretch.new_arcs().iter().all(|arc| *arc == 0.0));
/// assert_eq!(stretch.fates().next().map(Fate::name), Some("kept"));
/// assert_eq!(stretch.divisors().last(), Some(4.0));
/// let [original, without, now] = stretch.turns().last().unwrap();
/// assert!(original < without && now <= original);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// The frequencies without the rule.
    pub before: Frequencies,
    /// The frequencies whose angles count as met: those without the rule, or those with it if the model was trained
    /// with it from the start.
    pub learned: Frequencies,
    /// The frequencies with the rule.
    pub after: Frequencies,
    /// The length up to which angles count as met: the original length, or that of the texts in training.
    pub original: f64,
    /// The length of the longer text.
    pub longer: f64,
    /// The factor of the rule.
    pub factor: f64,
}

impl Stretch {
    /// Returns by how much each pair rotates slower than before: infinitely much if it stands still.
    pub fn divisors(&self) -> impl Iterator<Item = f64> + '_ {
        let pairs = self.before.inv_freq().iter().zip(self.after.inv_freq());
        pairs.map(|(before, after)| before / after)
    }

    /// Returns what the rule does to each pair.
    pub fn fates(&self) -> impl Iterator<Item = Fate> + '_ {
        const SLACK: f64 = 1e-9;
        self.divisors().map(|divisor| match divisor {
            slower if slower.is_infinite() => Fate::Still,
            slower if slower <= 1.0 + SLACK => Fate::Unchanged,
            slower if slower < self.factor * (1.0 - SLACK) => Fate::Between,
            _ => Fate::Divided,
        })
    }

    /// Returns the number of pairs with that fate.
    #[must_use]
    pub fn count(&self, fate: Fate) -> usize {
        self.fates().filter(|other| *other == fate).count()
    }

    /// Returns the part of the circle of each pair that the longer text reaches and shorter ones do not, in full turns.
    #[must_use]
    pub fn new_arcs(&self) -> Vec<f64> {
        let before = (&self.learned, self.original);
        new_arcs(before, (&self.after, self.longer)).collect()
    }

    /// Returns how many pairs the longer text takes to new angles.
    #[must_use]
    pub fn n_new(&self) -> usize {
        self.new_arcs().iter().filter(|arc| **arc > 0.0).count()
    }

    /// Returns how many pairs the longer text would take to new angles without the rule.
    #[must_use]
    pub fn n_new_without(&self) -> usize {
        let (original, longer) = ((&self.before, self.original), (&self.before, self.longer));
        new_arcs(original, longer).filter(|arc| *arc > 0.0).count()
    }

    /// Returns the full turns of each pair in the length `original`, in the longer text without the rule, and with it.
    pub fn turns(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let original = turns_in(&self.learned, self.original);
        let plain = turns_in(&self.before, self.longer);
        let now = turns_in(&self.after, self.longer);
        let turns = original.zip(plain).zip(now);
        turns.map(|((original, plain), now)| [original, plain, now])
    }
}
