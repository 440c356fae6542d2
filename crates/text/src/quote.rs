//! Quotes text from outside, so that it cannot fill or garble the place where it is shown.

/// The largest number of characters that [`shorten`] keeps.
pub const MOST: usize = 80;

/// Returns the printable characters of `text`, at most [`MOST`], with an ellipsis where the rest is cut off.
///
/// ```
/// use phasor_text::{MOST, shorten};
///
/// assert_eq!(shorten("wave\u{202e}length"), "wavelength");
/// assert!(shorten(&"length".repeat(MOST)).ends_with('…'));
/// ```
#[must_use]
pub fn shorten(text: &str) -> String {
    shorten_to(text, MOST)
}

/// Returns the printable characters of `text`, at most `most`, with an ellipsis where the rest is cut off.
///
/// ```
/// assert_eq!(phasor_text::shorten_to("half split", 5), "half…");
/// ```
#[must_use]
pub fn shorten_to(text: &str, most: usize) -> String {
    let mut clean = text.chars().filter(|letter| is_printable(*letter));
    let mut short: String = clean.by_ref().take(most).collect();
    if clean.next().is_some() {
        short.truncate(short.trim_end().len());
        short.push('…');
    }
    short
}

/// Returns `false` for control characters, and for characters that break a line, have no width, or change the direction of
/// the text around them. rustc refuses some of these in comments.
#[must_use]
pub fn is_printable(letter: char) -> bool {
    let is_invisible = matches!(
        letter,
        '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    );
    !letter.is_control() && !is_invisible
}

/// Returns `text` with the characters escaped that HTML and SVG would read as markup, in elements and in attributes.
///
/// ```
/// assert_eq!(phasor_text::escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
