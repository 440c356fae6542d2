//! Names within a sentence.

/// Returns names as a list within a sentence, with `conjunction` before the last: `a, b or c`.
///
/// ```
/// use phasor_text::listed;
///
/// assert_eq!(listed(&["csv", "json", "npy"], "or"), "csv, json or npy");
/// assert_eq!(listed(&["csv"], "and"), "csv");
/// ```
#[must_use]
pub fn listed(names: &[&str], conjunction: &str) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => {
            format!("{} {conjunction} {last}", first.join(", "))
        }
        _ => names.concat(),
    }
}
