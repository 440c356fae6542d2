//! How words, shares and offsets are written.

use phasor_encoding::positions::PerAxis;
use phasor_text::number::{Fixed, Place, Tick};

/// Returns a word without the blank before it.
pub(super) fn printed(word: &str) -> &str {
    match word.trim() {
        "" => "(blank)",
        word => word,
    }
}

/// Returns a share in per cent, rounded to a whole one.
pub(super) fn percent(share: f64) -> String {
    format!("{}%", Tick(share.round()))
}

/// Returns an offset as text, with a number for each axis unless all are equal.
pub(super) fn offset(offset: &PerAxis) -> String {
    numbers(offset.values())
}

/// Returns a number for each axis as text, or only one if all are equal.
pub(super) fn numbers(values: &[f64]) -> String {
    let (first, rest) = (values.first().copied().unwrap_or(0.0), values.get(1..));
    let is_same = rest.is_none_or(|rest| rest.iter().all(|value| *value == first));
    match is_same {
        true => Place(first).to_string(),
        false => {
            let texts: Vec<String> = values
                .iter()
                .map(|value| Place(*value).to_string())
                .collect();
            texts.join(" ")
        }
    }
}

/// Returns an offset that is rarely whole as text.
pub(super) fn one_decimal(offset: f64) -> String {
    format!("{:.1}", Fixed(offset))
}
