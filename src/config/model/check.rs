//! What is readable key by key and yet does not fit together.

use super::fields::{Fields, ORIGINAL_MAX_POSITIONS};
use super::finding::{Finding, Notice, Said};
use super::{LayerRope, spelling};
use crate::encoding::Scaling;

/// Keys about rotation that some file has and this reader uses.
const USED: &[&str] = &[
    "rope_scaling",
    "rope_parameters",
    "rope_theta",
    "rope_ratio",
    "compress_rope_theta",
    "rope_local_base_freq",
    "rope_interleave",
    "rotary_dim",
    "rotary_emb_base",
    "rotary_pct",
    "partial_rotary_factor",
    "qk_rope_head_dim",
    "global_rope_theta",
    "local_rope_theta",
    // Which layers rotate at all.
    "no_rope_layers",
    "no_rope_layer_interval",
];

/// Notices what does not fit with the rotary `layers`, in a model for sequences of up to `longest`
/// tokens.
pub(super) fn check(
    fields: &Fields<'_>,
    layers: &[LayerRope],
    longest: Option<usize>,
    findings: &mut Vec<Finding>,
) {
    tell_unknown_keys(fields, findings);
    let longest = longest.map(|longest| longest as f64);
    for layer in layers {
        let place = place(fields, layer);
        check_sections(layer, &place, findings);
        if let Some(longest) = longest {
            check_lengths(layer, longest, &place, findings);
        }
    }
}

/// DeepSeek's name for the part of a head that does not turn is a slip away from that of the other.
const NO_SLIPS: &[&str] = &["qk_nope_head_dim"];

fn tell_unknown_keys(fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    let unknown = fields
        .keys()
        .filter(|key| !USED.contains(key) && fields.has(key));
    for key in unknown.filter(|key| !NO_SLIPS.contains(key)) {
        if let Some(meant) = spelling::meant(key, USED.iter().copied()) {
            let sentence =
                format!("There is no such key; perhaps `{meant}` is meant. It is not used.");
            findings.warn(&fields.path_of(key), sentence);
        } else if key.contains("rope") || key.contains("rotary") {
            let sentence = "It is no key that transformers knows, or one of a single model; it \
                            is not used.";
            findings.note(&fields.path_of(key), sentence);
        }
    }
}

/// Where the parameters of a layer stand.
fn place<'a>(fields: &Fields<'a>, layer: &LayerRope) -> Fields<'a> {
    let old = fields.object_at("rope_scaling");
    let object = old.or_else(|| fields.object_at("rope_parameters"));
    let nested = object.as_ref().and_then(|object| {
        let layer_type = layer.layer_type.as_deref()?;
        object.object_at(layer_type)
    });
    nested.or(object).unwrap_or_else(|| fields.clone())
}

fn check_lengths(layer: &LayerRope, longest: f64, place: &Fields<'_>, findings: &mut Vec<Finding>) {
    match &layer.scaling {
        Scaling::Yarn(yarn) => {
            let ratio = longest / yarn.original_max_position_embeddings;
            // A ratio of 1 is how a file says that the longest length was not changed.
            if ratio != yarn.factor && ratio != 1.0 {
                let factor = Said(yarn.factor);
                let length = Said(yarn.original_max_position_embeddings);
                let sentence = format!(
                    "{factor} is not the longest length over the training length, {longest} / \
                     {length} = {}; {factor} is used.",
                    Said(ratio)
                );
                findings.warn(&place.path_of("factor"), sentence);
            }
            if yarn.beta_fast < yarn.beta_slow {
                let sentence = format!(
                    "{} is below `beta_slow`, {}, which turns the ramp around.",
                    Said(yarn.beta_fast),
                    Said(yarn.beta_slow)
                );
                findings.warn(&place.path_of("beta_fast"), sentence);
            }
        }
        Scaling::Llama3(rule) if rule.original_max_position_embeddings >= longest => {
            let sentence = format!(
                "The training length, {}, should be below `max_position_embeddings`, {longest}.",
                Said(rule.original_max_position_embeddings)
            );
            findings.warn(&place.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        _ => {}
    }
}

fn check_sections(layer: &LayerRope, place: &Fields<'_>, findings: &mut Vec<Finding>) {
    let Some(sections) = &layer.sections else {
        return;
    };
    let total: usize = sections.sizes.iter().sum();
    if total != layer.rotary_dim / 2 {
        let sentence = format!(
            "The sections are {total} pairs together, and {} pairs turn.",
            layer.rotary_dim / 2
        );
        findings.warn(&place.path_of("mrope_section"), sentence);
    }
}
