//! The rule by which the class of a model numbers tokens.

use phasor_encoding::positions::{Qwen2_5Vl, Rule};
use phasor_model_files::PositionEncoding;
use phasor_text::shorten;

use super::Subject;

/// The class has sections of M-RoPE, but its position ids are not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "The position ids of `{class}` with {n_sections} sections of M-RoPE are not known, only those of text-only models and of \
     {known}; name a rule with the same ids, if there is one."
)]
pub struct UnknownRule {
    /// The class, shortened.
    class: String,
    /// The number of its sections.
    n_sections: usize,
    /// The classes with known ids.
    known: String,
}

/// Returns the rule of the class of the model: that of its name, or the sequential one if the model has no sections of
/// M-RoPE.
///
/// The steps of a second in a video are those of the file (`tokens_per_second`), or else those of the published models.
///
/// ```
/// use phasor_encoding::positions::Rule;
/// use phasor_report::{Subject, position_rule};
///
/// let text = r#"{"model_type": "glm4v", "text_config": {"model_type": "glm4v_text", "hidden_size": 4096}}"#;
/// assert_eq!(position_rule(&Subject::read(text)?), Ok(Rule::Glm4v));
/// let text = r#"{"model_type": "llama", "hidden_size": 4096}"#;
/// assert_eq!(position_rule(&Subject::read(text)?), Ok(Rule::Sequential));
/// let text = r#"{"model_type": "qwen3_omni_moe_text", "hidden_size": 4096}"#;
/// assert!(position_rule(&Subject::read(text)?).is_err());
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
///
/// # Errors
/// [`UnknownRule`] if the model has sections, but no rule with as many axes is known for its class.
pub fn position_rule(subject: &Subject) -> Result<Rule, UnknownRule> {
    let class = subject.class();
    // The text model of `qwen3_vl` is of the class `qwen3_vl_text`.
    let family = class.strip_suffix("_text").unwrap_or(class);
    let mut rules = Rule::all().into_iter();
    let known = rules.find(|rule| rule.classes().contains(&family));
    let n_sections = n_sections(subject);
    let known = known.filter(|rule| n_sections.is_none_or(|number| number == rule.n_axes()));
    match (known, n_sections) {
        (Some(Rule::Qwen2_5Vl(rule)), _) => Ok(Rule::Qwen2_5Vl(steps(subject).unwrap_or(rule))),
        (Some(rule), _) => Ok(rule),
        (None, Some(n_sections)) => Err(UnknownRule {
            class: shorten(class),
            n_sections,
            known: known_classes(),
        }),
        (None, None) => Ok(Rule::Sequential),
    }
}

/// Returns the number of sections of M-RoPE, of which a head has one for each axis.
fn n_sections(subject: &Subject) -> Option<usize> {
    let PositionEncoding::Rotary(layers) = &subject.model().position else {
        return None;
    };
    let sections = layers.iter().find_map(|layer| layer.sections.as_ref());
    sections.map(|sections| sections.sizes.len())
}

/// Returns the rule with the steps of a second that the file gives, if they are in range.
fn steps(subject: &Subject) -> Option<Qwen2_5Vl> {
    let steps = subject
        .file()
        .get("vision_config")?
        .get("tokens_per_second")?;
    Qwen2_5Vl::new(steps.as_f64()?).ok()
}

fn known_classes() -> String {
    let rules = Rule::all();
    let classes: Vec<&str> = rules.iter().flat_map(Rule::classes).copied().collect();
    match classes.as_slice() {
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
}
