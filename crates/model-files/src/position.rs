//! The positional encoding of a model.

use super::family::Family;
use super::fields::{self, Fields};
use super::finding::{Finding, Notice};
use super::rope::{self, LayerRope};
use phasor_encoding::{Direction, T5Buckets};

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
    /// No encoding: order enters through the mask or through recurrence.
    None,
}

const ALIBI: &[&str] = &["bloom"];
const T5: &[&str] = &[
    "t5",
    "mt5",
    "umt5",
    "longt5",
    "switch_transformers",
    "pop2piano",
];
/// The keys for rows and columns of a learned table, with the defaults of the class.
pub(super) struct Learned {
    pub(super) n_positions: (fields::Names, usize),
    pub(super) dim: (fields::Names, usize),
}

const fn table(n_positions: usize, dim: usize) -> Learned {
    Learned {
        n_positions: (fields::MAX_POSITIONS, n_positions),
        dim: (fields::HIDDEN_SIZE, dim),
    }
}

/// A table followed by a projection to the size of the layers.
const NARROW: Learned = Learned {
    n_positions: (fields::MAX_POSITIONS, 512),
    dim: (&["embedding_size"], 128),
};

/// The sizes of BERT, for unknown classes.
const BERT: Learned = table(512, 768);

const LEARNED: &[(&[&str], Learned)] = &[
    (&["albert", "electra"], NARROW),
    (&["bart", "biogpt", "mbart"], table(1024, 1024)),
    (
        &[
            "bert",
            "camembert",
            "distilbert",
            "mpnet",
            "openai-gpt",
            "roberta",
            "xlm-roberta",
        ],
        BERT,
    ),
    (&["gpt2", "gpt_bigcode"], table(1024, 768)),
    (&["gpt_neo"], table(2048, 2048)),
    (&["opt"], table(2048, 768)),
    (
        &["whisper"],
        Learned {
            n_positions: (&["max_target_positions"], 448),
            dim: (fields::HIDDEN_SIZE, 384),
        },
    ),
];

impl Learned {
    /// Returns the table of the class of `model_type`.
    pub(super) fn of(model_type: &str) -> Option<&'static Self> {
        let row = LEARNED
            .iter()
            .find(|(names, _)| names.contains(&model_type));
        row.map(|(_, learned)| learned)
    }

    /// Returns the table of the class, or that of BERT.
    pub(super) fn of_any(model_type: Option<&str>) -> &'static Self {
        model_type.and_then(Self::of).unwrap_or(&BERT)
    }
}

const NONE: &[&str] = &["falcon_mamba", "jamba", "mamba", "mamba2", "rwkv", "xlstm"];

/// Returns the names of the classes that do not rotate.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let learned = LEARNED.iter().flat_map(|(names, _)| names.iter());
    let others = ALIBI.iter().chain(T5).chain(NONE);
    learned.chain(others).copied().chain(["mpt"])
}

/// Reads the encoding that the file describes.
pub(super) fn read(
    fields: &Fields<'_>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> PositionEncoding {
    // No class has an empty name.
    let model_type = fields.model_type().unwrap_or("");
    let has_alibi = |fields: &Fields<'_>| fields.get("alibi").and_then(serde_json::Value::as_bool);
    let attention = fields.object_at("attn_config");
    let alibi = has_alibi(fields).or_else(|| attention.as_ref().and_then(has_alibi));
    let is_word = |word: &str| {
        let given = fields.get("position_embedding_type");
        given.and_then(serde_json::Value::as_str) == Some(word)
    };
    if ALIBI.contains(&model_type)
        || alibi == Some(true)
        || is_word("alibi")
        || (model_type == "mpt" && alibi.is_none())
    {
        let standard = match model_type {
            "falcon" => 71,
            "mpt" => 16,
            _ => 8,
        };
        return PositionEncoding::Alibi {
            n_heads: n_heads(fields, standard, findings),
        };
    }
    if T5.contains(&model_type) {
        return PositionEncoding::T5(buckets(fields, findings));
    }
    let is_unknown = model_type.is_empty() && !fields.has("rope_theta");
    // ModernBERT says "absolute" but rotates, so the word counts only if no other key decides.
    let own = Learned::of(model_type);
    if own.is_some() || (is_word("absolute") && is_unknown) {
        return learned(fields, own.unwrap_or(&BERT), findings);
    }
    if NONE.contains(&model_type) {
        return PositionEncoding::None;
    }
    PositionEncoding::Rotary(rope::layers(fields, family, findings))
}

fn n_heads(fields: &Fields<'_>, standard: usize, findings: &mut Vec<Finding>) -> usize {
    let most = phasor_encoding::relative::alibi::MAX_HEADS;
    let key = fields.path_of("num_attention_heads");
    match fields.count(fields::N_HEADS, findings) {
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

fn learned(
    fields: &Fields<'_>,
    learned: &Learned,
    findings: &mut Vec<Finding>,
) -> PositionEncoding {
    let mut given = |(names, standard): (fields::Names, usize)| {
        fields.count(names, findings).unwrap_or_else(|| {
            let key = fields.path_of(fields::first(names));
            findings.note(&key, format!("Missing; {standard} is used."));
            standard
        })
    };
    PositionEncoding::Learned {
        n_positions: given(learned.n_positions),
        dim: given(learned.dim),
    }
}
