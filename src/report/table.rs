//! All published models in a table.

use super::block::{Cell, Picture, Table};
use super::chart::permutation::name as named_pairing;
use super::chart::timeline::{self, Dot};
use super::number::Digits;
use super::rules::named;
use super::shelf::{Published, SHELF};
use super::{Ask, Block, Subject};
use crate::config::model::PositionEncoding;
use crate::figure::number::Place;

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

/// Returns the chart, and the table with the rows that contain the filter.
pub(super) fn blocks(ask: &Ask) -> Vec<Block> {
    let models = || {
        SHELF
            .iter()
            .filter_map(|published| Some((published, published.subject()?)))
    };
    let dots = models().filter_map(|(published, subject)| {
        let base = subject.rope(None)?.base;
        let length = subject.model().max_position_embeddings? as f64;
        Some(Dot {
            title: published.title,
            base,
            length,
            year: published.year(),
        })
    });
    let dots: Vec<Dot> = dots.collect();
    let mut table = Table::new(
        "Published models",
        &[
            "model",
            "published",
            "scheme",
            "base",
            "head_dim",
            "rotates",
            "rule",
            "trained",
            "declared",
            "layout",
        ],
    );
    let wanted = ask.filter.to_lowercase();
    for (published, subject) in models() {
        let row = row(published, &subject);
        let is_wanted = row
            .iter()
            .any(|cell| cell.text.to_lowercase().contains(&wanted));
        if is_wanted {
            table.rows.push(row);
        }
    }
    let shown = table.rows.len();
    let said = match shown == SHELF.len() {
        true => format!("{shown} published models. Choose one to open it; sort by a heading."),
        false => format!(
            "{shown} of {} published models contain “{}”.",
            SHELF.len(),
            ask.filter
        ),
    };
    let picture = Picture {
        name: "bases",
        title: "Base against declared length".to_owned(),
        caption: "Each dot is a published model with RoPE: the longer its texts, the larger its base tends to be.".to_owned(),
        drawing: timeline::draw(ask.width, &dots, NAMED),
    };
    vec![
        Block::Lead(said),
        Block::Picture(picture),
        Block::Table(table),
    ]
}

fn row(published: &'static Published, subject: &Subject) -> Vec<Cell> {
    let model = subject.model();
    let name = Cell {
        text: published.title.to_owned(),
        model: Some(published.name),
        ..Cell::default()
    };
    let number = |number: Option<f64>, text: String| Cell {
        text,
        key: number.map(|number| number.to_string()),
        ..Cell::default()
    };
    let tokens = |length: Option<f64>| {
        number(
            length,
            length.map_or(String::new(), |length| Place(length).to_string()),
        )
    };
    let declared = tokens(model.max_position_embeddings.map(|length| length as f64));
    let scheme = match model.position {
        PositionEncoding::Rotary(_) => "RoPE",
        PositionEncoding::Alibi { .. } => "ALiBi",
        PositionEncoding::T5(_) => "T5’s bias",
        PositionEncoding::Learned { .. } => "learned table",
        _ => "none",
    };
    let Some(layer) = subject.rope(None) else {
        let empty = || Cell::default();
        let month = published.month.into();
        return vec![
            name,
            month,
            scheme.into(),
            empty(),
            empty(),
            empty(),
            empty(),
            empty(),
            declared,
            empty(),
        ];
    };
    let bases = subject
        .layers()
        .iter()
        .map(|layer| Digits(layer.base).to_string());
    let bases: Vec<String> = bases.collect();
    let bases = match bases.iter().all(|base| Some(base) == bases.first()) {
        true => Digits(layer.base).to_string(),
        false => bases.join(", "),
    };
    let share = layer.rotary_dim as f64 / layer.head_dim as f64;
    vec![
        name,
        published.month.into(),
        scheme.into(),
        number(Some(layer.base), bases),
        layer.head_dim.to_string().into(),
        number(Some(share), format!("{:.0}%", 100.0 * share)),
        named(&layer.scaling).into(),
        tokens(layer.training_length()),
        declared,
        named_pairing(layer.pairing).into(),
    ]
}
