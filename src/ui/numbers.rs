//! The numbers of a figure as a table of the page.

use leptos::prelude::*;
use web_sys::{Document, Element};

use super::erased::watch;
use phasor_draw::Table;
use phasor_text::number::Short;

/// The most rows that are shown.
const MOST_ROWS: usize = 128;

/// The numbers of a figure, which follow the figure.
#[component]
pub fn Numbers(
    /// The name for screen readers.
    label: String,
    /// Returns the table, and uses the signals with which it changes.
    #[prop(into)]
    table: Callback<(), Option<Table>>,
) -> impl IntoView {
    let place = NodeRef::<leptos::html::Div>::new();
    watch(move || {
        if let Some((place, table)) = place.get().zip(table.run(())) {
            show(&table, &place);
        }
    });
    view! { <div class="table" tabindex="0" role="region" aria-label=label node_ref=place></div> }
}

/// Shows a table in `place`, instead of what was there. Elements are made one by one, because pages that require Trusted
/// Types refuse markup.
fn show(table: &Table, place: &Element) {
    let Some(document) = place.owner_document() else {
        return;
    };
    let grid = Grid {
        document,
        first: table.n_rows().min(MOST_ROWS),
    };
    place.set_text_content(None);
    // Only invalid names of elements make this fail.
    if let Some(made) = grid.made(table) {
        let _ = place.append_child(&made);
    }
}

struct Grid {
    document: Document,
    /// The number of rows that are shown, from the first on.
    first: usize,
}

impl Grid {
    fn element(&self, tag: &str, text: &str) -> Option<Element> {
        let element = self.document.create_element(tag).ok()?;
        if !text.is_empty() {
            element.set_text_content(Some(text));
        }
        Some(element)
    }

    fn within(&self, parent: &Element, tag: &str, text: &str) -> Option<Element> {
        let element = self.element(tag, text)?;
        parent.append_child(&element).ok()?;
        Some(element)
    }

    fn made(&self, table: &Table) -> Option<Element> {
        let whole = self.element("table", "")?;
        let mut caption = table.title().to_owned();
        if table.n_rows() > self.first {
            caption.push_str(&format!(": the first {} of {}", self.first, table.n_rows()));
        }
        self.within(&whole, "caption", &caption)?;
        let head = self.within(&whole, "thead", "")?;
        let head = self.within(&head, "tr", "")?;
        for column in table.columns() {
            let cell = self.within(&head, "th", column.name())?;
            cell.set_attribute("scope", "col").ok()?;
        }
        let body = self.within(&whole, "tbody", "")?;
        for row in 0..self.first {
            let line = self.within(&body, "tr", "")?;
            for number in table.row(row) {
                self.within(&line, "td", &Short(number).to_string())?;
            }
        }
        Some(whole)
    }
}
