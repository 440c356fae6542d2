//! A valid setting of every parameter.

mod between;

use std::sync::Arc;

use crate::key::Key;
use crate::positions::token_positions::parameters::read as read_layout;
use crate::sentence::NoSentence;
use crate::shared::{Content, MAX_POSITION};
use crate::{PairSelection, Sentence};
use phasor_encoding::{Binary, Frequencies, Mask, Measure, Order, Pairing};
use phasor_params::choice::Choice;
use phasor_params::layout::LayoutText;
use phasor_params::{Key as _, ParameterError, Range, Value, Values};

/// The state that every figure is made from. It changes only through methods that accept nothing
/// outside the table; [`set`](Self::set) and [`set_number`](Self::set_number) return an error
/// instead.
///
/// ```
/// use phasor_figures::{Key, Spec};
///
/// let mut spec = Spec::default();
/// spec.set(Key::Base, "500000").unwrap();
/// assert_eq!(spec.base(), 500_000.0);
/// assert!(spec.set(Key::Dim, "7").is_err()); // odd
/// assert_eq!(spec.dim(), Spec::default().dim()); // unchanged
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// The value of every parameter that is not text. That of [`Key::Value`] counts only above the largest position.
    values: Values<Key>,
    pairs: PairSelection,
    sentence: Sentence,
    pub(crate) layout: Arc<LayoutText>,
    /// How much there is of the last pair: 1, or less while the number of components glides.
    last_pair: f64,
    /// Where the picture is between two words of a choice, while it glides.
    passage: Option<between::Passage>,
}

/// Returns a number of tokens in a movement with at most four decimals, so that digits do not pile up from frame to frame.
fn short(tokens: f64) -> f64 {
    (tokens * 1e4).round() / 1e4
}

/// A choice that is the value of one parameter.
pub trait Setting: Choice {
    /// The parameter.
    const KEY: Key;
}

impl Default for Spec {
    fn default() -> Self {
        let sentence = Sentence::read(Key::Sentence.parameter().default);
        let layout = read_layout(Key::Layout.parameter().default);
        Self {
            values: Values::default(),
            pairs: PairSelection::Auto,
            sentence: sentence.expect("the words of the default have vectors"),
            layout: Arc::new(layout.expect("the figure can draw the default")),
            last_pair: 1.0,
            passage: None,
        }
    }
}

impl Spec {
    /// Sets `key` from text.
    ///
    /// # Errors
    /// [`ParameterError`] if the table does not accept `text`; the spec is then unchanged.
    pub fn set(&mut self, key: Key, text: &str) -> Result<(), ParameterError> {
        let row = key.parameter();
        let invalid = || ParameterError::value(row, text.trim());
        match (key, row.read(text)?) {
            (Key::Pairs, _) => self.pairs = PairSelection::parse(text).ok_or_else(invalid)?,
            (Key::Sentence, _) => {
                self.sentence = Sentence::read(text).map_err(|reason| match reason {
                    NoSentence::Length => invalid(),
                    NoSentence::UnknownWord(word) => ParameterError::part(row, &word),
                })?;
            }
            (Key::Layout, _) => self.layout = Arc::new(read_layout(text).ok_or_else(invalid)?),
            (_, Value::Number(number)) => self.set_number(key, number)?,
            _ => self.values.set(key, text)?,
        }
        Ok(())
    }

    /// Sets a numeric `key`.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if the number is outside the range or `key` is not numeric; the spec is
    /// then unchanged.
    pub fn set_number(&mut self, key: Key, number: f64) -> Result<(), ParameterError> {
        self.values.set_number(key, number)?;
        // An integer is the position, unless it is above the largest one.
        let is_position = match key {
            Key::Value => number <= MAX_POSITION,
            _ => key == Key::Position,
        };
        if is_position {
            self.values.set_number(Key::Position, number)?;
            self.values.copy(Key::defaults(), Key::Value);
        }
        Ok(())
    }

    pub(crate) fn at(&self, key: Key) -> f64 {
        let number = self.values.number(key);
        number.expect("the parameter is a number")
    }

    /// Returns the value of a choice.
    #[must_use]
    pub fn choice<T: Setting>(&self) -> T {
        let chosen = self.values.choice(T::KEY);
        chosen.expect("the parameter has these words")
    }

    /// Sets a numeric `key` to the accepted number nearest to `number`, and a choice to the word at
    /// the nearest index. This is for pointers and clocks, which may overshoot. A number that is
    /// not finite changes nothing.
    pub fn set_nearest(&mut self, key: Key, number: f64) {
        match (key, key.parameter().range()) {
            (Key::Position | Key::Value, Some(range)) if number.is_finite() => {
                self.set_number(key, range.nearest(number))
                    .expect("the nearest accepted number is accepted");
            }
            _ => self.values.set_nearest(key, number),
        }
    }

