//! What each layer of a model attends to, and whether it rotates queries and keys.
//!
//! Source: the classes of transformers 5.23.0; `tests/golden/layers.json` holds what they make of 65 files.

use serde_json::Value;

use super::family::Family;
use super::fields::{Fields, described};
use super::finding::{Finding, Notice};
use super::rows::has;
use super::stacks::{self, Pattern, Places, Rotary, full_if};
use super::{LayerRope, PositionEncoding, bases};
use phasor_text::shorten;

/// What the queries of a layer attend to.
///
/// ```
/// use phasor_model_files::{Attention};
///
/// let text = r#"{"model_type": "gemma2", "hidden_size": 2304, "num_attention_heads": 8, "num_hidden_layers": 4}"#;
/// let layers = phasor_model_files::read(text)?.model.layers;
/// assert_eq!(layers[0].attention, Attention::Sliding);
/// assert_eq!(layers[1].attention, Attention::Full);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Attention {
    /// All tokens that the mask allows.
    Full,
    /// The nearest tokens (`sliding_window`).
    Sliding,
    /// The tokens of the same chunk (`attention_chunk_size`).
    Chunked,
    /// Nothing: a recurrence, a convolution or a network of each token alone takes the place of scores.
    Linear,
    /// Another input, such as an image.
    Cross,
    /// The tokens of a window, and some summaries of a few earlier tokens each, which an indexer chooses (DeepSeek-AI 2026,
    /// *DeepSeek-V4*, section 2.3.1).
    CompressedSparse,
    /// The tokens of a window, and all summaries of many earlier tokens each (section 2.3.2 there).
    HeavilyCompressed,
    /// A choice of tokens that the model makes.
    Other,
}

impl Attention {
    /// The name among the `layer_types` of a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full_attention",
            Self::Sliding => "sliding_attention",
            Self::Chunked => "chunked_attention",
            Self::Linear => "linear_attention",
            Self::Cross => "cross_attention",
            Self::CompressedSparse => "compressed_sparse_attention",
            Self::HeavilyCompressed => "heavily_compressed_attention",
            Self::Other => "other",
        }
    }
}

/// A layer of a model.
///
/// ```
/// use phasor_model_files::{Layer};
///
/// let text = r#"{"model_type": "smollm3", "hidden_size": 2048, "num_attention_heads": 16,
///     "num_hidden_layers": 36, "rope_theta": 5000000.0}"#;
/// let layers: Vec<Layer> = phasor_model_files::read(text)?.model.layers;
/// assert_eq!(layers.iter().filter(|layer| layer.is_rotary).count(), 27);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layer {
    /// What its queries attend to.
    pub attention: Attention,
    /// Whether it rotates queries and keys.
    pub is_rotary: bool,
    /// The place of its rotation among those of [`PositionEncoding::Rotary`]; `None` if it does not rotate, or if the file
    /// does not say which of several rotations it has.
    pub rope: Option<usize>,
}

/// `max_window_layers` of a file without it.
const FIRST: usize = 28;

/// `no_rope_layer_interval` of a file without it.
const INTERVAL: usize = 4;

/// The keys of lists of the types of layers.
const TYPES: [&str; 2] = ["layer_types", "layers_block_type"];

/// The largest number of layers; real models have about a hundred.
const MOST: usize = 4096;

