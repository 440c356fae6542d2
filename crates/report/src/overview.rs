//! What the positions of a model do.

use super::block::{Picture, Remark, Table};
use super::chart::layers;
use super::chart::layers::named as named_layer;
use super::difference::properties::sections as sections_of;
use super::nearest::{Nearest, replaces};
use super::outlook::stated_original_length;
use super::rules::named;
use super::subject::type_of;
use super::{Ask, Block, Outlook, Subject, notes};
use phasor_draw::scaling::wavelengths::{self, Length, Series, Sign};
use phasor_draw::{Drawing, Ink};
use phasor_encoding::frequency::wavelength;
use phasor_encoding::{EncodingError, Scaling};
use phasor_model_files::{Attention, Finding, Layer, LayerRope, PositionEncoding, Severity};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Digits, Place, Short};

/// Returns the report on what the positions of a model do, without [`position_ids`](super::position_ids).
///
/// ```
/// use phasor_report::{Ask, Block, overview, shelf};
///
/// let qwen = shelf::published("qwen3-8b").unwrap().subject().unwrap();
/// let blocks = overview(&qwen, &Ask::default());
/// assert!(matches!(&blocks[0], Block::Lead(text) if text.contains("base 1,000,000")));
/// ```
#[must_use]
pub fn overview(subject: &Subject, ask: &Ask) -> Vec<Block> {
    let mut blocks = vec![Block::Lead(summary(subject))];
    let nearest = Nearest::of(subject);
    let cautions = nearest.iter().flat_map(|nearest| nearest.cautions(subject));
    let cautions: Vec<Remark> = cautions.collect();
    let mut remarks = remarks(subject, &cautions);
    remarks.extend(cautions);
    if !remarks.is_empty() {
        blocks.push(Block::Remarks(remarks));
    }
    blocks.extend(notes::of_class(subject).map(Block::Text));
    blocks.extend(also(subject).map(Block::Text));
    let layer = subject.rope(ask.layer.as_deref());
    blocks.extend(layer.and_then(axes).map(Block::Text));
    let outlook = layer.map(|layer| Outlook::new(subject, layer, ask.target));
    match &outlook {
        Some(Ok(outlook)) => {
            blocks.push(picture(outlook, ask.width));
            blocks.push(Block::text(turns(outlook)));
            blocks.extend(factors(outlook).map(Block::Text));
        }
        Some(Err(error)) => blocks.push(Block::Text(no_frequencies(error))),
        None => {}
    }
    blocks.extend(stack(subject, ask.width));
    blocks.extend(nearest.as_ref().map(Nearest::sentence).map(Block::Text));
    if let Some(Ok(outlook)) = &outlook {
        blocks.push(Block::Table(pairs(outlook)));
    }
    blocks
}

/// Says why there are no frequencies.
pub(super) fn no_frequencies(error: &EncodingError) -> String {
    format!("The numbers of the file give no frequencies: {error}.")
}

/// Returns the sentence that says it all.
///
/// ```
/// use phasor_report::{shelf, summary};
///
/// let qwen = shelf::published("qwen3-8b").unwrap().subject().unwrap();
/// assert!(summary(&qwen).starts_with("All 128 components of a head rotate"));
/// ```
#[must_use]
pub fn summary(subject: &Subject) -> String {
    let model = subject.model();
    let longest = model.max_position_embeddings;
    let reach = match longest {
        Some(longest) => format!("; declared length {} tokens", Place(longest as f64)),
        None => "; the file gives no length".to_owned(),
    };
    match (&model.position, subject.rope(None)) {
        (PositionEncoding::Rotary(_), Some(layer)) => rotary(subject, layer, &reach),
        (PositionEncoding::Alibi { n_heads }, _) => format!(
            "ALiBi: each of {n_heads} heads subtracts its slope times the distance from the score, so nothing rotates{reach}."
        ),
        (PositionEncoding::T5(buckets), _) => format!(
            "T5’s bias: every head adds a learned number for each of {} buckets of distances to the score, so nothing rotates{reach}.",
            buckets.n_buckets()
        ),
        (PositionEncoding::Learned { n_positions, dim }, _) => format!(
            "A learned table of {} positions, each a vector of {dim} components, so nothing rotates and no longer text fits.",
            Place(*n_positions as f64)
        ),
        (PositionEncoding::Other(order), _) => {
            format!("Nothing rotates: {}{reach}.", order.clause())
        }
        _ => format!(
            "No positional encoding: order enters through {}{reach}.",
            means(subject)
        ),
    }
}

