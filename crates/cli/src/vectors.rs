//! `phasor vectors`: numbers to test a kernel with.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{ArgMatches, Command};

use super::output::{ending, warn, write_file};
use super::{Failure, Status, arguments, config_file, layers};
use phasor_report::kit::{Format, Kit};

pub(super) fn command() -> Command {
    let about = "Write queries and keys before and after the rotation of a model, with cosines, sines and inverse \
                 frequencies, to test a kernel with";
    let out = "File to write, .npz, .safetensors or .json; a text in it says how to test, and what each common mistake looks \
               like";
    let layer_type = "Layer type to use, such as sliding_attention [default: all that rotate]";
    Command::new("vectors")
        .about(about)
        .arg(config_file::argument().required(true))
        .arg(layers::argument().help(layer_type))
        .arg(config_file::force())
        .arg(arguments::file("out", out).short('o').required(true))
}

/// Writes the kit of a model.
///
/// # Errors
/// [`Failure`] if the configuration cannot be read, nothing rotates, or the file cannot be written.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let given = config_file::read(arguments)?;
    layers::of(given.model(), arguments)?;
    let out = arguments
        .get_one::<PathBuf>("out")
        .expect("clap requires a file");
    let format = Format::from_ending(&ending(out)).ok_or_else(|| Failure::Ending {
        path: out.clone(),
        accepted: ".npz, .safetensors or .json",
    })?;
    given.report("");
    if given.is_faulty(arguments) {
        warn(config_file::FAULTY);
        return Ok(Status::Failed);
    }
    let layer_type = arguments.get_one::<String>("layer-type");
    let config = arguments::path(arguments, "config");
    let title = config.file_stem().unwrap_or(config.as_os_str());
    let subject = given.subject.called(&title.to_string_lossy());
    let kit = Kit::new(&subject, layer_type.map(String::as_str))?;
    write_file(out, |file| file.write_all(&kit.bytes(format)))?;
    Ok(Status::Success)
}
