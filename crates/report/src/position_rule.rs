//! The rule by which the class of a model numbers tokens.

use phasor_encoding::positions::{Qwen2_5Vl, Rule};
use phasor_model_files::{OtherOrder, PositionEncoding};
use phasor_text::{listed, shorten};

use super::Subject;

/// The position ids of the class are not known. Classes are shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownRule {
    /// The class has sections of M-RoPE.
    #[error(
        "The position ids of `{class}` with {n_sections} sections of M-RoPE are not known, only those of text-only models and \
         of {known}; name a rule with the same ids, if there is one."
    )]
    Sections {
        /// The class.
        class: String,
        /// The number of its sections.
        n_sections: usize,
        /// The classes with known ids.
        known: String,
    },
    /// The class counts from the row after that of padding.
    #[error(
        "`{class}` counts from padding_idx + 1, where most models count from 0; add that index to the file as `pad_token_id`, or \
         leave the file out: the rule sequential gives the ids minus that number."
    )]
    AfterPadding {
        /// The class.
        class: String,
    },
}

/// Returns the rule of the class of the model: that of its name, or the sequential one if the model has no sections of
/// M-RoPE.
///
/// The steps of a second in a video are those of the file (`tokens_per_second`), or else the default of the class.
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
/// [`UnknownRule::Sections`] if the model has sections, but no rule with as many axes is known for its class, and
/// [`UnknownRule::AfterPadding`] if the class counts from another number than 0.
pub fn position_rule(subject: &Subject) -> Result<Rule, UnknownRule> {
    let class = subject.class();
    // The text model of `qwen3_vl` is of the class `qwen3_vl_text`.
    let family = class.strip_suffix("_text").unwrap_or(class);
    let mut rules = Rule::all().into_iter();
    let known = rules.find(|rule| rule.classes().contains(&family));
    let n_sections = n_sections(subject);
    let known = known.filter(|rule| n_sections.is_none_or(|number| number == rule.n_axes()));
    match (known, n_sections) {
        (Some(Rule::Qwen2_5Vl(_)), _) => Ok(Rule::Qwen2_5Vl(steps(subject))),
        (Some(rule), _) => Ok(rule),
        (None, Some(n_sections)) => Err(UnknownRule::Sections {
            class: shorten(class),
            n_sections,
            known: known_classes(),
        }),
        (None, None) if subject.model().position.counts_after_padding(class) => {
            Err(UnknownRule::AfterPadding {
                class: shorten(class),
            })
        }
        (None, None) => Ok(Rule::Sequential),
    }
}

/// Returns whether the model uses the position ids of its tokens: to rotate, or to look up or compute an encoding.
///
/// ```
/// use phasor_report::{Subject, has_position_ids};
///
/// assert!(has_position_ids(&Subject::read(r#"{"model_type": "llama", "head_dim": 4}"#)?));
/// assert!(!has_position_ids(&Subject::read(r#"{"model_type": "bloom", "n_head": 32}"#)?));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn has_position_ids(subject: &Subject) -> bool {
    matches!(
        subject.model().position,
        PositionEncoding::Rotary(_)
            | PositionEncoding::Learned { .. }
            | PositionEncoding::Other(OtherOrder::Sines)
    )
}

/// Returns the number of sections of M-RoPE, of which a head has one for each axis.
fn n_sections(subject: &Subject) -> Option<usize> {
    let PositionEncoding::Rotary(layers) = &subject.model().position else {
        return None;
    };
    let sections = layers.iter().find_map(|layer| layer.sections.as_ref());
    sections.map(|sections| sections.sizes.len())
}

/// The steps of a second that the class has in transformers 5.23. The published models have 2 in their files.
const STEPS: f64 = 4.0;

/// Returns the rule with the steps of a second that the file gives, if they are in range.
fn steps(subject: &Subject) -> Qwen2_5Vl {
    let given = subject.file().get("vision_config");
    let given = given.and_then(|vision| vision.get("tokens_per_second")?.as_f64());
    given
        .and_then(|steps| Qwen2_5Vl::new(steps).ok())
        .unwrap_or_else(|| Qwen2_5Vl::new(STEPS).expect("the default is above 0"))
}

fn known_classes() -> String {
    let rules = Rule::all();
    let classes: Vec<&str> = rules.iter().flat_map(Rule::classes).copied().collect();
    listed(&classes, "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_sets_the_steps_of_a_second() {
        for (given, steps) in [(r#""tokens_per_second": 25"#, 25.0), ("", 4.0)] {
            let text = format!(
                r#"{{"model_type": "qwen2_5_vl", "hidden_size": 3584, "vision_config": {{{given}}}}}"#
            );
            let subject = Subject::read(&text).unwrap();
            let rule = Qwen2_5Vl::new(steps).unwrap();
            assert_eq!(position_rule(&subject), Ok(Rule::Qwen2_5Vl(rule)));
        }
    }
}
