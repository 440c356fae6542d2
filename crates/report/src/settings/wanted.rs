//! The numbers that all engines need, and how they are written.

use serde_json::{Map, Value};

use super::course::{Course, Kind};
use crate::{Outlook, Subject};
use phasor_encoding::{Scaling, SectionOrder};
use phasor_model_files::LayerRope;
use phasor_model_files::import::architecture_of;

/// The two spellings of the rotary parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `rope_parameters`, which has the base inside, as in transformers 5.
    New,
    /// `rope_scaling`, with the base beside it, as in transformers 4.
    Old,
}

impl Style {
    /// Returns the key of the rotary parameters.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::New => "rope_parameters",
            Self::Old => "rope_scaling",
        }
    }

    /// Returns the style of the set that the file has, if it has one.
    pub(super) fn of(file: &Map<String, Value>) -> Option<Self> {
        let is_there = |style: &Self| {
            let set = file.get(style.key()).and_then(Value::as_object);
            set.is_some_and(|set| !set.is_empty())
        };
        // If a file has both, `rope_scaling` counts.
        [Self::Old, Self::New].into_iter().find(is_there)
    }
}

/// A course for a model and a target.
pub(super) struct Wanted<'a> {
    pub(super) course: Course,
    pub(super) original: usize,
    pub(super) target: usize,
    /// The spelling of the file, if it has rotary parameters.
    pub(super) style: Option<Style>,
    layer: &'a LayerRope,
    others: Vec<&'a LayerRope>,
    /// The set of the layer in the file, or, without one, that of its class.
    own: Map<String, Value>,
    /// The sets that say the same as the file, by layer type if there are several.
    sets: Map<String, Value>,
    /// The keys that lead to the text model.
    way: &'a [&'static str],
    /// The class of the model (`model_type`).
    class: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(subject: &'a Subject, outlook: &Outlook<'a>, course: Course) -> Self {
        let layer = outlook.layer;
        let others = subject.layers().iter().filter(|other| *other != layer);
        let file = subject.text_keys();
        let style = file.and_then(Style::of);
        let sets = sets(subject);
        let given = style.and_then(|style| object(file?, style.key()));
        let own = given.and_then(|given| of_layer(&given, layer));
        Self {
            course,
            original: outlook.original,
            target: outlook.target,
            style,
            layer,
            others: others.collect(),
            // A file without rotary parameters has no keys that could stay.
            own: own
                .or_else(|| of_layer(&sets, layer))
                .into_iter()
                .flatten()
                .collect(),
            sets,
            way: subject.text_model(),
            class: subject.model().model_type.as_deref(),
        }
    }

    /// Returns whether a set of rotary parameters is written.
    pub(super) fn has_set(&self) -> bool {
        !matches!(self.course.kind, Kind::Within | Kind::Unchanged)
    }

    /// Returns whether the rule is linear scaling, whose factor some engines apply to the declared length.
    pub(super) fn is_linear(&self) -> bool {
        matches!(self.course.rule, Scaling::Linear(_))
    }

    /// Returns the base as JSON.
    pub(super) fn theta(&self) -> String {
        written(self.layer.base)
    }

    /// Returns the factor as a flag.
    pub(super) fn factor_flag(&self) -> String {
        written(self.course.factor())
    }

    /// Returns the name by which llama.cpp calls the model's class, if it is known.
    pub(super) fn architecture(&self) -> Option<&'static str> {
        Some(architecture_of(self.class?)?.0)
    }

    /// Returns whether the class is of the family of Qwen2.
    pub(super) fn is_qwen2(&self) -> bool {
        self.class.is_some_and(|class| class.starts_with("qwen2"))
    }

    /// Returns whether layers of the model have different frequencies.
    pub(super) fn is_by_layer(&self) -> bool {
        !self.others.is_empty()
    }

    /// Returns where keys of the text model stand in the file, for use after a label.
    pub(super) fn place(&self) -> String {
        match self.way {
            [] => String::new(),
            way => format!(", inside `{}`", way.join(".")),
        }
    }

    /// Returns the keys that a set keeps, in the order in which they are written.
    fn members(&self, style: Style) -> Vec<(String, String)> {
        let rule = &self.course.rule;
        let mut members = vec![("rope_type".to_owned(), format!("\"{}\"", rule.name()))];
        let mut put = |key: &str, value: String| {
            if !members.iter().any(|(name, _)| name == key) {
                members.push((key.to_owned(), value));
            }
        };
        if style == Style::New {
            put("rope_theta", self.theta());
        }
        put("factor", with_point(self.course.factor()));
        if let Scaling::Yarn(yarn) = rule {
            let length = written(yarn.original_max_position_embeddings);
            put("original_max_position_embeddings", length);
        }
        for (key, value) in unchanged(self.layer, style) {
            put(key, value);
        }
        if self.course.kind == Kind::Widened {
            let others = self.own.iter().filter(|(key, _)| {
                let is_base = style == Style::Old && *key == "rope_theta";
                !is_base && *key != "type"
            });
            for (key, value) in others {
                put(key, value.to_string());
            }
        }
        members
    }

    /// Returns the keys of the set that have no flag in llama.cpp.
    pub(super) fn without_flag(&self) -> Vec<String> {
        const FLAGS: [&str; 6] = [
            "rope_type",
            "factor",
            "original_max_position_embeddings",
            "beta_fast",
            "beta_slow",
            "partial_rotary_factor",
        ];
        let names = self.members(Style::Old).into_iter().map(|(key, _)| key);
        names.filter(|key| !FLAGS.contains(&key.as_str())).collect()
    }

    /// Returns the value of `rope_scaling` or `rope_parameters`; of the latter with one set for each layer type if they
    /// differ.
    pub(super) fn set(&self, style: Style) -> String {
        let own = joined(self.members(style));
        let layer_type = self.layer.layer_type.as_deref();
        let Some(layer_type) = layer_type.filter(|_| self.is_by_layer() && style == Style::New)
        else {
            return own;
        };
        let mut sets = vec![(layer_type.to_owned(), own)];
        for other in &self.others {
            let name = other.layer_type.as_deref().unwrap_or("sliding_attention");
            // What is missing, the proof misses too, and then nothing is shown.
            let keys = object(&self.sets, name).into_iter().flatten();
            let keys = keys.map(|(key, value)| match key.as_str() {
                "rope_theta" => (key, written(other.base)),
                _ => (key, value.to_string()),
            });
            let (mut first, rest): (Vec<_>, Vec<_>) = keys.partition(|(key, _)| key == "rope_type");
            first.extend(rest);
            sets.push((name.to_owned(), joined(first)));
        }
        joined(sets)
    }

    /// Returns the value of `rope_scaling` for readers that take the original length from elsewhere.
    pub(super) fn set_without_length(&self) -> String {
        let mut members = self.members(Style::Old);
        members.retain(|(key, _)| key != "original_max_position_embeddings");
        joined(members)
    }

    /// Returns the members of a `config.json` that take the place of the file's own.
    pub(super) fn keys(&self, style: Style) -> Vec<(&'static str, String)> {
        let length = ("max_position_embeddings", self.course.declared.to_string());
        match (self.has_set(), style) {
            (false, _) => vec![length],
            (true, Style::New) => vec![length, (style.key(), self.set(style))],
            (true, Style::Old) => vec![
                length,
                ("rope_theta", self.theta()),
                (style.key(), self.set(style)),
            ],
        }
    }

    /// Returns the member that raises the declared length, if the engine does not multiply it for the rule.
    pub(super) fn length_member(&self) -> Option<String> {
        let member = format!("\"max_position_embeddings\":{}", self.course.declared);
        (!self.is_linear()).then_some(member)
    }

    /// Returns `keys`, the members of an object as JSON, inside the object of the text model.
    pub(super) fn wrapped(&self, keys: &str) -> String {
        let inner = format!("{{{keys}}}");
        self.way
            .iter()
            .rev()
            .fold(inner, |inner, name| format!("{{\"{name}\":{inner}}}"))
    }
}

