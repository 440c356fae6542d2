//! Tables of classes: each row has the names of some, separated by spaces.

/// Returns `true` if a list of names, separated by spaces, has the class.
pub(super) fn has(names: &str, class: &str) -> bool {
    names.split_ascii_whitespace().any(|name| name == class)
}

/// Returns the value of the row whose names, separated by spaces, have the class.
pub(super) fn row_of<T>(rows: &'static [(T, &str)], class: &str) -> Option<&'static T> {
    let row = rows.iter().find(|(_, names)| has(names, class));
    row.map(|(value, _)| value)
}
