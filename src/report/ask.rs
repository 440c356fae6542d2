//! What a reader asks about a model, as in the address of the room and on the command line.

use super::View;
use super::code::Language;
use crate::encoding::Pairing;

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

/// The names of the engines whose settings are known.
pub const ENGINES: [&str; 7] = [
    "transformers",
    "vllm",
    "sglang",
    "llama.cpp",
    "ollama",
    "tensorrt-llm",
    "training",
];

/// The narrowest and the widest drawing, CSS pixels.
const WIDTHS: (f32, f32) = (200.0, 2000.0);

/// A rule that engines apply when they start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// YaRN, with its usual numbers.
    Yarn,
    /// Position interpolation.
    Linear,
}

/// A question about a model.
///
/// ```
/// use phasor::report::{Ask, View};
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
    /// The engine whose settings to show, as on the command line, or `None` for all.
    pub engine: Option<&'static str>,
    /// The layouts of pairs to convert between.
    pub layouts: (Pairing, Pairing),
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
            view: View::Model,
            layer: None,
            target: None,
            rule: Rule::Yarn,
            engine: None,
            layouts: (Pairing::Interleaved, Pairing::HalfSplit),
            language: Language::Numpy,
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
        let refuse = |key, accepted: &str| AskError::Value {
            name: named(key),
            key,
            accepted: accepted.to_owned(),
            value: value.chars().take(40).collect(),
        };
        let pairing = |key| match value {
            "interleaved" => Ok(Pairing::Interleaved),
            "half-split" => Ok(Pairing::HalfSplit),
            _ => Err(refuse(key, "`interleaved` or `half-split`")),
        };
        match key {
            "view" => {
                self.view = View::from_name(value).ok_or_else(|| refuse("view", &View::names()))?;
            }
            "layer" => self.layer = (!value.is_empty()).then(|| value.to_owned()),
            "target" => {
                let number = value.replace([',', '_'], "").parse().ok();
                let number = number.filter(|number| (2..=LONGEST).contains(number));
                let accepted = "a whole number from 2 to 10,485,760";
                self.target = Some(number.ok_or_else(|| refuse("target", accepted))?);
            }
            "rule" => {
                self.rule = match value {
                    "yarn" => Rule::Yarn,
                    "linear" => Rule::Linear,
                    _ => return Err(refuse("rule", "`yarn` or `linear`")),
                }
            }
            "engine" => {
                let found = ENGINES.into_iter().find(|engine| *engine == value);
                let names = ENGINES.map(|engine| format!("`{engine}`"));
                let found = found.ok_or_else(|| refuse("engine", &names.join(" or ")));
                self.engine = if value.is_empty() { None } else { Some(found?) };
            }
            "from" => self.layouts.0 = pairing("from")?,
            "to" => self.layouts.1 = pairing("to")?,
            "language" => {
                let found = Language::ALL
                    .into_iter()
                    .find(|language| language.name() == value);
                let names = Language::ALL.map(|language| format!("`{}`", language.name()));
                self.language = found.ok_or_else(|| refuse("language", &names.join(" or ")))?;
            }
            "filter" => self.filter = value.to_owned(),
            "width" => {
                let width: Option<f32> = value.parse().ok();
                let width = width.filter(|width| width.is_finite());
                let width = width.ok_or_else(|| refuse("width", "a number of CSS pixels"))?;
                self.width = width.clamp(WIDTHS.0, WIDTHS.1);
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns what readers call a key, at the start of a sentence.
fn named(key: &str) -> &'static str {
    match key {
        "view" => "The view",
        "target" => "The text length",
        "rule" => "The rule",
        "engine" => "The engine",
        "from" | "to" => "The layout",
        "language" => "The language",
        _ => "The width",
    }
}
