//! `phasor norms`: which frequencies the weights of a model use.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::output::{print, warn};
use super::sheet::{self, Sheet};
use super::{Failure, Status, config_file, layers};
use phasor_draw::{Column, Table};
use phasor_report::checkpoint::{Heads, Kind, Norms, blocks};
use phasor_report::files::{read_norms, shards};
use phasor_report::text;

/// The width of the drawings, which the text leaves out.
const WIDTH: f32 = 760.0;

pub(super) fn command() -> Command {
    let about = "Report the norms of queries’ and keys’ projection weights for each frequency, from the weights of a model";
    let out = "File for the norm of every layer, head and pair, .csv, .json or .npy; in the column `kind`, 0 is the query \
               and 1 the key";
    let files = "The weights: .safetensors files, or their model.safetensors.index.json, beside which they must be";
    let sheet = sheet::arguments().map(|argument| match argument.get_id().as_str() {
        "out" => argument.help(out),
        _ => argument.requires("out"),
    });
    Command::new("norms")
        .about(about)
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help(files)
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(config_file::argument().required(true))
        .arg(layers::argument())
        .arg(config_file::force())
        .args(sheet)
}

/// Reads the weights, prints the report, and writes the table if a file for it is given.
///
/// # Errors
/// [`Failure`] if a file cannot be read, is not what it should be, or does not fit the configuration.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let given = config_file::read(arguments)?;
    let layer = layers::of(given.model(), arguments)?;
    if given.is_faulty(arguments) {
        given.report("");
        warn(config_file::FAULTY);
        return Ok(Status::Failed);
    }
    let subject = &given.subject;
    let heads = Heads::new(subject, layer.layer_type.as_deref())?;
    let mut files = Vec::new();
    for path in arguments.get_many::<PathBuf>("files").into_iter().flatten() {
        files.extend(shards(path)?);
    }
    let norms = read_norms(&files, &heads)?;
    if arguments.contains_id("out") {
        Sheet::from(table(&norms)).write(arguments)?;
    }
    given.report("");
    let blocks = blocks(&norms, subject, WIDTH);
    print(|out| write!(out, "{}", text::text(&blocks)))?;
    Ok(Status::Success)
}

/// Returns a row for each layer, kind, head and pair.
fn table(norms: &Norms) -> Table {
    let names = ["layer", "head", "kind", "pair_idx", "norm"];
    let mut columns: [Vec<f64>; 5] = Default::default();
    for (place, layer) in norms.layers.iter().enumerate() {
        for (number, kind) in [Kind::Query, Kind::Key].into_iter().enumerate() {
            for head in 0..norms.all(kind).1 {
                let pairs = norms.of(kind, place, head).iter().enumerate();
                for (pair_idx, norm) in pairs {
                    let row = [
                        *layer as f64,
                        head as f64,
                        number as f64,
                        pair_idx as f64,
                        *norm,
                    ];
                    for (column, number) in columns.iter_mut().zip(row) {
                        column.push(number);
                    }
                }
            }
        }
    }
    let columns = names.into_iter().zip(columns);
    let columns = columns.map(|(name, numbers)| Column::numbers(name, numbers));
    Table::new("Norms of every layer, head and pair", columns.collect())
}
