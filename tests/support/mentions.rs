//! Judges a sentence by its numbers and names, which a change of its wording leaves alone.

/// Fails unless a text has these numbers and names in this order, as it shows them, with any words between them.
#[track_caller]
pub(crate) fn assert_mentions(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        rest =
            after(rest, part).unwrap_or_else(|| panic!("`{part}` is not in its place in: {text}"));
    }
}

/// Returns what follows `part` where it is no part of a longer word or number.
fn after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    text.match_indices(part).find_map(|(at, _)| {
        let (before, after) = text.split_at(at);
        let after = after.strip_prefix(part)?;
        let is_inside = |letter: char| letter.is_alphanumeric() || letter == '−';
        let goes_on = after.strip_prefix([',', '.']).unwrap_or(after);
        let is_whole = !before.ends_with(is_inside)
            && !after.starts_with(is_inside)
            && !goes_on.starts_with(|letter: char| letter.is_ascii_digit());
        is_whole.then_some(after)
    })
}
