//! JSON in Python's dialect.

use serde_json::{Map, Value};

/// The reason why a text is not a configuration. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// The text is longer than any configuration.
    #[error("A config.json must have at most 1048576 bytes, not {0}.")]
    TooLong(usize),
    /// The text has more lists and objects than any configuration.
    #[error("A config.json must have at most 32768 opening brackets, not {0}.")]
    TooNested(usize),
    /// The text is not JSON.
    #[error("The text is not JSON: {0}.")]
    NoJson(String),
    /// The text is JSON, but not an object.
    #[error("A config.json must be an object, not {0}.")]
    NoObject(&'static str),
}

const MOST_BYTES: usize = 1 << 20;

/// A JSON object of 7 bytes takes 700 bytes in memory, so the longest text could take 126 MiB. With
/// this many brackets, any text takes at most 44 MiB.
const MOST_BRACKETS: usize = 1 << 15;

/// Parses `text` as a JSON object.
///
/// Python also writes `NaN`, `Infinity` and `-Infinity`, which JSON does not have. They appear in
/// real files (never in a positional key) and are read as `null`.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::TooLong(text.len()));
    }
    // Brackets inside strings count too, since no configuration has a string with so many.
    let brackets = text.bytes().filter(|byte| matches!(byte, b'[' | b'{'));
    let n_brackets = brackets.count();
    if n_brackets > MOST_BRACKETS {
        return Err(Unreadable::TooNested(n_brackets));
    }
    let text = text.trim_start_matches('\u{feff}');
    let value = serde_json::from_str(text).or_else(|_| serde_json::from_str(&nulled(text)));
    match value.map_err(|error| Unreadable::NoJson(error.to_string()))? {
        Value::Object(object) => Ok(object),
        Value::Array(_) => Err(Unreadable::NoObject("a list")),
        Value::Null => Err(Unreadable::NoObject("null")),
        Value::Bool(_) => Err(Unreadable::NoObject("true or false")),
        Value::Number(_) => Err(Unreadable::NoObject("a number")),
        Value::String(_) => Err(Unreadable::NoObject("a string")),
    }
}

/// Returns `text` with Python's three extra numbers, outside of strings, replaced by `null`.
fn nulled(text: &str) -> String {
    let mut nulled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(['"', 'N', 'I', '-']) {
        let (before, at) = rest.split_at(place);
        nulled.push_str(before);
        let special = ["NaN", "Infinity", "-Infinity"];
        if let Some(found) = special.iter().find(|special| at.starts_with(**special)) {
            nulled.push_str("null");
            rest = at.get(found.len()..).unwrap_or_default();
            continue;
        }
        let length = if at.starts_with('"') {
            string_length(at)
        } else {
            1
        };
        nulled.push_str(at.get(..length).unwrap_or(at));
        rest = at.get(length..).unwrap_or_default();
    }
    nulled.push_str(rest);
    nulled
}

/// Returns the length in bytes of the JSON string at the start of `text`, with both quotation
/// marks.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (place, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return place + 1,
            _ => {}
        }
    }
    text.len()
}
