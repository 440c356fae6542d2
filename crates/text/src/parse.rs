//! Reads numbers as people write them.

use lexical_parse_float::FromLexical as _;

use crate::number::grouped;

/// Parses a number in the notation of computers or of [`grouped`], which the page and its error messages use.
///
/// ```
/// use phasor_text::parse::number;
///
/// assert_eq!(number("1e4"), Some(10_000.0));
/// assert_eq!(number("−1,234,567.5"), Some(-1_234_567.5));
/// assert_eq!(number("1,5"), None);
/// assert_eq!(number("inf"), None);
/// ```
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    if let Some(number) = plain(text) {
        return Some(number);
    }
    let number = plain(&text.replace(',', "").replace('−', "-"))?;
    (grouped(number) == text).then_some(number)
}

/// Parses a number in the notation of computers, correctly rounded. The parser would also accept words such as `inf`.
fn plain(text: &str) -> Option<f64> {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    if !text.bytes().all(is_part) {
        return None;
    }
    f64::from_lexical(text.as_bytes()).ok()
}
