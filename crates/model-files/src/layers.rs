//! What each layer of a model attends to, and whether it rotates queries and keys.
//!
//! Source: the classes of transformers 5.23.0; `tests/golden/layers.json` holds what they make of 58 files.

use serde_json::Value;

use super::family::Family;
use super::fields::{Fields, described};
use super::finding::{Finding, Notice};
use super::{LayerRope, PositionEncoding, bases};

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
    /// Nothing: a recurrence or a convolution takes the place of scores.
    Linear,
    /// A choice of tokens that the model makes, or a summary of them.
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
            Self::Other => "other",
        }
    }

    fn from_name(name: &str) -> Self {
        match name {
            "full_attention" => Self::Full,
            "sliding_attention" => Self::Sliding,
            "chunked_attention" => Self::Chunked,
            "linear_attention" | "conv" | "mamba" | "recurrent" => Self::Linear,
            _ => Self::Other,
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

/// The types of the layers of a class, for a file that does not list them.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    /// All layers attend to everything.
    Full,
    /// All have a window if `sliding_window` is a number, or missing and the class has a default.
    Window { has_default: bool },
    /// With `use_sliding_window`, the layers from `max_window_layers` on have a window.
    WindowFrom,
    /// With `use_sliding_window`, every second layer before `max_window_layers` has a window.
    WindowBefore,
    /// With `use_sliding_window`, all layers have a window.
    WindowIfUsed,
    /// With `use_sliding_window`, the layers that do not rotate have a window.
    WindowWithoutRope,
    /// The last of every `n` layers attends to everything. A file may have another number under the
    /// key.
    LastOf(&'static str, usize, Attention),
    /// The first of every `n` layers attends to everything.
    FirstOf(&'static str, usize, Attention),
    /// Layers that rotate have chunks.
    ChunkedWithRope,
}

/// The layers of a class that rotate, of those that have scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rotary {
    All,
    /// Those with a window.
    Sliding,
    /// Those with a window, or all if the model has none.
    SlidingIfAny,
    /// Those for which `no_rope_layers` has a 1; without that list, all but every fourth or
    /// `no_rope_layer_interval`-th.
    Listed,
}

/// The classes whose layers differ, or may.
const STACKS: &[(&[&str], Pattern, Rotary)] = &[
    (
        &["gemma2", "vaultgemma", "gpt_oss"],
        Pattern::LastOf("", 2, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["gemma3_text"],
        Pattern::LastOf("sliding_window_pattern", 6, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["gemma3n_text"],
        Pattern::LastOf("", 5, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["gemma4_text", "gemma4_unified_text"],
        Pattern::LastOf("", 6, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["olmo3"],
        Pattern::LastOf("", 4, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["cohere2", "cohere2_moe"],
        Pattern::LastOf("sliding_window_pattern", 4, Attention::Sliding),
        Rotary::Sliding,
    ),
    (
        &["exaone4", "exaone_moe"],
        Pattern::LastOf("sliding_window_pattern", 4, Attention::Sliding),
        Rotary::SlidingIfAny,
    ),
    (
        &["afmoe"],
        Pattern::LastOf("global_attn_every_n_layers", 4, Attention::Sliding),
        Rotary::Sliding,
    ),
    (
        &["muse_glimmer_text"],
        Pattern::LastOf("", 4, Attention::Sliding),
        Rotary::Sliding,
    ),
    (
        &["cwm", "granite_swa", "granitemoe_swa"],
        Pattern::FirstOf("", 4, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["modernbert", "modernbert-decoder"],
        Pattern::FirstOf("global_attn_every_n_layers", 3, Attention::Sliding),
        Rotary::All,
    ),
    (
        &["qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"],
        Pattern::LastOf("full_attention_interval", 4, Attention::Linear),
        Rotary::All,
    ),
    (
        &["olmo_hybrid"],
        Pattern::LastOf("", 4, Attention::Linear),
        Rotary::All,
    ),
    (
        &["minimax"],
        Pattern::FirstOf("", 2, Attention::Linear),
        Rotary::All,
    ),
    (&["llama4_text"], Pattern::ChunkedWithRope, Rotary::Listed),
    (&["smollm3"], Pattern::WindowWithoutRope, Rotary::Listed),
    (
        &["mistral", "ministral"],
        Pattern::Window { has_default: true },
        Rotary::All,
    ),
    (
        &[
            "doge",
            "ministral3",
            "mixtral",
            "phi3",
            "phimoe",
            "starcoder2",
        ],
        Pattern::Window { has_default: false },
        Rotary::All,
    ),
    (&["qwen2", "qwen3"], Pattern::WindowFrom, Rotary::All),
    (&["qwen2_moe"], Pattern::WindowBefore, Rotary::All),
    (&["qwen3_moe"], Pattern::WindowIfUsed, Rotary::All),
];

/// `max_window_layers` of a file without it.
const FIRST: usize = 28;

/// `no_rope_layer_interval` of a file without it.
const INTERVAL: usize = 4;

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
    let names = &["num_hidden_layers", "n_layer", "n_layers", "num_layers"];
    let lists = ["layer_types", bases::LAYER_BASES].into_iter();
    let lists = lists.filter_map(|key| fields.get(key)?.as_array());
    let listed = lists.map(Vec::len).find(|n_layers| *n_layers > 0);
    let n_layers = fields.count(names, findings).or(listed).unwrap_or(0);
    if n_layers > MOST {
        let sentence = format!("Must be at most {MOST}, not {n_layers}; ignored.");
        findings.error(&fields.path_of("num_hidden_layers"), sentence);
        return Vec::new();
    }
    let row = fields
        .model_type()
        .and_then(|class| STACKS.iter().find(|(names, ..)| names.contains(&class)));
    let (pattern, rotary) = row.map_or((Pattern::Full, Rotary::All), |(_, p, r)| (*p, *r));
    let stack = Stack {
        fields,
        n_layers,
        pattern,
        rotary,
    };
    stack.report_period(findings);
    if n_layers == 0 {
        return Vec::new();
    }
    let mut layers: Vec<Layer> = (0..n_layers)
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

/// Drops the rotations of types that no layer has. transformers builds none for them.
fn drop_unused(ropes: &mut Vec<LayerRope>, layers: &[Layer]) {
    let is_used = |rope: &LayerRope| {
        rope.layer_type.as_deref().is_none_or(|name| {
            Attention::from_name(name) == Attention::Other
                || layers.iter().any(|layer| layer.attention.name() == name)
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
        _ => ropes
            .iter()
            .position(|rope| rope.layer_type.as_deref() == Some(attention.name())),
    }
}

fn report_layers_without_rope(
    layers: &[Layer],
    position: &PositionEncoding,
    fields: &Fields<'_>,
    findings: &mut Vec<Finding>,
) {
    let still = |layer: &&Layer| !layer.is_rotary && layer.attention != Attention::Linear;
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
            name.is_none_or(|name| {
                name == attention.name() || Attention::from_name(name) == Attention::Other
            })
        });
        let is_rotary = match self.rotary {
            _ if attention == Attention::Linear || !is_named => false,
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
            (Pattern::LastOf(key, n, _) | Pattern::FirstOf(key, n, _), _) => Some((key, n)),
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
        let listed = self
            .list("layer_types")
            .and_then(|types| types.get(layer)?.as_str());
        if let Some(name) = listed {
            return Attention::from_name(name);
        }
        let full_or = |other, is_full| if is_full { Attention::Full } else { other };
        let window = |is_there: bool| full_or(Attention::Sliding, !is_there);
        match self.pattern {
            Pattern::Full => Attention::Full,
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
                full_or(other, (layer + 1).is_multiple_of(n))
            }
            Pattern::FirstOf(key, n, other) => {
                let n = self.number(key).unwrap_or(n);
                full_or(other, layer.is_multiple_of(n))
            }
            Pattern::ChunkedWithRope if self.is_listed(layer) => Attention::Chunked,
            Pattern::ChunkedWithRope => Attention::Full,
        }
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
