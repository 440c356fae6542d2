//! What depends on positions beside the encoding: factors on queries, chunks, and keys of serving engines.

use serde_json::Value;

use super::fields::{Fields, ORIGINAL_MAX_POSITIONS};
use super::finding::{Finding, Notice};
use super::{Attention, Layer, PositionEncoding};
use phasor_text::number::Plain;

/// Reports keys by which positions have an effect that is not part of the encoding.
pub(super) fn check(
    fields: &Fields<'_>,
    position: &PositionEncoding,
    layers: &[Layer],
    findings: &mut Vec<Finding>,
) {
    report_temperature(fields, position, findings);
    report_beta(fields, findings);
    if layers
        .iter()
        .any(|layer| layer.attention == Attention::Chunked)
    {
        const KEY: &str = "attention_chunk_size";
        let size = fields.count(&[KEY], findings).unwrap_or(8192);
        let sentence = format!("Layers with chunks attend only within the same {size} tokens.");
        findings.note(&fields.path_of(KEY), sentence);
    }
    if fields.has("dual_chunk_attention_config") {
        let sentence = "Only for serving engines that have dual chunk attention, which changes the \
                        positions of distant keys; transformers ignores it, and so does Phasor.";
        findings.note(&fields.path_of("dual_chunk_attention_config"), sentence);
    }
}

/// Llama 4 makes queries of layers without rotation longer, the farther they are from the start.
fn report_temperature(
    fields: &Fields<'_>,
    position: &PositionEncoding,
    findings: &mut Vec<Finding>,
) {
    const KEY: &str = "attn_temperature_tuning";
    let is_llama_4 = fields.model_type() == Some("llama4_text");
    // Older files have a number, and Python takes 0 for false.
    let is_off = matches!(fields.get(KEY), Some(Value::Bool(false)))
        || fields.get(KEY).and_then(Value::as_f64) == Some(0.0);
    if !is_llama_4 || is_off || !matches!(position, PositionEncoding::Rotary(_)) {
        return;
    }
    let scale = fields.positive("attn_scale", findings).unwrap_or(0.1);
    let floor = fields.positive("floor_scale", findings).unwrap_or(8192.0);
    let sentence = format!(
        "In layers that do not rotate, queries are multiplied by 1 + {} ln(1 + floor((position + 1) / {})); \
         Phasor shows frequencies without it.",
        Plain(scale),
        Plain(floor)
    );
    findings.note(&fields.path_of(KEY), sentence);
}

/// Ministral 3 does the same in all layers, by a key among the rotary parameters.
fn report_beta(fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    const KEY: &str = "llama_4_scaling_beta";
    for name in ["rope_parameters", "rope_scaling"] {
        let Some(parameters) = fields.object_at(name) else {
            continue;
        };
        let beta = parameters.positive_or_0(KEY, findings);
        let length = parameters.number(ORIGINAL_MAX_POSITIONS, &mut Vec::new());
        if let (Some(beta), Some(length)) = (beta.filter(|beta| *beta > 0.0), length) {
            let sentence = format!(
                "Queries are multiplied by 1 + {} ln(1 + floor(position / {})); Phasor shows frequencies \
                 without it.",
                Plain(beta),
                Plain(length)
            );
            findings.note(&parameters.path_of(KEY), sentence);
        }
    }
}
