//! Helpers for the tests of figures.

use std::collections::BTreeSet;

use phasor_draw::{Mark, Table};

use phasor_figures::{Figure, FigureName, Key, Spec, query};
use phasor_params::Accepts;
use phasor_params::choice::Word;

use crate::read::read;

/// Returns the state of a query.
#[track_caller]
pub(crate) fn spec(text: &str) -> Spec {
    let (spec, errors) = query::parse(text);
    assert_eq!(errors, []);
    spec
}

/// Returns the words of a choice.
#[track_caller]
pub(crate) fn words(key: Key) -> &'static [Word] {
    match key.parameter().accepts {
        Accepts::Choice(words) => words,
        _ => panic!("{key:?} is not a choice"),
    }
}

/// Returns the reading of a figure in this state.
#[track_caller]
pub(crate) fn reading(name: FigureName, state: &str) -> String {
    Figure::new(name).reading(&spec(state))
}

/// Returns the table of a figure in this state.
#[track_caller]
pub(crate) fn table(name: FigureName, state: &str) -> Table {
    Figure::new(name).table(&spec(state))
}

/// Returns the numbers of the column with this name.
#[track_caller]
pub(crate) fn column(table: &Table, name: &str) -> Vec<f64> {
    let mut columns = table.columns().iter();
    let place = columns.position(|column| column.name() == name).unwrap();
    (0..table.n_rows())
        .map(|row| table.row(row)[place])
        .collect()
}

/// Returns every text in the drawing of a figure in this state.
#[track_caller]
pub(crate) fn texts(name: FigureName, state: &str) -> Vec<String> {
    let mut figure = Figure::new(name);
    let drawing = figure.draw(&spec(state), 760.0);
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(drawing.text_of(text).to_owned()),
        _ => None,
    });
    texts.collect()
}

/// Returns the opening state of a figure and every preset, with their names.
pub(crate) fn states(name: FigureName) -> Vec<(&'static str, Spec)> {
    let mut states = vec![("the opening state", Spec::default())];
    for preset in name.presets() {
        let mut spec = Spec::default();
        assert_eq!(query::apply(&mut spec, preset.query), []);
        states.push((preset.label, spec));
    }
    states
}

/// Returns the numbers of a text, in their order.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let words = text.split([' ', '/']);
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '−'));
    let is_number = |word: &&str| {
        let digits = word.trim_start_matches('−');
        digits.starts_with(|c: char| c.is_ascii_digit()) && !digits.contains(char::is_alphabetic)
    };
    words.filter(is_number).map(read).collect()
}

/// Fails if there are faults, and lists them, one per line.
#[track_caller]
pub(crate) fn no_faults(faults: BTreeSet<String>) {
    let list: Vec<String> = faults.into_iter().collect();
    let n_faults = list.len();
    assert!(list.is_empty(), "{n_faults} faults\n{}", list.join("\n"));
}
