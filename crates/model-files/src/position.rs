//! The positional encoding of a model.

use serde_json::Value;

use super::classes::{self, Kind, Table};
use super::family::Family;
use super::fields::Fields;
use super::finding::{Finding, Notice};
use super::keys::{N_HEADS, Names, first};
use super::other_order::OtherOrder;
use super::rope::{self, LayerRope};
use phasor_encoding::{Direction, T5Buckets};
use phasor_text::shorten;

/// How a model encodes positions.
///
/// ```
/// use phasor_model_files::{PositionEncoding};
///
/// let bloom = phasor_model_files::read(r#"{"model_type": "bloom", "n_head": 32}"#)?.model;
/// assert_eq!(bloom.position, PositionEncoding::Alibi { n_heads: 32 });
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum PositionEncoding {
    /// RoPE, with one entry for each type of layer that uses it.
    Rotary(Vec<LayerRope>),
    /// ALiBi, with a slope for each head.
    Alibi {
        /// The number of heads.
        n_heads: usize,
    },
    /// T5's buckets, as in the encoder, whose queries see keys on both sides.
    T5(T5Buckets),
    /// A learned table.
    Learned {
        /// The number of rows.
        n_positions: usize,
        /// The number of columns.
        dim: usize,
    },
    /// Something else.
    Other(OtherOrder),
    /// No encoding: order enters through the mask or through recurrence.
    None,
}

impl PositionEncoding {
    /// Returns whether a model of this class, with this encoding, gives its first token the position after `padding_idx`,
    /// where most count from 0. ESM does so only with learned positions.
    ///
    /// ```
    /// let reading = phasor_model_files::read(r#"{"model_type": "roberta", "hidden_size": 768}"#)?;
    /// assert!(reading.model.position.counts_after_padding("roberta"));
    /// assert!(!reading.model.position.counts_after_padding("bert"));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn counts_after_padding(&self, class: &str) -> bool {
        let is_learned = matches!(self, Self::Learned { .. });
        classes::padding_idx(class).is_some() || (class == "esm" && is_learned)
    }

    /// Returns the `pad_token_id` that such a class has in transformers 5.23 if its file has none, and `None` for the others.
    ///
    /// ```
    /// use phasor_model_files::PositionEncoding;
    ///
    /// assert_eq!(PositionEncoding::default_padding_idx("xlm-roberta"), Some(1));
    /// assert_eq!(PositionEncoding::default_padding_idx("esm"), None);
    /// ```
    #[must_use]
    pub fn default_padding_idx(class: &str) -> Option<usize> {
        classes::padding_idx(class)
    }
}

/// Reads the encoding that the file describes.
pub(super) fn read(
    fields: &Fields<'_>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> PositionEncoding {
    // No class has an empty name.
    let model_type = fields.model_type().unwrap_or("");
    let kind = fields
        .model_type()
        .and_then(|class| classes::kind_of(class, |key| fields.get(key)));
    let is_word = |word: &str| {
        let given = fields.get("position_embedding_type");
        given.and_then(Value::as_str) == Some(word)
    };
    let is_unknown = model_type.is_empty() && !fields.has("rope_theta");
    match kind {
        Some(Kind::Alibi) => alibi(fields, model_type, findings),
        None if says_alibi(fields) || is_word("alibi") => alibi(fields, model_type, findings),
        Some(Kind::T5) => PositionEncoding::T5(buckets(fields, findings)),
        Some(Kind::Table(table)) => learned(fields, table, findings),
        // ModernBERT says "absolute" but rotates, so the word counts only if no other key decides.
        None if is_word("absolute") && is_unknown => learned(fields, &classes::BERT, findings),
        Some(Kind::Other(order)) => PositionEncoding::Other(order),
        None if is_around_parts(fields) => PositionEncoding::Other(OtherOrder::Parts),
        Some(Kind::None) => PositionEncoding::None,
        None if model_type == classes::NULL_BASE && has_null_base(fields) => PositionEncoding::None,
        None | Some(Kind::Rotation) => {
            report_guess(fields, findings);
            PositionEncoding::Rotary(rope::layers(fields, family, findings))
        }
    }
}

