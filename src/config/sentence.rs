//! A sentence of words that have vectors here.

use std::fmt;
use std::sync::LazyLock;

use super::{Key, SpecError};

/// The words that have vectors, sorted; `assets/words/README.md` says whose they are.
static VOCABULARY: LazyLock<Vec<&str>> = LazyLock::new(|| {
    include_str!("../../assets/words/words.txt")
        .lines()
        .collect()
});

/// Two to [`Sentence::MOST`] words of the vocabulary.
///
/// ```
/// use phasor::config::{Key, Sentence};
///
/// let sentence = Sentence::read(Key::Sentence, "The dog chased another dog.").unwrap();
/// assert_eq!(sentence.to_string(), "the dog chased another dog");
/// let refused = Sentence::read(Key::Sentence, "the unicorn").unwrap_err();
/// assert!(refused.to_string().ends_with("; `unicorn` is none of them."));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence(Vec<usize>);

impl Default for Sentence {
    /// The sentence of the ladder: one word stands in it twice.
    fn default() -> Self {
        let words = ["the", "dog", "chased", "another", "dog"];
        Self(words.iter().filter_map(|word| place(word)).collect())
    }
}

impl Sentence {
    /// The most words of a sentence.
    pub const MOST: usize = 10;

    /// Reads words between blanks; capitals and marks between words do not count.
    ///
    /// # Errors
    /// [`SpecError::Value`] of `key` if there are too few or too many, [`SpecError::Word`] for the
    /// first that has no vector.
    pub fn read(key: Key, text: &str) -> Result<Self, SpecError> {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let mut words = Vec::new();
        for word in text.split_ascii_whitespace() {
            let word = word
                .trim_matches([',', '.', ';', ':', '!', '?', '"'])
                .to_ascii_lowercase();
            let known = word.chars().all(is_letter).then(|| place(&word)).flatten();
            words.push(known.ok_or_else(|| SpecError::word(key, &word))?);
        }
        match (2..=Self::MOST).contains(&words.len()) {
            true => Ok(Self(words)),
            false => Err(SpecError::value(key, text)),
        }
    }

    /// What is accepted, as the object of "must be".
    #[must_use]
    pub fn accepted() -> String {
        let n_words = VOCABULARY.len();
        format!("2 to {} of {n_words} common English words", Self::MOST)
    }

    /// The words, each by its place in the vocabulary.
    #[must_use]
    pub fn words(&self) -> &[usize] {
        &self.0
    }

    /// The word at `place` of the sentence, empty past its end.
    #[must_use]
    pub fn word(&self, place: usize) -> &'static str {
        self.0.get(place).map_or("", |&word| Self::known(word))
    }

    /// The word at `place` of the vocabulary, empty past its end.
    #[must_use]
    pub fn known(place: usize) -> &'static str {
        VOCABULARY.get(place).copied().unwrap_or_default()
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in 0..self.0.len() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{}", self.word(place))?;
        }
        Ok(())
    }
}

/// Where `word` stands in the vocabulary.
fn place(word: &str) -> Option<usize> {
    VOCABULARY.binary_search(&word).ok()
}
