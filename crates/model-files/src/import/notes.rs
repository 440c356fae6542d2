//! What every format needs: sentences for the reader, and numbers as JSON writes them.

use serde_json::Value;

/// The sentences about what was assumed or could not be taken over.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    /// Adds a sentence, unless it repeats another. A reader of the largest number has enough to do.
    pub(super) fn add(&mut self, sentence: impl Into<String>) {
        const MOST: usize = 50;
        let sentence = sentence.into();
        if self.0.len() < MOST && !self.0.contains(&sentence) {
            self.0.push(sentence);
        }
    }

    pub(super) fn into_sentences(self) -> Vec<String> {
        self.0
    }
}

/// Returns the number as a JSON value, without a fraction if it is whole.
pub(super) fn value_of(number: f64) -> Value {
    const LARGEST: f64 = 1e15;
    match number.fract() == 0.0 && number.abs() < LARGEST {
        true => Value::from(number as i64),
        false => Value::from(number),
    }
}
