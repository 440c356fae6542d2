//! How two models differ.

use super::block::{Picture, Table};
use super::chart::layers::named as named_layer;
use super::rules::named;
use super::{Ask, Block, Outlook, Subject};
use phasor_draw::scaling::wavelengths::{self, Length, Series, Sign};
use phasor_draw::{Drawing, Ink};
use phasor_encoding::Frequencies;
use phasor_model_files::{LayerRope, ModelConfig};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Digits, Place};

/// A property of a model, said of both.
struct Comparison {
    name: &'static str,
    here: String,
    there: String,
    matters: Matters,
}

/// What it means if a property differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Matters {
    /// Neither weights nor caches depend on it.
    Not,
    /// Keys have another positional encoding.
    Encoding,
    /// The weights of queries have other sizes.
    Queries,
    /// Keys, and so weights and caches, have other sizes.
    Keys,
    /// The same weights are rotated by other angles.
    Angles,
    /// The rows of the weights have another order.
    Rows,
    /// The caches have other parts, although the weights of a layer may fit.
    Depth,
}

impl Matters {
    /// Returns whether a cache of keys fails.
    fn to_caches(self) -> bool {
        !matches!(self, Self::Not | Self::Queries)
    }
}

/// Returns the report.
pub(super) fn blocks(subject: &Subject, other: Option<&Subject>, ask: &Ask) -> Vec<Block> {
    let Some(other) = other else {
        return vec![Block::Lead(
            "Choose a second model to compare with.".to_owned(),
        )];
    };
    let all = properties(subject, other, ask.layer.as_deref());
    let (same, differing): (Vec<Comparison>, Vec<Comparison>) = all
        .into_iter()
        .partition(|property| property.here == property.there);
    let names = (subject.title(), other.title());
    let mut blocks = vec![
        Block::Lead(of_caches(names, &differing)),
        Block::Text(of_weights(names, &differing)),
    ];
    if !differing.is_empty() {
        let head = ["property", subject.title(), other.title()];
        let mut table = Table::new("What differs", &head);
        for property in &differing {
            table.row([
                property.name.to_owned(),
                brief(&property.here),
                brief(&property.there),
            ]);
        }
        blocks.push(Block::Table(table));
    }
    let same = same.iter().filter(|property| property.here != NOT_GIVEN);
    let same: Vec<String> = same
        .map(|property| format!("{} ({})", property.name, brief(&property.here)))
        .collect();
    if !same.is_empty() {
        blocks.push(Block::Text(format!("The same: {}.", same.join(", "))));
    }
    blocks.push(Block::text(
        "Only positions are compared, not the width of the model, its windows, or norms of queries and keys.",
    ));
    blocks.extend(overlaid(subject, other, ask));
    blocks
}

/// Returns the beginning of a long value; values are compared as a whole.
fn brief(value: &str) -> String {
    const MOST: usize = 120;
    match value.chars().nth(MOST) {
        Some(_) => format!("{}…", value.chars().take(MOST).collect::<String>()),
        None => value.to_owned(),
    }
}

/// Returns the names of the properties that matter in one of these ways, and the verb that follows them.
fn that_differ(differing: &[Comparison], ways: &[Matters]) -> Option<String> {
    let names = differing
        .iter()
        .filter(|property| ways.contains(&property.matters));
    let names: Vec<&str> = names.map(|property| property.name).collect();
    let verb = if names.len() == 1 {
        "differs"
    } else {
        "differ"
    };
    (!names.is_empty()).then(|| format!("{} {verb}", names.join(" and ")))
}

/// Says whether a cache can be exchanged.
fn of_caches((here, there): (&str, &str), differing: &[Comparison]) -> String {
    let reasons: Vec<Matters> = differing
        .iter()
        .map(|property| property.matters)
        .filter(|matters| matters.to_caches())
        .collect();
    match that_differ(differing, &reasons) {
        None => format!(
            "{here} and {there} rotate keys alike: a cache of one can serve the other if they have the same weights."
        ),
        Some(names) => format!("A cache of keys from {here} cannot be used with {there}: {names}."),
    }
}

