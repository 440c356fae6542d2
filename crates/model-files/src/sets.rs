//! The object of the file that holds the rotary parameters, as one set or several.

use serde_json::{Map, Value, json};

use super::Edit;
use super::family::{Family, HeadDim, Sets};
use super::fields::Fields;
use super::finding::{Finding, Notice};
use super::keys::PARTIAL;
use phasor_text::number::Plain;
use phasor_text::shorten;

/// A set of parameters and its surroundings.
pub(super) struct Reader<'a> {
    pub(super) fields: &'a Fields<'a>,
    pub(super) parameters: &'a Fields<'a>,
    pub(super) family: Family,
    pub(super) layer_type: Option<&'a str>,
    pub(super) is_nested: bool,
    pub(super) turns_part: bool,
}

impl Reader<'_> {
    /// Warns that the class reads the key `instead` in place of `name`.
    pub(super) fn report_unread(&self, name: &str, instead: &str, findings: &mut Vec<Finding>) {
        let is_other_layers = self
            .family
            .two_bases
            .is_some_and(|two_bases| self.family.base_key == name || two_bases.local_key == name);
        if self.fields.has(name) && !is_other_layers {
            let sentence = format!("The model’s class reads `{instead}` instead; ignored.");
            findings.warn(&self.fields.path_of(name), sentence);
            if !self.fields.has(instead) {
                findings.mended_by(Edit::Rename(instead.to_owned()));
            }
        }
    }
}

/// Returns the object with the rotary parameters. An old `rope_scaling` takes precedence over
/// `rope_parameters`.
pub(super) fn parameters<'a>(
    fields: &Fields<'a>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> Option<Fields<'a>> {
    for name in ["rope_scaling", "rope_parameters"] {
        let value = fields.get(name);
        if value.is_some_and(|value| !value.is_object()) {
            findings.error(&fields.path_of(name), "Must be an object; ignored.");
        }
    }
    let old = fields.object_at("rope_scaling");
    // Python treats an empty object as none.
    let old = old.filter(|object| object.keys().next().is_some());
    let new = fields.object_at("rope_parameters");
    if old.is_some()
        && new.as_ref().is_some_and(|new| new.keys().next().is_some())
        && fields.get("rope_scaling") != fields.get("rope_parameters")
    {
        let lost = new.as_ref().map_or_else(String::new, lost);
        let sentence = format!("Replaces `rope_parameters`{lost}, as in transformers.");
        findings.warn(&fields.path_of("rope_scaling"), sentence);
    }
    let is_old = old.is_some();
    old.or(new)
        .filter(|parameters| fits(parameters, is_old, family, findings))
}

/// Returns the base of a set as findings quote it.
pub(super) fn stated_base(set: &Fields<'_>) -> Option<String> {
    let base = set.get("rope_theta").and_then(Value::as_f64)?;
    Some(Plain(base).to_string())
}

/// Says which base and rule of a set have no effect.
fn lost(set: &Fields<'_>) -> String {
    let base = stated_base(set).map(|base| format!("base {base}"));
    let rule = set.get("rope_type").or_else(|| set.get("type"));
    let rule = rule
        .and_then(Value::as_str)
        .filter(|rule| *rule != "default");
    let rule = rule.map(|rule| format!("rule \"{}\"", shorten(rule)));
    let all: Vec<String> = base.into_iter().chain(rule).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(
            ", whose {} {} no effect",
            all.join(" and "),
            if all.len() == 1 { "has" } else { "have" }
        ),
    }
}

/// Returns `true` if the class reads parameters of that shape: one set, or one for each layer type.
fn fits(
    parameters: &Fields<'_>,
    is_old: bool,
    family: Family,
    findings: &mut Vec<Finding>,
) -> bool {
    let is_nested = nested_keys(parameters).next().is_some();
    // Before files had layer types, one set was for the layers with full attention.
    let is_for_full = is_old && family.two_bases.is_some();
    match family.sets {
        Sets::ByLayer if is_nested && is_for_full => {
            let sentence = "Must be one set for the model’s class, because sets for layer types \
                            belong in `rope_parameters`; ignored.";
            findings.error(parameters.path(), sentence);
            false
        }
        Sets::One if is_nested => {
            let sentence = "Must be one set for all layers of the model’s class; transformers \
                            ignores the sets for layer types, but they are used here.";
            findings.error(parameters.path(), sentence);
            true
        }
        Sets::ByLayer if !is_nested && !is_for_full => {
            if parameters.keys().next().is_some() {
                let sentence = "Must have a set for each layer type of the model’s class; ignored.";
                findings.error(parameters.path(), sentence);
            }
            false
        }
        _ => true,
    }
}

