//! Misspelt words.

use strsim::{levenshtein, osa_distance};

/// Returns the known key that `key` was probably meant to be, for files in which other programs read keys that we do not
/// know. At most two letters may be wrong, missing or superfluous; in a short key, one; in one of four letters, none,
/// because `mimo` is no misspelling of `mimi`.
///
/// ```
/// use phasor_text::meant;
///
/// assert_eq!(meant("rope_teta", ["rope_theta", "head_dim"]), Some("rope_theta"));
/// assert_eq!(meant("mimo", ["mimi"]), None);
/// ```
pub fn meant<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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

/// Returns the accepted name that is most like `name`, of which nobody else knows a meaning, so that it must be a
/// misspelling. A third of the letters may be wrong, missing, superfluous or exchanged with their neighbour. Of several names
/// it is the first.
///
/// ```
/// use phasor_text::closest;
///
/// let accepted = ["base", "dim", "position"];
/// assert_eq!(closest("bsae", accepted), Some("base"));
/// assert_eq!(closest("positon", accepted), Some("position"));
/// assert_eq!(closest("speed", accepted), None);
/// ```
pub fn closest<'a>(name: &str, accepted: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let near = accepted.into_iter().filter_map(|known| {
        let most = length.max(known.chars().count()).div_ceil(3);
        let distance = osa_distance(name, known);
        (0 < distance && distance <= most && distance < length).then_some((distance, known))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
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
