//! The arrays that a reader brought, sorted by what their names mean.

use super::{Array, JudgeError};
use crate::checkpoint::quoted;
use std::collections::BTreeMap;

/// What an array holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Positions,
    Query,
    Key,
    InvFreq,
    Cos,
    Sin,
    QueryRotated,
    KeyRotated,
}

/// The names of arrays, in small letters; those of the kit first.
const NAMES: [(Role, &[&str]); 8] = [
    (
        Role::Positions,
        &["positions", "position_ids", "position", "pos"],
    ),
    (
        Role::Query,
        &[
            "query",
            "q",
            "queries",
            "query_states",
            "query_before",
            "q_before",
        ],
    ),
    (
        Role::Key,
        &["key", "k", "keys", "key_states", "key_before", "k_before"],
    ),
    (
        Role::InvFreq,
        &[
            "inv_freq",
            "inv_freqs",
            "inverse_frequencies",
            "frequencies",
        ],
    ),
    (
        Role::Cos,
        &[
            "cos",
            "cosine",
            "cosines",
            "cos_cached",
            "cos_cache",
            "cos_table",
            "freqs_cos",
        ],
    ),
    (
        Role::Sin,
        &[
            "sin",
            "sine",
            "sines",
            "sin_cached",
            "sin_cache",
            "sin_table",
            "freqs_sin",
        ],
    ),
    (
        Role::QueryRotated,
        &[
            "query_rotated",
            "q_rotated",
            "q_embed",
            "q_rot",
            "query_embed",
            "query_rot",
            "rotated_query",
            "query_after",
            "q_after",
            "q_out",
        ],
    ),
    (
        Role::KeyRotated,
        &[
            "key_rotated",
            "k_rotated",
            "k_embed",
            "k_rot",
            "key_embed",
            "key_rot",
            "rotated_key",
            "key_after",
            "k_after",
            "k_out",
        ],
    ),
];

impl Role {
    /// Returns what an array of that name holds, if the name is known.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let mut names = NAMES.iter();
        let found = names.find(|(_, names)| names.contains(&name.as_str()));
        found.map(|(role, _)| *role)
    }

    /// Returns the part of a name that says what the array holds, the last one.
    pub(super) fn word(name: &str) -> &str {
        name.rsplit(['/', '.']).next().unwrap_or(name)
    }

    /// Returns whether the array is a result, and not what a rotation starts from.
    pub(super) fn is_result(self) -> bool {
        !matches!(self, Self::Positions | Self::Query | Self::Key)
    }

    /// Returns the vectors before the rotation, for vectors after it.
    pub(super) fn before(self) -> Option<Self> {
        match self {
            Self::QueryRotated => Some(Self::Query),
            Self::KeyRotated => Some(Self::Key),
            _ => None,
        }
    }
}

/// Arrays whose names have the same beginning.
#[derive(Debug, Clone)]
pub(super) struct Group<'a> {
    /// The beginning, without a slash at its end; it may be empty.
    pub(super) prefix: String,
    pub(super) arrays: BTreeMap<Role, &'a Array>,
}

/// Sorts arrays into groups that have a result, and returns the names that are not known.
///
/// A group without positions, queries or keys takes those of the group around it.
///
/// # Errors
/// [`JudgeError`] if no name of a result is known, or two names of a group mean the same.
pub(super) fn groups(arrays: &[Array]) -> Result<(Vec<Group<'_>>, Vec<String>), JudgeError> {
    let mut groups: BTreeMap<&str, BTreeMap<Role, &Array>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for array in arrays {
        let word = Role::word(&array.name);
        let prefix = array.name.strip_suffix(word).unwrap_or("");
        let prefix = prefix.trim_end_matches(['/', '.']);
        let Some(role) = Role::of(word) else {
            unknown.push(quoted(&array.name));
            continue;
        };
        let other = groups.entry(prefix).or_default().insert(role, array);
        if let Some(other) = other {
            return Err(JudgeError::Twice(quoted(&other.name), quoted(&array.name)));
        }
    }
    let around = groups.clone();
    for (prefix, arrays) in &mut groups {
        let mut outer = *prefix;
        while let Some((rest, _)) = outer.rsplit_once(['/', '.']) {
            outer = rest;
            for (role, array) in around.get(outer).into_iter().flatten() {
                if !role.is_result() {
                    arrays.entry(*role).or_insert(array);
                }
            }
        }
    }
    groups.retain(|_, arrays| arrays.keys().any(|role| role.is_result()));
    if groups.is_empty() {
        return Err(JudgeError::Nameless);
    }
    let groups = groups.into_iter().map(|(prefix, arrays)| Group {
        prefix: prefix.to_owned(),
        arrays,
    });
    Ok((groups.collect(), unknown))
}
