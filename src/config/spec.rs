//! One valid setting of every parameter.

use super::choice::{Choice, Content};
use super::parameter::{self, MAX_POSITION, N_KEYS, Range, TABLE};
use super::range::remainder;
use super::sentence::{NoSentence, Sentence};
use super::{Key, Kind, PairSelection, SpecError};
use crate::encoding::{Measure, Order, Pairing};

/// The state that every figure is made from. Only [`set`](Self::set) and
/// [`set_number`](Self::set_number) change it, and both refuse what the table does not accept.
///
/// ```
/// use phasor::config::{Key, Spec};
///
/// let mut spec = Spec::default();
/// spec.set(Key::Base, "500000").unwrap();
/// assert_eq!(spec.base(), 500_000.0);
/// assert!(spec.set(Key::Dim, "7").is_err()); // odd
/// assert_eq!(spec.dim(), Spec::default().dim()); // nothing lost
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// The number of every parameter, in the order of the table; of a choice, the place of its word.
    numbers: [f64; N_KEYS],
    pairs: PairSelection,
    /// An integer beyond the largest position.
    large_value: Option<u64>,
    sentence: Sentence,
}

impl Default for Spec {
    fn default() -> Self {
        let mut numbers = [0.0; N_KEYS];
        for (number, row) in numbers.iter_mut().zip(TABLE) {
            *number = row.default;
        }
        Self {
            numbers,
            pairs: PairSelection::Auto,
            large_value: None,
            sentence: Sentence::default(),
        }
    }
}

impl Spec {
    /// Sets `key` from text.
    ///
    /// # Errors
    /// [`SpecError::Value`] when the table does not accept `text`; the spec is unchanged.
    pub fn set(&mut self, key: Key, text: &str) -> Result<(), SpecError> {
        let text = text.trim();
        let refused = || SpecError::value(key, text);
        match key.parameter().kind {
            Kind::Number(_) => {
                let number = parameter::number(text).ok_or_else(refused)?;
                return self.set_number(key, number).map_err(|_| refused());
            }
            Kind::Pairs => self.pairs = PairSelection::parse(text).ok_or_else(refused)?,
            Kind::Choice(words) => {
                let place = words.iter().position(|word| word.name == text);
                self.put(key, place.ok_or_else(refused)? as f64);
            }
            Kind::Sentence => {
                self.sentence = Sentence::read(text).map_err(|reason| match reason {
                    NoSentence::Length => refused(),
                    NoSentence::UnknownWord(word) => SpecError::word(key, &word),
                })?;
            }
        }
        Ok(())
    }

    /// Sets a numeric `key`.
    ///
    /// # Errors
    /// [`SpecError::Value`] when the number is outside the range, or `key` is not numeric; the
    /// spec is unchanged.
    pub fn set_number(&mut self, key: Key, number: f64) -> Result<(), SpecError> {
        let range = key.parameter().range();
        if !range.is_some_and(|range| range.contains(number)) {
            return Err(SpecError::value(key, &number.to_string()));
        }
        // Minus zero becomes zero.
        let number = number + 0.0;
        match key {
            Key::Value if number > MAX_POSITION => self.large_value = Some(number as u64),
            Key::Position | Key::Value => {
                self.put(Key::Position, number);
                self.large_value = None;
            }
            _ => self.put(key, number),
        }
        Ok(())
    }

    fn put(&mut self, key: Key, number: f64) {
        if let Some(place) = self.numbers.get_mut(key as usize) {
            *place = number;
        }
    }

    pub(super) fn at(&self, key: Key) -> f64 {
        self.numbers.get(key as usize).copied().unwrap_or_default()
    }

    pub(super) fn choice<T: Choice>(&self, key: Key) -> T {
        let chosen = T::WORDS.get(self.at(key) as usize);
        chosen.map(|(value, _)| *value).unwrap_or_default()
    }

    /// Sets a numeric `key` to the accepted number nearest to `number`, and a choice to the word at the
    /// nearest place; for pointers and clocks, which may overshoot. A number that is not finite changes
    /// nothing.
    pub fn set_nearest(&mut self, key: Key, number: f64) {
        if !number.is_finite() {
            return;
        }
        match key.parameter().kind {
            Kind::Number(range) => {
                // Whoever turns on and on comes round.
                let number = match key {
                    Key::Turn if number.abs() > range.max => {
                        remainder(number - range.min, range.max - range.min) + range.min
                    }
                    _ => number,
                };
                // `nearest` is inside the range, so this cannot fail.
                let _ = self.set_number(key, range.nearest(number));
            }
            Kind::Choice(words) => {
                let last = words.len() as f64 - 1.0;
                self.put(key, number.round().clamp(0.0, last));
            }
            _ => {}
        }
    }

