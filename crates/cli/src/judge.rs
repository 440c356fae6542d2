//! `phasor judge`: which known mistake explains the numbers of a kernel.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::output::{print, warn};
use super::{Failure, config_file, layers};
use phasor_report::kit;

pub(super) fn command() -> Command {
    let about = "Say whether the numbers of your kernel are those of a model, or which known mistake explains them. The exit \
                 status is 0 if all are right, 1 if some are not, and 2 if they cannot be judged";
    let file = "Your arrays, .npz, .safetensors or .json: any of inv_freq, cos, sin, query_rotated and key_rotated, for the \
                positions, queries and keys of `phasor vectors`, or with others as positions, query and key";
    Command::new("judge")
        .about(about)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .help(file)
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(config_file::argument().required(true))
        .arg(layers::argument())
        .arg(config_file::force())
}

/// Prints a line for each group of arrays.
///
/// # Errors
/// [`Failure`] if a file cannot be read, the arrays do not fit the model, or the configuration has errors.
pub(super) fn run(arguments: &ArgMatches) -> Result<ExitCode, Failure> {
    let given = config_file::read(arguments)?;
    layers::of(given.model(), arguments)?;
    let path = arguments
        .get_one::<PathBuf>("file")
        .expect("clap requires a file");
    let bytes = bytes(path).map_err(|source| config_file::input(path, source))?;
    let arrays = kit::read(&bytes).map_err(|source| Failure::Arrays {
        path: path.clone(),
        source,
    })?;
    given.report("");
    if given.is_faulty(arguments) {
        let sentence = "A file with errors judges nobody, because it may be wrong; mend the file, or add --force.";
        return Err(Failure::Argument(sentence.to_owned()));
    }
    let layer_type = arguments.get_one::<String>("layer-type");
    let judged = kit::judge(&given.subject, &arrays, layer_type.map(String::as_str))?;
    if let Some(sentence) = judged.left_out() {
        warn(&sentence);
    }
    print(|out| {
        let mut judgements = judged.judgements.iter();
        judgements.try_for_each(|judgement| writeln!(out, "{judgement}"))
    })?;
    let is_right = judged
        .judgements
        .iter()
        .all(|judgement| judgement.verdict.is_right());
    Ok(match is_right {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
    })
}

/// Reads one byte more than may be read, so that larger files are reported.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = kit::MOST_BYTES as u64 + 1;
    fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
