//! A model, from the bytes of a file in any known format.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{FileError, failed};
use crate::nearest::replaces;
use crate::{Subject, compared};
use phasor_model_files::import::{Imported, Source, import};
use phasor_model_files::{Finding, ModelConfig, Severity, Unreadable};

/// One byte more than a configuration may have, so that the reader reports files that are too long.
const MOST_BYTES: u64 = (1 << 20) + 1;

/// The largest header of a GGUF file that is read, with the names of its tensors.
const MOST_BYTES_OF_GGUF: u64 = 1 << 24;

/// The reason why a file gives no model. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
pub enum ModelFileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not a configuration.
    #[error("`{path}`: {source}", path = .path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error in its text.
        source: Unreadable,
    },
}

/// A model, and what is odd about the file that describes it.
///
/// ```
/// use phasor_report::files::ModelFile;
///
/// let file = ModelFile::of_bytes(br#"{"model_type": "llama", "head_dim": 64, "rope_theta": -1}"#)?;
/// assert!(file.has_errors() && file.model().rope(None).is_some());
/// assert_eq!(file.findings[0].line, Some(1));
/// // The text that flags were converted to has no lines that a reader knows, but notes about them.
/// let file = ModelFile::of_bytes(b"--hidden-size 4096 --num-attention-heads 32 --rotary-base 500000")?;
/// assert!(!file.conversion().is_empty());
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone)]
pub struct ModelFile {
    /// The model.
    pub subject: Subject,
    /// The notes of the import, then what was found in the configuration.
    pub findings: Vec<Finding>,
}

impl ModelFile {
    /// Reads a `config.json`, or a file of another known format, from its bytes.
    ///
    /// # Errors
    /// [`Unreadable`] if no model is in them.
    pub fn of_bytes(bytes: &[u8]) -> Result<Self, Unreadable> {
        let imported = import(bytes, None)?;
        let subject = Subject::read(&imported.text)?.with_hidden_rule(imported.may_hide_rule);
        let mut findings = notes(&imported);
        let found = subject.findings().iter().cloned();
        findings.extend(found.map(|finding| match imported.source {
            Source::Config => finding,
            // Lines and changes are those of a text that the reader does not have.
            _ => Finding {
                line: None,
                change: None,
                ..finding
            },
        }));
        Ok(Self { subject, findings })
    }

    /// Reads as much of `input` as a configuration may have, or the header of a GGUF file; errors name `path`.
    ///
    /// # Errors
    /// [`ModelFileError`] if the input cannot be read, or no model is in it.
    pub fn of_input(input: impl io::Read, path: &Path) -> Result<Self, ModelFileError> {
        let bytes = start_of(input).map_err(failed(path))?;
        Self::of_bytes(&bytes).map_err(|source| {
            let path = path.to_owned();
            ModelFileError::Unreadable { path, source }
        })
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    /// The same as for [`of_input`](Self::of_input).
    pub fn open(path: &Path) -> Result<Self, ModelFileError> {
        Self::of_input(fs::File::open(path).map_err(failed(path))?, path)
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &ModelConfig {
        self.subject.model()
    }

    /// Returns whether a finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        has_errors(&self.findings)
    }

    /// Returns what was assumed or left out in a conversion.
    #[must_use]
    pub fn conversion(&self) -> &[Finding] {
        let own = self.subject.findings().len();
        let notes = self.findings.len().saturating_sub(own);
        let (notes, _) = self.findings.split_at(notes);
        notes
    }

    /// Returns the findings, and then what only the comparison with the nearest published model shows.
    ///
    /// ```
    /// use phasor_report::files::ModelFile;
    /// use phasor_report::shelf;
    ///
    /// let text = shelf::published("llama-3.1-8b").unwrap().text.replace("llama3", "dynamic");
    /// let file = ModelFile::of_bytes(text.as_bytes())?;
    /// let checked = file.checked();
    /// assert!(checked.iter().any(|finding| finding.sentence.starts_with("Llama 3.1 8B was published with llama3")));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn checked(&self) -> Vec<Finding> {
        let found = compared(&self.subject);
        let own = self.findings.iter();
        let mut findings: Vec<Finding> = own
            .filter(|finding| !replaces(&found, finding))
            .cloned()
            .collect();
        findings.extend(found.into_iter().map(|remark| Finding {
            key: remark.key,
            severity: remark.severity,
            sentence: remark.sentence,
            edit: None,
            line: remark.line,
            change: None,
        }));
        findings
    }
}

/// Returns whether one of the findings is an error, so that an answer from the file may be wrong.
#[must_use]
pub fn has_errors(findings: &[Finding]) -> bool {
    let mut findings = findings.iter();
    findings.any(|finding| finding.severity == Severity::Error)
}

/// Returns what was assumed or left out in the conversion to a `config.json`.
fn notes(imported: &Imported) -> Vec<Finding> {
    let notes = imported.notes.iter().map(|sentence| Finding {
        key: imported.source.name().to_owned(),
        severity: Severity::Note,
        sentence: sentence.clone(),
        edit: None,
        line: None,
        change: None,
    });
    notes.collect()
}

/// Reads as much as a configuration may have, or the header of a GGUF file.
fn start_of(mut input: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.by_ref().take(MOST_BYTES).read_to_end(&mut bytes)?;
    if bytes.starts_with(b"GGUF") {
        input
            .take(MOST_BYTES_OF_GGUF - bytes.len() as u64)
            .read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
