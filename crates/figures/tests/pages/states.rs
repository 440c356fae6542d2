//! Checks that the text of a rung names the values with which its figures open.

use std::fs;
use std::path::PathBuf;

use phasor_figures::{Key, Spec, query};

/// The words before or after a number that make it the value of a parameter.
const NAMES: [(Key, &str, &str); 7] = [
    (Key::Position, "position", ""),
    (Key::Offset, "offset", ""),
    (Key::Base, "base of", ""),
    (Key::Dim, "", "components"),
    (Key::Bits, "", "bits"),
    (Key::Directions, "", "directions"),
    (Key::Clip, "K =", ""),
];

/// Returns the text of a rung without links that set the figure, computed numbers, formulas and sources, which other
/// tests check or which are about something else.
fn words(html: &str) -> String {
    let mut text = html.to_owned();
    for (from, to) in [
        ("<a data-", "</a>"),
        ("<data", "</data>"),
        ("<math", "</math>"),
        ("<p class=\"sources\"", "</p>"),
        ("<", ">"),
    ] {
        while let Some((before, rest)) = text.split_once(from) {
            let (_, after) = rest.split_once(to).unwrap();
            text = format!("{before} \u{2026} {after}");
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the number at the beginning or the end of `text`.
fn number(text: &str, is_end: bool) -> Option<f64> {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let word = if is_end {
        words.next_back()
    } else {
        words.next()
    };
    let plain = word?
        .trim_matches([',', '.', ':', ';', ')', '('])
        .replace(',', "");
    plain.parse().ok()
}

/// Returns the values of parameters that a text names.
fn named(text: &str) -> Vec<(Key, f64)> {
    let mut found = Vec::new();
    for (key, before, after) in NAMES {
        let word = if before.is_empty() { after } else { before };
        for (at, _) in text.match_indices(word) {
            let near = match before {
                "" => number(&text[..at], true),
                _ => number(&text[at + word.len()..], false),
            };
            found.extend(near.map(|number| (key, number)));
        }
    }
    found
}

#[test]
fn a_number_that_names_a_parameter_is_in_the_opening_state() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/ladder");
    let mut wrong = Vec::new();
    let mut n_named = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let html = fs::read_to_string(&path).unwrap();
        let (_, start) = html.split_once("<section").unwrap();
        let (tag, text) = start.split_once('>').unwrap();
        // The claims of the last rung have one figure each, with separate states.
        if text.contains("class=\"claim\"") {
            continue;
        }
        let state = tag
            .split_once("data-state=\"")
            .map_or("", |(_, rest)| rest.split_once('"').unwrap().0);
        let (spec, errors) = query::parse(&state.replace(' ', "&"));
        assert_eq!(errors, [], "{}", path.display());
        for (key, number) in named(&words(text)) {
            n_named += 1;
            if spec.number(key) != Some(number) {
                let value = spec.text(key);
                wrong.push(format!(
                    "{}: the text says {} {number}, the figures show {value}",
                    path.display(),
                    key.name()
                ));
            }
        }
    }
    assert!(n_named >= 8, "the search finds almost nothing");
    assert!(
        wrong.is_empty(),
        "make it a link that sets the figure, or a state:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_search_finds_numbers_of_parameters() {
    let text = words(
        "<p>At position 20, with 1,024 components, <a data-set=\"offset=3\">offset 3</a> and a base of 500.</p>",
    );
    assert_eq!(
        named(&text),
        [
            (Key::Position, 20.0),
            (Key::Base, 500.0),
            (Key::Dim, 1024.0)
        ]
    );
    assert_eq!(Spec::default().number(Key::Position), Some(20.0));
}
