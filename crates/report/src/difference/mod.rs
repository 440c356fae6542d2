//! How two models differ.

pub(super) mod properties;

use super::block::{Picture, Table};
use super::{Ask, Block, Outlook, Subject};
use phasor_draw::scaling::wavelengths::{self, Length, Series, Sign};
use phasor_draw::{Drawing, Ink};
use phasor_encoding::Frequencies;
use phasor_text::number::Digits;
use properties::{Comparison, Matters, NOT_GIVEN, OF_SIZE, properties};

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
        None if differing
            .iter()
            .any(|property| property.matters == Matters::Unknown) =>
        {
            format!(
                "Whether a cache of one of {here} and {there} can serve the other cannot be told from keys: a rule such as llama3 is \
             in the tensor `rope_freqs.weight` of a GGUF file, which they do not show."
            )
        }
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
        Some(_) => ", once their rows are permuted",
        None => "",
    };
    let apart = "Between models that were trained apart, no weights can be exchanged.";
    match differ(&[Matters::Angles, Matters::Scores]) {
        None => format!(
            "Nothing that is compared here keeps fine-tunes of one model from exchanging weights of queries and keys{rows}. {apart}"
        ),
        Some(names) => format!(
            "Heads have the same shape, but not the same rotation or scores ({names}): in fine-tunes of one model, weights of {here} work in {there} \
             only with the settings of {here}{rows}. {apart}"
        ),
    }
}

/// Returns the properties that differ, of the most important layers, without those in which the sizes of one family differ.
pub(super) fn differing(subject: &Subject, other: &Subject) -> Vec<Comparison> {
    let mut all = properties(subject, other, None);
    all.retain(|property| property.here != property.there && !OF_SIZE.contains(&property.name));
    all
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
            ratio(*one, *two),
        ]);
    }
    table
}

/// Returns how many times one frequency is the other. Pairs that rotate in neither model are alike, and a pair that rotates
/// in one of them has no ratio.
fn ratio(one: f64, two: f64) -> String {
    if one == two {
        return Digits(1.0).to_string();
    }
    match one == 0.0 || two == 0.0 {
        true => "–".to_owned(),
        false => Digits(one / two).to_string(),
    }
}
