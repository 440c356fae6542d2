//! Reads what a model's files say about its positions.
//!
//! [`read`] turns any Hugging Face `config.json` into a typed value. It accepts every spelling in use: `rope_scaling`
//! with `type` or `rope_type`, `rope_parameters` (nested by layer type or not), and old names of single models. Missing
//! keys get the defaults of the model's class. The result is that of transformers 5.23.0. Unknown, missing and
//! contradictory keys become [`Finding`]s; [`read`] still returns a value.
//!
//! [`import`](mod@import) makes the text of a `config.json` from a GGUF header, a `params.json`, flags or an override.

pub mod gguf;
pub mod import;

mod bases;
mod beside;
mod cache;
mod carriers;
mod check;
mod class_keys;
mod classes;
mod edit;
mod excerpt;
mod families;
mod family;
mod fields;
mod finding;
mod format;
mod json;
mod keys;
mod layers;
mod lengths;
mod mend;
mod modules;
mod other_order;
mod outline;
mod position;
mod query_factors;
mod rope;
mod rows;
mod scaling;
mod sections;
mod sets;
mod size;
mod stacks;
mod surroundings;
mod table_form;
mod windows;
mod write;

pub use cache::{Bound, Cache, CacheFormat, Cached, LayerCache, NoCache, Rows, Summaries, cache};
pub use carriers::Carriers;
pub use edit::{Change, Edit};
pub use excerpt::excerpt;
pub use finding::{Finding, Severity};
pub use format::Format;
pub use json::{Unreadable, parse_json};
pub use layers::{Attention, Layer};
pub use mend::mended;
pub use modules::Modules;
pub use other_order::OtherOrder;
pub use outline::key_line;
pub use position::PositionEncoding;
pub use query_factors::{QueryFactor, QueryGrowth, QueryLayers};
pub use rope::LayerRope;
pub use sections::Sections;
pub use table_form::TableForm;
pub use windows::{window, window_of_layer};

pub(crate) use class_keys::{ClassKeys, Part};
pub(crate) use fields::{TEXT_MODELS, is_of_model, way_to_text_model};
pub(crate) use json::{object, text, written};

use families::family_of;
use fields::Fields;

/// The positional part of a model's configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelConfig {
    /// The name of the architecture, as in the file.
    pub model_type: Option<String>,
    /// The number of query heads.
    pub n_heads: Option<usize>,
    /// The number of key and value heads, if the file gives one.
    pub n_kv_heads: Option<usize>,
    /// The longest sequence in tokens, from the file, its class, or the size of the learned table.
    pub max_position_embeddings: Option<usize>,
    /// How the model encodes positions.
    pub position: PositionEncoding,
    /// The layers from the first to the last; empty if the file does not give their number.
    pub layers: Vec<Layer>,
    /// A factor by which queries become longer with their position, if the class has one.
    pub query_factor: Option<QueryFactor>,
    /// What else carries order in the class.
    pub carriers: Carriers,
}

impl ModelConfig {
    /// Returns the rotary layers of the given type. Without a type, returns those with full
    /// attention, or else the first. Returns `None` if there are none.
    #[must_use]
    pub fn rope(&self, layer_type: Option<&str>) -> Option<&LayerRope> {
        let PositionEncoding::Rotary(layers) = &self.position else {
            return None;
        };
        let named = |name: &str| {
            let mut layers = layers.iter();
            layers.find(|layer| layer.layer_type.as_deref() == Some(name))
        };
        match layer_type {
            Some(name) => named(name),
            None => named("full_attention").or(layers.first()),
        }
    }

    /// Returns how a layer rotates, or `None` if it does not, or if the file does not say which of several ways it has.
    ///
    /// ```
    ///
    /// let text = r#"{"model_type": "gemma3_text", "hidden_size": 2560, "num_attention_heads": 8, "num_hidden_layers": 34,
    ///     "rope_theta": 1000000.0, "rope_local_base_freq": 10000.0}"#;
    /// let model = phasor_model_files::read(text)?.model;
    /// let bases = [0, 5].map(|place| model.rope_of(model.layers[place]).map(|rope| rope.base));
    /// assert_eq!(bases, [Some(1e4), Some(1e6)]);
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn rope_of(&self, layer: Layer) -> Option<&LayerRope> {
        match &self.position {
            PositionEncoding::Rotary(ropes) => ropes.get(layer.rope?),
            _ => None,
        }
    }
}

