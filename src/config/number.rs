//! Numbers as people write and read them.

use std::fmt::Write as _;

/// Returns `number` with a comma between thousands, as in prose.
///
/// ```
/// assert_eq!(phasor::config::parameter::grouped(-1234567.5), "−1,234,567.5");
/// ```
#[must_use]
pub fn grouped(number: f64) -> String {
    let digits = number.abs().to_string();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::from(if number < 0.0 { "−" } else { "" });
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        // Writing to a `String` cannot fail.
        let _ = write!(text, ".{fraction}");
    }
    text
}

/// Parses a number in the notation of computers or of [`grouped`], which the page and its error
/// messages use.
///
/// ```
/// use phasor::config::parameter::number;
///
/// assert_eq!(number("1e4"), Some(10_000.0));
/// assert_eq!(number("−1,234,567.5"), Some(-1_234_567.5));
/// assert_eq!(number("1,5"), None);
/// ```
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    if let Some(number) = plain(text) {
        return Some(number);
    }
    let number = plain(&text.replace(',', "").replace('−', "-"))?;
    (grouped(number) == text).then_some(number)
}

/// Parses a number in the notation of computers, correctly rounded.
fn plain(text: &str) -> Option<f64> {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    (!text.is_empty() && text.bytes().all(is_part))
        .then(|| parsed(text))
        .flatten()
}

/// Uses the browser's parser, because that of the standard library adds 11 KiB of tables.
#[cfg(target_arch = "wasm32")]
fn parsed(text: &str) -> Option<f64> {
    let number = wasm_bindgen::JsValue::from_str(text).unchecked_into_f64();
    (!number.is_nan()).then_some(number)
}

#[cfg(not(target_arch = "wasm32"))]
fn parsed(text: &str) -> Option<f64> {
    text.parse().ok()
}
