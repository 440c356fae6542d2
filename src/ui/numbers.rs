//! Writes the numbers of a figure as markup.

use std::fmt::Write as _;

use crate::figure::Table;
use crate::figure::number::Short;

/// Returns a table as markup. It holds only numbers and names from our own code, so nothing needs
/// escaping.
#[must_use]
pub fn rows(table: &Table) -> String {
    const MOST_ROWS: usize = 128;
    let mut html = format!("<table><caption>{}", table.title());
    // Writing to a String cannot fail.
    if table.n_rows() > MOST_ROWS {
        let _ = write!(html, ": the first {MOST_ROWS} of {}", table.n_rows());
    }
    html.push_str("</caption><thead><tr>");
    for column in table.columns() {
        let _ = write!(html, "<th scope=\"col\">{}</th>", column.name());
    }
    html.push_str("</tr></thead><tbody>");
    for row in 0..table.n_rows().min(MOST_ROWS) {
        html.push_str("<tr>");
        for number in table.row(row) {
            let _ = write!(html, "<td>{}</td>", Short(number));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}
