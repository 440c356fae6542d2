//! What depends on positions beside the encoding: factors on queries, chunks, and keys of serving engines.
//!
//! Source: `Llama4TextAttention`, `Ministral3Attention`, `Mistral4Attention`, `InklingAttention`, `Inkling2FullAttention` and
//! `compute_attention_scaling` of Beam in
//! transformers 5.23.0; `tests/golden/queries.json` holds the factors of small models of all classes.

use serde_json::{Map, Value, json};

use super::fields::Fields;
use super::finding::{Finding, Notice};
use super::keys::ORIGINAL_MAX_POSITIONS;
use super::windows;
use super::{Attention, Layer, ModelConfig};
use phasor_text::number::Plain;

/// A factor by which queries become longer with their position, so that attention stays sharp in long texts.
///
/// ```
/// use phasor_model_files::QueryFactor;
///
/// let text = r#"{"model_type": "llama4_text", "num_hidden_layers": 4}"#;
/// let model = phasor_model_files::read(text)?.model;
/// let factor: &QueryFactor = model.query_factor.as_ref().unwrap();
/// assert_eq!((factor.at(8190.0), factor.at(8191.0)), (1.0, 1.0 + 0.1 * 2.0_f64.ln()));
/// let layers: Vec<bool> = model.layers.iter().map(|layer| factor.applies_to(*layer)).collect();
/// assert_eq!(layers, [false, false, false, true]);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueryFactor {
    /// The number before the logarithm, or the exponent; above 0.
    pub weight: f64,
    /// The number of positions that counts as one, above 0.
    pub step: f64,
    /// How the factor grows.
    pub growth: QueryGrowth,
    /// The layers in which it applies.
    pub layers: QueryLayers,
}

/// How the factor of queries grows with their position.
///
/// ```
/// use phasor_model_files::QueryGrowth;
///
/// let text = r#"{"model_type": "inkling2_text"}"#;
/// let model = phasor_model_files::read(text)?.model;
/// assert_eq!(model.query_factor.unwrap().growth, QueryGrowth::Smooth);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryGrowth {
    /// `1 + weight ln(1 + floor(position / step))`.
    Steps,
    /// The same with the position counted from 1.
    StepsFromOne,
    /// `1 + weight ln(max(1, (position + 1) / step))`.
    Smooth,
    /// `(1 + (position + 1) / step)^weight`.
    Power,
}

/// The layers whose queries have a factor.
///
/// ```
/// use phasor_model_files::QueryLayers;
///
/// let text = r#"{"model_type": "llama4_text"}"#;
/// let model = phasor_model_files::read(text)?.model;
/// assert_eq!(model.query_factor.unwrap().layers, QueryLayers::WithoutRotation);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryLayers {
    /// All layers with attention.
    All,
    /// Those that do not rotate.
    WithoutRotation,
    /// Those that see the whole text.
    WithoutWindow,
}

impl QueryFactor {
    /// Returns the factor of a query at a position, which counts from 0.
    #[must_use]
    pub fn at(&self, position: f64) -> f64 {
        let logarithm = match self.growth {
            QueryGrowth::Steps => (position / self.step).floor().ln_1p(),
            QueryGrowth::StepsFromOne => ((position + 1.0) / self.step).floor().ln_1p(),
            QueryGrowth::Smooth => ((position + 1.0) / self.step).max(1.0).ln(),
            QueryGrowth::Power => return (1.0 + (position + 1.0) / self.step).powf(self.weight),
        };
        1.0 + self.weight * logarithm
    }

    /// Returns whether the queries of a layer have the factor.
    #[must_use]
    pub fn applies_to(&self, layer: Layer) -> bool {
        match self.layers {
            _ if layer.attention == Attention::Linear => false,
            QueryLayers::All => true,
            QueryLayers::WithoutRotation => !layer.is_rotary,
            QueryLayers::WithoutWindow => layer.attention == Attention::Full,
        }
    }

    /// Returns the formula and where it holds, as the beginning of a sentence.
    fn clause(&self) -> String {
        let place = match self.layers {
            QueryLayers::All => "Queries are multiplied by",
            QueryLayers::WithoutRotation => {
                "In layers that do not rotate, queries are multiplied by"
            }
            QueryLayers::WithoutWindow => {
                "In layers that see the whole text, queries are multiplied by"
            }
        };
        let (weight, step) = (Plain(self.weight), Plain(self.step));
        match self.growth {
            QueryGrowth::Steps => {
                format!("{place} 1 + {weight} ln(1 + floor(position / {step}))")
            }
            QueryGrowth::StepsFromOne => {
                format!("{place} 1 + {weight} ln(1 + floor((position + 1) / {step}))")
            }
            QueryGrowth::Smooth => {
                format!("{place} 1 + {weight} ln(max(1, (position + 1) / {step}))")
            }
            QueryGrowth::Power => format!("{place} (1 + (position + 1) / {step})^{weight}"),
        }
    }

    /// Adds the keys that give the factor to the rotary parameters, if they belong there.
    pub(super) fn add_to(&self, parameters: &mut Map<String, Value>) {
        if self.growth == QueryGrowth::Steps {
            parameters.insert(BETA.to_owned(), json!(self.weight));
            parameters.insert(ORIGINAL_MAX_POSITIONS.to_owned(), json!(self.step));
        }
    }
}

