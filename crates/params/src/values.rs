//! A valid value of every parameter of a table.

use std::marker::PhantomData;

use super::choice::Choice;
use super::{Accepts, Key, Parameter, ParameterError};

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value, which a parameter with an empty default accepts.
    None,
    /// A number.
    Number(f64),
    /// The place of a word in the list of a choice.
    Word(usize),
    /// Text.
    Text(String),
}

/// A valid value of every parameter of the table of `K`. It changes only through methods that accept nothing outside the
/// table.
#[derive(Debug, Clone, PartialEq)]
pub struct Values<K> {
    values: Box<[Value]>,
    table: PhantomData<K>,
}

impl<K: Key> Default for Values<K> {
    fn default() -> Self {
        K::defaults().clone()
    }
}

impl<K: Key> Values<K> {
    /// Reads the defaults of the table. [`Key::defaults`] has them already.
    #[must_use]
    pub fn of_table() -> Self {
        let default = |key: &K| {
            let row = key.parameter();
            // Text is read by the one who has the parameter, so it is stored only once it is set.
            match row.accepts {
                Accepts::Text(_) => Value::None,
                _ => row
                    .read(row.default)
                    .expect("a parameter accepts its default"),
            }
        };
        Self {
            values: K::ALL.iter().map(default).collect(),
            table: PhantomData,
        }
    }

    /// Returns the value of `key`.
    #[must_use]
    pub fn value(&self, key: K) -> &Value {
        let value = self.values.get(key.place());
        value.expect("there is a value for every key")
    }

    fn put(&mut self, key: K, value: Value) {
        let place = self.values.get_mut(key.place());
        *place.expect("there is a value for every key") = value;
    }

    /// Sets `key` from text.
    ///
    /// # Errors
    /// [`ParameterError`] if the table does not accept `text`; nothing is changed then.
    pub fn set(&mut self, key: K, text: &str) -> Result<(), ParameterError> {
        self.put(key, key.parameter().read(text)?);
        Ok(())
    }

    /// Sets a numeric `key`.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if the number is outside the range or `key` is not numeric; nothing is changed then.
    pub fn set_number(&mut self, key: K, number: f64) -> Result<(), ParameterError> {
        let row = key.parameter();
        if !row.range().is_some_and(|range| range.contains(number)) {
            return Err(ParameterError::value(row, &number.to_string()));
        }
        // The sum turns minus zero into zero.
        self.put(key, Value::Number(number + 0.0));
        Ok(())
    }

    /// Sets a numeric `key` to the accepted number nearest to `number`, and a choice to the word at
    /// the nearest index. This is for pointers and clocks, which may overshoot. A number that is
    /// not finite changes nothing.
    pub fn set_nearest(&mut self, key: K, number: f64) {
        if !number.is_finite() {
            return;
        }
        match key.parameter().accepts {
            Accepts::Number(range) => {
                self.put(key, Value::Number(range.nearest(range.joined_at(number))));
            }
            Accepts::Choice(words) => {
                let last = words.len() as f64 - 1.0;
                self.put(key, Value::Word(number.round().clamp(0.0, last) as usize));
            }
            Accepts::Text(_) => {}
        }
    }

    /// Returns the number of a numeric `key`; `None` for other kinds, or if it has no value.
    #[must_use]
    pub fn number(&self, key: K) -> Option<f64> {
        match self.value(key) {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the value of a choice with the words of `T`; `None` if it has no value.
    #[must_use]
    pub fn choice<T: Choice>(&self, key: K) -> Option<T> {
        T::WORDS.get(self.place(key)?).map(|(value, _)| *value)
    }

    /// Returns the place of the word of a choice among its words; `None` for other kinds, or if it has no value.
    #[must_use]
    pub fn place(&self, key: K) -> Option<usize> {
        match self.value(key) {
            Value::Word(place) => Some(*place),
            _ => None,
        }
    }

    /// Returns the text of `key`, which [`set`](Self::set) reads back to the same value.
    #[must_use]
    pub fn text(&self, key: K) -> String {
        let Parameter {
            accepts, default, ..
        } = key.parameter();
        match (self.value(key), accepts) {
            (Value::Number(number), _) => number.to_string(),
            (Value::Word(place), Accepts::Choice(words)) => {
                let word = words.get(*place);
                let word = word.expect("the number of a choice is the place of its word");
                word.name.to_owned()
            }
            (Value::Text(text), _) => text.clone(),
            _ => (*default).to_owned(),
        }
    }

    /// Returns `true` if `key` differs from its default.
    #[must_use]
    pub fn is_set(&self, key: K) -> bool {
        self.value(key) != K::defaults().value(key)
    }

    /// Copies the value of `key` from `from`.
    pub fn copy(&mut self, from: &Self, key: K) {
        self.put(key, from.value(key).clone());
    }
}
