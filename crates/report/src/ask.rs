//! What a reader asks about a model, as in the address of the room and on the command line.

use super::code::Language;
use super::{Engine, Framework, View};
use phasor_params::choice::{Choice, choice};
use phasor_text::shorten;

/// The reason why a question cannot be answered. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// A value that the key does not accept.
    #[error("{name} (`{key}`) must be {accepted}, not `{value}`.")]
    Value {
        /// What readers call it.
        name: &'static str,
        /// The key.
        key: &'static str,
        /// What it accepts.
        accepted: String,
        /// The value.
        value: String,
    },
}

/// The longest text that a model can be asked about, in tokens.
pub const LONGEST: usize = 10 << 20;

/// The narrowest and the widest drawing, CSS pixels.
const WIDTHS: (f32, f32) = (200.0, 2000.0);

choice! {
    /// A rule that engines apply when they start.
    pub enum Rule {
        /// YaRN, with its usual numbers.
        Yarn "yarn" "YaRN",
        /// Position interpolation.
        Linear "linear" "linear",
    }
}

/// A question about a model.
///
/// ```
/// use phasor_report::{Ask, View};
///
/// let (ask, errors) = Ask::parse("view=what-if&target=131072&width=640");
/// assert!(errors.is_empty());
/// assert_eq!((ask.view, ask.target, ask.width), (View::WhatIf, Some(131_072), 640.0));
/// let (_, errors) = Ask::parse("target=0");
/// assert_eq!(errors[0].to_string(), "The text length (`target`) must be a whole number from 2 to 10,485,760, not `0`.");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What to show.
    pub view: View,
    /// The type of the layers to show, if a model has several.
    pub layer: Option<String>,
    /// The length of the text in tokens, or `None` for the longest that the file declares.
    pub target: Option<usize>,
    /// The rule of the settings for longer texts.
    pub rule: Rule,
    /// The engine whose settings to show, or `None` for all.
    pub engine: Option<Engine>,
    /// Where weights come from.
    pub from: Framework,
    /// Where weights go to.
    pub to: Framework,
    /// The language of code.
    pub language: Language,
    /// What rows of the table of models must contain.
    pub filter: String,
    /// The width of drawings, CSS pixels.
    pub width: f32,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            view: View::default(),
            layer: None,
            target: None,
            rule: Rule::default(),
            engine: None,
            from: Framework::Transformers,
            to: Framework::Gguf,
            language: Language::default(),
            filter: String::new(),
            width: 760.0,
        }
    }
}

impl Ask {
    /// Reads a query such as `view=what-if&target=131072`. Keys that are unknown are left to others; a value that is
    /// not accepted leaves the default.
    #[must_use]
    pub fn parse(query: &str) -> (Self, Vec<AskError>) {
        let mut ask = Self::default();
        let mut errors = Vec::new();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            if let Err(error) = ask.set(&key, &value) {
                errors.push(error);
            }
        }
        (ask, errors)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), AskError> {
        match key {
            "view" => self.view = chosen("view", value)?,
            "layer" => self.layer = (!value.is_empty()).then(|| value.to_owned()),
            "target" => {
                let number = value.replace([',', '_'], "").parse().ok();
                let number = number.filter(|number| (2..=LONGEST).contains(number));
                let accepted = "a whole number from 2 to 10,485,760";
                self.target = Some(number.ok_or_else(|| refused("target", accepted, value))?);
            }
            "rule" => self.rule = chosen("rule", value)?,
            "engine" if value.is_empty() => self.engine = None,
            "engine" => self.engine = Some(chosen("engine", value)?),
            "from" => self.from = chosen("from", value)?,
            "to" => self.to = chosen("to", value)?,
            "language" => self.language = chosen("language", value)?,
            "filter" => self.filter = value.to_owned(),
            "width" => {
                let width: Option<f32> = value.parse().ok();
                let width = width.filter(|width| width.is_finite());
                let width =
                    width.ok_or_else(|| refused("width", "a number of CSS pixels", value))?;
                self.width = width.clamp(WIDTHS.0, WIDTHS.1);
            }
            _ => {}
        }
        Ok(())
    }
}

fn refused(key: &'static str, accepted: &str, value: &str) -> AskError {
    AskError::Value {
        name: named(key),
        key,
        accepted: accepted.to_owned(),
        value: shorten(value),
    }
}

fn chosen<T: Choice>(key: &'static str, value: &str) -> Result<T, AskError> {
    T::from_name(value).ok_or_else(|| {
        let words: Vec<String> = T::all()
            .map(|one| format!("`{}`", one.word().name))
            .collect();
        refused(key, &words.join(" or "), value)
    })
}

/// Returns what readers call a key, at the start of a sentence.
fn named(key: &str) -> &'static str {
    match key {
        "view" => "The view",
        "target" => "The text length",
        "rule" => "The rule",
        "engine" => "The engine",
        "from" | "to" => "The framework",
        "language" => "The language",
        _ => "The width",
    }
}
