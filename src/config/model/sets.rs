//! Which object of the file holds the rotary parameters, and whether it is one set or several.

use super::family::{Family, HeadDim, Sets};
use super::fields::{Fields, PARTIAL};
use super::finding::{Finding, Notice};

/// One set of parameters and what stands around it.
pub(super) struct Reader<'a> {
    pub(super) fields: &'a Fields<'a>,
    pub(super) parameters: &'a Fields<'a>,
    pub(super) family: Family,
    pub(super) layer_type: Option<&'a str>,
    pub(super) is_nested: bool,
    pub(super) turns_part: bool,
}

impl Reader<'_> {
    /// Says of the key `name` that the class looks for `instead`.
    pub(super) fn tell_unread(&self, name: &str, instead: &str, findings: &mut Vec<Finding>) {
        let is_other_layers = self
            .family
            .two_bases
            .is_some_and(|two_bases| self.family.base_key == name || two_bases.local_key == name);
        if self.fields.has(name) && !is_other_layers {
            let sentence =
                format!("The model's class reads `{instead}` in its place; it changes nothing.");
            findings.warn(&self.fields.path_of(name), sentence);
        }
    }
}

/// The object with the rotary parameters: an old `rope_scaling` goes before `rope_parameters`.
pub(super) fn parameters<'a>(
    fields: &Fields<'a>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> Option<Fields<'a>> {
    for name in ["rope_scaling", "rope_parameters"] {
        let value = fields.get(name);
        if value.is_some_and(|value| !value.is_object()) {
            findings.error(
                &fields.path_of(name),
                "It must be an object, and is left out.",
            );
        }
    }
    let old = fields.object_at("rope_scaling");
    // Python takes an empty one for none.
    let old = old.filter(|object| object.keys().next().is_some());
    let new = fields.object_at("rope_parameters");
    if old.is_some()
        && new.as_ref().is_some_and(|new| new.keys().next().is_some())
        && fields.get("rope_scaling") != fields.get("rope_parameters")
    {
        let sentence =
            "It says something else than `rope_parameters`, and transformers goes by it.";
        findings.warn(&fields.path_of("rope_scaling"), sentence);
    }
    let is_old = old.is_some();
    old.or(new)
        .filter(|parameters| fits(parameters, is_old, family, findings))
}

/// Whether the class looks for parameters of that shape, one set or one for each layer type.
fn fits(
    parameters: &Fields<'_>,
    is_old: bool,
    family: Family,
    findings: &mut Vec<Finding>,
) -> bool {
    let is_nested = nested_keys(parameters).next().is_some();
    // Before there were layer types in files, one set was for the layers that see everything.
    let is_for_full = is_old && family.two_bases.is_some();
    match family.sets {
        Sets::ByLayer if is_nested && is_for_full => {
            let sentence = "The model's class takes one set here; sets for each layer type belong \
                            in `rope_parameters`. It is left out.";
            findings.error(parameters.path(), sentence);
            false
        }
        Sets::One if is_nested => {
            let sentence = "The model's class has one set of parameters for all layers; \
                            transformers does not read these.";
            findings.error(parameters.path(), sentence);
            true
        }
        Sets::ByLayer if !is_nested && !is_for_full => {
            if parameters.keys().next().is_some() {
                let sentence = "The model's class looks for a set of parameters for each layer \
                                type and finds none; it is left out.";
                findings.error(parameters.path(), sentence);
            }
            false
        }
        _ => true,
    }
}

/// The layer types that the parameters are nested under.
pub(super) fn nested_keys<'a>(parameters: &Fields<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let has_objects = parameters.entries().any(|(_, value)| value.is_object());
    let entries = parameters.entries();
    entries
        .filter(move |(_, value)| has_objects && (value.is_object() || value.is_null()))
        .map(|(key, _)| key)
}

/// Whether the file says of some layer which part of the head turns.
pub(super) fn turns_part(fields: &Fields<'_>, parameters: &Fields<'_>) -> bool {
    let mut inside = parameters.entries().map(|(_, value)| value.get(PARTIAL));
    fields.has(PARTIAL)
        || parameters.has(PARTIAL)
        || inside.any(|part| part.is_some_and(|part| !part.is_null()))
}

/// Says of sizes that they are null, which transformers takes for no number, not for missing, and
/// of keys of other classes that they stand here.
pub(super) fn tell_odd_keys(fields: &Fields<'_>, family: Family, findings: &mut Vec<Finding>) {
    let sizes = [
        "max_position_embeddings",
        "hidden_size",
        "num_attention_heads",
    ];
    let rotary_dim = family.rotary_dim.map(|_| "rotary_dim");
    let nulls = sizes.into_iter().chain(rotary_dim);
    for key in nulls.filter(|key| family.is_known() && fields.is_null(key)) {
        let sentence = "transformers refuses null; it is read as missing.";
        findings.error(&fields.path_of(key), sentence);
    }
    let has_rope_part = matches!(family.head_dim, HeadDim::RopePart(_));
    for key in ["rotary_dim", "qk_rope_head_dim", "rope_ratio"] {
        let is_read = family.reads(key) || (has_rope_part && key == "qk_rope_head_dim");
        if fields.has(key) && !is_read {
            let sentence = "The model's class does not look at it; it changes nothing.";
            findings.warn(&fields.path_of(key), sentence);
        }
    }
}
