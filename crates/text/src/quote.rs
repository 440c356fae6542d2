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
    let mut clean = text.chars().filter(|letter| is_printable(*letter));
    let mut short: String = clean.by_ref().take(MOST).collect();
    if clean.next().is_some() {
        short.push('…');
    }
    short
}

/// Returns `false` for control characters, and for characters that break a line or change the direction of the text
/// around them.
#[must_use]
pub fn is_printable(letter: char) -> bool {
    let is_invisible = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
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
