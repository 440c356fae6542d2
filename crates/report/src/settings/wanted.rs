//! The numbers that all engines need, and how they are written.

use crate::ask::Rule;
use crate::rules::named;
use crate::{Outlook, Subject};
use phasor_encoding::{Scaling, SectionOrder};
use phasor_model_files::LayerRope;
use phasor_model_files::import::architecture_of;

/// A rule for a model and a target.
pub(super) struct Wanted<'a> {
    pub(super) rule: Rule,
    pub(super) factor: f64,
    /// Whether the target is longer than what the model was trained on and what its own rule is for.
    pub(super) is_needed: bool,
    pub(super) trained: usize,
    pub(super) target: usize,
    /// Whether the model's own rule says for which length the frequencies were trained without it.
    has_own_length: bool,
    layer: &'a LayerRope,
    others: Vec<&'a LayerRope>,
    /// The keys that lead to the text model.
    way: &'a [&'static str],
    /// The class of the model (`model_type`).
    class: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(subject: &'a Subject, outlook: &Outlook<'a>, rule: Rule) -> Self {
        let layer = outlook.layer;
        let declared = outlook.declared.filter(|_| outlook.has_own_length);
        let trained = outlook.trained;
        let longest = declared.map_or(trained, |declared| declared.max(trained));
        let others = subject.layers().iter().filter(|other| *other != layer);
        // Linear scaling names no length, so a larger factor continues it.
        let before = match (rule, &layer.scaling) {
            (Rule::Linear, Scaling::Linear { factor }) => *factor,
            _ => 1.0,
        };
        Self {
            rule,
            factor: before * outlook.target as f64 / outlook.trained as f64,
            has_own_length: outlook.has_own_length,
            is_needed: outlook.target > longest,
            trained: outlook.trained,
            target: outlook.target,
            layer,
            others: others.collect(),
            way: subject.text_model(),
            class: subject.model().model_type.as_deref(),
        }
    }

    /// Returns why no setting can be given, if so.
    pub(super) fn obstacle(&self) -> Option<String> {
        let is_plain = matches!(self.layer.scaling, Scaling::Default);
        let continues = matches!(
            (self.rule, &self.layer.scaling),
            (Rule::Linear, Scaling::Linear { .. })
        );
        let is_known = is_plain || self.has_own_length || continues;
        (self.is_needed && !is_known).then(|| {
            format!(
                "The model already has {}, and nothing says for which length it was trained before, so {} cannot take its place.",
                named(&self.layer.scaling),
                self.rule_name()
            )
        })
    }

    /// Returns the name of the rule for readers.
    pub(super) fn rule_name(&self) -> &'static str {
        match self.rule {
            Rule::Yarn => "YaRN",
            Rule::Linear => "Linear scaling",
        }
    }

    /// Returns the name of the rule in files and flags.
    pub(super) fn rule_type(&self) -> &'static str {
        match self.rule {
            Rule::Yarn => "yarn",
            Rule::Linear => "linear",
        }
    }

    /// Returns the base as JSON.
    pub(super) fn theta(&self) -> String {
        written(self.layer.base)
    }

    /// Returns the factor as JSON, always with a point, which transformers v4 demands.
    pub(super) fn factor_text(&self) -> String {
        with_point(self.factor)
    }

    /// Returns the factor as a flag.
    pub(super) fn factor_flag(&self) -> String {
        written(self.factor)
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

    /// Returns whether the settings belong inside another object of the file.
    pub(super) fn is_nested(&self) -> bool {
        !self.way.is_empty()
    }

    /// Returns the value of `rope_scaling` for readers that take the training length from elsewhere.
    pub(super) fn rope_scaling_without_length(&self) -> String {
        let (name, factor) = (self.rule_type(), self.factor_text());
        let mut keys = vec![format!("\"rope_type\":\"{name}\",\"factor\":{factor}")];
        keys.extend(unchanged(self.layer, false));
        format!("{{{}}}", keys.join(","))
    }

    /// Returns the inside of `rope_scaling` or `rope_parameters`, with the base where it belongs there.
    fn inside(&self, has_theta: bool) -> String {
        let mut keys = vec![format!("\"rope_type\":\"{}\"", self.rule_type())];
        if has_theta {
            keys.push(format!("\"rope_theta\":{}", self.theta()));
        }
        keys.push(format!("\"factor\":{}", self.factor_text()));
        if self.rule == Rule::Yarn {
            keys.push(format!(
                "\"original_max_position_embeddings\":{}",
                self.trained
            ));
        }
        keys.extend(unchanged(self.layer, has_theta));
        keys.join(",")
    }

    /// Returns the value of `rope_scaling`.
    pub(super) fn rope_scaling(&self) -> String {
        format!("{{{}}}", self.inside(false))
    }

    /// Returns the value of `rope_parameters`, one set for each layer type if they differ.
    pub(super) fn rope_parameters(&self) -> String {
        let own = format!("{{{}}}", self.inside(true));
        let Some(layer_type) = self
            .layer
            .layer_type
            .as_deref()
            .filter(|_| self.is_by_layer())
        else {
            return own;
        };
        let mut sets = vec![format!("\"{layer_type}\":{own}")];
        for other in &self.others {
            let name = other.layer_type.as_deref().unwrap_or("sliding_attention");
            let theta = written(other.base);
            let mut keys = vec![
                "\"rope_type\":\"default\"".to_owned(),
                format!("\"rope_theta\":{theta}"),
            ];
            keys.extend(unchanged(other, true));
            sets.push(format!("\"{name}\":{{{}}}", keys.join(",")));
        }
        format!("{{{}}}", sets.join(","))
    }

    /// Returns the member that raises the declared length, if the rule needs it. For linear scaling, vLLM and SGLang
    /// multiply the declared length by the factor.
    pub(super) fn length_member(&self) -> Option<String> {
        let member = format!("\"max_position_embeddings\":{}", self.target);
        (self.rule == Rule::Yarn).then_some(member)
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

/// Returns the keys that a set must keep: a part that rotates, and the sections of M-RoPE.
fn unchanged(layer: &LayerRope, has_part: bool) -> Vec<String> {
    let mut keys = Vec::new();
    if has_part && layer.rotary_dim < layer.head_dim {
        let part = layer.rotary_dim as f64 / layer.head_dim as f64;
        keys.push(format!("\"partial_rotary_factor\":{}", with_point(part)));
    }
    if let Some(sections) = &layer.sections {
        let sizes: Vec<String> = sections.sizes.iter().map(ToString::to_string).collect();
        keys.push(format!("\"mrope_section\":[{}]", sizes.join(",")));
        if sections.order == SectionOrder::Interleaved {
            keys.push("\"mrope_interleaved\":true".to_owned());
        }
    }
    keys
}

/// Returns a number without a point if it is whole.
fn written(number: f64) -> String {
    match number == number.trunc() && number.abs() < 1e15 {
        true => format!("{number:.0}"),
        false => number.to_string(),
    }
}

/// Returns a number with a point. The page's program has no `Debug` output, so `{:?}` would write nothing there.
fn with_point(number: f64) -> String {
    match number == number.trunc() {
        true => format!("{number:.1}"),
        false => number.to_string(),
    }
}