    /// Returns the number of a numeric `key`, or `None` for other keys.
    #[must_use]
    pub fn number(&self, key: Key) -> Option<f64> {
        match key {
            Key::Value => Some(self.value() as f64),
            _ => self.values.number(key),
        }
    }

    /// Returns the text of `key`, which [`set`](Self::set) reads back to the same value.
    #[must_use]
    pub fn text(&self, key: Key) -> String {
        match key {
            Key::Value => self.value().to_string(),
            Key::Pairs => self.pairs.to_string(),
            Key::Sentence => self.sentence.to_string(),
            Key::Layout => self.layout.to_string(),
            _ => self.values.text(key),
        }
    }

    /// Returns `true` if `key` has to be written to a query: it differs from the default and does
    /// not follow from another key.
    #[must_use]
    pub fn is_set(&self, key: Key) -> bool {
        match key {
            Key::Pairs | Key::Sentence | Key::Layout => self.text(key) != key.parameter().default,
            _ => self.values.is_set(key),
        }
    }

    /// Returns the parameters that this state and `other` do not share, in the order of the table.
    ///
    /// ```
    /// use phasor_figures::{Key, Spec, query};
    ///
    /// let (spec, _) = query::parse("base=500000&dim=128");
    /// let differences: Vec<Key> = spec.differences(&Spec::default()).collect();
    /// assert_eq!(differences, [Key::Base, Key::Dim]);
    /// ```
    pub fn differences(&self, other: &Self) -> impl Iterator<Item = Key> {
        let written = |spec: &Self, key| spec.is_set(key).then(|| spec.text(key));
        let keys = Key::ALL.iter().copied();
        keys.filter(move |&key| written(self, key) != written(other, key))
    }

    /// Resets `keys` to their defaults.
    pub fn reset(&mut self, keys: &[Key]) {
        self.copy(&Self::default(), keys);
    }

    /// Copies the values of `keys` from `from`.
    pub fn copy(&mut self, from: &Self, keys: &[Key]) {
        for &key in keys {
            match key {
                Key::Pairs => self.pairs = from.pairs.clone(),
                Key::Sentence => self.sentence = from.sentence.clone(),
                Key::Layout => self.layout = Arc::clone(&from.layout),
                Key::Position => {
                    self.values.copy(&from.values, key);
                    self.values.copy(&from.values, Key::Value);
                }
                _ => self.values.copy(&from.values, key),
            }
        }
    }

    /// The words of the sentence that attention reads.
    #[must_use]
    pub fn sentence(&self) -> &Sentence {
        &self.sentence
    }

    /// The place of the word in focus, at most that of the last word.
    #[must_use]
    pub fn token(&self) -> usize {
        (self.at(Key::Token) as usize).min(self.sentence.words().len() - 1)
    }

    /// The words that a word may attend to.
    #[must_use]
    pub fn mask(&self) -> Mask {
        self.choice()
    }

    /// The base (theta) of the frequencies.
    #[must_use]
    pub fn base(&self) -> f64 {
        self.at(Key::Base)
    }

