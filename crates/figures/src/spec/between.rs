//! The states between two states, through which pictures glide.

use super::{Setting, Spec};
use crate::Key;
use phasor_params::{Accepts, Range};
use phasor_text::Scale;

/// Numbers whose way is itself something to see, with the seconds from 0 to 1.
const LONG: [(Key, f64); 4] = [
    (Key::Corners, 1.4),
    (Key::Woven, 1.7),
    (Key::Rise, 1.4),
    (Key::DiffusionTime, 5.0),
];

/// The seconds in which a token arrives.
const ARRIVAL: f64 = 0.3;

/// Pairs of words between which a figure knows a way, with the seconds of the way there and of the way back.
const PASSAGES: [(Key, [&str; 2], [f64; 2]); 6] = [
    (Key::AnglesView, ["dials", "score"], [2.2, 2.2]),
    (Key::LayerNorm, ["off", "on"], [1.6, 1.6]),
    // What is switched off has been seen before.
    (Key::AddedEncoding, ["none", "learned"], [1.6, 0.6 * 1.6]),
    (Key::Axes, ["all", "axial"], [0.9, 0.9]),
    (Key::Axes, ["all", "mrope"], [0.9, 0.9]),
    (Key::Axes, ["all", "interleaved"], [0.9, 0.9]),
];

/// Choices between any words of which a figure knows a way.
const NUMBERINGS: [Key; 8] = [
    Key::Padding,
    Key::PaddingMask,
    Key::Borders,
    Key::DocumentMask,
    Key::Patches,
    Key::Past,
    Key::CacheEvent,
    Key::StoredKeys,
];

/// The seconds in which tokens get other position ids, and their offsets change.
const RENUMBERED: f64 = 0.9;

/// A place on the way from one word of a choice to the one that the state has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Passage {
    key: Key,
    /// The place of the word that the picture leaves.
    from: usize,
    /// How much of the way is done, above 0 and below 1.
    part: f64,
}

impl Passage {
    /// Returns where the picture of `from` is on a way to `to`, if a figure knows it, and the seconds of the whole way.
    fn begin(from: &Spec, to: &Spec) -> Option<(Self, f64)> {
        let of_pairs = PASSAGES.iter().find_map(|&(key, words, secs)| {
            let (passage, then) = Self::of_key(from, to, key)?;
            let names = [passage.from, then].map(|place| word(key, place));
            let [one, other] = words;
            let [there, back] = secs;
            let ways = [([one, other], there), ([other, one], back)];
            let (_, secs) = ways.into_iter().find(|(ends, _)| *ends == names)?;
            Some((passage, secs))
        });
        let of_any = || {
            let passage = NUMBERINGS.iter().find_map(|&key| {
                let (passage, then) = Self::of_key(from, to, key)?;
                (passage.from != then).then_some(passage)
            });
            Some((passage?, RENUMBERED))
        };
        of_pairs.or_else(of_any)
    }

    /// Returns where the picture of `from` is on the way to the word of `key` that `to` has, and the place of that word.
    fn of_key(from: &Spec, to: &Spec, key: Key) -> Option<(Self, usize)> {
        let (now, then) = (from.values.place(key)?, to.values.place(key)?);
        let on_it = from.passage.filter(|passage| passage.key == key);
        let (left, part) = match on_it {
            // It goes on, or turns back.
            Some(passage) if now == then => (passage.from, passage.part),
            Some(passage) if passage.from == then => (now, 1.0 - passage.part),
            _ => (now, 0.0),
        };
        let from = left;
        Some((Self { key, from, part }, then))
    }
}

/// Returns the name of a word of a choice.
fn word(key: Key, place: usize) -> &'static str {
    let Accepts::Choice(words) = key.parameter().accepts else {
        return "";
    };
    words.get(place).map_or("", |word| word.name)
}

impl Spec {
    /// Returns the state to show on the way from this one to `to`, after the part `part` of it,
    /// from 0 to 1. Numbers that may have fractions and numbers on a logarithmic scale change gradually; of the last of
    /// the pairs, there may be [a part](Self::last_pair).
    /// Everything else has its final value at once: between two indices, there is nothing to see.
    ///
    /// A position on another page of positions also jumps, because every page in between would
    /// flash.
    #[must_use]
    pub fn on_the_way(&self, to: &Self, part: f64) -> Self {
        let mut between = to.clone();
        for &key in Key::ALL.iter().filter(|key| **key != Key::Dim) {
            if let Some(range) = self.gradual(to, key) {
                let from = match key {
                    Key::Base => self.base_at_rest(),
                    _ => self.at(key),
                };
                let number = range.between(from, to.at(key), part);
                between.values.set_nearest(key, number);
            }
        }
        if let Some(range) = self.gradual(to, Key::Dim) {
            between.set_components(range.between(self.components(), to.components(), part));
        }
        if let Some((passage, _)) = Passage::begin(self, to).filter(|_| part < 1.0) {
            let part = passage.part + (1.0 - passage.part) * part;
            match part {
                0.0 => between.values.copy(&self.values, passage.key),
                _ => between.passage = Some(Passage { part, ..passage }),
            }
        }
        between
    }

