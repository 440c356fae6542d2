//! Parameters as a URL query: short names, no defaults, nothing that a reader cannot type.

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
    let query = query.strip_prefix('?').unwrap_or(query);
    let pairs = form_urlencoded::parse(query.as_bytes()).take(MOST_PAIRS);
    let results = pairs.map(|(name, text)| match K::from_name(&name) {
        Some(key) => set(key, &text),
        None => Err(ParameterError::unknown_name::<K>(&name)),
    });
    results.filter_map(Result::err).collect()
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
