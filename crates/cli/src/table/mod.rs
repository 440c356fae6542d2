//! `phasor table`: numbers as CSV, JSON or NPY. The similarity tables and the angles come from the
//! figures; every other kind has a module.

mod attention;
mod bias;
mod encoding;
mod inv_freq;
mod schemes;

use clap::{ArgMatches, Command};

use super::sheet::{self, Sheet};
use super::{Failure, Status, arguments};
use phasor_figures::TableKind;

pub(super) fn command() -> Command {
    let kinds = [
        encoding::command(),
        of_figure(TableKind::Angles),
        of_figure(TableKind::SimilarityCurve),
        of_figure(TableKind::SimilarityMatrix),
        inv_freq::command(),
        bias::command(),
        attention::command(),
    ];
    Command::new("table")
        .about("Write numbers as CSV, JSON or NPY, at full f64 precision")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("KIND")
        .subcommand_help_heading("Kinds")
        .subcommands(kinds.map(|kind| kind.args(sheet::arguments())))
}

fn of_figure(kind: TableKind) -> Command {
    let command = Command::new(kind.name()).args(arguments::parameters(kind.keys()));
    command.about(match kind {
        TableKind::Angles => "Angles of every pair at the positions of query and key",
        TableKind::SimilarityCurve => "Similarity of two sinusoidal encodings at every offset",
        TableKind::SimilarityMatrix => "Similarity of the encodings of every two positions",
    })
}

/// Computes the table, writes it, and returns the exit status.
///
/// # Errors
/// [`Failure`] if the table cannot be computed or written; nothing is then written.
pub(super) fn write(arguments: &ArgMatches) -> Result<Status, Failure> {
    let (name, arguments) = arguments.subcommand().expect("clap requires a kind");
    let sheet = match name {
        "encoding" => encoding::sheet(arguments)?,
        "inv-freq" => inv_freq::sheet(arguments)?,
        "bias" => bias::sheet(arguments)?,
        "attention" => attention::sheet(arguments)?,
        name => {
            let (spec, _) = arguments::spec(arguments)?;
            let kind = TableKind::ALL.into_iter().find(|kind| kind.name() == name);
            let kind = kind.expect("clap accepts only the names of kinds");
            Sheet::from(kind.table(&spec))
        }
    };
    sheet.write(arguments)
}
