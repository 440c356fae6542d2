//! JSON in Python's dialect.

use serde_json::{Map, Value};

use super::Format;
use super::finding::{Finding, Notice};
use super::outline::{report_repeated_keys, string_length};

/// The reason why a text is not a configuration. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// The text is longer than any configuration.
    #[error("A config.json must have at most 1,048,576 bytes; this one has more.")]
    TooLong,
    /// The text has more lists and objects than any configuration.
    #[error("A config.json must have at most 32,768 opening brackets, not {0}.")]
    TooNested(usize),
    /// The text is not JSON.
    #[error("The text is not JSON: {0}.")]
    NoJson(String),
    /// The text is JSON, but not an object.
    #[error("A config.json must be an object, not {0}.")]
    NoObject(&'static str),
    /// The text or file has another format.
    #[error(transparent)]
    Foreign(#[from] Format),
}

const MOST_BYTES: usize = 1 << 20;

/// A JSON object of 7 bytes takes 700 bytes in memory, so the longest text could take 126 MiB. With
/// this many brackets, any text takes at most 44 MiB.
const MOST_BRACKETS: usize = 1 << 15;

/// Returns the text of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Unreadable> {
    if let Some(format) = Format::of_bytes(bytes) {
        return Err(format.into());
    }
    // A reader may have cut a longer text within a character, so this comes first.
    if bytes.len() > MOST_BYTES {
        return Err(Unreadable::TooLong);
    }
    std::str::from_utf8(bytes).map_err(|_| Format::Binary.into())
}

/// Parses `text` as a JSON object, with findings for what another reader would reject or overlook.
///
/// Python also writes `NaN`, `Infinity` and `-Infinity`, which JSON does not have. They become
/// strings that start with [`SPECIAL`].
pub(crate) fn object(
    text: &str,
    findings: &mut Vec<Finding>,
) -> Result<Map<String, Value>, Unreadable> {
    if text.len() > MOST_BYTES {
        return Err(Unreadable::TooLong);
    }
    // Brackets inside strings count too, since no configuration has a string with so many.
    let brackets = text.bytes().filter(|byte| matches!(byte, b'[' | b'{'));
    let n_brackets = brackets.count();
    if n_brackets > MOST_BRACKETS {
        return Err(Unreadable::TooNested(n_brackets));
    }
    let without_mark = text.trim_start_matches('\u{feff}');
    if without_mark.len() < text.len() {
        let sentence = "Starts with a byte order mark, which transformers rejects; skipped.";
        findings.error(FILE, sentence);
    }
    // This comes before parsing, because the places of keys and the parsed values of the longest text
    // would not fit into memory together.
    report_repeated_keys(without_mark, findings);
    let value = parse_json(without_mark).map_err(|error| match Format::of_text(without_mark) {
        Some(format) => Unreadable::Foreign(format),
        None => Unreadable::NoJson(error.to_string()),
    })?;
    match value {
        Value::Object(object) => match Format::of_object(&object) {
            Some(format) => Err(format.into()),
            None => Ok(object),
        },
        Value::Array(_) => Err(Unreadable::NoObject("a list")),
        Value::Null => Err(Unreadable::NoObject("null")),
        Value::Bool(_) => Err(Unreadable::NoObject("true or false")),
        Value::Number(_) => Err(Unreadable::NoObject("a number")),
        Value::String(_) => Err(Unreadable::NoObject("a string")),
    }
}

/// Parses the built-in `text` of a class's defaults.
pub(super) fn built_in(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("the defaults of every class are a JSON object")
}

/// The name of the whole file in findings.
pub(super) const FILE: &str = "config.json";

/// The start of a string that stands for one of Python's extra numbers. No file has it, because
/// JSON writes this character as an escape, and no key does.
pub(super) const SPECIAL: char = '\u{1}';

/// Parses JSON in Python's dialect, in which transformers writes configurations: `NaN`, `Infinity` and `-Infinity` become
/// strings that no file can have.
///
/// # Errors
/// That of the parser.
///
/// ```
/// let value = phasor_model_files::parse_json(r#"{"qk_nope_head_dim": 128, "limit": Infinity}"#)?;
/// assert_eq!(value["qk_nope_head_dim"], 128);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn parse_json(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&marked(text)))
}

/// Returns the text of an object, with Python's three extra numbers as Python writes them.
pub(crate) fn written(object: &Map<String, Value>) -> String {
    let text = serde_json::to_string_pretty(object);
    let mut text = text.expect("an object has texts as keys, so it can be written");
    for special in SPECIALS {
        let marked = format!(r#""\u0001{special}""#);
        if text.contains(&marked) {
            text = text.replace(&marked, special);
        }
    }
    text
}

/// The numbers that Python writes and JSON does not have.
const SPECIALS: [&str; 3] = ["NaN", "Infinity", "-Infinity"];

/// Returns `text` with Python's three extra numbers, outside of strings, replaced by marked strings.
fn marked(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(['"', 'N', 'I', '-']) {
        let (before, at) = rest.split_at(place);
        marked.push_str(before);
        let mut specials = SPECIALS.iter();
        if let Some((special, after)) =
            specials.find_map(|special| Some((special, at.strip_prefix(special)?)))
        {
            marked.push_str(r#""\u0001"#);
            marked.push_str(special);
            marked.push('"');
            rest = after;
            continue;
        }
        let length = if at.starts_with('"') {
            string_length(at)
        } else {
            1
        };
        // A string ends with its quotation mark or the text, and the other letters are one byte long.
        let (same, after) = at.split_at(length);
        marked.push_str(same);
        rest = after;
    }
    marked.push_str(rest);
    marked
}
