//! Makes a `config.json` from what engineers have in its place.
//!
//! [`import`] recognizes an override for a serving engine, the header or the keys of a GGUF file,
//! the `params.json` of Meta and Mistral, and flags of Megatron-LM. What it returns is text, so
//! that [`crate::read`] stays the one reader of a model.

mod architectures;
mod command;
mod flags;
mod fragment;
mod gguf;
mod gguf_cache;
mod gguf_header;
mod gguf_keys;
mod gguf_text;
mod megatron;
mod notes;
mod params;
mod shell;

use serde_json::{Map, Value};

use crate::{Format, Unreadable};
pub use architectures::architecture_of;
use fragment::Shape;
pub use gguf_keys::GGUF_KEYS;
use gguf_keys::Keys;
use notes::Notes;

/// The text of a `config.json`, and what it was made from.
///
/// ```
/// use phasor_model_files::import::{self, Imported};
///
/// let params = br#"{"dim": 4096, "n_layers": 32, "n_heads": 32, "n_kv_heads": 8,
///     "rope_theta": 500000.0, "use_scaled_rope": true}"#;
/// let imported: Imported = import::import(params, None)?;
/// let model = phasor_model_files::read(&imported.text)?.model;
/// assert_eq!(model.rope(None).unwrap().original_length(), Some(8192.0));
/// assert!(imported.notes.iter().any(|note| note.contains("neighbouring components")));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The text of a `config.json`: indented by 2 spaces if it was made here, otherwise unchanged.
    pub text: String,
    /// What the text was made from.
    pub source: Source,
    /// Sentences about what was assumed or could not be taken over.
    pub notes: Vec<String>,
    /// Whether the scaling rule may be in the tensor `rope_freqs.weight` of a GGUF file, whose numbers were not read.
    pub may_hide_rule: bool,
}

/// What a text or file was before it became a `config.json`.
///
/// ```
/// use phasor_model_files::import::{self, Source};
///
/// let flags = b"--hidden-size 4096 --num-attention-heads 32 --rotary-base 500000";
/// let source = import::import(flags, None)?.source;
/// assert_eq!(source, Source::Megatron);
/// assert_eq!(source.name(), "flags of Megatron-LM");
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A `config.json`.
    Config,
    /// Keys that override those of a model, as JSON or in a command of vLLM or SGLang.
    Fragment,
    /// The start of a GGUF file.
    GgufHeader,
    /// The keys of a GGUF file, as text or as JSON.
    GgufKeys,
    /// The `params.json` of Meta or Mistral.
    Params,
    /// Flags of Megatron-LM.
    Megatron,
}

impl Source {
    /// The name in plain English, for use within a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Config => "a config.json",
            Self::Fragment => "a fragment of a config.json",
            Self::GgufHeader => "the header of a GGUF file",
            Self::GgufKeys => "the keys of a GGUF file",
            Self::Params => "a params.json",
            Self::Megatron => "flags of Megatron-LM",
        }
    }
}

/// Turns a text or file into the text of a `config.json`. A fragment is merged onto `onto`, the
/// text of the `config.json` of the model that was chosen before. Of a GGUF file, the first few MiB
/// are enough; at most 16 MiB are read.
///
/// ```
/// use phasor_model_files::import;
///
/// let qwen = r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
///     "rope_theta": 1000000.0}"#;
/// let command = br#"serve qwen --hf-overrides '{"rope_scaling": {"rope_type": "yarn",
///     "factor": 4.0, "original_max_position_embeddings": 32768}}'"#;
/// let imported = import::import(command, Some(qwen))?;
/// let rope = phasor_model_files::read(&imported.text)?.model;
/// assert_eq!(rope.rope(None).unwrap().original_length(), Some(32768.0));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
///
/// # Errors
/// The same as for [`crate::read_bytes`] if the bytes have none of the known formats;
/// [`Format::Fragment`] for a fragment without `onto`; and the variants of [`Format`] for GGUF that
/// is broken, cut off too early, or of a kind that is not read.
pub fn import(bytes: &[u8], onto: Option<&str>) -> Result<Imported, Unreadable> {
    if bytes.starts_with(crate::gguf::MAGIC) {
        let keys = gguf_header::read(bytes)?;
        return of_gguf(Source::GgufHeader, &keys);
    }
    let error = match crate::read_bytes(bytes) {
        Ok(_) => return of_object(bytes, onto),
        Err(error) => error,
    };
    match error {
        Unreadable::TooLong | Unreadable::TooNested(_) => return Err(error),
        Unreadable::Foreign(Format::Params) => {
            let mut notes = Notes::default();
            let object = params::config(&object(bytes)?, &mut notes);
            return Ok(converted(Source::Params, &object, notes));
        }
        Unreadable::Foreign(Format::GgufKeys) => {
            return of_gguf(Source::GgufKeys, &gguf_text::of_object(&object(bytes)?));
        }
        _ => {}
    }
    match crate::text(bytes) {
        Ok(text) => of_words(text, onto, error),
        Err(_) => Err(error),
    }
}