/// Reads the layers of a model whose positions are encoded by `position`. Returns none if the file
/// does not give their number.
pub(super) fn read(
    fields: &Fields<'_>,
    family: Family,
    position: &mut PositionEncoding,
    findings: &mut Vec<Finding>,
) -> Vec<Layer> {
    let names = &[
        "num_hidden_layers",
        "n_layer",
        "n_layers",
        "num_layers",
        "decoder_num_hidden_layers",
    ];
    let lists = TYPES.into_iter().chain([bases::LAYER_BASES]);
    let lists = lists.filter_map(|key| fields.get(key)?.as_array());
    let listed = lists.map(Vec::len).find(|n_layers| *n_layers > 0);
    let n_layers = fields.count(names, findings).or(listed).unwrap_or(0);
    if n_layers > MOST {
        let sentence = format!("Must be at most {MOST}, not {n_layers}; ignored.");
        findings.error(&fields.path_of("num_hidden_layers"), sentence);
        return Vec::new();
    }
    let (pattern, rotary) = stacks::stack_of(fields.model_type().unwrap_or(""));
    let has_bases = family.is_known_to_read(bases::LAYER_BASES) && fields.has(bases::LAYER_BASES);
    // A list of bases also says which layers rotate.
    let rotary = if has_bases { Rotary::All } else { rotary };
    let stack = Stack {
        fields,
        n_layers: n_layers.max(lettered_layers(fields, pattern)),
        pattern,
        rotary,
    };
    stack.report_period(findings);
    stack.report_ratios(findings);
    stack.report_last(findings);
    if stack.n_layers == 0 {
        return Vec::new();
    }
    let mut layers: Vec<Layer> = (0..stack.n_layers)
        .map(|layer| stack.layer(layer, position))
        .collect();
    if let PositionEncoding::Rotary(ropes) = position {
        drop_unused(ropes, &layers);
        for layer in layers.iter_mut().filter(|layer| layer.is_rotary) {
            layer.rope = place(ropes, layer.attention);
        }
        if family.is_known_to_read(bases::LAYER_BASES) {
            bases::read(fields, ropes, &mut layers, findings);
        }
    }
    report_layers_without_rope(&layers, position, fields, findings);
    layers
}

/// Returns the number of layers that a word with a letter for each gives, which transformers takes even if the file has
/// another number.
fn lettered_layers(fields: &Fields<'_>, pattern: Pattern) -> usize {
    let Pattern::Letters(key) = pattern else {
        return 0;
    };
    let word = fields.get(key).and_then(Value::as_str);
    word.map_or(0, |word| word.chars().count().min(MOST))
}

/// Drops the rotations of types that no layer has. transformers builds none for them.
fn drop_unused(ropes: &mut Vec<LayerRope>, layers: &[Layer]) {
    let is_used = |rope: &LayerRope| {
        rope.layer_type.as_deref().is_none_or(|name| {
            let attention = stacks::named(name);
            attention == Attention::Other || layers.iter().any(|layer| layer.attention == attention)
        })
    };
    if ropes.iter().any(is_used) {
        ropes.retain(is_used);
    }
}

/// Returns the place of the rotation of a kind of layer.
fn place(ropes: &[LayerRope], attention: Attention) -> Option<usize> {
    match ropes {
        [_] => Some(0),
        _ => ropes.iter().position(|rope| {
            let name = rope.layer_type.as_deref();
            name.is_some_and(|name| stacks::is_set_of(name, attention))
        }),
    }
}

fn report_layers_without_rope(
    layers: &[Layer],
    position: &PositionEncoding,
    fields: &Fields<'_>,
    findings: &mut Vec<Finding>,
) {
    let without = [Attention::Linear, Attention::Cross];
    let still = |layer: &&Layer| !layer.is_rotary && !without.contains(&layer.attention);
    let n_still = layers.iter().filter(still).count();
    if matches!(position, PositionEncoding::Rotary(_)) && n_still > 0 {
        let key = ["no_rope_layers", "layer_types"]
            .into_iter()
            .find(|key| fields.has(key));
        let sentence = format!(
            "Without rotation, and so without a positional encoding: {n_still} of {} layers.",
            layers.len()
        );
        findings.note(
            &fields.path_of(key.unwrap_or("num_hidden_layers")),
            sentence,
        );
    }
}

/// The layers of a file and its class.
struct Stack<'a> {
    fields: &'a Fields<'a>,
    n_layers: usize,
    pattern: Pattern,
    rotary: Rotary,
}