/// Says whether weights of queries and keys can be exchanged.
fn of_weights((here, there): (&str, &str), differing: &[Comparison]) -> String {
    let differ = |ways: &[Matters]| that_differ(differing, ways);
    if let Some(names) = differ(&[Matters::Encoding]) {
        return format!("Weights of queries and keys cannot be exchanged: {names}.");
    }
    if let Some(names) = differ(&[Matters::Queries, Matters::Keys]) {
        return format!("Weights of queries and keys do not fit: {names}.");
    }
    let rows = match differ(&[Matters::Rows]) {
        Some(_) => ", once their rows are permuted (see Layout)",
        None => "",
    };
    let apart = "Between models that were trained apart, no weights can be exchanged.";
    match differ(&[Matters::Angles]) {
        None => format!(
            "Nothing that is compared here keeps fine-tunes of one model from exchanging weights of queries and keys{rows}. {apart}"
        ),
        Some(names) => format!(
            "Heads have the same shape, but other angles ({names}): in fine-tunes of one model, weights of {here} work in {there} \
             only with the settings of {here}{rows}. {apart}"
        ),
    }
}

/// Returns the differences in words, for the most important layers.
pub(super) fn in_words(subject: &Subject, other: &Subject) -> Vec<String> {
    let all = properties(subject, other, None);
    let differing = all
        .into_iter()
        .filter(|property| property.here != property.there && !OF_SIZE.contains(&property.name));
    let parts = differing.map(|property| {
        format!(
            "{} {} instead of {}",
            property.name, property.here, property.there
        )
    });
    parts.collect()
}

