//! All published models in a table.

use super::block::{Cell, Picture, Table};
use super::chart::timeline::{self, Dot};
use super::outlook::stated_original_length;
use super::rules::named;
use super::shelf::{Published, Revision, SHELF, subjects};
use super::subject::NO_POSITION;
use super::{Ask, Block, Subject};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Digits, Place};

/// The models that the chart names.
const NAMED: &[&str] = &[
    "Llama 2 7B",
    "Llama 3.1 8B",
    "Qwen2.5 7B Instruct",
    "Gemma 7B",
    "DeepSeek-V3",
    "Code Llama 7B",
    "Command R",
    "Pythia 160M",
    "Phi-3.5 mini",
    "Llama 4 Scout",
    "Qwen3.5 27B",
];

/// The mark of a model whose file was not found again.
const NOT_FOUND_AGAIN: char = '†';

/// The columns of the table.
const HEAD: [&str; 10] = [
    "model",
    "published",
    "scheme",
    "base",
    "head_dim",
    "rotates",
    "rule",
    "original length",
    "declared length",
    "layout",
];

/// Returns the chart, and the table with the rows that contain the filter.
pub(super) fn blocks(ask: &Ask) -> Vec<Block> {
    let mut table = Table::new("Published models", &HEAD);
    let mut dots = Vec::new();
    let wanted = ask.filter.to_lowercase();
    let words = || wanted.split([' ', ',']).filter(|word| !word.is_empty());
    for (published, subject) in subjects() {
        let row = row(published, subject);
        let has = |word: &str| {
            row.iter()
                .any(|cell| cell.text.to_lowercase().contains(word))
        };
        if words().all(has) {
            dots.extend(dot(published, subject));
            table.rows.push(row);
        }
    }
    let n_rows = table.rows.len();
    let lead = match n_rows == SHELF.len() {
        true => format!("{n_rows} published models. Choose one to open it; sort by a heading."),
        false => format!(
            "{n_rows} of {} published models contain “{}”.",
            SHELF.len(),
            ask.filter
        ),
    };
    let picture = Picture {
        name: "bases",
        title: "Base against declared length".to_owned(),
        caption: "Each dot is a published model with RoPE. Many raise the base for longer texts; others keep 10,000 and use \
            a scaling rule."
            .to_owned(),
        drawing: timeline::draw(ask.width, &dots, NAMED),
    };
    vec![
        Block::Lead(lead),
        Block::Picture(picture),
        Block::Table(table),
        Block::Text(format!(
            "{NOT_FOUND_AGAIN} Read before we recorded revisions; no public copy with a revision was found again. For all \
             other models, `assets/model-sources.tsv` in our repository names the copy and the revision that we read."
        )),
    ]
}

fn dot(published: &'static Published, subject: &Subject) -> Option<Dot> {
    Some(Dot {
        title: published.title,
        base: subject.rope(None)?.base,
        length: subject.model().max_position_embeddings? as f64,
        year: published.year(),
    })
}

fn row(published: &'static Published, subject: &Subject) -> Vec<Cell> {
    let title = match published.revision {
        Revision::Recorded => published.title.to_owned(),
        Revision::NotFoundAgain => format!("{} {NOT_FOUND_AGAIN}", published.title),
    };
    let name = Cell {
        text: title,
        model: Some(published.name),
        ..Cell::default()
    };
    let declared = tokens(
        subject
            .model()
            .max_position_embeddings
            .map(|length| length as f64),
    );
    let start = [name, published.month.into(), scheme(subject).into()];
    let rest = match subject.rope(None) {
        None => {
            let mut cells: [Cell; 7] = Default::default();
            cells[5] = declared;
            cells
        }
        Some(layer) => {
            let share = layer.rotary_dim as f64 / layer.head_dim as f64;
            [
                number(layer.base, bases(subject)),
                layer.head_dim.to_string().into(),
                number(share, format!("{:.0}%", 100.0 * share)),
                named(&layer.scaling).into(),
                tokens(stated_original_length(layer)),
                declared,
                layer.pairing.word().name.into(),
            ]
        }
    };
    start.into_iter().chain(rest).collect()
}

/// Returns the scheme with the features of the model.
fn scheme(subject: &Subject) -> String {
    let features = subject.features().into_iter().map(|name| match name {
        NO_POSITION => format!("{name} in {} layers", subject.n_without_position()),
        name => name.to_owned(),
    });
    let words: Vec<String> = std::iter::once(subject.scheme().to_owned())
        .chain(features)
        .collect();
    words.join(", ")
}

fn number(number: f64, text: String) -> Cell {
    Cell {
        text,
        key: Some(number.to_string()),
        ..Cell::default()
    }
}

fn tokens(length: Option<f64>) -> Cell {
    length.map_or_else(Cell::default, |length| {
        number(length, Place(length).to_string())
    })
}

/// Returns the base, or those of all layer types if they differ.
fn bases(subject: &Subject) -> String {
    let mut bases: Vec<String> = Vec::new();
    for layer in subject.layers() {
        let base = Digits(layer.base).to_string();
        if !bases.contains(&base) {
            bases.push(base);
        }
    }
    bases.join(", ")
}