/// Returns whether the text is a whole `config.json`, which [`import`] leaves as it is.
///
/// ```
/// use phasor_model_files::import::is_config;
///
/// assert!(is_config(r#"{"model_type": "llama", "head_dim": 128}"#));
/// assert!(!is_config(r#"{"rope_theta": 10000}"#));
/// assert!(!is_config("--rotary-base 10000"));
/// ```
#[must_use]
pub fn is_config(text: &str) -> bool {
    let object = crate::object(text, &mut Vec::new());
    object.is_ok_and(|object| {
        crate::is_of_model(&object) || !crate::way_to_text_model(&object).is_empty()
    })
}

/// Returns a JSON object that may have another format than that of a `config.json`.
fn object(bytes: &[u8]) -> Result<Map<String, Value>, Unreadable> {
    let text = crate::text(bytes)?.trim_start_matches('\u{feff}');
    match crate::parse_json(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Unreadable::NoObject("another value")),
        Err(error) => Err(Unreadable::NoJson(error.to_string())),
    }
}

/// Imports a JSON object that can be read as a configuration.
fn of_object(bytes: &[u8], onto: Option<&str>) -> Result<Imported, Unreadable> {
    let object = object(bytes)?;
    if let Some(keys) = gguf_text::of_dump(&object) {
        return of_gguf(Source::GgufKeys, &keys);
    }
    if let Some(shape) = fragment::shape(&object) {
        return merged(object, shape, onto, Notes::default());
    }
    Ok(Imported {
        text: crate::text(bytes)?.to_owned(),
        source: Source::Config,
        notes: Vec::new(),
        may_hide_rule: false,
    })
}

/// Imports a text that is not a JSON object, or returns the `error` with which it was rejected.
fn of_words(text: &str, onto: Option<&str>, error: Unreadable) -> Result<Imported, Unreadable> {
    let mut notes = Notes::default();
    if let Some(keys) = gguf_text::of_lines(text) {
        return of_gguf(Source::GgufKeys, &keys);
    }
    if let Some(object) = megatron::config(text, &mut notes) {
        return Ok(converted(Source::Megatron, &object, notes));
    }
    if let Some(fragment) = command::fragment(text, &mut notes) {
        return merged(fragment?, Shape::Keys, onto, notes);
    }
    match fragment::of_members(text) {
        Some((object, shape)) => merged(object, shape, onto, notes),
        None => Err(error),
    }
}

fn merged(
    fragment: Map<String, Value>,
    shape: Shape,
    onto: Option<&str>,
    mut notes: Notes,
) -> Result<Imported, Unreadable> {
    let onto = onto.ok_or(Format::Fragment)?;
    let root = crate::object(onto, &mut Vec::new())?;
    let has_theta = fragment::has_theta(&fragment, shape);
    let object = fragment::merge(fragment, shape, root, &mut notes);
    let merged = crate::read(&crate::written(&object))?.model;
    if let Some(rope) = merged.rope(None) {
        if !has_theta {
            notes.add(format!(
                "The override has no `rope_theta`. vLLM, and SGLang before 0.5.23, then take the default of the class; add \
                 `\"rope_theta\": {}`.",
                rope.base
            ));
        }
        fragment::report_length(rope, merged.max_position_embeddings, &mut notes);
    }
    Ok(converted(Source::Fragment, &object, notes))
}

fn of_gguf(source: Source, keys: &Keys) -> Result<Imported, Unreadable> {
    let mut notes = Notes::default();
    let object = gguf::config(keys, &mut notes)?;
    Ok(Imported {
        may_hide_rule: gguf::may_hide_rule(keys),
        ..converted(source, &object, notes)
    })
}

fn converted(source: Source, object: &Map<String, Value>, notes: Notes) -> Imported {
    Imported {
        text: crate::written(object),
        source,
        notes: notes.into_sentences(),
        may_hide_rule: false,
    }
}