fn says_alibi(fields: &Fields<'_>) -> bool {
    let has_alibi = |fields: &Fields<'_>| fields.get("alibi").and_then(Value::as_bool);
    let attention = fields.object_at("attn_config");
    has_alibi(fields).or_else(|| attention.as_ref().and_then(has_alibi)) == Some(true)
}

/// Returns `true` if an unknown class gives no size of a text model but the configurations of parts, such as
/// `vision_config`.
fn is_around_parts(fields: &Fields<'_>) -> bool {
    let has_part = |(key, value): (&str, &Value)| key.ends_with("_config") && value.is_object();
    !fields.is_of_known_class() && !fields.has_size() && fields.entries().any(has_part)
}

/// Returns `true` if the file says that there is no base.
fn has_null_base(fields: &Fields<'_>) -> bool {
    let parameters = fields.object_at("rope_parameters");
    let inner = parameters.filter(|parameters| parameters.keys().any(|key| key == "rope_theta"));
    inner.as_ref().unwrap_or(fields).is_null("rope_theta")
}

/// Warns that the class is unknown, unless something else was found in its name.
fn report_guess(fields: &Fields<'_>, findings: &mut Vec<Finding>) {
    let key = fields.path_of("model_type");
    let Some(class) = fields.model_type().filter(|_| !fields.is_of_known_class()) else {
        return;
    };
    if !findings.iter().any(|finding| finding.key == key) {
        let sentence = format!(
            "\"{}\" is unknown to Phasor; read as a Llama would be, which is a guess.",
            shorten(class)
        );
        findings.warn(&key, sentence);
    }
}

fn alibi(fields: &Fields<'_>, model_type: &str, findings: &mut Vec<Finding>) -> PositionEncoding {
    let standard = match model_type {
        "falcon" => 71,
        "mpt" => 16,
        _ => 8,
    };
    PositionEncoding::Alibi {
        n_heads: n_heads(fields, standard, findings),
    }
}

fn n_heads(fields: &Fields<'_>, standard: usize, findings: &mut Vec<Finding>) -> usize {
    let most = phasor_encoding::relative::alibi::MAX_HEADS;
    let key = fields.path_of("num_attention_heads");
    match fields.count(N_HEADS, findings) {
        Some(n_heads) if n_heads <= most => n_heads,
        Some(n_heads) => {
            let sentence = format!("Must be at most {most}, not {n_heads}; {standard} is used.");
            findings.error(&key, sentence);
            standard
        }
        None => {
            findings.note(&key, format!("Missing; {standard} is used."));
            standard
        }
    }
}

fn buckets(fields: &Fields<'_>, findings: &mut Vec<Finding>) -> T5Buckets {
    let standard = T5Buckets::default();
    let n_buckets = fields.count(&["relative_attention_num_buckets"], findings);
    let max_distance = fields.count(&["relative_attention_max_distance"], findings);
    let buckets = T5Buckets::new(
        n_buckets.unwrap_or(standard.n_buckets()),
        max_distance.unwrap_or(standard.max_distance()),
        Direction::Bidirectional,
    );
    buckets.unwrap_or_else(|error| {
        let key = fields.path_of("relative_attention_num_buckets");
        findings.error(
            &key,
            format!("{error}; 32 buckets up to distance 128 are used."),
        );
        standard
    })
}

fn learned(fields: &Fields<'_>, table: &Table, findings: &mut Vec<Finding>) -> PositionEncoding {
    let mut given = |(names, standard): (Names, usize)| {
        fields.count(names, findings).unwrap_or_else(|| {
            let key = fields.path_of(first(names));
            findings.note(&key, format!("Missing; {standard} is used."));
            standard
        })
    };
    PositionEncoding::Learned {
        n_positions: given(table.n_positions),
        dim: given(table.dim),
    }
}
