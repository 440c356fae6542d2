//! A parameter: what it is called, what it accepts, and its default.

use super::choice::Word;
use super::{ParameterError, Range, Value};
use phasor_text::listed;

/// What a parameter accepts.
#[derive(Debug, Clone, Copy)]
pub enum Accepts {
    /// A number.
    Number(Range),
    /// One of a few words.
    Choice(&'static [Word]),
    /// Text. The function describes what is accepted, as the object of "must be"; the one who has the parameter reads it.
    Text(fn() -> String),
}

/// A row of a table of parameters.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The name in addresses, attributes and flags.
    pub name: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// The unit of a number, empty if it has none.
    pub unit: &'static str,
    /// The meaning, in one sentence.
    pub help: &'static str,
    /// The accepted values.
    pub accepts: Accepts,
    /// The text of the default. If it is empty, the parameter may have no value.
    pub default: &'static str,
}

impl Parameter {
    /// Reads a value.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if the parameter does not accept `text`.
    pub fn read(&self, text: &str) -> Result<Value, ParameterError> {
        let text = text.trim();
        if text.is_empty() && self.default.is_empty() {
            return Ok(Value::None);
        }
        let value = match self.accepts {
            Accepts::Number(range) => phasor_text::parse::number(text)
                .filter(|number| range.contains(*number))
                // The sum turns minus zero into zero.
                .map(|number| Value::Number(number + 0.0)),
            Accepts::Choice(words) => {
                let place = words.iter().position(|word| word.name == text);
                place.map(Value::Word)
            }
            Accepts::Text(_) => Some(Value::Text(text.to_owned())),
        };
        value.ok_or_else(|| ParameterError::value(self, text))
    }

    /// Returns the range of a number; `None` for other kinds.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        match self.accepts {
            Accepts::Number(range) => Some(range),
            _ => None,
        }
    }

    /// Returns the accepted values, as a phrase that follows "must be".
    #[must_use]
    pub fn accepted(&self) -> String {
        match self.accepts {
            Accepts::Number(range) => range.accepted(),
            Accepts::Choice(words) => {
                let names: Vec<&str> = words.iter().map(|word| word.name).collect();
                listed(&names, "or")
            }
            Accepts::Text(accepted) => accepted(),
        }
    }
}
