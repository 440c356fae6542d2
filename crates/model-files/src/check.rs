//! Contradictions between keys that are readable one by one.

use super::bases::LAYER_BASES;
use super::fields::Fields;
use super::finding::{Finding, Notice};
use super::keys::{self, ORIGINAL_MAX_POSITIONS};
use super::scaling::check_lengths;
use super::{Edit, LayerRope};
use phasor_encoding::SectionOrder;

/// The keys about rotation that this reader uses for some file.
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
    // Which layers rotate.
    "no_rope_layers",
    "no_rope_layer_interval",
    // A base for each layer.
    LAYER_BASES,
    "partial_rotary_factors",
];

/// Reports contradictions in the rotary `layers` of a model for sequences of up to `longest`
/// tokens.
pub(super) fn check(
    fields: &Fields<'_>,
    layers: &[LayerRope],
    longest: Option<usize>,
    findings: &mut Vec<Finding>,
) {
    report_unknown_keys(fields, findings);
    report_length(fields, longest, findings);
    let longest = longest.map(|longest| longest as f64);
    for layer in layers {
        let place = place(fields, layer);
        check_sections(layer, &place, findings);
        if let Some(longest) = longest {
            check_lengths(&layer.scaling, longest, (fields, &place), findings);
        }
    }
}

/// Says where the longest text is from if the file does not give it.
fn report_length(fields: &Fields<'_>, longest: Option<usize>, findings: &mut Vec<Finding>) {
    let is_given = keys::MAX_POSITIONS.iter().any(|name| fields.has(name));
    if let Some(longest) = longest.filter(|_| !is_given) {
        let key = fields.path_of("max_position_embeddings");
        findings.note(
            &key,
            format!("Missing; the default of the class, {longest}, is used."),
        );
    }
}

/// The number of axes of M-RoPE.
const AXES: usize = 3;

/// Names that are one or two letters from keys that this reader uses: DeepSeek's for the sizes of a value, and of the part of
/// a head that does not rotate, and Moonshine's for the heads of its encoder.
const NO_SLIPS: &[&str] = &[
    "qk_nope_head_dim",
    "v_head_dim",
    "encoder_num_attention_heads",
    "encoder_num_key_value_heads",
];

fn report_unknown_keys(fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    let sizes = [
        keys::HIDDEN_SIZE,
        keys::N_HEADS,
        keys::N_KV_HEADS,
        keys::HEAD_DIM,
        keys::MAX_POSITIONS,
        &["num_hidden_layers", "layer_types", ORIGINAL_MAX_POSITIONS],
    ];
    let known = || sizes.iter().copied().flatten().chain(USED).copied();
    let unknown = fields
        .keys()
        .filter(|key| !known().any(|known| known == *key) && fields.has(key));
    for key in unknown.filter(|key| !NO_SLIPS.contains(key)) {
        if let Some(meant) = phasor_text::meant(key, known()) {
            let sentence = format!("Unknown key, perhaps a misspelling of `{meant}`; ignored.");
            findings.warn(&fields.path_of(key), sentence);
            if !fields.has(meant) {
                findings.mended_by(Edit::Rename(meant.to_owned()));
            }
        } else if key.contains("rope") || key.contains("rotary") {
            let sentence = "Unknown key, perhaps of a single model; ignored.";
            findings.note(&fields.path_of(key), sentence);
        }
    }
}

/// Returns the object that holds the parameters of a layer.
fn place<'a>(fields: &Fields<'a>, layer: &LayerRope) -> Fields<'a> {
    let old = fields.object_at("rope_scaling");
    let object = old.or_else(|| fields.object_at("rope_parameters"));
    let nested = object.as_ref().and_then(|object| {
        let layer_type = layer.layer_type.as_deref()?;
        object.object_at(layer_type)
    });
    nested.or(object).unwrap_or_else(|| fields.clone())
}

fn check_sections(layer: &LayerRope, place: &Fields<'_>, findings: &mut Vec<Finding>) {
    let Some(sections) = &layer.sections else {
        return;
    };
    let key = place.path_of("mrope_section");
    if sections.splits_pairs && sections.sizes.len() < AXES {
        let sentence = format!(
            "Must have at least {AXES} sizes, not {}, with which transformers fails; kept.",
            sections.sizes.len()
        );
        findings.error(&key, sentence);
    } else if !sections.splits_pairs && sections.sizes.len() != AXES {
        let sentence = format!(
            "Must have {AXES} sizes, for time, rows and columns, not {}, with which transformers \
             fails; kept.",
            sections.sizes.len()
        );
        findings.error(&key, sentence);
    }
    let total: usize = sections.sizes.iter().sum();
    let n_pairs = layer.rotary_dim / 2;
    if total != n_pairs && sections.order != SectionOrder::Interleaved {
        let sentence = format!(
            "Must add up to {n_pairs}, the number of pairs that rotate, not {total}, with which \
             transformers fails; kept."
        );
        findings.error(&key, sentence);
    } else if total != n_pairs {
        let sentence = format!(
            "Should add up to {n_pairs}, the number of pairs that rotate, not {total}; kept."
        );
        findings.warn(&key, sentence);
    } else if sections.order == SectionOrder::FirstLast
        && sections.sizes.get(1) != sections.sizes.get(2)
    {
        let sentence = "Must begin with two equal sizes, for rows and columns, without which transformers fails; kept.";
        findings.error(&key, sentence);
    }
}
