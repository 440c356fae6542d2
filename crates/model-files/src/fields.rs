//! Reads numbers and words from a JSON object, with a finding for each invalid one.

use serde_json::{Map, Value};

use super::finding::{Finding, Notice};
use super::json::{FILE, SPECIAL};
use super::keys::{HEAD_DIM, HIDDEN_SIZE, MAX_POSITIONS, N_HEADS, Names};
use super::{Edit, classes, lengths};
use phasor_text::number::Plain;
use phasor_text::shorten;

/// The keys of the text model in a multimodal file.
pub(crate) const TEXT_MODELS: Names = &[
    "text_config",
    "llm_config",
    "language_config",
    "thinker_config",
    "vlm_config",
    "decoder_config",
    "decoder",
    "generator",
];

/// Returns the keys that lead from the root to the text model; none if it is the root.
pub(crate) fn way_to_text_model(root: &Map<String, Value>) -> Vec<&'static str> {
    let (mut object, mut way) = (root, Vec::new());
    // Four levels suffice: an omni model has a thinker, which has a text model.
    for _ in 0..4 {
        let has_heads = N_HEADS.iter().any(|name| object.contains_key(*name));
        let parts = TEXT_MODELS.iter();
        let part = parts.filter_map(|name| Some((*name, object.get(*name)?.as_object()?)));
        match part.into_iter().next() {
            Some((name, part)) if !has_heads => {
                way.push(name);
                object = part;
            }
            _ => break,
        }
    }
    way
}

/// Returns whether the object gives the class of a model or a size, so that it is more than an
/// override of another configuration.
pub(crate) fn is_of_model(object: &Map<String, Value>) -> bool {
    let sizes = [HIDDEN_SIZE, N_HEADS, HEAD_DIM].into_iter().flatten();
    object.contains_key("model_type") || sizes.into_iter().any(|name| object.contains_key(*name))
}

/// The range of positive numbers. No model is near its ends, and results computed from numbers in
/// this range neither overflow nor vanish.
pub(super) const SMALLEST: f64 = 1e-6;
pub(super) const LARGEST: f64 = 1e12;

pub(super) fn is_in_range(number: f64) -> bool {
    (SMALLEST..=LARGEST).contains(&number)
}

/// A JSON object and its path in the file.
#[derive(Debug, Clone)]
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    path: String,
    /// The class of a text model that does not name its own.
    inherited: Option<&'static str>,
}

impl<'a> Fields<'a> {
    /// Returns the object of the text model: the root, or the part of a multimodal file that has
    /// heads.
    pub(super) fn of_text_model(root: &'a Map<String, Value>, findings: &mut Vec<Finding>) -> Self {
        let mut fields = Self {
            object: root,
            path: String::new(),
            inherited: None,
        };
        let inherited = fields.model_type().and_then(classes::name);
        for name in way_to_text_model(root) {
            fields = fields.object_at(name).unwrap_or(fields);
        }
        fields.inherited = inherited;
        if fields.object.is_empty() {
            findings.error(FILE, "Empty; RoPE with heads of 128 components is assumed.");
        }
        fields
    }

    /// Returns the object `name`, or `None` if it is missing or not an object.
    pub(super) fn object_at(&self, name: &str) -> Option<Self> {
        let object = self.object.get(name)?.as_object()?;
        Some(Self {
            object,
            // The path is repeated for every key inside, so it has to be short.
            path: shorten(&self.path_of(name)),
            inherited: None,
        })
    }