/// Returns the layer types under which the parameters are nested.
pub(super) fn nested_keys<'a>(parameters: &Fields<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let has_objects = parameters.entries().any(|(_, value)| value.is_object());
    let entries = parameters.entries();
    entries
        .filter(move |(_, value)| has_objects && (value.is_object() || value.is_null()))
        .map(|(key, _)| key)
}

/// Returns the parameters for each layer type of a class whose files list bases and partial rotary factors for each layer.
/// The class takes those of the first layer of each type.
///
/// Source: `Step3p5Config` in transformers 5.23.0.
pub(super) fn by_type(
    fields: &Fields<'_>,
    findings: &mut Vec<Finding>,
) -> Option<Map<String, Value>> {
    const KEYS: [(&str, &str); 2] = [
        ("rope_theta", "rope_theta"),
        ("partial_rotary_factors", "partial_rotary_factor"),
    ];
    if !KEYS
        .iter()
        .any(|(key, _)| fields.get(key).is_some_and(Value::is_array))
    {
        return None;
    }
    let types = fields.get("layer_types").and_then(Value::as_array);
    let places = types.into_iter().flatten().enumerate();
    let names = places.filter_map(|(place, name)| Some((place, name.as_str()?)));
    let mut names: Vec<(usize, &str)> = names.collect();
    if names.is_empty() {
        names.push((0, "full_attention"));
    }
    let mut sets = Map::new();
    for (place, name) in names {
        if sets.contains_key(name) {
            continue;
        }
        let mut set = Map::new();
        set.insert("rope_type".to_owned(), json!("default"));
        for (key, inner) in KEYS {
            let value = match fields.get(key) {
                Some(Value::Array(list)) => list.get(place).cloned(),
                other => other.cloned(),
            };
            match value {
                Some(value) => drop(set.insert(inner.to_owned(), value)),
                None if fields.has(key) => {
                    findings.error(
                        &fields.path_of(key),
                        "Must have a number for each layer, which transformers needs.",
                    );
                }
                None => {}
            }
        }
        let rule = fields.get("rope_scaling").and_then(Value::as_object);
        if let Some(rule) = rule.filter(|_| name == "full_attention") {
            set.extend(rule.clone());
        }
        sets.insert(name.to_owned(), Value::Object(set));
    }
    Some(sets)
}

/// Returns `true` if the file gives a partial rotary factor for some layer.
pub(super) fn turns_part(fields: &Fields<'_>, parameters: &Fields<'_>) -> bool {
    let mut inside = parameters.entries().map(|(_, value)| value.get(PARTIAL));
    fields.has(PARTIAL)
        || parameters.has(PARTIAL)
        || inside.any(|part| part.is_some_and(|part| !part.is_null()))
}

/// Reports sizes that are null, which transformers does not treat as missing, and keys that only
/// other classes read.
pub(super) fn report_odd_keys(fields: &Fields<'_>, family: Family, findings: &mut Vec<Finding>) {
    let sizes = [
        "max_position_embeddings",
        "hidden_size",
        "num_attention_heads",
    ];
    let rotary_dim = family.rotary_dim.map(|_| "rotary_dim");
    let nulls = sizes.into_iter().chain(rotary_dim);
    for key in nulls.filter(|key| family.is_known() && fields.is_null(key)) {
        let sentence = "Must be a number, not null, which transformers rejects; read as missing.";
        findings.error(&fields.path_of(key), sentence);
    }
    let has_rope_part = matches!(family.head_dim, HeadDim::RopePart(_));
    for key in ["rotary_dim", "qk_rope_head_dim", "rope_ratio"] {
        let is_read = family.reads(key) || (has_rope_part && key == "qk_rope_head_dim");
        if fields.has(key) && !is_read {
            let sentence = "The model’s class does not read it; ignored.";
            findings.warn(&fields.path_of(key), sentence);
            findings.mended_by(Edit::Remove);
        }
    }
}

/// Says that the rule is from the class.
pub(super) fn report_default_rule(
    fields: &Fields<'_>,
    standard: &Fields<'_>,
    findings: &mut Vec<Finding>,
) {
    let rule = standard.get("rope_type").and_then(Value::as_str);
    let factor = standard.get("factor").and_then(Value::as_f64);
    if let (Some(rule), Some(factor)) = (rule, factor) {
        let sentence =
            format!("Missing; the default of the class, {rule} with factor {factor}, is used.");
        findings.note(&fields.path_of("rope_parameters"), sentence);
    }
}
