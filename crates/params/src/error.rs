//! Errors in a text that sets a parameter.

use phasor_text::shorten;

use super::{Key, Parameter};

/// An error in a text that sets a parameter. Its `Display` is a sentence for the person who wrote
/// it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// The name is not in the table of parameters.
    #[error("There is no parameter `{name}`; {others}.")]
    UnknownName {
        /// The name, shortened.
        name: String,
        /// Where the parameters are that there are.
        others: &'static str,
    },
    /// A part of the value is not accepted.
    #[error("{subject} must be {accepted}; `{part}` is not one of them.")]
    Part {
        /// What readers call the parameter.
        subject: String,
        /// The values that it accepts.
        accepted: String,
        /// The part, shortened.
        part: String,
    },
    /// The value is outside the accepted range or not of the accepted kind.
    #[error("{subject} must be {accepted}, not `{text}`.")]
    Value {
        /// What readers call the parameter.
        subject: String,
        /// The values that it accepts.
        accepted: String,
        /// The given text, shortened.
        text: String,
    },
}

impl ParameterError {
    /// Creates the error for `text` as the value of `parameter`.
    #[must_use]
    pub fn value(parameter: &Parameter, text: &str) -> Self {
        Self::beyond(parameter, parameter.accepted(), text)
    }

    /// Creates the error for `text` as the value of `parameter` where other parameters leave less than it accepts.
    #[must_use]
    pub fn beyond(parameter: &Parameter, accepted: String, text: &str) -> Self {
        Self::Value {
            subject: subject(parameter),
            accepted,
            text: shorten(text),
        }
    }

    /// Creates the error for a `part` of the value of `parameter`.
    #[must_use]
    pub fn part(parameter: &Parameter, part: &str) -> Self {
        Self::Part {
            subject: subject(parameter),
            accepted: parameter.accepted(),
            part: shorten(part),
        }
    }

    /// Creates the error for a name that the table of `K` does not have.
    #[must_use]
    pub fn unknown_name<K: Key>(name: &str) -> Self {
        Self::UnknownName {
            name: shorten(name),
            others: K::OTHERS,
        }
    }
}

/// Returns a parameter as readers know it: the label from the page and the name from addresses and
/// flags, or only the name if the label begins with it or is an identifier too.
fn subject(parameter: &Parameter) -> String {
    let Parameter {
        name, label, unit, ..
    } = parameter;
    let rest = label.replace(' ', "-");
    let rest = rest.strip_prefix(name);
    let says_more = rest.is_none_or(|rest| !rest.is_empty() && !rest.starts_with('-'));
    if !says_more || label.contains('_') {
        return format!("`{name}`");
    }
    // A label that is a plural names what is counted.
    match unit == label || name.starts_with("n-") {
        true => format!("The number of {label} (`{name}`)"),
        false => format!("The {label} (`{name}`)"),
    }
}
