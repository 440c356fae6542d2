//! A Hugging Face `config.json` as users have it, read into one typed value.
//!
//! [`read`] takes every spelling that is about: `rope_scaling` with `type` or `rope_type`,
//! `rope_parameters` (nested by layer type or not), old names of single models, and the defaults
//! of the model's class where a key is missing. What it makes of them is what transformers
//! 5.23.0 makes of them. Whatever is unknown, missing or contradictory becomes a [`Finding`];
//! the value is there all the same.

mod check;
mod families;
mod family;
mod fields;
mod finding;
mod json;
mod position;
mod rope;
mod scaling;
mod sets;
mod size;
mod spelling;
mod write;

pub use finding::{Finding, Severity};
pub use json::Unreadable;
pub use position::PositionEncoding;
pub use rope::{LayerRope, Sections};

use families::family_of;
use fields::Fields;

/// The positional side of a model's configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelConfig {
    /// The architecture's name, as in the file.
    pub model_type: Option<String>,
    /// Heads of the queries.
    pub n_heads: Option<usize>,
    /// Heads of keys and values, if they are fewer.
    pub n_kv_heads: Option<usize>,
    /// The longest sequence in tokens that the file claims, or that the learned table has.
    pub max_position_embeddings: Option<usize>,
    /// How the model knows positions.
    pub position: PositionEncoding,
}

impl ModelConfig {
    /// The rotary layers of that type; without a name those that see everything, or else the
    /// first. `None` if there are none.
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
}

/// A configuration and what was noticed in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The value, with defaults for what could not be used.
    pub model: ModelConfig,
    /// What is unknown, missing or contradictory, in the order in which it was noticed.
    pub findings: Vec<Finding>,
}

/// Reads the text of a `config.json`.
///
/// ```
/// use phasor::config::model::{self, ModelConfig, Reading};
///
/// let reading: Reading = model::read(
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
/// # Ok::<(), model::Unreadable>(())
/// ```
///
/// # Errors
/// [`Unreadable`] if the text is no JSON object or longer than 1 MiB.
pub fn read(text: &str) -> Result<Reading, Unreadable> {
    let root = json::object(text)?;
    let mut findings = Vec::new();
    let fields = Fields::of_text_model(&root, &mut findings);
    let family = family_of(fields.model_type());
    let position = position::read(&fields, family, &mut findings);
    let n_heads = fields.count(fields::N_HEADS, &mut findings);
    let longest = fields.count(fields::MAX_POSITIONS, &mut findings);
    let model = ModelConfig {
        model_type: fields.model_type().map(str::to_owned),
        // What the encoding was given in the place of a missing number is the model's too.
        n_heads: match position {
            PositionEncoding::Alibi { n_heads } => Some(n_heads),
            _ => n_heads,
        },
        n_kv_heads: fields.count(fields::N_KV_HEADS, &mut findings),
        max_position_embeddings: match position {
            PositionEncoding::Learned { n_positions, .. } => Some(n_positions),
            _ => longest,
        },
        position,
    };
    if let PositionEncoding::Rotary(layers) = &model.position {
        check::check(&fields, layers, longest, &mut findings);
    }
    finding::without_repeats(&mut findings);
    Ok(Reading { model, findings })
}
