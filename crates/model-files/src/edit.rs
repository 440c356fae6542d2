//! Edits of one key of a text.

use std::fmt;
use std::ops::Range;

/// An edit of one key. Its `Display` says what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit {
    /// Gives the key another name.
    Rename(String),
    /// Gives the key another value, or adds the key; the value is JSON.
    Set(String),
    /// Removes the key.
    Remove,
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rename(name) => write!(f, "rename it to {name}"),
            Self::Set(value) => write!(f, "set {value}"),
            Self::Remove => f.write_str("remove the key"),
        }
    }
}

/// A part of a text, in bytes, and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The bytes that go.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: String,
}