    /// The number of a numeric `key`; `None` for the others.
    #[must_use]
    pub fn number(&self, key: Key) -> Option<f64> {
        match key {
            Key::Value => Some(self.value() as f64),
            _ => key.parameter().range().map(|_| self.at(key)),
        }
    }

    /// The text of `key`, which [`set`](Self::set) reads back to the same value.
    #[must_use]
    pub fn text(&self, key: Key) -> String {
        match key.parameter().kind {
            Kind::Number(_) => self.number(key).unwrap_or_default().to_string(),
            Kind::Pairs => self.pairs.to_string(),
            Kind::Choice(words) => {
                let word = words.get(self.at(key) as usize);
                word.map_or("", |word| word.name).to_owned()
            }
            Kind::Sentence => self.sentence.to_string(),
        }
    }

    /// Whether `key` needs to be written down: it differs from the default and does not follow
    /// from another key.
    #[must_use]
    pub fn is_set(&self, key: Key) -> bool {
        match key {
            Key::Value => self.large_value.is_some(),
            Key::Pairs => self.pairs != PairSelection::Auto,
            Key::Sentence => self.sentence != Sentence::default(),
            _ => self.at(key) != key.parameter().default,
        }
    }

    /// Puts `keys` back to their defaults.
    pub fn reset(&mut self, keys: &[Key]) {
        self.copy(&Self::default(), keys);
    }

    /// Gives `keys` the values that they have in `from`.
    pub fn copy(&mut self, from: &Self, keys: &[Key]) {
        for &key in keys {
            match key {
                Key::Value => self.large_value = from.large_value,
                Key::Pairs => self.pairs = from.pairs.clone(),
                Key::Sentence => self.sentence = from.sentence.clone(),
                Key::Position => {
                    self.put(key, from.at(key));
                    self.large_value = from.large_value;
                }
                _ => self.put(key, from.at(key)),
            }
        }
    }

    /// What is shown on the way from this state to `to`, after the part `part` of it from 0 to 1: numbers
    /// that may have fractions are on their way, everything else has arrived.
    ///
    /// A position that is on another page of positions has arrived too, because every page between would flash.
    #[must_use]
    pub fn on_the_way(&self, to: &Self, part: f64) -> Self {
        let mut between = to.clone();
        let is_same_page = self.start() == to.start() && self.length() == to.length();
        for row in TABLE {
            let Some(range) = row.range() else { continue };
            let is_jump = range.multiple_of > 0.0 || (row.key == Key::Position && !is_same_page);
            if !is_jump {
                between.put(
                    row.key,
                    range.between(self.at(row.key), to.at(row.key), part),
                );
            }
        }
        between
    }

    /// The words that attention looks at.
    #[must_use]
    pub fn sentence(&self) -> &Sentence {
        &self.sentence
    }

    /// The base (theta) of the frequency ladder.
    #[must_use]
    pub fn base(&self) -> f64 {
        self.at(Key::Base)
    }

