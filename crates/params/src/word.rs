//! A closed set of words, each for one value.

/// A word that a parameter accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The word in the URL and on the command line.
    pub name: &'static str,
    /// The word on the page. Where there is little room, only the part before a colon is shown.
    pub label: &'static str,
}

impl Word {
    /// Returns the label without the explanation after a colon.
    #[must_use]
    pub fn short(&self) -> &'static str {
        self.label.split(':').next().unwrap_or(self.label)
    }
}

/// A closed set of words, each for one value.
pub trait Choice: Copy + Default + PartialEq + Sized + 'static {
    /// Every value with its word, in the order in which they are offered; the first is the default.
    const WORDS: &'static [(Self, Word)];

    /// Returns every value.
    fn all() -> impl Iterator<Item = Self> {
        Self::WORDS.iter().map(|(value, _)| *value)
    }

    /// Returns the value of the word `name`.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        let (value, _) = Self::WORDS.iter().find(|(_, word)| word.name == name)?;
        Some(*value)
    }

    /// Returns the place of the value among all values.
    #[must_use]
    fn place(self) -> usize {
        let place = Self::WORDS.iter().position(|(value, _)| *value == self);
        place.unwrap_or_default()
    }

    /// Returns the word of the value.
    #[must_use]
    fn word(self) -> Word {
        Self::WORDS.iter().find(|(value, _)| *value == self).map_or(
            Word {
                name: "",
                label: "",
            },
            |(_, word)| *word,
        )
    }
}

/// Returns the word with that name and label.
#[must_use]
pub const fn word(name: &'static str, label: &'static str) -> Word {
    Word { name, label }
}