/// Returns the keys that give the factor of a model, outside of the rotary parameters.
pub(super) fn keys(model: &ModelConfig) -> Vec<(&'static str, Value)> {
    let Some(factor) = model.query_factor else {
        return match model.model_type.as_deref() {
            Some("llama4_text") => vec![(TUNING, json!(false))],
            Some("inkling2_text") => vec![(LOG_FLOOR, Value::Null)],
            _ => Vec::new(),
        };
    };
    let (weight, step) = match factor.growth {
        QueryGrowth::Steps | QueryGrowth::Power => return Vec::new(),
        QueryGrowth::StepsFromOne => (ATTN_SCALE, FLOOR_SCALE),
        QueryGrowth::Smooth => (LOG_ALPHA, LOG_FLOOR),
    };
    vec![(weight, json!(factor.weight)), (step, json!(factor.step))]
}

/// Llama 4's switch, and its numbers.
const TUNING: &str = "attn_temperature_tuning";
const ATTN_SCALE: &str = "attn_scale";
const FLOOR_SCALE: &str = "floor_scale";

/// The key of Ministral 3 and Mistral 4, among the rotary parameters.
const BETA: &str = "llama_4_scaling_beta";

/// Inkling's numbers.
const LOG_FLOOR: &str = "log_scaling_n_floor";
const LOG_ALPHA: &str = "log_scaling_alpha";

/// The factor of Beam, which no key changes.
const BEAM: QueryFactor = QueryFactor {
    weight: 0.1,
    step: 2048.0,
    growth: QueryGrowth::Power,
    layers: QueryLayers::WithoutRotation,
};

/// Reads the factor of queries, and reports it.
pub(super) fn read(fields: &Fields<'_>, findings: &mut Vec<Finding>) -> Option<QueryFactor> {
    let class = fields.model_type()?;
    let (key, factor) = match class {
        "llama4_text" => (fields.path_of(TUNING), tuned(fields, findings)?),
        "ministral3" | "mistral4" => with_beta(fields, class, findings)?,
        "inkling_text" | "inkling2_text" => {
            (fields.path_of(LOG_FLOOR), smooth(fields, class, findings)?)
        }
        "beam" => (fields.path_of("layer_types"), BEAM),
        _ => return None,
    };
    let sentence = format!("{}; Phasor shows frequencies without it.", factor.clause());
    findings.note(&key, sentence);
    Some(factor)
}

fn tuned(fields: &Fields<'_>, findings: &mut Vec<Finding>) -> Option<QueryFactor> {
    // Older files have a number, and Python takes 0 for false.
    let is_off = matches!(fields.get(TUNING), Some(Value::Bool(false)))
        || fields.get(TUNING).and_then(Value::as_f64) == Some(0.0);
    (!is_off).then(|| QueryFactor {
        weight: fields.positive(ATTN_SCALE, findings).unwrap_or(0.1),
        step: fields.positive(FLOOR_SCALE, findings).unwrap_or(8192.0),
        growth: QueryGrowth::StepsFromOne,
        layers: QueryLayers::WithoutRotation,
    })
}

/// Reads the factor among the rotary parameters. A file without parameters has those of its class.
fn with_beta(
    fields: &Fields<'_>,
    class: &str,
    findings: &mut Vec<Finding>,
) -> Option<(String, QueryFactor)> {
    let factor = |weight, step| QueryFactor {
        weight,
        step,
        growth: QueryGrowth::Steps,
        layers: QueryLayers::All,
    };
    let sets = ["rope_scaling", "rope_parameters"].into_iter();
    let set = sets.filter_map(|name| fields.object_at(name));
    let Some(set) = set.into_iter().find(|set| set.keys().next().is_some()) else {
        let length = if class == "mistral4" { 8192.0 } else { 16384.0 };
        return Some((fields.path_of("rope_parameters"), factor(0.1, length)));
    };
    let key = set.path_of(BETA);
    if !set.has(BETA) {
        let sentence =
            "Missing, and without it transformers fails in the attention of the model’s class.";
        findings.warn(&key, sentence);
        return None;
    }
    let weight = set.positive_or_0(BETA, findings)?;
    let length = set
        .positive(ORIGINAL_MAX_POSITIONS, &mut Vec::new())
        .or_else(|| {
            fields
                .longest(&mut Vec::new())
                .map(|longest| longest as f64)
        })?;
    (weight > 0.0).then(|| (key, factor(weight, length)))
}

fn smooth(fields: &Fields<'_>, class: &str, findings: &mut Vec<Finding>) -> Option<QueryFactor> {
    let standard = (class == "inkling2_text" && !fields.is_null(LOG_FLOOR)).then_some(128_000.0);
    let step = fields.positive(LOG_FLOOR, findings).or(standard)?;
    Some(QueryFactor {
        weight: fields.positive(LOG_ALPHA, findings).unwrap_or(0.1),
        step,
        growth: QueryGrowth::Smooth,
        layers: QueryLayers::WithoutWindow,
    })
}

/// Reports keys by which positions have an effect that is not part of the encoding.
pub(super) fn check(fields: &Fields<'_>, layers: &[Layer], findings: &mut Vec<Finding>) {
    if layers
        .iter()
        .any(|layer| layer.attention == Attention::Chunked)
    {
        const KEY: &str = "attention_chunk_size";
        let given = fields.count(&[KEY], findings);
        let class = fields.model_type().unwrap_or("");
        if let Some(size) = windows::window(Attention::Chunked, class, |_| given) {
            let sentence = format!("Layers with chunks attend only within the same {size} tokens.");
            findings.note(&fields.path_of(KEY), sentence);
        }
    }
    if fields.has("dual_chunk_attention_config") {
        let sentence = "Only for serving engines that have dual chunk attention, which changes the \
                        positions of distant keys; transformers ignores it, and so does Phasor.";
        findings.note(&fields.path_of("dual_chunk_attention_config"), sentence);
    }
}