/// A property of rotary layers: its name, its value in words, and why it matters.
type LayerProperty = (&'static str, fn(&LayerRope) -> String, Matters);

const OF_LAYERS: [LayerProperty; 7] = [
    (
        "base",
        |layer| Digits(layer.base).to_string(),
        Matters::Angles,
    ),
    ("rule", |layer| named(&layer.scaling), Matters::Angles),
    (
        "head_dim",
        |layer| match layer.is_separate {
            true => format!("{} (the rotated part)", layer.head_dim),
            false => layer.head_dim.to_string(),
        },
        Matters::Keys,
    ),
    (
        "rotary_dim",
        |layer| layer.rotary_dim.to_string(),
        Matters::Angles,
    ),
    (
        "layout of pairs",
        |layer| layer.pairing.word().name.to_owned(),
        Matters::Rows,
    ),
    (
        "training length of the rule",
        |layer| tokens(layer.training_length()),
        Matters::Not,
    ),
    ("sections", |layer| sections(layer), Matters::Angles),
];

/// The properties in which the sizes of one family differ.
const OF_SIZE: [&str; 4] = ["query heads", "key heads", "layers", "order of layers"];

/// A count of a model, if its file gives one.
type Count = fn(&ModelConfig) -> Option<usize>;

const COUNTS: [(&str, Count, Matters); 3] = [
    (OF_SIZE[0], |model| model.n_heads, Matters::Queries),
    (
        OF_SIZE[1],
        |model| model.n_kv_heads.or(model.n_heads),
        Matters::Keys,
    ),
    (
        OF_SIZE[2],
        |model| Some(model.layers.len()).filter(|n_layers| *n_layers > 0),
        Matters::Depth,
    ),
];

fn properties(subject: &Subject, other: &Subject, layer: Option<&str>) -> Vec<Comparison> {
    let comparison = |name, here, there, matters| Comparison {
        name,
        here,
        there,
        matters,
    };
    let scheme = |subject: &Subject| subject.scheme().to_owned();
    let mut all = vec![comparison(
        "encoding",
        scheme(subject),
        scheme(other),
        Matters::Encoding,
    )];
    if let (Some(one), Some(two)) = (subject.rope(layer), other.rope(layer)) {
        let of_layers = OF_LAYERS.iter();
        all.extend(
            of_layers
                .map(|(name, value, matters)| comparison(*name, value(one), value(two), *matters)),
        );
    }
    all.extend(of_other_layers(subject, other, layer));
    let length = |subject: &Subject| {
        let longest = subject.model().max_position_embeddings;
        tokens(longest.map(|longest| longest as f64))
    };
    all.push(comparison(
        "declared length",
        length(subject),
        length(other),
        Matters::Not,
    ));
    for (name, count, matters) in COUNTS {
        let (here, there) = (count(subject.model()), count(other.model()));
        let written =
            |count: Option<usize>| count.map_or(NOT_GIVEN.to_owned(), |count| count.to_string());
        let is_known = here.is_some() && there.is_some();
        let matters = if is_known { matters } else { Matters::Not };
        all.push(comparison(name, written(here), written(there), matters));
    }
    all
}

/// The value of what a file does not give.
const NOT_GIVEN: &str = "not given";

/// Returns base and rule of the layer types that are not compared in full, and the kinds of layers in their order.
fn of_other_layers(subject: &Subject, other: &Subject, layer: Option<&str>) -> Vec<Comparison> {
    let rest = |subject: &Subject| {
        let main = subject.rope(layer);
        let others = subject.layers().iter().filter(|rope| Some(*rope) != main);
        let parts = others.map(|rope| {
            let name = rope.layer_type.as_deref().unwrap_or("others");
            format!(
                "{name}: base {}, {}",
                Digits(rope.base),
                named(&rope.scaling)
            )
        });
        parts.collect::<Vec<_>>().join("; ")
    };
    let kinds = |subject: &Subject| {
        let mut runs: Vec<(String, usize)> = Vec::new();
        for layer in &subject.model().layers {
            let name = named_layer(*layer);
            match runs.last_mut().filter(|(last, _)| *last == name) {
                Some((_, count)) => *count += 1,
                None => runs.push((name, 1)),
            }
        }
        let parts = runs.iter().map(|(name, count)| format!("{count} × {name}"));
        let parts: Vec<String> = parts.collect();
        match runs.as_slice() {
            [] => NOT_GIVEN.to_owned(),
            [(name, _)] => name.clone(),
            _ => parts.join(", "),
        }
    };
    let mut all = Vec::new();
    for (name, value, matters) in [
        (
            "other layers",
            &rest as &dyn Fn(&Subject) -> String,
            Matters::Angles,
        ),
        ("order of layers", &kinds, Matters::Depth),
    ] {
        let (here, there) = (value(subject), value(other));
        let differs = [&here, &there]
            .iter()
            .all(|text| !text.is_empty() && *text != NOT_GIVEN);
        if differs {
            all.push(Comparison {
                name,
                here,
                there,
                matters,
            });
        }
    }
    all
}

fn tokens(length: Option<f64>) -> String {
    length.map_or(NOT_GIVEN.to_owned(), |length| Place(length).to_string())
}

fn sections(layer: &LayerRope) -> String {
    let Some(sections) = &layer.sections else {
        return "none".to_owned();
    };
    let sizes: Vec<String> = sections.sizes.iter().map(ToString::to_string).collect();
    sizes.join(" + ")
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
    let name = if ask.target.is_some() {
        "your text"
    } else {
        "declared"
    };
    let mut lengths = vec![Length {
        name,
        tokens: length as f64,
        ink: Ink::Muted,
    }];
    if other_length != length {
        lengths.push(Length {
            name,
            tokens: other_length as f64,
            ink: Ink::Query,
        });
    }
    let mut drawing = Drawing::new(ask.width);
    wavelengths::draw(&series, &lengths, &mut drawing);
    let table = ratios(subject, other, [&here, &there]);
    let picture = Picture {
        name: "compared",
        title: "Wavelengths of both".to_owned(),
        caption: "Where a dot is inside its ring, the pair rotates alike in both models."
            .to_owned(),
        drawing,
    };
    vec![Block::Picture(picture), Block::Table(table)]
}

/// Tabulates the frequencies of both models.
fn ratios(subject: &Subject, other: &Subject, [here, there]: [&Frequencies; 2]) -> Table {
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
    table
}
