//! What a figure says in a state.

use phasor::config::{Spec, query};
use phasor::figure::{Figure, FigureName, Mark, Table};

/// The state that a query describes.
#[track_caller]
pub(crate) fn spec(text: &str) -> Spec {
    let (spec, errors) = query::parse(text);
    assert_eq!(errors, []);
    spec
}

/// The sentence of a figure in that state.
#[track_caller]
pub(crate) fn reading(name: FigureName, state: &str) -> String {
    Figure::new(name).reading(&spec(state))
}

/// The numbers of a figure in that state.
#[track_caller]
pub(crate) fn table(name: FigureName, state: &str) -> Table {
    Figure::new(name).table(&spec(state))
}

/// The numbers of the column of that name.
#[track_caller]
pub(crate) fn column(table: &Table, name: &str) -> Vec<f64> {
    let mut columns = table.columns().iter();
    let place = columns.position(|column| column.name() == name).unwrap();
    (0..table.n_rows())
        .map(|row| table.row(row)[place])
        .collect()
}

/// Every text in the drawing of a figure in that state.
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
