//! A report, as text, as HTML and as tables.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::Error;
use phasor_draw::{Scheme, Theme};
use phasor_report::block::{Cell, Table};
use phasor_report::{Block, html, text};

/// The caption, the names of the columns, and the rows of a table.
type TableRows = (String, Vec<String>, Vec<Vec<String>>);

/// Where a text to copy belongs, the text, and what to know.
type SnippetRow = (String, String, String);

/// A report, written for each place where it is shown, because drawings stay in the thread that made them.
#[pyclass(frozen)]
pub(crate) struct Report {
    text: String,
    html: Result<String, String>,
    tables: Vec<TableRows>,
    snippets: Vec<SnippetRow>,
}

impl Report {
    pub(super) fn new(blocks: &[Block]) -> Self {
        let theme = Theme::new(Scheme::Light);
        let html = html::html(blocks, &theme, html::Place::File);
        let tables = blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(rows(table)),
            _ => None,
        });
        let snippets = blocks.iter().filter_map(|block| match block {
            Block::Snippet(one) => Some((one.label.clone(), one.text.clone(), one.remark.clone())),
            _ => None,
        });
        Self {
            text: text::text(blocks),
            html: html.map_err(|error| error.to_string()),
            tables: tables.collect(),
            snippets: snippets.collect(),
        }
    }
}

fn rows(table: &Table) -> TableRows {
    let texts = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.clone()).collect();
    let rows = table.rows.iter().map(texts).collect();
    (table.caption.clone(), table.head.clone(), rows)
}

#[pymethods]
impl Report {
    /// Returns a table of texts as a report.
    #[staticmethod]
    fn of_table(caption: String, head: Vec<String>, rows: Vec<Vec<String>>) -> Self {
        let row = |cells: Vec<String>| cells.into_iter().map(Cell::from).collect();
        Self::new(&[Block::Table(Table {
            caption,
            head,
            rows: rows.into_iter().map(row).collect(),
            is_long: false,
        })])
    }

    /// Returns the text of the command line.
    fn text(&self) -> &str {
        &self.text
    }

    /// Returns HTML without scripts.
    fn html(&self) -> Result<&str, Error> {
        let html = self.html.as_deref();
        html.map_err(|error| PyRuntimeError::new_err(error.to_owned()).into())
    }

    /// Returns the tables.
    fn tables(&self) -> Vec<TableRows> {
        self.tables.clone()
    }

    /// Returns the texts to copy.
    fn snippets(&self) -> Vec<SnippetRow> {
        self.snippets.clone()
    }
}