/// A configuration and the findings in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The value, with defaults for what is missing or ignored.
    pub model: ModelConfig,
    /// The findings, in the order of reading.
    pub findings: Vec<Finding>,
    /// The keys that lead from the root of the file to the text model, such as `text_config`; none if it is the root.
    pub text_model: Vec<&'static str>,
}

/// Reads the bytes of a `config.json`.
///
/// ```
/// use phasor_model_files::{Format, Unreadable};
///
/// assert_eq!(phasor_model_files::read_bytes(b"GGUF\x03\0\0\0"), Err(Unreadable::Foreign(Format::Gguf)));
/// ```
///
/// # Errors
/// The same as for [`read`], and [`Unreadable::Foreign`] if the bytes are not UTF-8 text.
pub fn read_bytes(bytes: &[u8]) -> Result<Reading, Unreadable> {
    read(text(bytes)?)
}

/// Reads the text of a `config.json`.
///
/// ```
/// use phasor_model_files::{ModelConfig, Reading};
///
/// let reading: Reading = phasor_model_files::read(
///     r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
///         "max_position_embeddings": 32768, "rope_theta": 1000000.0,
///         "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}"#,
/// )?;
/// let rope = reading.model.rope(None).unwrap();
/// let scaled = rope.scaled(None).unwrap();
/// assert!((scaled.attention_factor() - 1.138629436).abs() < 1e-9);
/// assert!(reading.findings.is_empty());
/// let model: ModelConfig = reading.model;
/// assert_eq!((model.n_heads, model.max_position_embeddings), (Some(28), Some(32768)));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
///
/// # Errors
/// [`Unreadable`] if the text is not a JSON object or has another known format, is longer than 1 MiB, or has more than 32,768
/// opening brackets.
pub fn read(text: &str) -> Result<Reading, Unreadable> {
    let mut reading = read_without_places(text)?;
    // The places of keys and the parsed values of the longest text would not fit into memory together.
    mend::locate(text, &mut reading.findings);
    Ok(reading)
}

/// Does what [`read`] does, but for the lines and changes of findings.
pub(crate) fn read_without_places(text: &str) -> Result<Reading, Unreadable> {
    let mut findings = Vec::new();
    let root = object(text, &mut findings)?;
    let fields = Fields::of_text_model(&root, &mut findings);
    surroundings::check(&root, &fields, &mut findings);
    let family = family_of(fields.model_type());
    let mut position = position::read(&fields, family, &mut findings);
    let layers = layers::read(&fields, family, &mut position, &mut findings);
    let query_factor = query_factors::read(&fields, &mut findings);
    query_factors::check(&fields, &layers, &mut findings);
    let carriers = carriers::of_class(fields.model_type().unwrap_or(""), &layers);
    let n_heads = fields.count(keys::N_HEADS, &mut findings);
    let longest = fields.longest(&mut findings);
    let model = ModelConfig {
        model_type: fields.model_type().map(str::to_owned),
        // The default that the encoding uses for a missing number also applies to the model.
        n_heads: match position {
            PositionEncoding::Alibi { n_heads } => Some(n_heads),
            _ => n_heads,
        },
        n_kv_heads: fields.count(keys::N_KV_HEADS, &mut findings),
        max_position_embeddings: match position {
            PositionEncoding::Learned { n_positions, .. } => Some(n_positions),
            _ => longest,
        },
        position,
        layers,
        query_factor,
        carriers,
    };
    if let PositionEncoding::Rotary(layers) = &model.position {
        check::check(&fields, layers, longest, &mut findings);
    }
    finding::without_repeats(&mut findings);
    finding::without_doubt(&mut findings);
    Ok(Reading {
        model,
        findings,
        text_model: way_to_text_model(&root),
    })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
