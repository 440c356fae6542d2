//! The words and numbers of an answer, in their order, without what is only form.

/// Returns the words of a text. Backticks mark code, which the page shows by its font.
pub(crate) fn of_text(text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(|word| word.replace('`', ""));
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the words of a report on the terminal, whose headings are underlined.
pub(crate) fn of_terminal(report: &str) -> Vec<String> {
    let is_line = |line: &&str| line.is_empty() || line.contains(|letter| letter != '=');
    let lines: Vec<&str> = report.lines().filter(is_line).collect();
    of_text(&lines.join("\n"))
}

/// Returns the words of a report on the page, without pictures and buttons. The terminal writes a colon where the page
/// has a caption or a mark.
pub(crate) fn of_page(html: &str) -> Vec<String> {
    let html = without(html, "<figure class=\"picture\"", "</figure>");
    let html = without(&html, "<button", "</button>");
    let mut items = html.split("<li ");
    let mut text = items.next().unwrap_or("").to_owned();
    for item in items {
        let named = item.replacen("</code>", ":</code>", 1);
        text += &format!("<li {}", named.replacen("</b>", ":</b>", 1));
    }
    for end in ["</figcaption>", "</summary>", "</caption>"] {
        text = text.replace(end, ": ");
    }
    of_text(&plain(&text))
}

/// Returns the words of the first program on the page.
pub(crate) fn of_program(html: &str) -> Vec<String> {
    let start = html
        .split_once("<code>")
        .and_then(|_| html.split("<pre").nth(1));
    let program = start
        .and_then(|rest| rest.split("</pre>").next())
        .unwrap_or("");
    of_text(&plain(&format!("<pre{program}")))
}

/// Returns the number of cells and snippets of a page.
pub(crate) fn numbers_of_page(html: &str) -> usize {
    ["<td", "<pre"]
        .map(|tag| html.matches(tag).count())
        .iter()
        .sum()
}

/// Returns the words about the first place at which two answers differ.
pub(crate) fn difference(here: &[String], there: &[String]) -> Option<String> {
    const AROUND: usize = 6;
    let length = here.len().max(there.len());
    let place = (0..length).find(|place| here.get(*place) != there.get(*place))?;
    let near = |words: &[String]| {
        let words = words.iter().skip(place.saturating_sub(AROUND));
        words
            .take(2 * AROUND)
            .cloned()
            .collect::<Vec<_>>()
            .join(" ")
    };
    Some(format!("`{}`, not `{}`", near(here), near(there)))
}

/// Returns the text without everything from `start` to `end`.
fn without(html: &str, start: &str, end: &str) -> String {
    let mut parts = html.split(start);
    let mut kept = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (_, rest) = part.split_once(end).expect("an element that is closed");
        kept += rest;
    }
    kept
}

/// Returns the text of HTML: elements of a line stay within a word, all others end one.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut parts = html.split('<');
    text += parts.next().unwrap_or("");
    for part in parts {
        let (tag, rest) = part.split_once('>').expect("a tag that is closed");
        let name = tag.trim_start_matches('/').split_whitespace().next();
        if !matches!(name, Some("code" | "a" | "b")) {
            text.push(' ');
        }
        text += rest;
    }
    let names = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    names
        .into_iter()
        .fold(text, |text, (name, letter)| text.replace(name, letter))
}
