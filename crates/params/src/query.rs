//! Parameters as a URL query: short names, no defaults, nothing that a reader cannot type.

use std::borrow::Cow;

use super::{Key, ParameterError};

/// The largest number of `name=value` pairs that [`read`] reads.
pub const MOST_PAIRS: usize = 64;

/// Reads a query such as `base=500000&dim=128`, with or without the leading `?`, and gives each parameter with its text
/// to `set`. Returns the errors of `set`, and one for every name that the table does not have. At most [`MOST_PAIRS`]
/// pairs are read.
pub fn read<K: Key>(
    query: &str,
    mut set: impl FnMut(K, &str) -> Result<(), ParameterError>,
) -> Vec<ParameterError> {
    let results = pairs(query).map(|(name, text)| match K::from_name(&name) {
        Some(key) => set(key, &text),
        None => Err(ParameterError::unknown_name::<K>(&name)),
    });
    results.filter_map(Result::err).collect()
}

/// Returns the last text that a query gives the name `name`, which no table has.
///
/// ```
/// use phasor_params::query::text_of;
///
/// assert_eq!(text_of("?columns=2&base=10&columns=3", "columns").as_deref(), Some("3"));
/// assert_eq!(text_of("base=10", "columns"), None);
/// ```
#[must_use]
pub fn text_of(query: &str, name: &str) -> Option<String> {
    let texts = pairs(query).filter(|(other, _)| other == name);
    texts.last().map(|(_, text)| text.into_owned())
}

/// Returns the part of a query whose names begin with `prefix`, without it.
///
/// ```
/// use phasor_params::query::part_of;
///
/// assert_eq!(part_of("?base=10&b.base=100&b.dim=8", "b."), "base=100&dim=8");
/// ```
#[must_use]
pub fn part_of(query: &str, prefix: &str) -> String {
    let mut part = form_urlencoded::Serializer::new(String::new());
    for (name, text) in pairs(query) {
        if let Some(name) = name.strip_prefix(prefix) {
            part.append_pair(name, &text);
        }
    }
    part.finish()
}

/// Returns the first [`MOST_PAIRS`] names and texts of a query, with or without the leading `?`.
fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let query = query.strip_prefix('?').unwrap_or(query);
    form_urlencoded::parse(query.as_bytes()).take(MOST_PAIRS)
}

/// Writes parameters with their texts.
#[must_use]
pub fn write<K: Key>(pairs: impl Iterator<Item = (K, String)>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (key, text) in pairs {
        query.append_pair(key.name(), &text);
    }
    query.finish()
}
