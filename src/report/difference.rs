//! How two models differ.

use super::block::{Picture, Table};
use super::chart::permutation::name as named_pairing;
use super::chart::wavelengths::{self, Length, Series, Sign};
use super::number::Digits;
use super::rules::named;
use super::{Ask, Block, Outlook, Subject};
use crate::config::model::{LayerRope, PositionEncoding};
use crate::figure::drawing::Ink;
use crate::figure::number::Place;

/// A property of a model, said of both.
struct Said {
    name: &'static str,
    here: String,
    there: String,
    /// Whether weights that were trained with one value fail with the other.
    is_binding: bool,
}

/// Returns the report.
pub(super) fn blocks(subject: &Subject, other: Option<&Subject>, ask: &Ask) -> Vec<Block> {
    let Some(other) = other else {
        return vec![Block::Lead(
            "Choose a second model to compare with.".to_owned(),
        )];
    };
    let all = properties(subject, other, ask.layer.as_deref());
    let (same, differing): (Vec<Said>, Vec<Said>) =
        all.into_iter().partition(|said| said.here == said.there);
    let mut blocks = vec![Block::Lead(verdict(subject, other, &differing))];
    if !differing.is_empty() {
        let head = ["", subject.title(), other.title()];
        let mut table = Table::new("What differs", &head);
        for said in &differing {
            table.row([said.name, said.here.as_str(), said.there.as_str()]);
        }
        blocks.push(Block::Table(table));
    }
    if !same.is_empty() {
        let names = same
            .iter()
            .map(|said| format!("{} ({})", said.name, said.here));
        blocks.push(Block::Text(format!(
            "The same: {}.",
            names.collect::<Vec<_>>().join(", ")
        )));
    }
    blocks.extend(overlaid(subject, other, ask));
    blocks
}

/// Says whether weights and caches can be exchanged.
fn verdict(subject: &Subject, other: &Subject, differing: &[Said]) -> String {
    let (here, there) = (subject.title(), other.title());
    if differing.is_empty() {
        return format!(
            "The positions of {here} and {there} are the same in everything that the files say."
        );
    }
    let binding: Vec<&str> = differing
        .iter()
        .filter(|said| said.is_binding)
        .map(|said| said.name)
        .collect();
    match binding.as_slice() {
        [] => format!(
            "{here} and {there} rotate alike: a cache of rotated keys means the same in both, if their weights are the same."
        ),
        names => format!(
            "A cache of rotated keys from {here} cannot be used with {there}: the {} differ{}.",
            names.join(", the "),
            if names.len() == 1 { "s" } else { "" }
        ),
    }
}

/// Returns the differences in words, for the most important layers.
pub(super) fn in_words(subject: &Subject, other: &Subject) -> Vec<String> {
    let all = properties(subject, other, None);
    let differing = all
        .into_iter()
        .filter(|said| said.here != said.there && said.name != "heads");
    let said = differing.map(|said| format!("{} {}, not {}", said.name, said.here, said.there));
    said.collect()
}

fn properties(subject: &Subject, other: &Subject, layer: Option<&str>) -> Vec<Said> {
    let mut all = Vec::new();
    let mut say = |name, here: String, there: String, is_binding| {
        all.push(Said {
            name,
            here,
            there,
            is_binding,
        });
    };
    say(
        "encoding",
        encoding(subject).to_owned(),
        encoding(other).to_owned(),
        true,
    );
    let length = |subject: &Subject| match subject.model().max_position_embeddings {
        Some(length) => Place(length as f64).to_string(),
        None => "not given".to_owned(),
    };
    if let (Some(one), Some(two)) = (subject.rope(layer), other.rope(layer)) {
        let mut both = |name, value: &dyn Fn(&LayerRope) -> String, is_binding| {
            say(name, value(one), value(two), is_binding);
        };
        both("base", &|layer| Digits(layer.base).to_string(), true);
        both("rule", &|layer| named(&layer.scaling), true);
        both("head_dim", &|layer| layer.head_dim.to_string(), true);
        both("rotary_dim", &|layer| layer.rotary_dim.to_string(), true);
        both(
            "layout of pairs",
            &|layer| named_pairing(layer.pairing).to_owned(),
            true,
        );
        both(
            "training length of the rule",
            &|layer| match layer.training_length() {
                Some(length) => Place(length).to_string(),
                None => "not given".to_owned(),
            },
            false,
        );
        both(
            "sections",
            &|layer| match &layer.sections {
                Some(sections) => {
                    let sizes = sections.sizes.iter().map(ToString::to_string);
                    sizes.collect::<Vec<_>>().join(" + ")
                }
                None => "none".to_owned(),
            },
            true,
        );
    }
    say("declared length", length(subject), length(other), false);
    let heads = |subject: &Subject| {
        let model = subject.model();
        let number =
            |count: Option<usize>| count.map_or("not given".to_owned(), |count| count.to_string());
        let keys = model.n_kv_heads.or(model.n_heads);
        format!(
            "{} for queries, {} for keys",
            number(model.n_heads),
            number(keys)
        )
    };
    say("heads", heads(subject), heads(other), false);
    all
}

fn encoding(subject: &Subject) -> &'static str {
    match subject.model().position {
        PositionEncoding::Rotary(_) => "RoPE",
        PositionEncoding::Alibi { .. } => "ALiBi",
        PositionEncoding::T5(_) => "T5’s bias",
        PositionEncoding::Learned { .. } => "a learned table",
        _ => "none",
    }
}

/// Draws the wavelengths of both, and tabulates the ratio of each pair.
fn overlaid(subject: &Subject, other: &Subject, ask: &Ask) -> Vec<Block> {
    let outlook = |subject: &Subject| {
        let layer = subject.rope(ask.layer.as_deref())?.clone();
        let outlook = Outlook::new(subject, &layer, ask.target).ok()?;
        Some((outlook.stretch.after, outlook.target))
    };
    let (Some((here, length)), Some((there, other_length))) = (outlook(subject), outlook(other))
    else {
        return Vec::new();
    };
    let series = [
        Series {
            name: other.title().to_owned(),
            frequencies: &there,
            sign: Sign::Rings(Ink::Query),
        },
        Series {
            name: subject.title().to_owned(),
            frequencies: &here,
            sign: Sign::Dots,
        },
    ];
    let mut lengths = vec![Length {
        name: "declared",
        tokens: length,
        ink: Ink::Muted,
    }];
    if other_length != length {
        lengths.push(Length {
            name: "declared",
            tokens: other_length,
            ink: Ink::Query,
        });
    }
    let drawing = wavelengths::draw(ask.width, &series, &lengths);
    let mut table = Table::new(
        "Every pair of both models",
        &["pair", subject.title(), other.title(), "ratio"],
    );
    table.is_long = true;
    for (pair_idx, (one, two)) in here.inv_freq().iter().zip(there.inv_freq()).enumerate() {
        table.row([
            pair_idx.to_string(),
            Digits(*one).to_string(),
            Digits(*two).to_string(),
            Digits(one / two).to_string(),
        ]);
    }
    let picture = Picture {
        name: "compared",
        title: "Wavelengths of both".to_owned(),
        caption: "Where a dot is inside its ring, the pair rotates alike in both models."
            .to_owned(),
        drawing,
    };
    vec![Block::Picture(picture), Block::Table(table)]
}
