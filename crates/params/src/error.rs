//! Errors in a text that sets a parameter.

use phasor_text::shorten;

use super::Key;

/// An error in a text that sets a parameter. Its `Display` is a sentence for the person who wrote
/// it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The key is not in the table of parameters.
    #[error(
        "There is no parameter `{0}`; all figures have base, dim, position, offset and length, and the gallery lists the others."
    )]
    UnknownKey(String),
    /// A word of the sentence has no vector.
    #[error("{} must be {accepted}; `{word}` is not one of them.", subject(*key))]
    Word {
        /// The parameter.
        key: Key,
        /// The values that it accepts, from the table.
        accepted: String,
        /// The word, shortened.
        word: String,
    },
    /// The value is outside the accepted range or not of the accepted kind.
    #[error("{} must be {accepted}, not `{text}`.", subject(*key))]
    Value {
        /// The parameter.
        key: Key,
        /// The values that it accepts, from the table.
        accepted: String,
        /// The given text, shortened.
        text: String,
    },
}

impl SpecError {
    /// Creates the error for `text` as the value of `key`.
    #[must_use]
    pub fn value(key: Key, text: &str) -> Self {
        Self::Value {
            key,
            accepted: key.parameter().accepted(),
            text: shorten(text),
        }
    }

    /// Creates the error for a word without a vector in the sentence `key`.
    #[must_use]
    pub fn word(key: Key, word: &str) -> Self {
        Self::Word {
            key,
            accepted: key.parameter().accepted(),
            word: shorten(word),
        }
    }

    /// Creates the error for an unknown key.
    #[must_use]
    pub fn unknown_key(name: &str) -> Self {
        Self::UnknownKey(shorten(name))
    }
}

/// Returns a parameter as readers know it: the label from the page and the name from addresses and
/// flags, or only the name if the label begins with it.
fn subject(key: Key) -> String {
    let (name, label) = (key.name(), key.parameter().label);
    let rest = label.replace(' ', "-");
    let rest = rest.strip_prefix(name);
    if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')) {
        return format!("`{name}`");
    }
    match key {
        Key::Dim | Key::Heads => format!("The number of {label} (`{name}`)"),
        _ => format!("The {label} (`{name}`)"),
    }
}
