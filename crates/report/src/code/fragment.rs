//! Pieces of text with places for others.

/// The most characters in a line of a program.
pub(super) const WIDTH: usize = 88;

/// Returns `template` with each `{name}` replaced by its text, in the order of `places`, so a text
/// may hold the places of those after it. Other braces stay, because programs have many.
pub(super) fn fill(template: &str, places: &[(&str, &str)]) -> String {
    let mut filled = template.to_owned();
    for (name, text) in places {
        filled = filled.replace(&format!("{{{name}}}"), text);
    }
    filled
}

/// Returns a number as all languages here read it: with a decimal point or an exponent, and with as
/// many digits as tell it from its neighbours.
pub(super) fn number(number: f64) -> String {
    let text = number.to_string();
    // The page's program has no `Debug` output, which would write the point.
    if text.contains('.') {
        text
    } else {
        text + ".0"
    }
}

/// Returns the numbers with commas between them, in indented lines of at most [`WIDTH`].
pub(super) fn list(numbers: &[f64]) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for item in numbers.iter().map(|&item| number(item)) {
        let indent = 4;
        if !line.is_empty() && indent + line.len() + " ".len() + item.len() + ",".len() > WIDTH {
            lines.push_str(&format!("    {line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&format!("{item},"));
    }
    lines.push_str(&format!("    {line}\n"));
    lines
}
