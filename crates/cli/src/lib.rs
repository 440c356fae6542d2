//! The command line `phasor`, as a function that programs and the Python package call. Its arguments come from the table of
//! parameters; it writes files whole or not at all.

mod arguments;
mod check;
mod config_file;
mod failure;
mod judge;
mod layers;
mod list;
mod model;
mod norms;
mod output;
mod picture;
mod positions;
mod race;
mod run;
mod sheet;
mod status;
mod table;
mod vectors;

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

use failure::Failure;
use output::warn;
use phasor_text::listed;
use status::Status;

/// Runs a command and returns the exit status. `arguments` begin with the name of the program. The command reads and writes
/// files, standard output and standard error.
///
/// The status is 0 on success, 2 on wrong input (with one sentence on standard error and no file written), and 1 if a file
/// cannot be written, `check` has findings, `judge` finds a mistake, or the file of a model has errors and `--force` is not
/// given.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = match command().try_get_matches_from(&arguments) {
        Ok(matches) => dispatch(&matches).unwrap_or_else(|failure| {
            warn(&failure.to_string());
            failure.status()
        }),
        Err(error) => usage_error(&error, &arguments),
    };
    // Only the main function of a Rust program does this at its end.
    let _ = io::stdout().flush();
    status.code()
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

fn dispatch(matches: &ArgMatches) -> Result<Status, Failure> {
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
    Ok(Status::Success)
}

/// Prints a message from clap: help unchanged, an error as one sentence.
fn usage_error(error: &clap::Error, arguments: &[OsString]) -> Status {
    if !error.use_stderr() {
        // Printing fails if the reader closed the pipe, which is not an error.
        let _ = error.print();
        return Status::Success;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return Status::WrongInput;
    }
    let text = error.to_string();
    let sentence = text.strip_prefix("error: ").unwrap_or(&text);
    let sentence = sentence.split("\n\n").next().unwrap_or(sentence);
    let line: Vec<&str> = sentence.split_whitespace().collect();
    warn(&format!(
        "{}{}. Try --help.",
        line.join(" "),
        choices(arguments)
    ));
    Status::WrongInput
}

/// Returns the accepted words, if a subcommand is unknown.
fn choices(arguments: &[OsString]) -> String {
    let root = command();
    let (first, second) = (arguments.get(1), arguments.get(2));
    let parent = first.and_then(|name| root.find_subcommand(name));
    let (parent, word) = match parent {
        Some(parent) => (parent, second),
        None => (&root, first),
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
