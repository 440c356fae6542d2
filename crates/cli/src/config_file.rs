//! Reads the model that an argument names.

use std::io;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches};

use super::output::warn;
use super::{Failure, Status, arguments};
use phasor_model_files::{Finding, ModelConfig};
use phasor_report::Subject;
use phasor_report::files::{ModelFile, ModelFileError, has_errors};

/// What is said in place of an answer.
pub(super) const FAULTY: &str =
    "A file with errors gets no answer, because it may be wrong; mend the file, or add --force.";

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

impl From<ModelFile> for Given {
    fn from(ModelFile { subject, findings }: ModelFile) -> Self {
        Self { subject, findings }
    }
}

impl Given {
    /// Returns the model.
    pub(super) fn model(&self) -> &ModelConfig {
        self.subject.model()
    }

    /// Returns whether the file has an error that the arguments do not overrule.
    pub(super) fn is_faulty(&self, arguments: &ArgMatches) -> bool {
        let is_forced = matches!(arguments.try_get_one::<bool>("force"), Ok(Some(true)));
        !is_forced && has_errors(&self.findings)
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
/// [`Failure::ModelFile`] if the file cannot be read, or no model is in it.
pub(super) fn read(arguments: &ArgMatches) -> Result<Given, Failure> {
    read_path(arguments::path(arguments, "config"))
}

/// Reads the file at `path`, or standard input for `-`: a `config.json`, or another known format.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn read_path(path: &Path) -> Result<Given, Failure> {
    Ok(file(path)?.into())
}

fn file(path: &Path) -> Result<ModelFile, ModelFileError> {
    match path == Path::new("-") {
        true => ModelFile::of_input(io::stdin().lock(), path),
        false => ModelFile::open(path),
    }
}

/// Reads the file at `path`, and compares it with the nearest published model.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn compared(path: &Path) -> Result<Given, Failure> {
    let file = file(path)?;
    let findings = file.checked();
    let subject = file.subject;
    Ok(Given { subject, findings })
}