/// Returns by what order enters where there is no positional encoding.
fn means(subject: &Subject) -> String {
    let model = subject.model();
    let attends = model.layers.is_empty()
        || model
            .layers
            .iter()
            .any(|layer| layer.attention != Attention::Linear);
    match (attends, model.carriers.named()) {
        (true, Some(carriers)) if carriers.contains(" and ") => format!("the mask, {carriers}"),
        (true, Some(carriers)) => format!("the mask and {carriers}"),
        (false, Some(carriers)) => carriers.to_owned(),
        (_, None) => "the mask".to_owned(),
    }
}

/// Says what else carries order in a model with positions.
fn also(subject: &Subject) -> Option<String> {
    let model = subject.model();
    let carriers = model.carriers.named()?;
    (model.position != PositionEncoding::None)
        .then(|| format!("Apart from positions, {carriers} carry order."))
}

fn rotary(subject: &Subject, layer: &LayerRope, reach: &str) -> String {
    let (rotates, head) = (layer.rotary_dim, layer.head_dim);
    let part = match rotates == head {
        true if layer.is_separate => {
            format!("In each head, a separate part of {head} components rotates")
        }
        true => format!("All {head} components of a head rotate"),
        false => format!("{rotates} of {head} components of a head rotate"),
    };
    let layout = layer.pairing.word().name;
    let original = match stated_original_length(layer) {
        None => String::new(),
        Some(length) => format!("; original length {} tokens", Place(length)),
    };
    let others = subject.layers().len().saturating_sub(1);
    let others = match others {
        0 => String::new(),
        _ => {
            let names = subject.layers().iter().filter(|other| *other != layer);
            let parts = names.map(|other| {
                let name = type_of(other).unwrap_or_else(|| "other".to_owned());
                format!(
                    "`{name}` layers have base {} and {}",
                    Digits(other.base),
                    named(&other.scaling)
                )
            });
            format!(" {}.", parts.collect::<Vec<_>>().join("; "))
        }
    };
    let n_layers = subject.model().layers.len();
    let which = match (type_of(layer), subject.layers_of(layer)) {
        (Some(name), _) if !others.is_empty() => format!(" in `{name}` layers"),
        (_, Some(places)) if places.len() < n_layers => {
            format!(" in {} of {n_layers} layers", places.len())
        }
        _ => String::new(),
    };
    format!(
        "{part}{which}, in {layout} pairs, with base {} and {}{original}{reach}.{others}",
        Digits(layer.base),
        match &layer.scaling {
            Scaling::Default => "no scaling rule".to_owned(),
            rule => format!("the rule {}", named(rule)),
        }
    )
}

/// Returns the errors in the files of `subject` and of the model that it is compared with. Every view shows them, because
/// its numbers may be wrong.
///
/// ```
/// use phasor_report::{Block, Subject, faults};
///
/// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 128, "rope_theta": -1}"#)?;
/// assert!(matches!(&faults(&subject, None)[..], [Block::Remarks(errors)] if errors[0].key == "rope_theta"));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn faults(subject: &Subject, other: Option<&Subject>) -> Vec<Block> {
    let mut own = remarks(subject, &[]);
    own.retain(|remark| remark.severity == Severity::Error);
    let own = (!own.is_empty()).then_some(Block::Remarks(own));
    let others = other.into_iter().flat_map(|other| {
        let errors = other.findings().iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        errors.map(|finding| {
            let Finding { key, sentence, .. } = finding;
            Block::text(format!("In {}: `{key}`: {sentence}", other.title()))
        })
    });
    own.into_iter().chain(others).collect()
}

