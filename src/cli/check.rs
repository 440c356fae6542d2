//! `phasor check`: reports unknown, missing and contradictory keys in a config.json.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde_json::{Value, json};

use super::output::print;
use super::{Failure, arguments, config_file};
use crate::config::model::{Finding, Reading};

pub(super) fn command() -> Command {
    let about = "Report unknown, missing and contradictory keys in a config.json. The exit status \
                 is 0 without findings, 1 with findings, and 2 if the file cannot be read";
    let config = config_file::argument().long(None).value_name("CONFIG");
    Command::new("check")
        .about(about)
        .arg(config)
        .arg(arguments::word(
            "format",
            &["text", "json"],
            "One line for each finding, or an object with `findings` and the resulting `model`",
        ))
}

/// Reads the file and prints its findings.
///
/// # Errors
/// [`Failure::Input`] or [`Failure::Unreadable`] if the file cannot be read,
/// [`Failure::StandardOutput`] if the findings cannot be printed.
pub(super) fn run(arguments: &ArgMatches) -> Result<ExitCode, Failure> {
    let reading = config_file::read(arguments)?;
    match arguments::text(arguments, "format") {
        "json" => print(|out| writeln!(out, "{:#}", object(&reading)))?,
        _ => print(|out| {
            if reading.findings.is_empty() {
                return writeln!(out, "No findings.");
            }
            let mut findings = reading.findings.iter();
            findings.try_for_each(|finding| writeln!(out, "{finding}"))
        })?,
    }
    Ok(match reading.findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

fn object(reading: &Reading) -> Value {
    let model: Value = serde_json::from_str(&reading.model.to_json()).unwrap_or_default();
    json!({"findings": list(&reading.findings), "model": model})
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