    /// Returns how far the picture is on the way from one word of a choice to another, above 0 and below 1; `None` if it is
    /// not between them.
    pub(crate) fn between<T: Setting>(&self, one: T, other: T) -> Option<f64> {
        let passage = self.passage.filter(|passage| passage.key == T::KEY)?;
        let ends = (passage.from, self.choice::<T>().place());
        match ends {
            _ if ends == (one.place(), other.place()) => Some(passage.part),
            _ if ends == (other.place(), one.place()) => Some(1.0 - passage.part),
            _ => None,
        }
    }

    /// Returns the state that the picture leaves, and the part of the way that is done, above 0 and below 1; `None` if it is
    /// not between two words of a choice.
    pub(crate) fn left(&self) -> Option<(Self, f64)> {
        let passage = self.passage?;
        let mut left = self.clone();
        left.passage = None;
        left.values.set_nearest(passage.key, passage.from as f64);
        Some((left, passage.part))
    }

    /// Returns the seconds that the pictures need for the way to `to`, so that each of its steps can be seen; 0 if
    /// there is nothing on it that needs longer than others.
    #[must_use]
    pub fn secs_to(&self, to: &Self) -> f64 {
        let secs = LONG.map(|(key, secs)| secs * (self.at(key) - to.at(key)).abs());
        let arriving = to.at(Key::TokensRead) - self.at(Key::TokensRead);
        let passage = Passage::begin(self, to);
        let passage = passage.map_or(0.0, |(passage, secs)| secs * (1.0 - passage.part));
        secs.into_iter()
            .fold(passage.max(ARRIVAL * arriving), f64::max)
    }

    /// Sets a number of components on the way to another one.
    fn set_components(&mut self, components: f64) {
        // The ends of a logarithmic way are only nearly exact.
        const EXACT: f64 = 1e-6;
        let dim = 2.0 * ((components - EXACT) / 2.0).ceil();
        self.values.set_nearest(Key::Dim, dim);
        if dim - components > EXACT {
            self.last_pair = 1.0 - (dim - components) / 2.0;
            // The frequencies base^(-2i/components) are those of `dim` components with this base.
            let base = self.base().powf(dim / components);
            self.values.set_nearest(Key::Base, base);
        }
    }

    /// Returns the base without what [`set_components`](Self::set_components) does to it.
    fn base_at_rest(&self) -> f64 {
        match self.last_pair < 1.0 {
            true => self.base().powf(self.components() / self.at(Key::Dim)),
            false => self.base(),
        }
    }

    /// Returns whether something changes from this state to `to` that cannot change gradually.
    #[must_use]
    pub fn jumps_to(&self, to: &Self) -> bool {
        let passage = Passage::begin(self, to).map(|(passage, _)| passage.key);
        self.differences(to)
            .any(|key| self.gradual(to, key).is_none() && passage != Some(key))
    }

    /// Returns the range of `key` if its number can change gradually from this state to `to`.
    fn gradual(&self, to: &Self, key: Key) -> Option<Range> {
        let range = key.parameter().range()?;
        let n_shared = self.length().min(to.length()) as f64;
        let is_first_page = self.position().max(to.position()) < n_shared;
        let is_same_page = self.start() == to.start() && self.length() == to.length();
        let is_gradual = match key {
            Key::Position => is_first_page || is_same_page,
            Key::Length => is_first_page,
            _ => range.multiple_of == 0.0 || range.scale == Scale::Log,
        };
        is_gradual.then_some(range)
    }

    /// The number of components, with a fraction while it glides from one state to another.
    #[must_use]
    pub fn components(&self) -> f64 {
        self.at(Key::Dim) - 2.0 * (1.0 - self.last_pair)
    }

    /// How much there is of the last pair, above 0: 1, or less while the number of components glides.
    #[must_use]
    pub fn last_pair(&self) -> f64 {
        self.last_pair
    }
}