    /// Returns `object` at the path of this one, for defaults that no file holds.
    pub(super) fn standing_in<'b>(&self, object: &'b Map<String, Value>) -> Fields<'b> {
        Fields {
            object,
            path: self.path.clone(),
            inherited: self.inherited,
        }
    }

    /// Returns the path of this object.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the path of the key `name`.
    pub(super) fn path_of(&self, name: &str) -> String {
        match self.path.is_empty() {
            true => name.to_owned(),
            false => format!("{}.{name}", self.path),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the longest text in tokens, from the file or from its class.
    pub(super) fn longest(&self, findings: &mut Vec<Finding>) -> Option<usize> {
        let given = self.count(MAX_POSITIONS, findings);
        given.or_else(|| lengths::of_class(self.model_type()))
    }

    /// Returns `true` if the key is present with the value `null`.
    pub(super) fn is_null(&self, name: &str) -> bool {
        self.object.get(name).is_some_and(Value::is_null)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.object.keys().map(String::as_str)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a> {
        self.object.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Returns the class of the text model: the one that the file names, or the one that a class made around a text model
    /// has by default.
    pub(super) fn model_type(&self) -> Option<&'a str> {
        let own = self.get("model_type").and_then(Value::as_str);
        let class = own.or(self.inherited)?;
        Some(classes::text_model(class).unwrap_or(class))
    }

    /// Returns `true` if the class is one of transformers, or one whose published code is known.
    pub(super) fn is_of_known_class(&self) -> bool {
        self.model_type().and_then(classes::name).is_some()
    }

    /// Returns `true` if a size of a model is given.
    pub(super) fn has_size(&self) -> bool {
        let sizes = [HIDDEN_SIZE, N_HEADS, HEAD_DIM].into_iter().flatten();
        sizes.into_iter().any(|name| self.has(name))
    }

    /// Reads a string.
    pub(super) fn word(&self, name: &str, findings: &mut Vec<Finding>) -> Option<&'a str> {
        let value = self.get(name)?;
        if value.as_str().is_none() {
            let sentence = format!("Must be a string, not {}; ignored.", described(value));
            findings.error(&self.path_of(name), sentence);
        }
        value.as_str()
    }

    /// Reads `true` or `false`.
    pub(super) fn flag(&self, name: &str, findings: &mut Vec<Finding>) -> Option<bool> {
        let value = self.get(name)?;
        if value.as_bool().is_none() {
            let sentence = format!("Must be true or false, not {}; ignored.", described(value));
            findings.error(&self.path_of(name), sentence);
        }
        value.as_bool()
    }

    /// Reads a finite number. A number written as a string is also read, with a finding.
    pub(super) fn number(&self, name: &str, findings: &mut Vec<Finding>) -> Option<f64> {
        let value = self.get(name)?;
        let number = number(value);
        match (number, value) {
            (Some(_), Value::String(_)) => {
                let sentence = format!(
                    "Must be a number, not the string {}, which transformers rejects; read as a \
                     number.",
                    described(value)
                );
                findings.error(&self.path_of(name), sentence);
                if let Value::String(text) = value {
                    findings.mended_by(Edit::Set(text.trim().to_owned()));
                }
            }
            (Some(_), _) => {}
            (None, _) => {
                let sentence = format!(
                    "Must be a finite number, not {}; ignored.",
                    described(value)
                );
                findings.error(&self.path_of(name), sentence);
            }
        }
        number
    }

    /// Reads a number above 0.
    pub(super) fn positive(&self, name: &str, findings: &mut Vec<Finding>) -> Option<f64> {
        let number = self.number(name, findings)?;
        if is_in_range(number) {
            return Some(number);
        }
        let accepted = match number > 0.0 {
            true => "from 1e-6 to 1e12",
            false => "above 0",
        };
        let sentence = format!("Must be {accepted}, not {}; ignored.", Plain(number));
        findings.error(&self.path_of(name), sentence);
        findings.mended_by(Edit::Remove);
        None
    }

    /// Reads a number that is 0 or above.
    pub(super) fn positive_or_0(&self, name: &str, findings: &mut Vec<Finding>) -> Option<f64> {
        match self.number(name, findings)? {
            0.0 => Some(0.0),
            _ => self.positive(name, findings),
        }
    }

    /// Reads a whole number above 0, up to 1e12, under the first of its names that is present.
    pub(super) fn count(&self, names: &[&str], findings: &mut Vec<Finding>) -> Option<usize> {
        let name = names.iter().find(|name| self.has(name))?;
        let number = self.number(name, findings)?;
        if number.fract() == 0.0 && (1.0..=LARGEST).contains(&number) {
            return Some(number as usize);
        }
        let accepted = match number > LARGEST {
            true => "up to 1e12",
            false => "above 0",
        };
        let sentence = format!(
            "Must be a whole number {accepted}, not {}; ignored.",
            Plain(number)
        );
        findings.error(&self.path_of(name), sentence);
        None
    }

    /// Reads a list of numbers above 0.
    pub(super) fn numbers(&self, name: &str, findings: &mut Vec<Finding>) -> Option<Vec<f64>> {
        let value = self.get(name)?;
        let list = value.as_array().map(|list| {
            let numbers = list.iter().map(number);
            let positive = numbers.map(|number| number.filter(|number| is_in_range(*number)));
            positive.collect::<Option<Vec<f64>>>()
        });
        let quoted = value
            .as_array()
            .and_then(|list| list.iter().find(|item| item.is_string()));
        if let (Some(Some(_)), Some(item)) = (&list, quoted) {
            let sentence = format!(
                "Must be a list of numbers, but has the string {}, which transformers rejects; read as a number.",
                described(item)
            );
            findings.error(&self.path_of(name), sentence);
        }
        if let Some(Some(list)) = list {
            return Some(list);
        }
        let sentence = "Must be a list of numbers from 1e-6 to 1e12; ignored.";
        findings.error(&self.path_of(name), sentence);
        None
    }
}

/// Returns a finite number, which may be written as a string.
fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number: &f64| number.is_finite())
}

/// Returns a value in the form in which a finding quotes it.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::String(text) if text.starts_with(SPECIAL) => text.replace(SPECIAL, ""),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("\"{}\"", shorten(text)),
        other => shorten(&other.to_string()),
    }
}
