//! The places of all keys in the text of a JSON object.

use std::collections::HashMap;
use std::ops::Range;

use super::finding::{Finding, Notice, shorten};

/// The place of a key and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The path of the key, as in [`Finding::key`].
    pub(super) path: String,
    /// The bytes of the key, with its quotation marks.
    pub(super) key: Range<usize>,
    /// The bytes of the value.
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
pub(super) fn tell_repeated_keys(text: &str, findings: &mut Vec<Finding>) {
    let places = outline(text);
    let mut last_of: HashMap<&str, usize> = HashMap::new();
    for place in &places {
        // A path that was shortened may be that of several keys.
        if let Some(first) = last_of.insert(&place.path, place.key.start)
            && !place.path.ends_with('…')
        {
            let (first, last) = (line_of(text, first), line_of(text, place.key.start));
            let sentence = match first == last {
                true => format!("Repeated in line {last}; the last value is used."),
                false => format!("In lines {first} and {last}; the value in line {last} is used."),
            };
            findings.warn(&place.path, sentence);
        }
    }
}

/// Returns the line of a byte, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    1 + before.iter().filter(|byte| **byte == b'\n').count()
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
        let key = start..self.at;
        self.skip_while(|byte| byte == b':' || byte.is_ascii_whitespace());
        let value = self.at;
        if self.n_lists > 0 {
            return self.value();
        }
        let outer = self.path.clone();
        let quoted = self.text.get(key.clone()).unwrap_or_default();
        let name: String = serde_json::from_str(quoted).unwrap_or_default();
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(&name);
        self.path = shorten(&self.path);
        let place = self.places.len();
        self.places.push(Place {
            path: self.path.clone(),
            key,
            value: value..value,
        });
        self.value();
        if let Some(place) = self.places.get_mut(place) {
            place.value.end = self.at;
        }
        self.path = outer;
    }

    fn string(&mut self) {
        let mut is_escaped = false;
        self.at += 1;
        while let Some(byte) = self.byte() {
            self.at += 1;
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => return,
                _ => {}
            }
        }
    }
}
