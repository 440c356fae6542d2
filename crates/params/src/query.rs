//! A spec as a URL query: short keys, no defaults, nothing that a reader cannot type.

use super::parameter::TABLE;
use super::{Key, Spec, SpecError};

/// Reads a query such as `base=500000&dim=128`, with or without the leading `?`.
///
/// Parameters with an error keep their defaults, and the errors are returned as the second value;
/// the first value is always valid. If a key appears twice, the last one counts. At most
/// [`MOST_PAIRS`] pairs are read.
///
/// ```
/// let (spec, errors) = phasor_params::query::parse("?base=500000&dim=7");
/// assert_eq!(spec.base(), 500_000.0);
/// let told = "The number of components (`dim`) must be an even number from 2 to 1,024, not `7`.";
/// assert_eq!(errors[0].to_string(), told);
/// ```
#[must_use]
pub fn parse(query: &str) -> (Spec, Vec<SpecError>) {
    let mut spec = Spec::default();
    let errors = apply(&mut spec, query);
    (spec, errors)
}

/// Sets the parameters in a query such as `base=500000&dim=128`; the rest of `spec` is unchanged.
pub fn apply(spec: &mut Spec, query: &str) -> Vec<SpecError> {
    let mut errors = Vec::new();
    let query = query.strip_prefix('?').unwrap_or(query);
    for (name, text) in form_urlencoded::parse(query.as_bytes()).take(MOST_PAIRS) {
        let result = match Key::from_name(&name) {
            Some(key) => spec.set(key, &text),
            None => Err(SpecError::unknown_key(&name)),
        };
        errors.extend(result.err());
    }
    errors
}

/// The largest number of `key=value` pairs that [`parse`] reads.
pub const MOST_PAIRS: usize = 64;

/// Writes the parameters that differ from the default, in the order of the table. [`parse`] reads
/// them back to an equal spec.
#[must_use]
pub fn format(spec: &Spec) -> String {
    written(spec, |_| true)
}

/// Writes only those of `keys` that differ from the default.
#[must_use]
pub fn format_some(spec: &Spec, keys: &[Key]) -> String {
    written(spec, |key| keys.contains(&key))
}

fn written(spec: &Spec, is_wanted: impl Fn(Key) -> bool) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let rows = TABLE.iter().filter(|row| spec.is_set(row.key));
    for row in rows.filter(|row| is_wanted(row.key)) {
        query.append_pair(row.name, &spec.text(row.key));
    }
    query.finish()
}
