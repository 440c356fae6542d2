//! The ids of a layout as a table for readers, and as CSV, JSON and NPY.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{reading, rule_name};
use crate::sheet::Format;
use phasor_draw::{Column, Table};
use phasor_encoding::Layout;
use phasor_encoding::positions::{Count, PositionIds, Stage, Token, TokenKind};
use phasor_params::layout::LayoutText;
use phasor_report::block;
use phasor_report::{Block, Counting};
use phasor_text::number::{Grouped, Place};
use phasor_text::shorten_to;

/// The longest word in the table for readers.
const MOST_LETTERS: usize = 24;

/// The largest number of rows in the table for readers, which is held whole.
const MOST_ROWS: usize = 1000;

/// A layout with its ids.
pub(super) struct Written<'a> {
    pub(super) counting: Counting,
    pub(super) text: &'a LayoutText,
    pub(super) layout: &'a Layout,
    pub(super) ids: &'a PositionIds,
    /// The numbers of pairs, if they were compared.
    pub(super) count: Option<Count>,
}

impl Written<'_> {
    /// Returns the table for readers, and below it the sentence about wrong offsets.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let head = self.head();
        let rows = self.rows().take(MOST_ROWS).map(|row| {
            let cells = row.into_iter();
            cells.map(|cell| shorten_to(&cell, MOST_LETTERS).into())
        });
        let table = block::Table {
            caption: self.caption(),
            head: head.into_iter().map(str::to_owned).collect(),
            rows: rows.map(Iterator::collect).collect(),
            ..block::Table::default()
        };
        let mut blocks = vec![Block::Table(table)];
        let n_tokens = self.layout.n_tokens();
        if n_tokens > MOST_ROWS {
            let (most, all) = (Grouped(MOST_ROWS as u64), Grouped(n_tokens as u64));
            let sentence =
                format!("These are the first {most} of {all} tokens; `--format csv` prints all.");
            blocks.push(Block::Text(sentence));
        }
        blocks.extend(self.count.map(|count| Block::Text(reading(count))));
        blocks
    }

    /// Writes the ids.
    ///
    /// # Errors
    /// The errors of `out`.
    pub(super) fn write(&self, format: Format, out: &mut impl Write) -> io::Result<()> {
        match format {
            Format::Csv => {
                writeln!(out, "{}", self.head().join(","))?;
                self.rows().try_for_each(|row| {
                    let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
                    writeln!(out, "{}", cells.join(","))
                })
            }
            Format::Json => writeln!(out, "{}", self.json()),
            Format::Npy => self.array().write_npy(1, out),
        }
    }

    fn caption(&self) -> String {
        let caption = format!("Position ids, rule {}", rule_name(self.counting.rule()));
        match self.counting {
            Counting::Of(_) => caption,
            Counting::After(_) => format!("{caption}, from {}", Place(self.counting.first())),
        }
    }

    fn head(&self) -> Vec<&'static str> {
        let of_token = ["index", "token", "kind", "document", "stage"];
        [&of_token, self.counting.rule().axis_names()].concat()
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let tokens = self.layout.tokens().iter().enumerate();
        tokens.map(|(index, token)| {
            let position = self.ids.of_token(index);
            let ids = position.iter().flat_map(|ids| ids.values().to_vec());
            let mut row = vec![
                index.to_string(),
                self.text.token_name(token),
                kind(token).to_owned(),
                token.document.to_string(),
                stage(token).to_owned(),
            ];
            row.extend(ids.map(|id| id.to_string()));
            row
        })
    }

    fn json(&self) -> Value {
        let tokens = self.layout.tokens();
        let of = |column: &dyn Fn(&Token) -> Value| tokens.iter().map(column).collect::<Value>();
        let axes = (0..self.ids.n_axes()).filter_map(|axis| self.ids.axis(axis));
        let ids = axes.map(|axis| axis.iter().copied().map(number).collect::<Value>());
        let pairs = self.count.map(|count| {
            json!({"visible": count.visible, "wrong": count.wrong, "foreign": count.foreign, "reading": reading(count)})
        });
        json!({
            "rule": rule_name(self.counting.rule()),
            "axes": self.counting.rule().axis_names(),
            "tokens": of(&|token| self.text.token_name(token).into()),
            "kinds": of(&|token| kind(token).into()),
            "documents": of(&|token| token.document.into()),
            "stages": of(&|token| stage(token).into()),
            "position_ids": ids.collect::<Value>(),
            "pairs": pairs,
        })
    }

    /// Returns the ids with one row for each axis, as the second column.
    fn array(&self) -> Table {
        let axes = (0..self.ids.n_axes()).filter_map(|axis| self.ids.axis(axis));
        let axes: Vec<Vec<f64>> = axes.map(<[f64]>::to_vec).collect();
        let numbers = (0..axes.len()).map(|axis| axis as f64).collect();
        let columns = vec![
            Column::numbers("axis", numbers),
            Column::vectors("position_ids", self.ids.n_tokens(), move |axis, out| {
                out.extend(axes.get(axis).into_iter().flatten());
            }),
        ];
        Table::new("the ids on every axis", columns)
    }
}

/// Returns a whole id without a point, so that readers of JSON take it for one, as far as `f64` has every whole number.
fn number(id: f64) -> Value {
    match id.fract() == 0.0 && id.abs() <= 2f64.powi(53) {
        true => (id as i64).into(),
        false => id.into(),
    }
}

fn kind(token: &Token) -> &'static str {
    match token.kind {
        TokenKind::Text => "text",
        TokenKind::System => "system",
        TokenKind::Padding => "padding",
        TokenKind::TimeStamp { .. } => "time stamp",
        TokenKind::Patch { .. } => "patch",
        TokenKind::RowEnd { .. } => "row end",
    }
}

fn stage(token: &Token) -> &'static str {
    match token.stage {
        Stage::Cached => "cached",
        Stage::Current => "current",
    }
}

/// Returns the cell of a CSV file, in quotes if it needs them.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}
