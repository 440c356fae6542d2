//! Reads settings back before they are shown: a set must give what it promises, and no new finding.

use super::course::Course;
use super::wanted::{Style, Wanted};
use crate::Subject;
use phasor_encoding::Scaling;
use phasor_model_files::{LayerRope, ModelConfig, Reading, Severity};

/// Returns the model after the declared length was raised.
pub(super) fn after_length(subject: &Subject, course: &Course) -> Option<ModelConfig> {
    let length = ("max_position_embeddings", course.declared.to_string());
    Some(changed(subject, &[length], &[])?.model)
}

/// Checks the keys of a `config.json`.
///
/// # Errors
/// What is wrong, for use within a sentence.
pub(super) fn check(subject: &Subject, wanted: &Wanted<'_>, style: Style) -> Result<(), String> {
    let keys = wanted.keys(style);
    let gone: &[Style] = match wanted.has_set() {
        true => &[Style::New, Style::Old],
        false => &[],
    };
    let after = changed(subject, &keys, gone).ok_or("the result could not be read")?;
    let is_new = |finding: &&phasor_model_files::Finding| {
        let mut before = subject.findings().iter();
        finding.severity > Severity::Note
            && !before.any(|before| before.sentence == finding.sentence)
    };
    if let Some(finding) = after.findings.iter().find(is_new) {
        return Err(format!(
            "`{}`: {}",
            finding.key,
            finding.sentence.trim_end_matches('.')
        ));
    }
    let own = subject.rope(None);
    let mut layers = subject.layers().iter();
    let is_unchanged = layers.all(|layer| {
        let rule = match Some(layer) == own {
            true => &wanted.course.rule,
            false => &layer.scaling,
        };
        let expected = layer.with_rule(rule);
        let found = after.model.rope(layer.layer_type.as_deref());
        // LongRoPE computes its factor from the declared length; the report says so.
        let is_exact = !matches!(rule, Scaling::LongRope(_));
        found.is_some_and(|found| is_alike(&expected, found, wanted.target, is_exact))
    });
    match is_unchanged {
        true => Ok(()),
        false => Err("it would rotate otherwise".to_owned()),
    }
}

/// Returns whether two layers rotate alike at a length. The factors count if `with_factors`.
fn is_alike(one: &LayerRope, two: &LayerRope, length: usize, with_factors: bool) -> bool {
    let is_near = |one: f64, two: f64| (one - two).abs() <= 1e-12 * one.abs();
    let (Ok(first), Ok(second)) = (one.scaled(Some(length)), two.scaled(Some(length))) else {
        return false;
    };
    let (some, others) = (
        first.frequencies().inv_freq(),
        second.frequencies().inv_freq(),
    );
    let has_factors = is_near(first.attention_factor(), second.attention_factor())
        && is_near(first.softmax_factor(), second.softmax_factor());
    some.len() == others.len()
        && some
            .iter()
            .zip(others)
            .all(|(one, two)| is_near(*one, *two))
        && (has_factors || !with_factors)
        && (one.head_dim, one.pairing, &one.sections) == (two.head_dim, two.pairing, &two.sections)
}

/// Reads the file with other keys in its text model.
fn changed(subject: &Subject, keys: &[(&'static str, String)], gone: &[Style]) -> Option<Reading> {
    let keys = keys.iter().map(|(key, value)| {
        let value = phasor_model_files::parse_json(value).ok()?;
        Some(((*key).to_owned(), value))
    });
    let keys: Vec<_> = keys.collect::<Option<_>>()?;
    let changed = subject.changed(|object| {
        for style in gone {
            object.remove(style.key());
        }
        object.extend(keys);
    });
    // The values of a large file take much more memory than its text, so they go before it is read.
    let text = changed?.to_string();
    phasor_model_files::read(&text).ok()
}
