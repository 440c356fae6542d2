//! What a text or file is that somebody takes for a `config.json`.

use super::beside;
use serde_json::{Map, Value};

/// A format that is not a `config.json`. Its `Display` is one sentence: what the text is, and what
/// to do.
///
/// ```
/// use phasor_model_files::{Format, Unreadable};
///
/// let page = phasor_model_files::read("<!DOCTYPE html><title>404</title>").unwrap_err();
/// assert_eq!(page, Unreadable::Foreign(Format::Html));
/// let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 654\n";
/// assert!(phasor_model_files::read(pointer).unwrap_err().to_string().starts_with("The text is a Git LFS pointer"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Format {
    /// No text.
    #[error("The text is empty; it must be that of a config.json.")]
    Empty,
    /// A web page, often the error page of a server.
    #[error("The text is an HTML page, not a config.json; download the raw file instead.")]
    Html,
    /// The file that Git stores in place of a large one.
    #[error(
        "The text is a Git LFS pointer, which names a file but does not contain it; fetch the file with `git lfs pull`."
    )]
    LfsPointer,
    /// A dictionary as Python prints it.
    #[error(
        "The text is a Python dictionary, not JSON; strings need double quotes, and True, False and None are true, false and null in JSON."
    )]
    PythonLiteral,
    /// JSON with comments.
    #[error("JSON has no comments; remove the one in line {0}.")]
    Commented(usize),
    /// The `params.json` of Meta's or Mistral's own code.
    #[error(
        "The text is the params.json of Meta’s or Mistral’s own code, not a config.json; its keys and its layout of pairs differ, so convert the model first."
    )]
    Params,
    /// The keys of a GGUF file.
    #[error("The text has the keys of a GGUF file, not those of a config.json.")]
    GgufKeys,
    /// A model in GGUF format.
    #[error("The file is a model in GGUF format; a config.json is a separate text file.")]
    Gguf,
    /// A model in GGUF format for big-endian machines.
    #[error(
        "The file is a big-endian model in GGUF format, which is not read here; use the little-endian one."
    )]
    GgufBigEndian,
    /// A model in a version of GGUF that is not read.
    #[error("The file is a model in version {0} of GGUF; only versions 2 and 3 are read.")]
    GgufVersion(u32),
    /// A GGUF file whose header contradicts itself.
    #[error("The header of the GGUF file is broken: {0}.")]
    GgufBroken(&'static str),
    /// The start of a GGUF file, without the keys that are needed.
    #[error(
        "The GGUF file is cut off before the sizes and the base of the model; read more of its start."
    )]
    GgufCut,
    /// Keys that override those of a model, such as `--hf-overrides` of vLLM.
    #[error(
        "The text overrides keys of a config.json and holds no model; write the keys into the config.json of the model."
    )]
    Fragment,
    /// Another file of a model's folder; the text says which.
    #[error("The text is {0}, and holds no model; the config.json beside it is needed.")]
    Beside(&'static str),
    /// Text in another format than JSON; the text says which.
    #[error("The text is {0}, not JSON; the config.json of the model is needed.")]
    Other(&'static str),
    /// Weights in safetensors format.
    #[error(
        "The file contains weights in safetensors format; a config.json is a separate text file."
    )]
    Safetensors,
    /// An archive, such as the weights that PyTorch saves.
    #[error(
        "The file is a ZIP archive, perhaps weights of PyTorch; a config.json is a separate text file."
    )]
    Archive,
    /// Text in UTF-16.
    #[error("The text is in UTF-16; a config.json must be in UTF-8.")]
    Utf16,
    /// Bytes that are no text.
    #[error("The file is not UTF-8 text; a config.json must be.")]
    Binary,
}

impl Format {
    /// Returns the format of bytes that are not text, if they begin like a known one.
    pub(super) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let starts = |magic: &[u8]| bytes.starts_with(magic);
        // A safetensors file begins with the length of its header, which is a JSON object.
        let has_header = bytes
            .split_first_chunk::<8>()
            .is_some_and(|(length, rest)| {
                u64::from_le_bytes(*length) < 1 << 32 && rest.starts_with(b"{\"")
            });
        let zeros = bytes.iter().take(64).filter(|byte| **byte == 0).count();
        match () {
            () if starts(b"GGUF") => Some(Self::Gguf),
            () if has_header => Some(Self::Safetensors),
            () if starts(b"PK\x03\x04") => Some(Self::Archive),
            () if starts(&[0xff, 0xfe]) || starts(&[0xfe, 0xff]) => Some(Self::Utf16),
            // Every second byte of English text in UTF-16 is 0.
            () if zeros > 2 && (starts(b"{\0") || starts(b"\0{")) => Some(Self::Utf16),
            () if zeros > 0 => Some(Self::Binary),
            () => None,
        }
    }

    /// Returns the format of a text that is not JSON, if it is a known one.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_start();
        if text.is_empty() {
            return Some(Self::Empty);
        }
        if text.starts_with('<') {
            return Some(Self::Html);
        }
        if text.starts_with("version https://git-lfs") {
            return Some(Self::LfsPointer);
        }
        if let Some(name) = beside::of_text(text) {
            return Some(Self::Other(name));
        }
        if let Some(line) = comment(text) {
            return Some(Self::Commented(line));
        }
        let has_word = ["True", "False", "None"]
            .iter()
            .any(|word| text.contains(&format!(": {word}")));
        let is_quoted = text.starts_with("{'") || text.contains("'model_type'");
        (text.starts_with('{') && (has_word || is_quoted)).then_some(Self::PythonLiteral)
    }

    /// Returns the format of a JSON object that is not a configuration, if it is a known one.
    pub(super) fn of_object(object: &Map<String, Value>) -> Option<Self> {
        let has = |key: &str| object.contains_key(key);
        let is_gguf = |key: &String| key == "general.architecture" || key.contains(".rope.");
        match () {
            () if has("model_type") || has("hidden_size") => None,
            () if has("dim") && has("n_layers") && has("n_heads") => Some(Self::Params),
            () if object.keys().any(is_gguf) => Some(Self::GgufKeys),
            () => beside::of_object(object).map(Self::Beside),
        }
    }
}

/// Returns the line of the first comment outside of strings, counted from 1.
fn comment(text: &str) -> Option<usize> {
    let mut is_in_string = false;
    for (place, line) in text.lines().enumerate() {
        let mut before = ' ';
        for letter in line.chars() {
            match letter {
                '"' if before != '\\' => is_in_string = !is_in_string,
                '#' if !is_in_string => return Some(place + 1),
                '/' | '*' if !is_in_string && before == '/' => return Some(place + 1),
                _ => {}
            }
            before = letter;
        }
        // A string of JSON ends in its line.
        is_in_string = false;
    }
    None
}
