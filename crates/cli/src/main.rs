//! The command line `phasor`. Its arguments come from the table of parameters; it writes files whole or not at all.
//!
//! The exit status is 0 on success, 2 on wrong input (with one sentence on standard error and no file written), and 1 if
//! a file cannot be written, `check` has findings, `judge` finds a mistake, or the file of a model has errors and `--force`
//! is not given.

mod arguments;
mod card;
mod check;
mod config_file;
mod failure;
mod judge;
mod layers;
mod list;
mod model;
mod model_spec;
mod norms;
mod output;
mod picture;
mod positions;
mod race;
mod run;
mod sheet;
mod table;
mod vectors;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

use failure::Failure;
use output::warn;
use phasor_text::listed;

fn main() -> ExitCode {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return usage_error(&error),
    };
    match dispatch(&matches) {
        Ok(status) => status,
        Err(failure) => fail(&failure.to_string(), failure.exit_code()),
    }
}

/// Returns the subcommands, whose help comes from the table of parameters.
fn command() -> Command {
    Command::new("phasor")
        .version(env!("CARGO_PKG_VERSION"))
        .about("See how transformers know word order: exact figures and tables of positional encodings.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(picture::command())
        .subcommand(table::command())
        .subcommand(positions::command())
        .subcommand(check::command())
        .subcommands(model::commands())
        .subcommand(norms::command())
        .subcommand(vectors::command())
        .subcommand(judge::command())
        .subcommand(run::command())
        .subcommand(race::command())
        .subcommand(list::command())
}

fn dispatch(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    match matches.subcommand() {
        Some(("figure", arguments)) => return picture::write(arguments),
        Some(("table", arguments)) => return table::write(arguments),
        Some(("positions", arguments)) => return positions::run(arguments),
        Some(("check", arguments)) => return check::run(arguments),
        Some((name @ ("model" | "plan" | "settings" | "diff" | "permute" | "code"), arguments)) => {
            return model::run(name, arguments);
        }
        Some(("norms", arguments)) => return norms::run(arguments),
        Some(("vectors", arguments)) => return vectors::run(arguments),
        Some(("judge", arguments)) => return judge::run(arguments),
        Some(("run", arguments)) => return run::run(arguments),
        Some(("race", arguments)) => return race::run(arguments),
        Some(("list", _)) => list::write()?,
        _ => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a message from clap: help unchanged, an error as one sentence.
fn usage_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Printing fails if the reader closed the pipe, which is not an error.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let sentence = text.strip_prefix("error: ").unwrap_or(&text);
    let sentence = sentence.split("\n\n").next().unwrap_or(sentence);
    let line: Vec<&str> = sentence.split_whitespace().collect();
    fail(&format!("{}{}. Try --help.", line.join(" "), choices()), 2)
}

/// Returns the accepted words, if a subcommand is unknown.
fn choices() -> String {
    let root = command();
    let words: Vec<String> = std::env::args().skip(1).take(2).collect();
    let parent = words.first().and_then(|name| root.find_subcommand(name));
    let (parent, word) = match parent {
        Some(parent) => (parent, words.get(1)),
        None => (&root, words.first()),
    };
    let is_known = word.is_some_and(|word| parent.find_subcommand(word).is_some());
    let names: Vec<&str> = parent.get_subcommands().map(Command::get_name).collect();
    match (names.as_slice(), parent.get_subcommand_value_name()) {
        _ if is_known || word.is_none() => String::new(),
        ([], _) => String::new(),
        (names, name) => format!(
            "; {} must be {}",
            name.unwrap_or("COMMAND"),
            listed(names, "or")
        ),
    }
}

fn fail(sentence: &str, code: u8) -> ExitCode {
    warn(sentence);
    ExitCode::from(code)
}
