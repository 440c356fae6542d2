//! Reports as plain text, for the command line.

use std::fmt::Write as _;

use super::block::{Block, Cell, Table};

/// Returns the blocks as text; drawings are left out, because the tables have their numbers.
///
/// ```
/// use phasor_report::{Block, text};
///
/// let blocks = [Block::Heading("Lengths".to_owned()), Block::Text("All fit.".to_owned())];
/// assert_eq!(text::text(&blocks), "Lengths\n=======\n\nAll fit.\n");
/// ```
#[must_use]
pub fn text(blocks: &[Block]) -> String {
    let parts: Vec<String> = blocks.iter().filter_map(part).collect();
    parts.join("\n")
}

/// Returns one block, which ends with a line break.
fn part(block: &Block) -> Option<String> {
    let mut out = String::new();
    // Writing to a String cannot fail, so the results of write! are ignored.
    match block {
        Block::Heading(text) => {
            let _ = writeln!(out, "{text}\n{}", "=".repeat(text.chars().count()));
        }
        Block::Lead(text) | Block::Text(text) => {
            let _ = writeln!(out, "{text}");
        }
        Block::Remarks(remarks) => {
            for remark in remarks {
                let (severity, key) = (remark.severity.name(), &remark.key);
                let _ = writeln!(out, "{severity}: {key}: {}", remark.sentence);
            }
        }
        Block::Table(table) => write_table(table, &mut out),
        Block::Snippet(snippet) => {
            let _ = writeln!(out, "{}:\n\n{}", snippet.label, snippet.text.trim_end());
            if !snippet.remark.is_empty() {
                let _ = writeln!(out, "\n{}", snippet.remark);
            }
        }
        Block::Picture(_) => return None,
    }
    Some(out)
}

fn write_table(table: &Table, out: &mut String) {
    let head: Vec<Cell> = table.head.iter().map(|name| name.as_str().into()).collect();
    let rows = || std::iter::once(&head).chain(&table.rows);
    let width = |column: usize| {
        let cells = rows().filter_map(|row| row.get(column));
        cells.map(|cell| cell.text.chars().count()).max()
    };
    let widths: Vec<usize> = (0..head.len()).map_while(width).collect();
    let _ = writeln!(out, "{}:\n", table.caption);
    for row in rows() {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{:width$}  ", cell.text);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
