//! Misspelt keys.

use strsim::levenshtein;

/// Returns the known key that `key` was probably meant to be. At most two letters may be wrong,
/// missing or superfluous; in a short key, one; in one of four letters, none, because `mimo` is no misspelling of `mimi`.
pub(super) fn meant<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    if key.len() > LONGEST {
        return None;
    }
    let near = known.into_iter().filter(|name| is_alike(key, name));
    let near = near.map(|name| (levenshtein(key, name), name));
    let near = near.filter(|(distance, name)| match name.len() {
        0..5 => false,
        5..8 => *distance <= 1,
        _ => *distance <= 2,
    });
    near.min().map(|(_, name)| name)
}

/// Returns `true` if a typing error could turn one key into the other. It has to be fast, because
/// files have thousands of keys.
fn is_alike(key: &str, name: &str) -> bool {
    const SAME: usize = 3;
    let mut starts = key.bytes().zip(name.bytes()).take(SAME);
    let mut ends = key.bytes().rev().zip(name.bytes().rev()).take(SAME);
    key != name
        && key.len().abs_diff(name.len()) <= 2
        && (starts.all(|(a, b)| a == b) || ends.all(|(a, b)| a == b))
}
