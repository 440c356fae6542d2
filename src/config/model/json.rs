//! JSON as Python writes it.

use serde_json::{Map, Value};

/// Why a text is no configuration at all; its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// It is longer than any configuration is.
    #[error("The text has {0} bytes; a config.json has at most 1048576.")]
    TooLong(usize),
    /// It has more lists and objects than any configuration has.
    #[error("The text has {0} opening brackets; a config.json has at most 32768.")]
    TooNested(usize),
    /// It is no JSON.
    #[error("The text is no JSON: {0}.")]
    NoJson(String),
    /// It is JSON, but no object.
    #[error("The text is {0}, and a config.json is an object.")]
    NoObject(&'static str),
}

const MOST_BYTES: usize = 1 << 20;

/// An object of 7 bytes takes 700 in memory, and the longest text, full of them, 126 MiB. With so
/// many, the most is 44 MiB, whatever else is there.
const MOST_BRACKETS: usize = 1 << 15;

/// The object that `text` is.
///
/// Python also writes `NaN`, `Infinity` and `-Infinity`, which JSON does not have. They stand in
/// real files (never in a positional key) and are read as `null`.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::TooLong(text.len()));
    }
    // Those inside of strings count too: a string with that many is no part of a configuration.
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
        Value::String(_) => Err(Unreadable::NoObject("a text")),
    }
}

/// `text` with Python's three extra numbers, where they stand outside of strings, as `null`.
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

/// Bytes of the JSON string that `text` starts with, both quotation marks included.
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