impl Stack<'_> {
    fn layer(&self, layer: usize, position: &PositionEncoding) -> Layer {
        let attention = self.attention(layer);
        let PositionEncoding::Rotary(sets) = position else {
            return Layer {
                attention,
                is_rotary: false,
                rope: None,
            };
        };
        // Where layer types have their own parameters, one that is null does not rotate.
        let is_named = sets.iter().any(|set| {
            let name = set.layer_type.as_deref();
            name.is_none_or(|name| [attention, Attention::Other].contains(&stacks::named(name)))
        });
        let is_rotary = match self.rotary {
            _ if [Attention::Linear, Attention::Cross].contains(&attention) || !is_named => false,
            Rotary::All => true,
            Rotary::Sliding => attention == Attention::Sliding,
            Rotary::SlidingIfAny => {
                attention == Attention::Sliding || self.fields.is_null("sliding_window")
            }
            Rotary::Listed => self.is_listed(layer),
        };
        Layer {
            attention,
            is_rotary,
            rope: None,
        }
    }

    /// Returns the list of the file under `key`, if it has an entry for each layer.
    fn list(&self, key: &str) -> Option<&Vec<Value>> {
        let list = self.fields.get(key)?.as_array()?;
        (list.len() == self.n_layers).then_some(list)
    }

    /// Reports a number with which the class computes no layer types.
    fn report_period(&self, findings: &mut Vec<Finding>) {
        let period = match (self.pattern, self.rotary) {
            _ if self.fields.has("layer_types") => None,
            (
                Pattern::LastOf(key, n, _)
                | Pattern::FirstOf(key, n, _)
                | Pattern::OneOf((key, n), _),
                _,
            ) => Some((key, n)),
            _ => None,
        };
        let no_rope = ("no_rope_layer_interval", INTERVAL);
        let no_rope = (self.rotary == Rotary::Listed && !self.fields.has("no_rope_layers"))
            .then_some(no_rope);
        for (key, standard) in period.into_iter().chain(no_rope) {
            let is_null = self.fields.is_null(key);
            let is_valid = |value: &Value| value.as_i64().is_some_and(|number| number != 0);
            if is_null || self.fields.get(key).is_some_and(|value| !is_valid(value)) {
                let given = self
                    .fields
                    .get(key)
                    .map_or_else(|| "null".to_owned(), described);
                let sentence = format!(
                    "Must be a whole number other than 0, not {given}, which transformers rejects; {standard} is used."
                );
                findings.error(&self.fields.path_of(key), sentence);
            }
        }
        if period.is_some()
            && self.rotary == Rotary::SlidingIfAny
            && self.fields.is_null("sliding_window")
        {
            let sentence = "Must be a number if there are no `layer_types`: with null, transformers divides by 0.";
            findings.error(&self.fields.path_of("sliding_window"), sentence);
        }
    }

    fn number(&self, key: &str) -> Option<usize> {
        // In Python, a remainder is 0 for the same layers if the number is negative.
        let number = self.fields.get(key)?.as_i64()?.unsigned_abs();
        usize::try_from(number).ok().filter(|number| *number > 0)
    }

    fn has_window(&self) -> bool {
        self.number("sliding_window").is_some()
    }

    fn uses_window(&self) -> bool {
        let is_used = self
            .fields
            .get("use_sliding_window")
            .and_then(Value::as_bool);
        is_used == Some(true)
    }

    fn attention(&self, layer: usize) -> Attention {
        let listed = TYPES.into_iter().find_map(|key| self.list(key));
        if let Some(name) = listed.and_then(|types| types.get(layer)?.as_str()) {
            return full_if(
                self.is_full_at_last() && layer + 1 == self.n_layers,
                stacks::named(name),
            );
        }
        let window = |is_there: bool| full_if(!is_there, Attention::Sliding);
        match self.pattern {
            Pattern::Full => Attention::Full,
            Pattern::Linear => Attention::Linear,
            Pattern::Own(attention) => attention(layer, self.n_layers),
            Pattern::Ratios => self.compressed(layer),
            Pattern::Places(places) => self.at_places(layer, places),
            Pattern::Cross(key, standard) => {
                full_if(!self.is_among(layer, key, standard), Attention::Cross)
            }
            Pattern::Letters(key) => {
                let word = self.fields.get(key).and_then(Value::as_str);
                let letter = word.unwrap_or(stacks::NEMOTRON_H).chars().nth(layer);
                letter.map_or(Attention::Linear, stacks::lettered)
            }
            Pattern::OneOf((period, n), (offset, place)) => {
                let n = self.number(period).unwrap_or(n);
                let given = self.fields.get(offset).and_then(Value::as_u64);
                let place = given.unwrap_or(place as u64);
                full_if((layer % n) as u64 == place, Attention::Linear)
            }
            Pattern::Window { has_default } => {
                let is_missing =
                    !self.fields.has("sliding_window") && !self.fields.is_null("sliding_window");
                window(self.has_window() || (has_default && is_missing))
            }
            Pattern::WindowFrom => {
                let first = self.number("max_window_layers").unwrap_or(FIRST);
                window(self.uses_window() && layer >= first)
            }
            Pattern::WindowBefore => {
                let end = self.number("max_window_layers").unwrap_or(FIRST);
                window(self.uses_window() && layer.is_multiple_of(2) && layer < end)
            }
            Pattern::WindowIfUsed => window(self.uses_window()),
            Pattern::WindowWithoutRope => {
                window(self.uses_window() && self.has_window() && !self.is_listed(layer))
            }
            Pattern::LastOf(key, n, other) => {
                let n = self.number(key).unwrap_or(n);
                full_if((layer + 1).is_multiple_of(n), other)
            }
            Pattern::FirstOf(key, n, other) => {
                let n = self.number(key).unwrap_or(n);
                full_if(layer.is_multiple_of(n), other)
            }
            Pattern::ChunkedWithRope if self.is_listed(layer) => Attention::Chunked,
            Pattern::ChunkedWithRope => Attention::Full,
        }
    }

    fn is_full_at_last(&self) -> bool {
        has(stacks::FULL_AT_LAST, self.fields.model_type().unwrap_or(""))
    }

    /// Reports that the class replaces the type of the last layer.
    fn report_last(&self, findings: &mut Vec<Finding>) {
        let types = TYPES.into_iter().find_map(|key| self.list(key));
        let last = types.and_then(|types| types.last()?.as_str());
        if let Some(last) = last.filter(|last| *last != Attention::Full.name())
            && self.is_full_at_last()
        {
            let sentence = format!(
                "The last must be \"full_attention\", not \"{}\"; transformers replaces it.",
                shorten(last)
            );
            findings.warn(&self.fields.path_of("layer_types"), sentence);
        }
    }

    /// Returns what a layer of DeepSeek-V4 attends to. Of a list that is too long, the last are those of drafts.
    fn compressed(&self, layer: usize) -> Attention {
        let ratios = self.fields.get(stacks::RATIOS).and_then(Value::as_array);
        let given = ratios.and_then(|ratios| ratios.get(layer)?.as_u64());
        given.and_then(stacks::compressed_by).unwrap_or_else(|| {
            // Two layers, then both kinds alternate.
            match layer >= 2 && !layer.is_multiple_of(2) {
                true => Attention::CompressedSparse,
                false => Attention::HeavilyCompressed,
            }
        })
    }

    /// Reports ratios that are none of DeepSeek-V4's.
    fn report_ratios(&self, findings: &mut Vec<Finding>) {
        let ratios = match self.pattern {
            Pattern::Ratios if !self.fields.has("layer_types") => self.fields.get(stacks::RATIOS),
            _ => None,
        };
        let mut ratios = ratios.and_then(Value::as_array).into_iter().flatten();
        let is_known = |ratio: &&Value| ratio.as_u64().and_then(stacks::compressed_by).is_some();
        if let Some(ratio) = ratios.find(|ratio| !is_known(ratio)) {
            let sentence = format!(
                "Each must be 0, 4 or 128, not {}, which transformers rejects; the default of the class is used.",
                described(ratio)
            );
            findings.error(&self.fields.path_of(stacks::RATIOS), sentence);
        }
    }

    /// Returns whether a list of places has a layer, or `standard` if the file has no list.
    fn is_among(&self, layer: usize, key: &str, standard: &[usize]) -> bool {
        let list = self.fields.get(key).and_then(Value::as_array);
        list.map_or(standard.contains(&layer), |list| has_place(list, layer))
    }

    /// Returns what a layer attends to that a list of places may have.
    fn at_places(&self, layer: usize, places: Places) -> Attention {
        let inner = self.fields.object_at(places.inside);
        let list = inner.as_ref().unwrap_or(self.fields).get(places.key);
        let Some(list) = list.and_then(Value::as_array) else {
            return places.without;
        };
        full_if(has_place(list, layer + places.first), Attention::Linear)
    }

    fn is_listed(&self, layer: usize) -> bool {
        let listed = self
            .list("no_rope_layers")
            .and_then(|list| list.get(layer)?.as_u64());
        listed.map_or_else(
            || {
                !(layer + 1)
                    .is_multiple_of(self.number("no_rope_layer_interval").unwrap_or(INTERVAL))
            },
            |listed| listed != 0,
        )
    }
}

/// Returns whether a list of places has one.
fn has_place(list: &[Value], place: usize) -> bool {
    list.iter()
        .any(|given| given.as_u64() == Some(place as u64))
}
