//! The properties by which two models are compared.

use crate::Subject;
use crate::chart::layers::named as named_layer;
use crate::rules::named;
use crate::subject::type_of;
use phasor_encoding::{Scaled, Scaling, SectionOrder};
use phasor_model_files::{LayerRope, ModelConfig};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Digits, Place};

/// A property of a model, said of both.
pub(crate) struct Comparison {
    pub(crate) name: &'static str,
    pub(crate) here: String,
    pub(crate) there: String,
    pub(super) matters: Matters,
}

/// What it means if a property differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Matters {
    /// Neither weights nor caches depend on it.
    Not,
    /// Keys have another positional encoding.
    Encoding,
    /// The weights of queries have other sizes.
    Queries,
    /// Keys, and so weights and caches, have other sizes.
    Keys,
    /// The same weights are rotated by other angles, or become longer.
    Angles,
    /// Scores are multiplied by another number.
    Scores,
    /// A file does not show it.
    Unknown,
    /// The rows of the weights have another order.
    Rows,
    /// The caches have other parts, although the weights of a layer may fit.
    Depth,
}

impl Matters {
    /// Returns whether a cache of keys fails.
    pub(super) fn to_caches(self) -> bool {
        !matches!(
            self,
            Self::Not | Self::Queries | Self::Scores | Self::Unknown
        )
    }
}