/// Returns the findings with their lines and edits, without those that `others` replace.
fn remarks(subject: &Subject, others: &[Remark]) -> Vec<Remark> {
    let remark = |(number, finding): (usize, &Finding)| Remark {
        severity: finding.severity,
        key: finding.key.clone(),
        sentence: finding.sentence.clone(),
        line: finding.line,
        edit: finding.edit.as_ref().map(|edit| (number, edit.to_string())),
    };
    let mut sorted: Vec<(usize, &Finding)> = subject.findings().iter().enumerate().collect();
    sorted.retain(|(_, finding)| !replaces(others, finding));
    sorted.sort_by_key(|(_, finding)| std::cmp::Reverse(finding.severity));
    sorted.into_iter().map(remark).collect()
}

fn picture(outlook: &Outlook<'_>, width: f32) -> Block {
    let stretch = &outlook.stretch;
    let mut series = Vec::new();
    if stretch.before != stretch.after {
        series.push(Series {
            name: "without the rule".to_owned(),
            frequencies: &stretch.before,
            sign: Sign::Rings(Ink::Muted),
        });
    }
    series.push(Series {
        name: "as the model rotates".to_owned(),
        frequencies: &stretch.after,
        sign: Sign::Dots,
    });
    let mut lengths = vec![Length {
        name: outlook.length_name(),
        tokens: outlook.original as f64,
        ink: Ink::Key,
    }];
    if outlook.target != outlook.original {
        let name = if outlook.declared == Some(outlook.target) {
            "declared"
        } else {
            "your text"
        };
        lengths.push(Length {
            name,
            tokens: outlook.target as f64,
            ink: Ink::Query,
        });
    }
    let mut drawing = Drawing::new(width);
    wavelengths::draw(&series, &lengths, &mut drawing);
    Block::Picture(Picture {
        name: "wavelengths",
        title: "Wavelength of every pair".to_owned(),
        caption: "Each dot is a pair of components; its height is the number of tokens for one full turn. Pairs above a \
            dashed line do not complete a turn in a text of that length."
            .to_owned(),
        drawing,
    })
}

/// Says how many pairs complete a turn.
fn turns(outlook: &Outlook<'_>) -> String {
    let stretch = &outlook.stretch;
    let n_pairs = stretch.after.n_pairs();
    let still = |length: f64| {
        let now = outlook.n_without_turn(length);
        let plain = outlook.n_unscaled_without_turn(length);
        let without = match now == plain {
            true => String::new(),
            false => format!(" ({plain} without the rule)"),
        };
        format!(
            "{now} of {n_pairs} pairs{without} do not complete a turn in {} tokens",
            Place(length)
        )
    };
    let first = still(stretch.original);
    if stretch.longer == stretch.original {
        return match within_window(outlook) {
            Some(window) => format!("{first}. {window}"),
            None => format!("{first}."),
        };
    }
    let new = match stretch.n_new() {
        0 => "no pair reaches".to_owned(),
        new => format!("{new} reach"),
    };
    format!(
        "{first}; {}, and {new} angles beyond those of the first {} tokens.",
        still(stretch.longer),
        Place(stretch.original)
    )
}

/// Says that a window bounds distances, if it does.
pub(super) fn within_window(outlook: &Outlook<'_>) -> Option<String> {
    let window = outlook.narrow_window()?;
    let layers = match type_of(outlook.layer) {
        Some(name) => format!("Layers of the type `{name}`"),
        None => "The layers that rotate".to_owned(),
    };
    Some(format!(
        "{layers} attend only within {} tokens. Scores depend on distances alone, so no distance in a longer text is new.",
        Place(window as f64)
    ))
}

/// Says what the rule does to scores.
pub(super) fn factors(outlook: &Outlook<'_>) -> Option<String> {
    let scaled = &outlook.scaled;
    let (attention, softmax) = (scaled.attention_factor(), scaled.softmax_factor());
    let of_angles = format!("cosines and sines by {}", Digits(attention));
    let of_softmax = format!("the scale before softmax by {}", Digits(softmax));
    let scores = |factor: f64| {
        format!(
            "Scores are multiplied by {}, as if the temperature of softmax were {}",
            Digits(factor),
            Short(1.0 / factor)
        )
    };
    let parts = match (attention == 1.0, softmax == 1.0) {
        (true, true) => return None,
        (false, true) => of_angles.clone(),
        (true, false) => of_softmax.clone(),
        (false, false) => format!("{of_angles}, and {of_softmax}"),
    };
    if outlook.scales_whole_scores() {
        let all = scores(scaled.logit_factor());
        return Some(format!("{all}: the rule multiplies {parts}."));
    }
    let rotated = format!(
        "The rotated part of each score is multiplied by {}, the rest is not: the rule multiplies {of_angles}.",
        Digits(attention * attention)
    );
    Some(match softmax == 1.0 {
        true => rotated,
        false => format!(
            "{}: the rule multiplies {of_softmax}. {rotated}",
            scores(softmax)
        ),
    })
}

