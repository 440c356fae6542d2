//! A sentence of words that have vectors here.

use std::fmt;
use std::sync::LazyLock;

/// The words that have vectors, sorted; `assets/words/README.md` says whose they are.
static VOCABULARY: LazyLock<Vec<&str>> = LazyLock::new(|| {
    include_str!("../../assets/words/words.txt")
        .lines()
        .collect()
});

/// Two to [`Sentence::MOST`] words of the vocabulary.
///
/// ```
/// use phasor::config::Sentence;
/// use phasor::config::sentence::NoSentence;
///
/// let sentence = Sentence::read("The dog chased another dog.").unwrap();
/// assert_eq!(sentence.to_string(), "the dog chased another dog");
/// let refused = Sentence::read("the unicorn").unwrap_err();
/// assert_eq!(refused, NoSentence::UnknownWord("unicorn".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence(Vec<usize>);

/// Why a text is no [`Sentence`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSentence {
    /// It has too few words, or too many.
    Length,
    /// The first word that has no vector here.
    UnknownWord(String),
}

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
    /// [`NoSentence`] if a word has no vector, or there are too few or too many.
    pub fn read(text: &str) -> Result<Self, NoSentence> {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let mut words = Vec::new();
        for word in text.split_ascii_whitespace() {
            let word = word
                .trim_matches([',', '.', ';', ':', '!', '?', '"'])
                .to_ascii_lowercase();
            let known = word.chars().all(is_letter).then(|| place(&word)).flatten();
            words.push(known.ok_or(NoSentence::UnknownWord(word))?);
        }
        match (2..=Self::MOST).contains(&words.len()) {
            true => Ok(Self(words)),
            false => Err(NoSentence::Length),
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