    /// Components of a code or of a head.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.at(Key::Dim) as usize
    }

    /// Pairs, half of [`dim`](Self::dim).
    #[must_use]
    pub fn n_pairs(&self) -> usize {
        self.dim() / 2
    }

    /// The position under the cursor, or the query's; may be fractional.
    #[must_use]
    pub fn position(&self) -> f64 {
        self.at(Key::Position)
    }

    /// Second position minus the first (key minus query).
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.at(Key::Offset)
    }

    /// The second position, or the key's: position plus offset.
    #[must_use]
    pub fn key_position(&self) -> f64 {
        self.position() + self.offset()
    }

    /// Third position minus the first.
    #[must_use]
    pub fn far_offset(&self) -> f64 {
        self.at(Key::FarOffset)
    }

    /// The third position.
    #[must_use]
    pub fn far_position(&self) -> f64 {
        self.position() + self.far_offset()
    }

    /// How many positions are shown.
    #[must_use]
    pub fn length(&self) -> usize {
        self.at(Key::Length) as usize
    }

    /// The first position shown: positions are shown in pages of [`length`](Self::length), and
    /// the page is the one that holds the position. The last page ends at the largest position.
    #[must_use]
    pub fn start(&self) -> f64 {
        let length = self.at(Key::Length);
        let page = (self.position() / length).floor() * length;
        page.min(MAX_POSITION + 1.0 - length)
    }

    /// Moves the position on by `by`, from the end of the shown page back to its start. It keeps four
    /// decimals, so that frames do not pile up digits.
    pub fn advance(&mut self, by: f64) {
        let (start, length) = (self.start(), self.at(Key::Length));
        let position = start + remainder(self.position() - start + by, length);
        let short = (position * 1e4).round() / 1e4;
        let position = if short < start + length { short } else { start };
        self.set_nearest(Key::Position, position);
    }

    /// Moves to the next whole position, or the previous one, or by more; an integer beyond the
    /// largest position steps likewise.
    pub fn step(&mut self, by: f64) {
        match self.large_value {
            Some(value) => self.set_nearest(Key::Value, value as f64 + by),
            None => self.step_key(Key::Position, by),
        }
    }

    /// Moves a numeric `key` by `by`; the first step from a fraction goes to the next whole
    /// number in that direction.
    pub fn step_key(&mut self, key: Key, by: f64) {
        if by == 0.0 {
            return;
        }
        let now = self.number(key).unwrap_or_default();
        let whole = if by > 0.0 { now.floor() } else { now.ceil() };
        self.set_nearest(key, whole + by);
    }

    /// Rounds a number of tokens to a whole one, as when a hand lets go of it or the clock stops; a position
    /// stays on the page that is shown.
    pub fn round(&mut self, key: Key) {
        if key.parameter().unit != "tokens" {
            return;
        }
        if let (Some(now), Some(range)) = (self.number(key), self.slider_range(key)) {
            let highest = range.max.max(now.floor());
            self.set_nearest(key, now.round().min(highest));
        }
    }

    /// The pairs drawn as waves.
    #[must_use]
    pub fn pairs(&self) -> &PairSelection {
        &self.pairs
    }

    /// The pair in focus, at most the last one.
    #[must_use]
    pub fn pair(&self) -> usize {
        (self.at(Key::Pair) as usize).min(self.n_pairs() - 1)
    }

    /// The order of sines and cosines.
    #[must_use]
    pub fn order(&self) -> Order {
        self.choice(Key::Order)
    }

    /// The integer on the binary counter: the position's whole part, or a larger integer that
    /// was asked for by [`Key::Value`].
    #[must_use]
    pub fn value(&self) -> u64 {
        self.large_value.unwrap_or(self.position() as u64)
    }

    /// The integer as the counter turns: [`value`](Self::value) plus the part of a position
    /// that is under way.
    #[must_use]
    pub fn counter(&self) -> f64 {
        match self.large_value {
            Some(value) => value as f64,
            None => self.position(),
        }
    }

    /// Digits of the binary counter.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.at(Key::Bits) as u32
    }

    /// The layout of rotated pairs.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        self.choice(Key::Pairing)
    }

    /// The query and key vectors.
    #[must_use]
    pub fn content(&self) -> Content {
        self.choice(Key::Content)
    }

    /// How two codes are compared.
    #[must_use]
    pub fn measure(&self) -> Measure {
        self.choice(Key::Measure)
    }

    /// Magnification of the heatmap, at most what leaves 4 positions in view.
    #[must_use]
    pub fn zoom(&self) -> f64 {
        self.at(Key::Zoom)
            .min((self.at(Key::Length) / 4.0).max(1.0))
    }

    /// First row and first column in view, so far that the view stays inside the matrix.
    #[must_use]
    pub fn view(&self) -> (f64, f64) {
        let length = self.at(Key::Length);
        let last = length - length / self.zoom();
        (
            self.at(Key::ViewRow).min(last),
            self.at(Key::ViewColumn).min(last),
        )
    }

    /// How far the words are on their way into the other order, from 0 to 1.
    #[must_use]
    pub fn shuffle(&self) -> f64 {
        self.at(Key::Shuffle)
    }

    /// Positions per second while playing.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.at(Key::Speed)
    }

    /// The range of `key` that a slider spans now: the shown page for the position, the shown
    /// length for offsets, the pairs that there are, what the bits can count; the table's range
    /// for the others.
    #[must_use]
    pub fn slider_range(&self, key: Key) -> Option<Range> {
        let mut range = key.parameter().range()?;
        let length = self.at(Key::Length);
        match key {
            Key::Position => {
                range.min = self.start();
                range.max = self.start() + length - 1.0;
            }
            Key::Offset | Key::FarOffset => {
                range.min = 1.0 - length;
                range.max = length - 1.0;
            }
            Key::Pair => range.max = (self.n_pairs() - 1) as f64,
            Key::Value => range.max = range.max.min(2f64.powi(self.bits() as i32) - 1.0),
            Key::Peak => range.max = length - 1.0,
            Key::Token => range.max = (self.sentence.words().len() - 1) as f64,
            Key::Arrangement => range.max = self.n_arrangements() - 1.0,
            Key::Head => range.max = self.at(Key::Heads) - 1.0,
            _ => {}
        }
        Some(range)
    }
}