    /// The number of components of an encoding or of a head.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.at(Key::Dim) as usize
    }

    /// The number of pairs, half of [`dim`](Self::dim).
    #[must_use]
    pub fn n_pairs(&self) -> usize {
        self.dim() / 2
    }

    /// The frequencies of the pairs: the geometric progression of [`base`](Self::base) and
    /// [`dim`](Self::dim).
    #[must_use]
    pub fn frequencies(&self) -> Frequencies {
        self.frequencies_of(self.dim())
    }

    /// The frequencies of another number of components: the geometric progression of [`base`](Self::base) and `dim`.
    ///
    /// # Panics
    /// If `dim` is odd, 0 or above 1,048,576.
    #[must_use]
    pub fn frequencies_of(&self, dim: usize) -> Frequencies {
        Frequencies::new(self.base(), dim)
            .expect("the table accepts only bases and dimensions that frequencies accept")
    }

    /// The position under the cursor, or that of the query; it may be fractional.
    #[must_use]
    pub fn position(&self) -> f64 {
        self.at(Key::Position)
    }

    /// The second position minus the first (key minus query).
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.at(Key::Offset)
    }

    /// The second position, or that of the key: position plus offset.
    #[must_use]
    pub fn key_position(&self) -> f64 {
        self.position() + self.offset()
    }

    /// The third position minus the first.
    #[must_use]
    pub fn far_offset(&self) -> f64 {
        self.at(Key::FarOffset)
    }

    /// The third position.
    #[must_use]
    pub fn far_position(&self) -> f64 {
        self.position() + self.far_offset()
    }

    /// The number of positions shown.
    #[must_use]
    pub fn length(&self) -> usize {
        self.at(Key::Length) as usize
    }

    /// The first position shown. Positions are shown in pages of [`length`](Self::length), and this
    /// is the page with the position. The last page ends at the largest position.
    #[must_use]
    pub fn start(&self) -> f64 {
        let length = self.at(Key::Length);
        let page = (self.position() / length).floor() * length;
        page.min(MAX_POSITION + 1.0 - length)
    }

    /// Advances the position by `by`, from the end of the shown page back to its start.
    pub fn advance(&mut self, by: f64) {
        let (start, length) = (self.start(), self.at(Key::Length));
        let page = Range::real(start, start + length).joined();
        self.place(page.joined_at(self.position() + by));
        if self.position() >= start + length {
            self.place(start);
        }
    }

    /// Moves the position by `by`, at most to the ends of the shown page.
    pub fn travel(&mut self, by: f64) {
        let last = self.start() + self.at(Key::Length) - 1.0;
        self.place((self.position() + by).clamp(self.start(), last));
    }

    /// Moves the second position alone by `by`, at most to the ends of the shown page. A position beyond an end goes no
    /// further.
    pub fn travel_second(&mut self, by: f64) {
        let (start, now) = (self.start(), self.key_position());
        let last = start + self.at(Key::Length) - 1.0;
        let there = (now + by).clamp(start.min(now), last.max(now));
        self.set_nearest(Key::Offset, short(there - self.position()));
    }

    /// Sets a position of a movement.
    pub(crate) fn place(&mut self, position: f64) {
        self.set_nearest(Key::Position, short(position));
    }

    /// Moves the position by `by` as [`step_key`](Self::step_key) does. An integer above the
    /// largest position also moves.
    pub fn step(&mut self, by: f64) {
        match self.large_value() {
            Some(value) => self.set_nearest(Key::Value, value + by),
            None => self.step_key(Key::Position, by),
        }
    }

    /// Moves a numeric `key` by `by`; the first step from a fraction goes to the next whole
    /// number in that direction. Other keys stay as they are.
    pub fn step_key(&mut self, key: Key, by: f64) {
        let Some(now) = self.number(key).filter(|_| by != 0.0) else {
            return;
        };
        let whole = if by > 0.0 { now.floor() } else { now.ceil() };
        self.set_nearest(key, whole + by);
    }

    /// Rounds a number of tokens to a whole one, as when a drag ends or the clock stops. A position
    /// stays on the shown page.
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
        self.pair_of(self.n_pairs())
    }

    /// The pair in focus of a vector with `n_pairs` pairs, at most the last one. This is for vectors
    /// that do not have [`dim`](Self::dim) components.
    #[must_use]
    pub fn pair_of(&self, n_pairs: usize) -> usize {
        (self.at(Key::Pair) as usize).min(n_pairs.saturating_sub(1))
    }

    /// The order of sines and cosines.
    #[must_use]
    pub fn order(&self) -> Order {
        self.choice()
    }

    /// The integer on the binary counter: the whole part of the position, or the larger integer
    /// that [`Key::Value`] has set.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.counter() as u64
    }

    /// The state of the binary counter as it moves: [`value`](Self::value) plus the fraction of the
    /// position.
    #[must_use]
    pub fn counter(&self) -> f64 {
        self.large_value().unwrap_or(self.position())
    }

    /// An integer above the largest position.
    fn large_value(&self) -> Option<f64> {
        Some(self.at(Key::Value)).filter(|value| *value > MAX_POSITION)
    }

    /// The number of digits of the binary counter.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.at(Key::Bits) as u32
    }

    /// The binary encoding with that number of digits.
    #[must_use]
    pub fn binary(&self) -> Binary {
        Binary::new(self.bits()).expect("the table accepts only numbers of digits that binary does")
    }

    /// The layout of rotated pairs.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        self.choice()
    }

    /// The share of a head that rotates, from 0 to 1.
    #[must_use]
    pub fn partial_rotary_factor(&self) -> f64 {
        self.at(Key::PartialRotaryFactor)
    }

    /// The query and key vectors.
    #[must_use]
    pub fn content(&self) -> Content {
        self.choice()
    }

    /// How two encodings are compared.
    #[must_use]
    pub fn measure(&self) -> Measure {
        self.choice()
    }

    /// The speed of playing, in positions per second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.at(Key::Speed)
    }

    /// Returns the current slider range of `key`: the shown page for the position, the shown length
    /// for offsets, the existing pairs, the numbers that the bits can count. Other keys have the
    /// range of the table.
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
