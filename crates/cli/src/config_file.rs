//! Reads the model that an argument names.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches};

use super::output::warn;
use super::{Failure, Status, arguments};
use phasor_model_files::import::{Imported, Source, import};
use phasor_model_files::{Finding, ModelConfig, Severity, Unreadable};
use phasor_report::{Subject, cautions};

/// One byte more than a configuration may have, so that the reader reports files that are too long.
const MOST_BYTES: u64 = (1 << 20) + 1;

/// The largest header of a GGUF file that is read, with the names of its tensors.
const MOST_BYTES_OF_GGUF: u64 = 1 << 24;

/// Returns the argument that names the file.
pub(super) fn argument() -> Arg {
    let help = "A model: a Hugging Face config.json, a GGUF file or its keys, a params.json, or flags of Megatron-LM; - for \
                standard input";
    arguments::file("config", help)
}

/// Returns the argument by which a file with errors counts all the same.
pub(super) fn force() -> Arg {
    Arg::new("force")
        .long("force")
        .action(ArgAction::SetTrue)
        .help("Answer even if the file has errors, and exit with 0")
}

/// A model, and what is odd about the file that describes it.
pub(super) struct Given {
    pub(super) subject: Subject,
    /// The notes of the import, then what was found in the configuration.
    pub(super) findings: Vec<Finding>,
}

impl Given {
    /// Returns the model.
    pub(super) fn model(&self) -> &ModelConfig {
        self.subject.model()
    }

    /// Returns whether the file has an error that the arguments do not overrule.
    pub(super) fn is_faulty(&self, arguments: &ArgMatches) -> bool {
        let is_forced = matches!(arguments.try_get_one::<bool>("force"), Ok(Some(true)));
        let mut findings = self.findings.iter();
        !is_forced && findings.any(|finding| finding.severity == Severity::Error)
    }

    /// Returns the exit status of a command that uses the model: 1 if the file is faulty.
    pub(super) fn status(&self, arguments: &ArgMatches) -> Status {
        match self.is_faulty(arguments) {
            true => Status::Failed,
            false => Status::Success,
        }
    }

    /// Prints what was assumed or left out in a conversion on standard error.
    pub(super) fn report_conversion(&self) {
        let own = self.subject.findings().len();
        let notes = self.findings.len().saturating_sub(own);
        self.findings
            .iter()
            .take(notes)
            .for_each(|note| warn(&note.to_string()));
    }

    /// Prints the findings on standard error, after `name`, which may be empty.
    pub(super) fn report(&self, name: &str) {
        self.findings
            .iter()
            .for_each(|finding| warn(&format!("{name}{finding}")));
    }
}

/// Reads the file that the argument names.
///
/// # Errors
/// [`Failure::Input`] if the file cannot be read, [`Failure::Unreadable`] if no model is in it.
pub(super) fn read(arguments: &ArgMatches) -> Result<Given, Failure> {
    read_path(arguments::path(arguments, "config"))
}

/// Reads the file at `path`, or standard input for `-`: a `config.json`, or another known format.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn read_path(path: &Path) -> Result<Given, Failure> {
    let bytes = bytes(path).map_err(|source| input(path, source))?;
    given(&bytes).map_err(|source| {
        let path = path.to_owned();
        Failure::Unreadable { path, source }
    })
}

fn given(bytes: &[u8]) -> Result<Given, Unreadable> {
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
    Ok(Given { subject, findings })
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

/// Reads the file at `path`, and compares it with the nearest published model.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn compared(path: &Path) -> Result<Given, Failure> {
    let mut given = read_path(path)?;
    let remarks = cautions(&given.subject);
    given
        .findings
        .extend(remarks.into_iter().map(|remark| Finding {
            key: remark.key,
            severity: remark.severity,
            sentence: remark.sentence,
            edit: None,
            line: remark.line,
            change: None,
        }));
    Ok(given)
}

/// Returns the failure for a file that could not be read, or for the name of a model that somebody takes for a path.
pub(super) fn input(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    match source.kind() == io::ErrorKind::NotFound && is_elsewhere(&path.to_string_lossy()) {
        true => Failure::Elsewhere { path },
        false => Failure::Input { path, source },
    }
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

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        return start_of(io::stdin().lock());
    }
    start_of(fs::File::open(path)?)
}

/// Reads as much as a configuration may have, or the header of a GGUF file.
fn start_of(mut file: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.by_ref().take(MOST_BYTES).read_to_end(&mut bytes)?;
    if bytes.starts_with(b"GGUF") {
        file.take(MOST_BYTES_OF_GGUF - bytes.len() as u64)
            .read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
