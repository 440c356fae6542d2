//! The command line: arguments made from the one table of parameters, files written whole.

mod arguments;
mod output;

use std::io::{self, Write as _};
use std::process::ExitCode;

pub use output::OutputError;

/// Runs the command line on this process's arguments.
///
/// Exit status 0 on success, 2 on wrong input (one sentence on standard error, nothing
/// written), 1 when a file cannot be written.
#[must_use]
pub fn run() -> ExitCode {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return told(&error),
    };
    match arguments::read(&matches) {
        Ok(request) => match output::write(&request) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => refuse(&error.to_string(), error.exit_code()),
        },
        Err(error) => refuse(&error.to_string(), 2),
    }
}

/// What clap has to say: help as it is, a mistake as its one sentence.
fn told(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A reader that closed the pipe has had enough of the help.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let sentence = text.strip_prefix("error: ").unwrap_or(&text);
    let sentence = sentence.split("\n\n").next().unwrap_or(sentence);
    let line: Vec<&str> = sentence.split_whitespace().collect();
    refuse(&format!("{}. Try --help.", line.join(" ")), 2)
}

fn refuse(sentence: &str, code: u8) -> ExitCode {
    // Nothing is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "phasor: {sentence}");
    ExitCode::from(code)
}
