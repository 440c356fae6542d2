//! `phasor judge`: which known mistake explains the numbers of a kernel, or position ids.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::output::{print, warn};
use super::positions::{self, options};
use super::{Failure, Status, arguments, config_file, layers};
use phasor_params::layout::LayoutText;
use phasor_report::Counting;
use phasor_report::files::FileError;
use phasor_report::kit::{self, IdJudge, Reads};

pub(super) fn command() -> Command {
    let about = "Say whether the numbers of your kernel are those of a model, or which known mistake explains them. The exit \
                 status is 0 if all are right, 1 if some are not, and 2 if they cannot be judged. With --layout, the file has the \
                 position ids of these tokens, and the mistakes are others: padding that counts, documents that count on, a past that is forgotten, images \
                 that count as text, axes in the wrong order, another rule, or a common shift, which RoPE does not see";
    let file = "Your arrays, .npz, .safetensors or .json: any of inv_freq, cos, sin, query_rotated and key_rotated, for the \
                positions, queries and keys of `phasor vectors`, or with others as positions, query and key. With --layout, \
                .npy, .csv or .json as `phasor positions` writes it, or an array position_ids of shape [n_axes, n_tokens]";
    Command::new("judge")
        .about(about)
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .help(file)
                .required(true)
                .value_parser(value_parser!(PathBuf)),
        )
        .args(
            options::of_rule().map(|argument| match argument.get_id().as_str() {
                "config" => argument.required_unless_present("layout"),
                _ => argument.requires("layout"),
            }),
        )
        .arg(positions::layout_argument())
        .arg(layers::argument().conflicts_with("layout"))
        .arg(config_file::force())
}

/// Prints a line for each group of arrays.
///
/// # Errors
/// [`Failure`] if a file cannot be read, the arrays do not fit the model, or the configuration has errors.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let path = arguments
        .get_one::<PathBuf>("file")
        .expect("clap requires a file");
    if arguments.contains_id("layout") {
        return ids(path, arguments);
    }
    let given = config_file::read(arguments)?;
    layers::of(given.model(), arguments)?;
    let bytes = bytes(path).map_err(|source| FileError::new(path, source))?;
    let arrays = kit::read(&bytes).map_err(|source| Failure::Arrays {
        path: path.clone(),
        source,
    })?;
    check(&given, arguments)?;
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
        true => Status::Success,
        false => Status::Failed,
    })
}

/// Prints what the position ids of a file are.
///
/// # Errors
/// [`Failure`] if a file cannot be read, the ids do not fit the layout, or the ids of the model are not known.
fn ids(path: &Path, arguments: &ArgMatches) -> Result<Status, Failure> {
    let text = LayoutText::parse(arguments::text(arguments, "layout"))?;
    let (counting, reads) = match arguments.contains_id("config") {
        true => of_model(arguments)?,
        false => (Counting::Of(options::named(arguments)?), Reads::Offsets),
    };
    let bytes = bytes(path).map_err(|source| FileError::new(path, source))?;
    let ids = kit::read_ids(&bytes, counting.rule()).map_err(|source| Failure::Arrays {
        path: path.to_owned(),
        source,
    })?;
    let judgement = IdJudge::new(&text, counting, reads)?.verdict(&ids)?;
    print(|out| writeln!(out, "{judgement}"))?;
    Ok(match judgement.is_right() {
        true => Status::Success,
        false => Status::Failed,
    })
}

/// Returns how the model that the arguments name numbers tokens, and what it reads of their ids.
fn of_model(arguments: &ArgMatches) -> Result<(Counting, Reads), Failure> {
    let given = config_file::read(arguments)?;
    check(&given, arguments)?;
    let counting = options::of_model(Counting::used_by(&given.subject)?, arguments)?;
    let reads = Reads::of(given.model());
    Ok((counting, reads))
}

/// Prints what was found in the model's file.
///
/// # Errors
/// [`Failure::Argument`] if it has an error that the arguments do not overrule.
fn check(given: &config_file::Given, arguments: &ArgMatches) -> Result<(), Failure> {
    given.report("");
    match given.is_faulty(arguments) {
        true => {
            let sentence = "A file with errors judges nobody, because it may be wrong; mend the file, or add --force.";
            Err(Failure::Argument(sentence.to_owned()))
        }
        false => Ok(()),
    }
}

/// Reads one byte more than may be read, so that larger files are reported.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = kit::MOST_BYTES as u64 + 1;
    fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
