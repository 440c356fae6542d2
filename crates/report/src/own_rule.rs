//! A scaling rule that a reader brings, to see what it would do to a model.

use serde_json::{Map, Value, json};

use super::Subject;
use phasor_model_files::{Finding, LayerRope, PositionEncoding, Reading, Severity, parse_json};
use phasor_text::number::Digits;

/// The layers of a model under a rule that a reader brings, and what is odd about the rule.
///
/// ```
/// use phasor_report::{OwnRule, shelf};
///
/// let qwen = shelf::published("qwen3-8b").unwrap().subject().unwrap();
/// let rule = r#"{"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}"#;
/// let rule = OwnRule::read(&qwen, qwen.rope(None).unwrap(), rule)?;
/// assert_eq!((rule.layer.scaling.factor(), rule.layer.base), (Some(4.0), 1_000_000.0));
/// assert!(rule.warnings.is_empty());
/// # Ok::<(), phasor_report::OwnRuleError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct OwnRule {
    /// The layers with the rule, and with its base if it has one.
    pub layer: LayerRope,
    /// What is probably not intended, one sentence each.
    pub warnings: Vec<String>,
}

/// The reason why a rule cannot be used. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OwnRuleError {
    /// The text is not an object.
    #[error(
        "The rule must be a JSON object as `rope_parameters` in a config.json, such as {{\"rope_type\": \"linear\", \"factor\": 2.0}}."
    )]
    NoObject,
    /// A key has an error.
    #[error("{0}")]
    Key(String),
    /// Other components would rotate.
    #[error("The rule must rotate {expected} components as the model does, not {given}.")]
    OtherComponents {
        /// The components that rotate in the model.
        expected: usize,
        /// Those that would rotate.
        given: usize,
    },
}

impl OwnRule {
    /// Reads `text`, the `rope_parameters` or `rope_scaling` of transformers as JSON, for layers of a model. Without a base, the
    /// model's stays.
    ///
    /// # Errors
    /// [`OwnRuleError`] if the text is no object, if transformers would reject it, or if other components would rotate.
    pub fn read(subject: &Subject, layer: &LayerRope, text: &str) -> Result<Self, OwnRuleError> {
        let Ok(Value::Object(given)) = parse_json(text) else {
            return Err(OwnRuleError::NoObject);
        };
        let declared = subject.model().max_position_embeddings;
        let reading = reading(layer, &given, declared)?;
        let mut errors = reading.findings.iter();
        if let Some(error) = errors.find(|finding| finding.severity == Severity::Error) {
            return Err(OwnRuleError::Key(format!(
                "{}: {}.",
                error.key,
                error.problem()
            )));
        }
        let PositionEncoding::Rotary(layers) = &reading.model.position else {
            return Err(OwnRuleError::NoObject);
        };
        let [read] = layers.as_slice() else {
            return Err(OwnRuleError::Key(
                "The rule must be that of one type of layers.".to_owned(),
            ));
        };
        if read.rotary_dim != layer.rotary_dim {
            return Err(OwnRuleError::OtherComponents {
                expected: layer.rotary_dim,
                given: read.rotary_dim,
            });
        }
        Ok(Self {
            layer: LayerRope {
                base: read.base,
                ..layer.with_rule(&read.scaling)
            },
            warnings: warnings(layer, &given, read, reading.findings)?,
        })
    }

    /// Says of which base it is, if that is not the base of `layer`.
    pub(super) fn other_base(&self, layer: &LayerRope) -> Option<String> {
        (self.layer.base != layer.base).then(|| format!("base {}", Digits(self.layer.base)))
    }
}

/// Returns the warnings among the findings, without those about the declared length, which rises where such a rule is set.
fn warnings(
    layer: &LayerRope,
    given: &Map<String, Value>,
    read: &LayerRope,
    findings: Vec<Finding>,
) -> Result<Vec<String>, OwnRuleError> {
    let reach = read.scaling.factor().zip(read.original_length());
    let reach = reach.filter(|_| given.contains_key("original_max_position_embeddings"));
    let findings = match reach {
        Some((factor, original)) => {
            let declared = Some((factor * original).round() as usize);
            reading(layer, given, declared)?.findings
        }
        None => findings,
    };
    let warnings = findings.iter();
    let warnings = warnings.filter(|finding| finding.severity == Severity::Warning);
    Ok(warnings
        .map(|finding| format!("{}: {}", finding.key, finding.sentence))
        .collect())
}

/// Reads a configuration with nothing but the rule. Its class is unknown, so that no default of a class applies.
fn reading(
    layer: &LayerRope,
    given: &Map<String, Value>,
    declared: Option<usize>,
) -> Result<Reading, OwnRuleError> {
    let mut parameters = given.clone();
    let base = parameters.entry("rope_theta");
    base.or_insert_with(|| json!(layer.base));
    let mut config = json!({"auto_map": null, "head_dim": layer.head_dim});
    if let Some(object) = config.as_object_mut() {
        if !parameters.contains_key("partial_rotary_factor") {
            object.insert("rotary_dim".to_owned(), json!(layer.rotary_dim));
        }
        if let Some(declared) = declared {
            object.insert("max_position_embeddings".to_owned(), json!(declared));
        }
        object.insert("rope_parameters".to_owned(), Value::Object(parameters));
    }
    phasor_model_files::read(&config.to_string())
        .map_err(|error| OwnRuleError::Key(error.to_string()))
}
