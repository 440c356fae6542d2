//! The places of all keys in the text of a JSON object.

use std::collections::HashMap;
use std::ops::Range;

use super::finding::{Finding, Notice};
use phasor_text::shorten;

/// Where a key and its value are in the text, in bytes.
#[derive(Debug)]
pub(super) struct Place {
    /// The path of the key, as in [`Finding::key`].
    pub(super) path: String,
    /// Where the key begins, with its quotation mark.
    pub(super) start: usize,
    /// Where the value is.
    pub(super) value: Range<usize>,
}

/// Returns the places of all keys in the order of the text, except of those inside lists. Of a text
/// that the parser does not accept, some places may be missing.
pub(super) fn outline(text: &str) -> Vec<Place> {
    let mut scanner = Scanner {
        text,
        at: 0,
        path: String::new(),
        n_lists: 0,
        depth: 0,
        places: Vec::new(),
    };
    scanner.value();
    scanner.places
}

/// Reports keys that an object has more than once.
pub(super) fn report_repeated_keys(text: &str, findings: &mut Vec<Finding>) {
    let places = outline(text);
    let mut last_of: HashMap<&str, usize> = HashMap::new();
    for Place { path, start, .. } in &places {
        // A path that was shortened may be that of several keys.
        if let Some(first) = last_of.insert(path, *start)
            && !path.ends_with('…')
        {
            let (first, last) = (line_of(text, first), line_of(text, *start));
            let sentence = match first == last {
                true => format!("Repeated in line {last}; the last value is used."),
                false => format!("In lines {first} and {last}; the value in line {last} is used."),
            };
            findings.warn(path, sentence);
        }
    }
}

/// Returns the line in which the key with that path begins, counted from 1. Of repeated keys it is the last one, whose
/// value counts.
///
/// ```
/// use phasor_model_files::key_line;
///
/// let text = "{\n  \"rope_scaling\": {\n    \"factor\": 4\n  }\n}";
/// assert_eq!(key_line(text, "rope_scaling.factor"), Some(3));
/// assert_eq!(key_line(text, "rope_theta"), None);
/// ```
#[must_use]
pub fn key_line(text: &str, key: &str) -> Option<usize> {
    let places = outline(text);
    let place = places.iter().rev().find(|place| place.path == key)?;
    Some(line_of(text, place.start))
}

/// Returns the line of a byte, counted from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    let before = text.bytes().take(at);
    1 + before.filter(|byte| *byte == b'\n').count()
}

/// Reads a text from its start to its end.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    path: String,
    /// The number of lists around the current place.
    n_lists: usize,
    /// The number of lists and objects around the current place.
    depth: usize,
    places: Vec<Place>,
}

/// The largest depth that the parser accepts.
const DEEPEST: usize = 128;

impl Scanner<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.byte().is_some_and(&skipped) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace() || byte > 127);
    }

    fn value(&mut self) {
        self.skip_space();
        self.depth += 1;
        match self.byte() {
            Some(b'{' | b'[') if self.depth > DEEPEST => self.at = self.text.len(),
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => self.string(),
            _ => self.skip_while(|byte| !matches!(byte, b',' | b']' | b'}') && byte > b' '),
        }
        self.depth -= 1;
    }

    fn list(&mut self) {
        self.n_lists += 1;
        self.at += 1;
        loop {
            self.skip_while(|byte| byte == b',' || byte.is_ascii_whitespace());
            match self.byte() {
                None | Some(b'}') => break,
                Some(b']') => {
                    self.at += 1;
                    break;
                }
                Some(_) => {
                    let before = self.at;
                    self.value();
                    if self.at == before {
                        break;
                    }
                }
            }
        }
        self.n_lists -= 1;
    }

    fn object(&mut self) {
        self.at += 1;
        loop {
            self.skip_while(|byte| byte == b',' || byte.is_ascii_whitespace());
            match self.byte() {
                Some(b'"') => self.member(),
                Some(b'}') => {
                    self.at += 1;
                    return;
                }
                _ => return,
            }
        }
    }

    fn member(&mut self) {
        let start = self.at;
        self.string();
        let quoted = self.text.get(start..self.at);
        let quoted = quoted.expect("a string ends at its quotation mark, or with the text");
        self.skip_while(|byte| byte == b':' || byte.is_ascii_whitespace());
        if self.n_lists > 0 {
            return self.value();
        }
        let outer = self.path.clone();
        let Ok(name) = serde_json::from_str::<String>(quoted) else {
            // The parser does not accept such a text. What is below the key has no path, as in a list.
            self.n_lists += 1;
            self.value();
            self.n_lists -= 1;
            return;
        };
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(&name);
        self.path = shorten(&self.path);
        let place = self.places.len();
        self.skip_space();
        let from = self.at;
        self.places.push(Place {
            path: self.path.clone(),
            start,
            value: from..from,
        });
        self.value();
        let place = self.places.get_mut(place);
        place.expect("a place is never removed").value.end = self.at;
        self.path = outer;
    }

    fn string(&mut self) {
        let rest = self.text.get(self.at..);
        self.at += string_length(rest.expect("a string begins at its quotation mark"));
    }
}

/// Returns the length in bytes of the JSON string at the start of `text`, with both quotation
/// marks.
pub(super) fn string_length(text: &str) -> usize {
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
