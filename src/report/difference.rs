//! How two models differ.

use super::block::{Picture, Table};
use super::chart::permutation::name as named_pairing;
use super::chart::wavelengths::{self, Length, Series, Sign};
use super::number::Digits;
use super::rules::named;
use super::{Ask, Block, Outlook, Subject};
use crate::config::model::LayerRope;
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
        let head = ["property", subject.title(), other.title()];
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
            names.join(" and the "),
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
    let said =
        differing.map(|said| format!("{} {} instead of {}", said.name, said.here, said.there));
    said.collect()
}

/// A property of rotary layers: its name, its value in words, and whether it is binding.
type Property = (&'static str, fn(&LayerRope) -> String, bool);

const OF_LAYERS: [Property; 7] = [
    ("base", |layer| Digits(layer.base).to_string(), true),
    ("rule", |layer| named(&layer.scaling), true),
    ("head_dim", |layer| layer.head_dim.to_string(), true),
    ("rotary_dim", |layer| layer.rotary_dim.to_string(), true),
    (
        "layout of pairs",
        |layer| named_pairing(layer.pairing).to_owned(),
        true,
    ),
    (
        "training length of the rule",
        |layer| tokens(layer.training_length()),
        false,
    ),
    ("sections", |layer| sections(layer), true),
];

fn properties(subject: &Subject, other: &Subject, layer: Option<&str>) -> Vec<Said> {
    let said = |name, here, there, is_binding| Said {
        name,
        here,
        there,
        is_binding,
    };
    let both = |name, value: fn(&Subject) -> String, is_binding| {
        said(name, value(subject), value(other), is_binding)
    };
    let mut all = vec![both(
        "encoding",
        |subject| subject.scheme().to_owned(),
        true,
    )];
    if let (Some(one), Some(two)) = (subject.rope(layer), other.rope(layer)) {
        let of_layers = OF_LAYERS.iter();
        all.extend(
            of_layers
                .map(|(name, value, is_binding)| said(*name, value(one), value(two), *is_binding)),
        );
    }
    all.push(both(
        "declared length",
        |subject| {
            let longest = subject.model().max_position_embeddings;
            tokens(longest.map(|longest| longest as f64))
        },
        false,
    ));
    all.push(both("heads", heads, false));
    all
}

fn tokens(length: Option<f64>) -> String {
    length.map_or("not given".to_owned(), |length| Place(length).to_string())
}

fn sections(layer: &LayerRope) -> String {
    let Some(sections) = &layer.sections else {
        return "none".to_owned();
    };
    let sizes: Vec<String> = sections.sizes.iter().map(ToString::to_string).collect();
    sizes.join(" + ")
}

fn heads(subject: &Subject) -> String {
    let model = subject.model();
    let number = |count: Option<usize>| match count {
        Some(count) => count.to_string(),
        None => "not given".to_owned(),
    };
    let keys = model.n_kv_heads.or(model.n_heads);
    format!(
        "{} for queries, {} for keys",
        number(model.n_heads),
        number(keys)
    )
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
