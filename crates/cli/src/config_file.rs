//! Reads the `config.json` that an argument names.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use clap::{Arg, ArgMatches};

use super::{Failure, arguments};
use phasor_model_files::import::import;
use phasor_model_files::{Finding, Reading, Severity, Unreadable};
use phasor_report::{Subject, cautions};

/// One byte more than a configuration may have, so that the reader reports files that are too long.
const MOST_BYTES: u64 = (1 << 20) + 1;

/// Returns the argument that names the file.
pub(super) fn argument() -> Arg {
    let help = "A Hugging Face config.json, or - for standard input";
    arguments::file("config", help)
}

/// Reads the file.
///
/// # Errors
/// [`Failure::Input`] if the file cannot be read, [`Failure::Unreadable`] if it is not a
/// configuration.
pub(super) fn read(arguments: &ArgMatches) -> Result<Reading, Failure> {
    read_path(arguments::path(arguments, "config"))
}

/// Reads the file at `path`, or standard input for `-`.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn read_path(path: &Path) -> Result<Reading, Failure> {
    let bytes = bytes(path).map_err(|source| input(path, source))?;
    phasor_model_files::read_bytes(&bytes).map_err(|source| unreadable(path, source))
}

/// Reads the file at `path`, and compares it with the nearest published model.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn compared(path: &Path) -> Result<Reading, Failure> {
    let bytes = bytes(path).map_err(|source| input(path, source))?;
    let mut reading =
        phasor_model_files::read_bytes(&bytes).map_err(|source| unreadable(path, source))?;
    let text = String::from_utf8_lossy(&bytes);
    let subject = Subject::read(&text).map_err(|source| unreadable(path, source))?;
    let warnings = cautions(&subject).into_iter().map(|remark| Finding {
        key: remark.key,
        severity: Severity::Warning,
        sentence: remark.sentence,
        edit: None,
        line: remark.line,
        change: None,
    });
    reading.findings.extend(warnings);
    Ok(reading)
}

/// Reads the model at `path`: a `config.json`, or another known format.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn subject(path: &Path) -> Result<Subject, Failure> {
    let bytes = bytes(path).map_err(|source| input(path, source))?;
    let imported = import(&bytes, None).map_err(|source| unreadable(path, source))?;
    Subject::read(&imported.text).map_err(|source| unreadable(path, source))
}

fn input(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    Failure::Input { path, source }
}

fn unreadable(path: &Path, source: Unreadable) -> Failure {
    let path = path.to_owned();
    Failure::Unreadable { path, source }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin()
            .lock()
            .take(MOST_BYTES)
            .read_to_end(&mut bytes)?;
    } else {
        fs::File::open(path)?
            .take(MOST_BYTES)
            .read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
