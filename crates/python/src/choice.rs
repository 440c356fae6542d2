//! Words of Python as values of the core.

use crate::error::Error;
use phasor_params::ParameterError;
use phasor_params::choice::Choice;
use phasor_text::{listed, shorten};

/// Returns the value of a word that an argument has.
pub(crate) fn choice<C: Choice>(argument: &str, word: &str) -> Result<C, Error> {
    let words: Vec<&str> = C::LIST.iter().map(|word| word.name).collect();
    C::from_name(word).ok_or_else(|| unknown(argument, &words, word))
}

/// Returns the error for a word that is none of those that an argument accepts.
pub(crate) fn unknown(argument: &str, words: &[&str], given: &str) -> Error {
    Error::from(ParameterError::Value {
        subject: format!("`{argument}`"),
        accepted: listed(words, "or"),
        text: shorten(given),
    })
}