/// Returns rotary parameters that say the same as the file, complete with what its class adds.
fn sets(subject: &Subject) -> Map<String, Value> {
    let model = phasor_model_files::parse_json(&subject.model().to_json());
    let mut model = model.unwrap_or(Value::Null);
    match model.get_mut(Style::New.key()).map(Value::take) {
        Some(Value::Object(sets)) => sets,
        _ => Map::new(),
    }
}

fn object(object: &Map<String, Value>, key: &str) -> Option<Map<String, Value>> {
    object.get(key).and_then(Value::as_object).cloned()
}

/// Returns the set of a layer among sets that may be those of several types.
fn of_layer(sets: &Map<String, Value>, layer: &LayerRope) -> Option<Map<String, Value>> {
    match sets.values().any(Value::is_object) {
        true => object(sets, layer.layer_type.as_deref()?),
        false => Some(sets.clone()),
    }
}

/// Returns the keys of every rule: a part that rotates, and the sections of M-RoPE.
fn unchanged(layer: &LayerRope, style: Style) -> Vec<(&'static str, String)> {
    let mut keys = Vec::new();
    if style == Style::New && layer.rotary_dim < layer.head_dim {
        let part = layer.rotary_dim as f64 / layer.head_dim as f64;
        keys.push(("partial_rotary_factor", with_point(part)));
    }
    if let Some(sections) = &layer.sections {
        let sizes: Vec<String> = sections.in_file().iter().map(ToString::to_string).collect();
        keys.push(("mrope_section", format!("[{}]", sizes.join(","))));
        if sections.order == SectionOrder::Interleaved {
            keys.push(("mrope_interleaved", "true".to_owned()));
        }
    }
    keys
}

/// Returns a JSON object with these members in their order, which a map would sort.
fn joined(members: Vec<(String, String)>) -> String {
    let members = members
        .iter()
        .map(|(key, value)| format!("\"{key}\":{value}"));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Returns a number without a point if it is whole.
fn written(number: f64) -> String {
    match number == number.trunc() && number.abs() < 1e15 {
        true => format!("{number:.0}"),
        false => number.to_string(),
    }
}

/// Returns a number with a point, which transformers 4 demands of factors. The page's program has no `Debug` output, so
/// `{:?}` would write nothing there.
fn with_point(number: f64) -> String {
    match number == number.trunc() {
        true => format!("{number:.1}"),
        false => number.to_string(),
    }
}
