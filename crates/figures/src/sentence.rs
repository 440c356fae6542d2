//! A sentence of words that have vectors.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// The words that have vectors, sorted; `assets/words/README.md` names their source.
static VOCABULARY: LazyLock<Vec<&str>> = LazyLock::new(|| {
    include_str!("../../../assets/words/words.txt")
        .lines()
        .collect()
});

/// The marks around words that are ignored.
const MARKS: [char; 7] = [',', '.', ';', ':', '!', '?', '"'];

/// The words of the vocabulary that have a capital letter in print.
const NAMES: [&str; 12] = [
    "Adam", "Alice", "Anna", "Bob", "David", "Eve", "I", "John", "Mary", "Paul", "Peter", "Tom",
];

/// Two to [`Sentence::MOST`] words of the vocabulary.
///
/// ```
/// use phasor_figures::Sentence;
/// use phasor_figures::sentence::NoSentence;
///
/// let sentence = Sentence::read("The dog chased another dog.").unwrap();
/// assert_eq!(sentence.to_string(), "the dog chased another dog");
/// let refused = Sentence::read("the unicorn").unwrap_err();
/// assert_eq!(refused, NoSentence::UnknownWord("unicorn".to_owned()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence(Arc<[usize]>);

/// The reason why a text is not a [`Sentence`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSentence {
    /// The text has too few words, or too many.
    Length,
    /// The first word without a vector.
    UnknownWord(String),
}

impl Sentence {
    /// The largest number of words of a sentence.
    pub const MOST: usize = 10;

    /// The largest number of words offered as a correction or completion.
    const MOST_OFFERED: usize = 5;

    /// More letters than any known word has. What follows them changes no comparison, but would take its time.
    const LONGEST: usize = 40;

    /// Reads words separated by blanks. Case and the marks around words are ignored.
    ///
    /// # Errors
    /// [`NoSentence`] if a word has no vector, or if there are too few or too many words.
    pub fn read(text: &str) -> Result<Self, NoSentence> {
        let mut words = Vec::new();
        for word in text.split_ascii_whitespace() {
            let word = plain(word);
            words.push(place(&word).ok_or(NoSentence::UnknownWord(word))?);
        }
        match (2..=Self::MOST).contains(&words.len()) {
            true => Ok(Self(words.into())),
            false => Err(NoSentence::Length),
        }
    }

    /// Returns the words of a text that have no vector, as written, each once.
    #[must_use]
    pub fn unknown(text: &str) -> Vec<&str> {
        let mut unknown = Vec::new();
        for word in text.split_ascii_whitespace() {
            if place(&plain(word)).is_none() && !unknown.contains(&word) {
                unknown.push(word);
            }
        }
        unknown
    }

    /// Returns the words of the vocabulary that are most like `word`, most alike first.
    #[must_use]
    pub fn nearest(word: &str) -> Vec<&'static str> {
        let word: String = plain(word).chars().take(Self::LONGEST).collect();
        let mut all: Vec<_> = VOCABULARY.iter().copied().collect();
        all.sort_by_cached_key(|known| {
            // Two swapped letters count as one mistake.
            let is_swapped = letters(&word) == letters(known);
            let slips = edits(&word, known);
            let slips = if is_swapped { slips.min(1) } else { slips };
            (slips, word.len().abs_diff(known.len()))
        });
        all.truncate(Self::MOST_OFFERED);
        all
    }

    /// Returns texts that complete the last word of `text`, if it has been started.
    #[must_use]
    pub fn completions(text: &str) -> Vec<String> {
        let last = text.rsplit(|c: char| c.is_ascii_whitespace()).next();
        let last = last.expect("even an empty text splits into one part");
        let begun = last.trim_start_matches(MARKS);
        let start = begun.to_ascii_lowercase();
        let known = VOCABULARY.iter().filter(|word| word.starts_with(&start));
        let longer = known.filter(|word| !start.is_empty() && word.len() > start.len());
        let rest = longer.filter_map(|word| word.get(start.len()..));
        rest.take(Self::MOST_OFFERED)
            .map(|rest| format!("{text}{rest}"))
            .collect()
    }

    /// Returns a description of the accepted sentences, as the object of "must be".
    #[must_use]
    pub fn accepted() -> String {
        let n_words = VOCABULARY.len();
        format!("2 to {} of {n_words} common English words", Self::MOST)
    }

    /// The words, as indices into the vocabulary.
    #[must_use]
    pub fn words(&self) -> &[usize] {
        &self.0
    }

    /// Returns the word at `place` in the sentence as people write it, with the capital letter of a name; empty past the
    /// end.
    #[must_use]
    pub fn printed(&self, place: usize) -> &'static str {
        self.0.get(place).map_or("", |&word| Self::known(word))
    }

    /// Returns the word at `place` in the vocabulary as people write it, with the capital letter of a name; empty past its
    /// end.
    #[must_use]
    pub fn known(place: usize) -> &'static str {
        let word = in_lower_case(place);
        let is_name = |name: &&&str| name.eq_ignore_ascii_case(word);
        NAMES.iter().find(is_name).copied().unwrap_or(word)
    }
}

impl fmt::Display for Sentence {
    /// Writes the words in lower case, as addresses have them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &word) in self.0.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{}", in_lower_case(word))?;
        }
        Ok(())
    }
}

/// Returns the word at `place` in the vocabulary; empty past its end.
fn in_lower_case(place: usize) -> &'static str {
    VOCABULARY.get(place).copied().unwrap_or("")
}

/// Returns a word in lower case, without the marks around it.
fn plain(word: &str) -> String {
    word.trim_matches(MARKS).to_ascii_lowercase()
}

/// Returns the index of `word` in the vocabulary.
fn place(word: &str) -> Option<usize> {
    VOCABULARY.binary_search(&word).ok()
}

/// Returns the letters of a word, sorted.
fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns the number of insertions, deletions and substitutions that turn one word into the other
/// (Levenshtein).
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut before = i;
        let mut left = i + 1;
        for (b, above) in other.chars().zip(row.iter_mut().skip(1)) {
            let changed = before + usize::from(a != b);
            before = *above;
            left = changed.min(*above + 1).min(left + 1);
            *above = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    *row.last().expect("the row also has a number for no letter")
}
