//! The scaling rules that could take a model to a longer text.

use super::{Outlook, OwnRule};
use phasor_encoding::Scaling;
use phasor_text::number::Digits;

/// Returns the name of a rule for readers, with its factor.
pub(super) fn named(rule: &Scaling) -> String {
    let name = rule.label();
    match rule.factor() {
        Some(factor) => format!("{name} × {}", Digits(factor)),
        None => name.to_owned(),
    }
}

/// A rule, how readers call it, and what it does at the target.
pub(super) struct Choice<'a> {
    pub(super) name: String,
    pub(super) rule: Scaling,
    pub(super) outlook: Outlook<'a>,
}

/// Returns the rules that can be compared at the target: that of the file, none, and the others with the factor that
/// takes the original or declared length to the target. `yours` is a rule that the reader brings.
pub(super) fn choices<'a>(outlook: &Outlook<'a>, yours: Option<&'a OwnRule>) -> Vec<Choice<'a>> {
    let own = &outlook.layer.scaling;
    let factor = needed_factor(outlook);
    let mut rules = vec![Scaling::Default];
    if factor > 1.0 {
        rules.extend(Scaling::stretching(factor, outlook.original as f64));
    }
    let file = Choice {
        name: format!("its own: {}", named(own)),
        rule: own.clone(),
        // The model may have been trained with the file's own rule.
        outlook: outlook.clone(),
    };
    let yours = yours.and_then(|rule| {
        let parts = [
            Some(named(&rule.layer.scaling)),
            rule.other_base(outlook.layer),
        ];
        Some(Choice {
            name: format!(
                "yours: {}",
                parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
            ),
            rule: rule.layer.scaling.clone(),
            outlook: outlook.with_layer(&rule.layer).ok()?,
        })
    });
    let others = rules.into_iter().filter(|rule| rule != own);
    let others = others.filter_map(|rule| {
        let outlook = outlook.under(&rule).ok()?;
        let name = named(&rule);
        Some(Choice {
            name,
            rule,
            outlook,
        })
    });
    std::iter::once(file).chain(yours).chain(others).collect()
}

/// Returns the factor that takes the original or declared length to the target, at least 1.
pub(super) fn needed_factor(outlook: &Outlook<'_>) -> f64 {
    (outlook.target as f64 / outlook.original as f64).max(1.0)
}
