//! The parts of a report, independent of where it is shown.

use phasor_draw::Drawing;
use phasor_model_files::Severity;

/// A part of a report. Texts are plain; what stands between backticks is code.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// The title of a section.
    Heading(String),
    /// The finding that comes first.
    Lead(String),
    /// A paragraph.
    Text(String),
    /// What the reader of the file found in it.
    Remarks(Vec<Remark>),
    /// Rows of cells.
    Table(Table),
    /// A drawing.
    Picture(Picture),
    /// Text to copy.
    Snippet(Snippet),
}

impl Block {
    /// Returns a heading.
    pub(crate) fn heading(text: &str) -> Self {
        Self::Heading(text.to_owned())
    }

    /// Returns a paragraph.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// A finding, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// How serious it is.
    pub severity: Severity,
    /// The path of the key.
    pub key: String,
    /// What is wrong, what is accepted, and what was done.
    pub sentence: String,
    /// The line of the key, counted from 1, if the text has the key.
    pub line: Option<usize>,
    /// What an edit of the text would do, and its number, if there is one.
    pub edit: Option<(usize, String)>,
}

/// A table whose first column names its rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The cells.
    pub rows: Vec<Vec<Cell>>,
    /// Whether it opens on request because it is long.
    pub is_long: bool,
}

impl Table {
    /// Creates a table without rows.
    pub(crate) fn new(caption: impl Into<String>, head: &[&str]) -> Self {
        Self {
            caption: caption.into(),
            head: head.iter().map(|name| (*name).to_owned()).collect(),
            ..Self::default()
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// A published model that the cell names, as in addresses.
    pub model: Option<&'static str>,
    /// A number by which rows are sorted, if the text is not one.
    pub key: Option<String>,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A drawing with its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The name of the drawing in files.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// The drawing.
    pub drawing: Drawing,
}

/// Text to copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// Where the text belongs.
    pub label: String,
    /// The text.
    pub text: String,
    /// Versions, sources, and what to watch.
    pub remark: String,
}
