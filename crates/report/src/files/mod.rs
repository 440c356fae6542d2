//! Models and weights in files: what the command line and the Python package read from a disk.

mod model_file;
mod weights;

pub use model_file::{ModelFile, ModelFileError, has_errors};
pub use weights::{WeightsError, read_norms, shards};

use std::io;
use std::path::{Path, PathBuf};

/// The reason why a file cannot be opened. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system gives an error.
    #[error("`{path}` could not be read: {source}.", path = .path.display())]
    Input {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The path is an address, or the name of a model on Hugging Face.
    #[error(
        "`{path}` is no file here, and Phasor downloads nothing: save the model’s config.json, and give its path.",
        path = .path.display()
    )]
    Elsewhere {
        /// What was given as a path.
        path: PathBuf,
    },
}

impl FileError {
    /// Creates the error for a path that could not be read, or for the name of a model that somebody takes for a path.
    ///
    /// ```
    /// use std::io::ErrorKind::NotFound;
    /// use std::path::Path;
    ///
    /// use phasor_report::files::FileError;
    ///
    /// let of = |path| FileError::new(Path::new(path), NotFound.into());
    /// assert!(of("google/gemma-2b").to_string().ends_with("save the model’s config.json, and give its path."));
    /// assert!(matches!(of("gemma/config.json"), FileError::Input { .. }));
    /// ```
    #[must_use]
    pub fn new(path: &Path, source: io::Error) -> Self {
        let is_missing = source.kind() == io::ErrorKind::NotFound;
        let path = path.to_owned();
        match is_missing && is_elsewhere(&path.to_string_lossy()) {
            true => Self::Elsewhere { path },
            false => Self::Input { path, source },
        }
    }

    /// Returns whether there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Input { source, .. } => source.kind() == io::ErrorKind::NotFound,
            Self::Elsewhere { .. } => true,
        }
    }
}

/// Returns what makes the error of a path.
fn failed(path: &Path) -> impl FnOnce(io::Error) -> FileError {
    move |source| FileError::new(path, source)
}

/// Returns whether the text is an address, or the name of a model on Hugging Face: two words without an ending.
fn is_elsewhere(text: &str) -> bool {
    const ENDINGS: [&str; 7] = [
        ".json",
        ".gguf",
        ".safetensors",
        ".txt",
        ".sh",
        ".yaml",
        ".yml",
    ];
    let is_word = |word: &str| {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        word.chars().all(is_part) && word.starts_with(|first: char| first.is_ascii_alphanumeric())
    };
    let is_name = text
        .split_once('/')
        .is_some_and(|(owner, name)| is_word(owner) && is_word(name));
    let is_file = ENDINGS.iter().any(|ending| text.ends_with(ending));
    text.contains("://") || (is_name && !is_file)
}
