//! `phasor positions`: the position ids of the tokens of a layout, and how many offsets are wrong.

pub(super) mod options;
mod written;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command};

use super::output::{print, warn, write_file};
use super::sheet::{self, Format};
use super::{Failure, Status, arguments, config_file};
use options::Options;
use phasor_encoding::Layout;
use phasor_encoding::positions::{Comparison, Count, PositionIds, Rule};
use phasor_params::layout::LayoutText;
use phasor_report::{Subject, has_position_ids, layer_types, text};
use phasor_text::number::Grouped;
use written::Written;

pub(super) fn command() -> Command {
    let about = "Say which position each token gets: in text, pictures and video, with padding, packing and a cache. With \
                 options that make mistakes, also say how many pairs of a query and a key see a wrong offset";
    let out = "File to write: .csv, .json, or .npy with the ids alone, f64 of shape [n_axes, n_tokens] [default: a table on \
               standard output]";
    let format = "Format [default: the one of the file’s ending]";
    let [file, written, _] = sheet::arguments();
    Command::new("positions")
        .about(about)
        .arg(layout_argument().required(true))
        .args(options::arguments())
        .arg(config_file::force())
        .arg(file.help(out))
        .arg(written.help(format))
}

/// Returns the argument that gives the tokens.
pub(super) fn layout_argument() -> Arg {
    let help = "The tokens: a word is one, pad one of padding, and either may have a number, as in pad*2. <image 2x3> has 2 \
                  rows and 3 columns, <video 4x2x3 0.5s> has 4 frames, half a second apart (1s if left out), both as the \
                  language model gets them, after merging. For models that write the time before each frame, this is one \
                  token, or six in <video 4x2x3 time*6>. | or <document> ends a document, <system 5> is a system prompt of 5 \
                  tokens, and after <past> or <past 5> follows what is read in this step";
    Arg::new("layout")
        .long("layout")
        .value_name("TEXT")
        .allow_hyphen_values(true)
        .help(help)
}

/// Numbers the tokens and prints or writes their ids.
///
/// # Errors
/// [`Failure`] if the arguments do not fit each other, no rule is known for the model, or the ids cannot be written;
/// nothing is then written.
pub(super) fn run(arguments: &ArgMatches) -> Result<Status, Failure> {
    let path = arguments.get_one::<PathBuf>("out").map(PathBuf::as_path);
    // A table is for readers; programs name a format or a file.
    let format = match arguments.contains_id("format") || path.is_some() {
        true => Some(Format::of(arguments, path)?),
        false => None,
    };
    let given = match arguments.contains_id("config") {
        true => Some(config_file::read(arguments)?),
        false => None,
    };
    if let Some(given) = &given {
        given.report("");
        if given.is_faulty(arguments) {
            warn(config_file::FAULTY);
            return Ok(Status::Failed);
        }
    }
    let options = Options::read(arguments, given.as_ref())?;
    if let Some(sentence) = given.as_ref().and_then(|given| without_ids(&given.subject)) {
        warn(&sentence);
    }
    let text = LayoutText::parse(arguments::text(arguments, "layout"))?;
    let layout = text.layout(options.counting.rule())?;
    let ids = options.numbering.position_ids(&layout)?;
    let count = count(&options, &layout, &ids)?;
    let written = Written {
        counting: options.counting,
        text: &text,
        layout: &layout,
        ids: &ids,
        count,
    };
    match (format, path) {
        (None, _) => print(|out| write!(out, "{}", text::text(&written.blocks())))?,
        (Some(format), Some(path)) => write_file(path, |out| written.write(format, out))?,
        (Some(format), None) => print(|out| written.write(format, out))?,
    }
    // JSON holds the count.
    if let (Some(Format::Csv | Format::Npy), Some(count)) = (format, count) {
        warn(&reading(count));
    }
    Ok(Status::Success)
}

/// Returns a sentence if the model uses no position ids.
fn without_ids(subject: &Subject) -> Option<String> {
    (!has_position_ids(subject)).then(|| {
        format!(
            "The model uses no position ids: {}. These are the places of its tokens.",
            layer_types::in_place_of_rotation(subject.model())
        )
    })
}

/// Counts the wrong offsets, if an option departs from what is right.
fn count(options: &Options, layout: &Layout, ids: &PositionIds) -> Result<Option<Count>, Failure> {
    if options.are_right() {
        return Ok(None);
    }
    let expected = options.right().position_ids(layout)?;
    let comparison = Comparison::new(layout, options.visibility, ids, expected)?;
    Ok(Some(comparison.count()))
}

/// Returns what the count says, as a sentence.
fn reading(count: Count) -> String {
    let number = |count: usize| Grouped(count as u64);
    let verb = |count: usize| if count == 1 { "sees" } else { "see" };
    let pairs = if count.visible == 1 { "pair" } else { "pairs" };
    let (wrong, visible) = (number(count.wrong), number(count.visible));
    let wrong = format!(
        "{wrong} of {visible} {pairs} {} a wrong offset",
        verb(count.wrong)
    );
    match count.foreign {
        0 => format!("{wrong}."),
        hidden => format!(
            "{wrong}, and {} {} a key that should be hidden: padding, or a token of another document.",
            number(hidden),
            verb(hidden)
        ),
    }
}

/// Returns the name of a rule as it is written on the command line.
fn rule_name(rule: Rule) -> String {
    rule.name().replace('_', "-")
}
