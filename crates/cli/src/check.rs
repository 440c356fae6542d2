//! `phasor check`: reports unknown, missing and contradictory keys in config.json files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};
use serde_json::{Value, json};

use super::output::{print, warn};
use super::{Failure, Status, arguments, config_file};
use config_file::Given;
use phasor_model_files::{Finding, Severity};

/// The severities that `--fail-on` accepts; the first is the default.
const SEVERITIES: [Severity; 3] = [Severity::Warning, Severity::Error, Severity::Note];

pub(super) fn command() -> Command {
    let about = "Report unknown, missing and contradictory keys in config.json files. The exit \
                 status is 2 if a file cannot be read, otherwise 1 if there is a warning or an \
                 error, otherwise 0";
    let config = config_file::argument()
        .long(None)
        .value_name("CONFIG")
        .required(true);
    Command::new("check")
        .about(about)
        .arg(config.num_args(1..))
        .arg(arguments::word(
            "format",
            &["text", "json"],
            "One line for each finding, or an object with `findings` and the resulting `model`; \
             for several files, a list of such objects",
        ))
        .arg(arguments::word(
            "fail-on",
            &SEVERITIES.map(Severity::name),
            "The least severe finding for which the exit status is 1",
        ))
}

/// A file, and its configuration or the reason why it has none.
type Checked<'a> = (&'a Path, Result<Given, Failure>);

/// Reads the files and prints their findings. A file that cannot be read does not keep the others
/// from being checked.
///
/// # Errors
/// [`Failure::StandardOutput`] if the findings cannot be printed.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let paths = arguments
        .get_many::<PathBuf>("config")
        .into_iter()
        .flatten();
    let checked: Vec<Checked<'_>> = paths
        .map(|path| (path.as_path(), config_file::compared(path)))
        .collect();
    match arguments::text(arguments, "format") {
        "json" => print_json(&checked)?,
        _ => print_lines(&checked)?,
    }
    let is_unreadable = checked.iter().any(|(_, reading)| reading.is_err());
    let fail_on = arguments::text(arguments, "fail-on");
    let least = SEVERITIES
        .into_iter()
        .find(|severity| severity.name() == fail_on)
        .expect("clap accepts only the names of severities");
    let readings = checked
        .iter()
        .filter_map(|(_, reading)| reading.as_ref().ok());
    let mut findings = readings.flat_map(|reading| &reading.findings);
    Ok(match findings.any(|finding| finding.severity >= least) {
        _ if is_unreadable => Status::WrongInput,
        true => Status::Failed,
        false => Status::Success,
    })
}

/// Prints one line for each finding, with the name of its file if there are several.
fn print_lines(checked: &[Checked<'_>]) -> Result<(), Failure> {
    for (path, reading) in checked {
        let name = match checked {
            [_] => String::new(),
            _ => format!("{}: ", path.display()),
        };
        match reading {
            Ok(reading) => print(|out| {
                if reading.findings.is_empty() {
                    return writeln!(out, "{name}No findings.");
                }
                let mut findings = reading.findings.iter();
                findings.try_for_each(|finding| writeln!(out, "{name}{finding}"))
            })?,
            Err(failure) => warn(&failure.to_string()),
        }
    }
    Ok(())
}

fn print_json(checked: &[Checked<'_>]) -> Result<(), Failure> {
    let object = match checked {
        [(_, reading)] => object(reading),
        _ => checked
            .iter()
            .map(|(path, reading)| {
                let name = Value::from(path.display().to_string());
                let mut object = object(reading);
                if let Some(members) = object.as_object_mut() {
                    members.insert("file".to_owned(), name);
                }
                object
            })
            .collect(),
    };
    print(|out| writeln!(out, "{object:#}"))
}

fn object(reading: &Result<Given, Failure>) -> Value {
    match reading {
        Ok(reading) => {
            let model: Value = serde_json::from_str(&reading.model().to_json())
                .expect("a model is written as JSON");
            json!({"findings": list(&reading.findings), "model": model})
        }
        Err(failure) => json!({"error": failure.to_string()}),
    }
}

/// Returns the findings as a list of objects with `key`, `severity` and `sentence`.
pub(super) fn list(findings: &[Finding]) -> Value {
    let objects = findings.iter().map(|finding| {
        json!({
            "key": finding.key,
            "severity": finding.severity.name(),
            "sentence": finding.sentence,
        })
    });
    objects.collect()
}
