//! `phasor list`: prints the figures, their parameters and the published models for other programs.

use std::io::Write as _;

use clap::Command;
use serde_json::{Value, json};

use super::{Failure, output};
use phasor_figures::asset::Asset;
use phasor_figures::{FigureName, Key, Spec, Topic};
use phasor_params::choice::Choice as _;
use phasor_params::{Accepts, Parameter};
use phasor_report::Question;
use phasor_report::shelf::{Published, Revision, SHELF};

pub(super) fn command() -> Command {
    Command::new("list").about(
        "Print the figures, their parameters and the published models as JSON, for other programs",
    )
}

/// Prints the list.
///
/// # Errors
/// [`Failure::StandardOutput`] if the list cannot be printed.
pub(super) fn write() -> Result<(), Failure> {
    let default = Spec::default();
    let list = json!({
        "figures": FigureName::ALL.into_iter().map(figure).collect::<Vec<_>>(),
        "topics": Topic::LIST.iter().map(|word| json!({ "name": word.name, "label": word.label })).collect::<Vec<_>>(),
        "lab": FigureName::LAB.map(FigureName::name),
        "vectors": Asset::ALL.map(Asset::path),
        "parameters": Key::ALL.iter().map(|key| parameter(*key, &default)).collect::<Vec<_>>(),
        "questions": Question::ALL.iter().map(|key| question(key.parameter())).collect::<Vec<_>>(),
        "models": SHELF.iter().map(model).collect::<Vec<_>>(),
    });
    output::print(|out| writeln!(out, "{list:#}"))
}

fn figure(name: FigureName) -> Value {
    let names: Vec<&str> = name.keys().map(Key::name).collect();
    let presets = name
        .presets()
        .iter()
        .map(|preset| json!({ "label": preset.label, "query": preset.query }));
    json!({
        "name": name.name(),
        "chunk": name.chunk(),
        "vectors": name.assets().iter().map(|asset| asset.path()).collect::<Vec<_>>(),
        "title": name.title(),
        "in_lab": name.is_in_lab(),
        "topics": name.topics().iter().map(|topic| topic.word().name).collect::<Vec<_>>(),
        "search_words": name.search_words(),
        "caption": name.caption(),
        "parameters": names,
        "presets": presets.collect::<Vec<_>>(),
        "clock": name.clock().map(Key::name),
    })
}

fn parameter(key: Key, default: &Spec) -> Value {
    let row = key.parameter();
    let words = match row.accepts {
        Accepts::Choice(words) => words.iter().map(|word| word.name).collect(),
        _ => Vec::new(),
    };
    let standard = match key {
        // The default is the position.
        Key::Value => None,
        key => Some(default.text(key)),
    };
    json!({
        "name": row.name,
        "label": row.label,
        "unit": row.unit,
        "help": row.help,
        "accepts": row.accepted(),
        "default": standard,
        "words": words,
        "is_number": row.range().is_some(),
    })
}

/// Describes a question about a model, for the form of the room.
fn question(row: &Parameter) -> Value {
    let words = match row.accepts {
        Accepts::Choice(words) => words,
        _ => &[],
    };
    let options = words.iter().map(|word| json!([word.name, word.label]));
    json!({
        "name": row.name,
        "label": row.label,
        "unit": row.unit,
        "default": row.default,
        "options": options.collect::<Vec<_>>(),
        "max": row.range().map(|range| range.max),
    })
}

/// Describes a published model by what the ladder says of it, where its file is, and whether `assets/model-sources.tsv` names
/// the revision that was read.
fn model(published: &Published) -> Value {
    let subject = published.subject();
    let subject = subject.expect("a test reads every model of the shelf");
    json!({
        "name": published.name,
        "title": published.title,
        "source": published.source,
        "has_revision": published.revision == Revision::Recorded,
        "scheme": subject.scheme(),
        "features": subject.features(),
        "rule": subject.rope(None).map(|layer| layer.scaling.name()),
    })
}