fn stack(subject: &Subject, width: f32) -> Vec<Block> {
    let model = subject.model();
    let stack = &model.layers;
    let Some(first) = stack.first() else {
        return Vec::new();
    };
    if stack.iter().all(|layer| layer == first) {
        let kind = match model.position {
            PositionEncoding::Alibi { .. }
            | PositionEncoding::T5(_)
            | PositionEncoding::Learned { .. } => String::new(),
            _ => format!(": {}", named_layer(*first)),
        };
        return vec![Block::Text(format!(
            "All {} layers are alike{kind}.",
            stack.len()
        ))];
    }
    let name_of = |layer: Layer| match model.rope_of(layer) {
        Some(rope) => format!(
            "{}, base {}, {}",
            named_layer(layer),
            Digits(rope.base),
            named(&rope.scaling)
        ),
        None => named_layer(layer),
    };
    let picture = Picture {
        name: "layers",
        title: "Layers, first to last".to_owned(),
        caption:
            "A full cell attends to the whole text, a half one to a window. Outlines do not rotate."
                .to_owned(),
        drawing: layers::draw(width, stack, &name_of),
    };
    let mut table = Table::new(
        "Which layers are of which kind",
        &["kind", "number", "layers"],
    );
    for (kind, places) in layers::kinds(stack) {
        table.row([name_of(kind), places.len().to_string(), runs(&places)]);
    }
    vec![Block::Picture(picture), Block::Table(table)]
}

/// Returns ascending numbers as a list of runs, such as `0 to 4, 6`.
fn runs(places: &[usize]) -> String {
    let runs = places.chunk_by(|one, next| one + 1 == *next);
    let named = runs.map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        run => {
            let all: Vec<String> = run.iter().map(ToString::to_string).collect();
            all.join(", ")
        }
    });
    named.collect::<Vec<_>>().join(", ")
}

/// Says which pairs follow which axis, in a model with M-RoPE.
fn axes(layer: &LayerRope) -> Option<String> {
    let sections = layer
        .sections
        .as_ref()
        .filter(|sections| !sections.splits_pairs)?;
    let sizes = sections_of(layer);
    (!sections.sizes.is_empty()).then(|| {
        format!(
            "In images, pairs follow the axes of M-RoPE, which are time, row and column: {sizes}."
        )
    })
}

/// Returns the numbers of every pair.
fn pairs(outlook: &Outlook<'_>) -> Table {
    let stretch = &outlook.stretch;
    let turns_in = |length: f64| format!("turns in {} tokens", Place(length));
    let is_changed = stretch.learned != stretch.after;
    let has_both = is_changed || stretch.longer != stretch.original;
    let without = if is_changed { " without the rule" } else { "" };
    let mut head = vec![
        "pair".to_owned(),
        "`inv_freq`".to_owned(),
        "without the rule".to_owned(),
        "wavelength".to_owned(),
        turns_in(stretch.original) + without,
    ];
    if has_both {
        head.extend([turns_in(stretch.longer), "new angles".to_owned()]);
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let mut table = Table::new("Every pair in numbers", &head);
    table.is_long = true;
    let pairs = stretch.after.inv_freq().iter();
    let pairs = pairs.zip(stretch.before.inv_freq());
    let rest = stretch.turns().zip(stretch.new_arcs());
    for (pair_idx, ((after, before), ([original, _, now], new))) in pairs.zip(rest).enumerate() {
        let mut cells = vec![
            pair_idx.to_string(),
            Digits(*after).to_string(),
            Digits(*before).to_string(),
            Digits(wavelength(*after)).to_string(),
            Digits(original).to_string(),
        ];
        if has_both {
            let new = if new > 0.0 { "yes" } else { "no" };
            cells.extend([Digits(now).to_string(), new.to_owned()]);
        }
        table.row(cells);
    }
    table
}
