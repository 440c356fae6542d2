//! Checks what surrounds the rotary parameters: the model's class, its layers, and the object that
//! the parameters belong in.

use serde_json::{Map, Value};

use super::fields::Fields;
use super::finding::{Finding, Notice};
use super::json::FILE;
use super::{Edit, classes};
use phasor_text::shorten;

/// Reports a missing or misspelt class, parameters outside of the text model, and a list of layer
/// types that does not fit the number of layers.
pub(super) fn check(root: &Map<String, Value>, fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    report_class(root, fields, findings);
    report_outside(root, fields, findings);
    report_layer_types(fields, findings);
}

/// Reports a class that transformers does not have. Files with `auto_map` bring their own code.
fn report_class(root: &Map<String, Value>, fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    let key = fields.path_of("model_type");
    if root.contains_key("auto_map") || root.is_empty() {
        return;
    }
    let Some(model_type) = fields.model_type() else {
        if !fields.has_size() {
            let sentence = "Only a part of a configuration, such as an override for a serving \
                            engine; heads of 128 components are assumed.";
            return findings.error(FILE, sentence);
        }
        let sentence = "Missing, which transformers rejects; read like a Llama.";
        return findings.error(&key, sentence);
    };
    if !fields.is_of_known_class()
        && let Some(meant) = phasor_text::meant(model_type, classes::names())
        && digits(meant) == digits(model_type)
        && letters(meant) != letters(model_type)
    {
        let sentence = format!(
            "Perhaps a misspelling of `{meant}`, because transformers has no class \"{}\"; read like a Llama.",
            shorten(model_type)
        );
        findings.error(&key, sentence);
        findings.mended_by(Edit::Set(format!("\"{meant}\"")));
    }
}

/// Returns the version in a name, which nobody misspells.
fn digits(name: &str) -> String {
    name.chars().filter(char::is_ascii_digit).collect()
}

/// Returns a name without its version.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphabetic()).collect()
}

/// Reports rotary parameters beside the text model, whose class looks for them inside it.
fn report_outside(root: &Map<String, Value>, fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    if fields.path().is_empty() {
        return;
    }
    for key in ["rope_scaling", "rope_parameters", "rope_theta"] {
        let outside = root.get(key).filter(|value| !value.is_null());
        if let Some(outside) = outside
            && fields.get(key) != Some(outside)
        {
            let sentence = format!(
                "Must be inside `{}`, where the model’s class looks for it; ignored.",
                fields.path()
            );
            findings.error(key, sentence);
        }
    }
}

fn report_layer_types(fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    let n_layers = fields.count(&["num_hidden_layers"], findings);
    let types = fields.get("layer_types").and_then(Value::as_array);
    if let (Some(n_layers), Some(types)) = (n_layers, types)
        && types.len() != n_layers
    {
        let sentence = format!(
            "Must have one entry for each of the {n_layers} layers, not {}, which transformers \
             rejects.",
            types.len()
        );
        findings.error(&fields.path_of("layer_types"), sentence);
    }
}