/// A property of rotary layers: its name, its value in words, and why it matters.
type LayerProperty = (&'static str, fn(&LayerRope) -> String, Matters);

/// The name of the base.
pub(crate) const BASE: &str = "base";

/// The name of the rule.
pub(crate) const RULE: &str = "rule";

/// Returns the key of a `config.json` that a property comes from, or its name if it comes from several.
pub(crate) fn key(name: &'static str) -> &'static str {
    match name {
        BASE => "rope_theta",
        RULE => "rope_type",
        "attention factor" => "attention_factor",
        "rotary_dim" => "partial_rotary_factor",
        "original length of the rule" => "original_max_position_embeddings",
        "declared length" => "max_position_embeddings",
        "sections" => "mrope_section",
        name => name,
    }
}

const OF_LAYERS: [LayerProperty; 11] = [
    (
        BASE,
        |layer| Digits(layer.base).to_string(),
        Matters::Angles,
    ),
    (RULE, |layer| named(&layer.scaling), Matters::Angles),
    (
        "attention factor",
        |layer| factors(layer, Scaled::attention_factor),
        Matters::Angles,
    ),
    (
        "softmax factor",
        |layer| factors(layer, Scaled::softmax_factor),
        Matters::Scores,
    ),
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
        "original length of the rule",
        |layer| tokens(layer.original_length()),
        Matters::Not,
    ),
    ("sections", |layer| sections(layer), Matters::Angles),
    (
        RARE[0],
        |layer| {
            let rotates = layer.modules.rotates_values;
            if rotates {
                "rotate, and the output back"
            } else {
                NONE
            }
            .to_owned()
        },
        Matters::Angles,
    ),
    (
        RARE[1],
        |layer| {
            let pairing = layer.modules.indexer;
            pairing
                .map_or(NONE, |pairing| pairing.word().name)
                .to_owned()
        },
        Matters::Depth,
    ),
];

/// The properties that few classes have, and that are compared only if one of them has.
const RARE: [&str; 2] = ["values", "pairs of the indexer"];

/// What a class does not have.
const NONE: &str = "none";

/// The properties in which the sizes of one family differ.
pub(super) const OF_SIZE: [&str; 4] = ["query heads", "key heads", "layers", "order of layers"];

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

/// Compares all properties, of the layers of a type or of the most important ones.
pub(super) fn properties(
    subject: &Subject,
    other: &Subject,
    layer: Option<&str>,
) -> Vec<Comparison> {
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
        all.extend(of_layers((subject, one), (other, two)));
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

/// Compares the rotation of two kinds of layers.
fn of_layers(
    (subject, one): (&Subject, &LayerRope),
    (other, two): (&Subject, &LayerRope),
) -> Vec<Comparison> {
    let two = &with_rounded_base(one, two);
    let hides = |model: &Subject, layer: &LayerRope| {
        model.may_hide_rule() && layer.scaling == Scaling::Default
    };
    let hidden = [hides(subject, one), hides(other, two)];
    let is_hidden = hidden.contains(&true);
    let mut all: Vec<Comparison> = Vec::new();
    for (name, value, matters) in OF_LAYERS {
        let (mut here, mut there) = (value(one), value(two));
        let mut matters = matters;
        if name == RULE && is_hidden {
            matters = Matters::Unknown;
            for (text, is_hidden) in [(&mut here, hidden[0]), (&mut there, hidden[1])] {
                if is_hidden {
                    *text = HIDDEN_RULE.to_owned();
                }
            }
        }
        let is_of_neither = RARE.contains(&name) && here == NONE && there == NONE;
        if !is_of_neither {
            all.push(Comparison {
                name,
                here,
                there,
                matters,
            });
        }
    }
    let is_alike = |property: &Comparison| {
        property.here == property.there || property.matters != Matters::Angles
    };
    if !is_hidden && all.iter().all(is_alike) {
        all.extend(of_frequencies(one, two));
    }
    all
}

/// The rule of keys that do not show it.
const HIDDEN_RULE: &str = "not shown by keys";

/// Returns the second layer with the base of the first one if one of them is the other rounded to 32 bits, as GGUF files
/// have it.
fn with_rounded_base(one: &LayerRope, two: &LayerRope) -> LayerRope {
    let rounded = |base: f64| f64::from(base as f32);
    let is_same = rounded(one.base) == two.base || rounded(two.base) == one.base;
    LayerRope {
        base: if is_same { one.base } else { two.base },
        ..two.clone()
    }
}

/// The lengths at which frequencies are compared: within the original length, and far beyond it.
const LENGTHS: [Option<usize>; 2] = [None, Some(10 << 20)];

/// Compares the frequencies of two rules with the same name and factor, whose other numbers may differ.
fn of_frequencies(one: &LayerRope, two: &LayerRope) -> Option<Comparison> {
    LENGTHS.into_iter().find_map(|length| {
        let [one, two] = [one.scaled(length).ok()?, two.scaled(length).ok()?];
        let pairs = one
            .frequencies()
            .inv_freq()
            .iter()
            .zip(two.frequencies().inv_freq());
        let mut differing = pairs
            .enumerate()
            .filter(|(_, (one, two))| (*one - *two).abs() > 1e-6 * one.abs());
        let (pair_idx, (one, two)) = differing.next()?;
        let text = |inv_freq: f64| format!("{} in pair {pair_idx}", Digits(inv_freq));
        Some(Comparison {
            name: "frequencies",
            here: text(*one),
            there: text(*two),
            matters: Matters::Angles,
        })
    })
}

/// Returns a factor within the original length, and another one far beyond it.
fn factors(layer: &LayerRope, factor: fn(&Scaled) -> f64) -> String {
    let at = LENGTHS.map(|length| {
        layer
            .scaled(length)
            .map(|scaled| Digits(factor(&scaled)).to_string())
    });
    match at {
        [Ok(short), Ok(long)] if short == long => short,
        [Ok(short), Ok(long)] => format!("{short}, {long} for long texts"),
        _ => NOT_GIVEN.to_owned(),
    }
}

/// The value of what a file does not give.
pub(crate) const NOT_GIVEN: &str = "not given";

/// Returns base and rule of the layer types that are not compared in full, and the kinds of layers in their order.
fn of_other_layers(subject: &Subject, other: &Subject, layer: Option<&str>) -> Vec<Comparison> {
    let rest = |subject: &Subject| {
        let main = subject.rope(layer);
        let others = subject.layers().iter().filter(|rope| Some(*rope) != main);
        let parts = others.map(|rope| {
            let name = type_of(rope).unwrap_or_else(|| "others".to_owned());
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

/// Returns the sections of M-RoPE in words.
pub(crate) fn sections(layer: &LayerRope) -> String {
    let Some(sections) = &layer.sections else {
        return NONE.to_owned();
    };
    let sizes: Vec<String> = sections.in_file().iter().map(ToString::to_string).collect();
    let order = match sections.order {
        _ if sections.splits_pairs => ", of components",
        SectionOrder::Contiguous => "",
        SectionOrder::Interleaved => ", interleaved",
        SectionOrder::FirstLast => ", rows and columns before time",
    };
    format!("{}{order}", sizes.join(" + "))
}
