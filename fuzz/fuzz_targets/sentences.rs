//! What every sentence must be that a reader of outside text returns.

/// Checks that a text is one short line that ends as a sentence.
pub(crate) fn check_sentence(sentence: &str) {
    let is_short = sentence.chars().count() < 700;
    let is_line = !sentence.contains(char::is_control);
    assert!(
        sentence.ends_with('.') && is_short && is_line,
        "{sentence:?}"
    );
}
