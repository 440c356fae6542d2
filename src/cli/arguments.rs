//! From arguments to a request.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::config::parameter::TABLE;
use crate::config::{FigureName, Key, Spec, SpecError};
use crate::figure::TableKind;
use crate::paint::Scheme;

/// What is to be written, and where.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) what: What,
    pub(super) spec: Spec,
    /// The keys that were given.
    pub(super) given: Vec<Key>,
    /// `None` for standard output.
    pub(super) out: Option<PathBuf>,
}

/// A figure or a table.
#[derive(Debug)]
pub(super) enum What {
    Figure {
        name: FigureName,
        width: f32,
        scheme: Scheme,
    },
    Table(TableKind),
}

/// The command line's grammar; its help is the table of parameters.
pub(super) fn command() -> Command {
    let names = FigureName::ALL.map(FigureName::name);
    let kinds = TableKind::ALL.map(TableKind::name);
    Command::new("phasor")
        .version(env!("CARGO_PKG_VERSION"))
        .about("See how transformers know word order: exact figures and tables of positional encodings.")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            with_parameters(Command::new("figure"))
                .about("Draw a figure as SVG or PNG")
                .arg(Arg::new("name").required(true).value_name("NAME")
                    .value_parser(PossibleValuesParser::new(names)).help("Which figure"))
                .arg(Arg::new("out").short('o').long("out").required(true).value_name("FILE")
                    .value_parser(value_parser!(PathBuf)).help("File to write, .svg or .png"))
                .arg(Arg::new("width").long("width").value_name("PIXELS").default_value("760")
                    .value_parser(value_parser!(u32).range(240..=4096))
                    .help("Width of the figure in CSS pixels, 240 to 4096; a PNG has two pixels each"))
                .arg(Arg::new("theme").long("theme").value_name("WORD").default_value("light")
                    .value_parser(PossibleValuesParser::new(["light", "dark"])).help("Colours")),
        )
        .subcommand(
            with_parameters(Command::new("table"))
                .about("Write numbers as CSV, JSON or NPY, at full f64 precision")
                .arg(Arg::new("kind").required(true).value_name("KIND")
                    .value_parser(PossibleValuesParser::new(kinds)).help("Which table"))
                .arg(Arg::new("out").short('o').long("out").value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .help("File to write, .csv, .json or .npy; CSV to standard output without it")),
        )
}

fn with_parameters(command: Command) -> Command {
    let default = Spec::default();
    command.args(TABLE.iter().map(|row| {
        let standard = match row.key {
            Key::Value => "the position".to_owned(),
            key => default.text(key),
        };
        let unit = if row.unit.is_empty() {
            String::new()
        } else {
            format!(" ({})", row.unit)
        };
        Arg::new(row.name)
            .long(row.name)
            .value_name("VALUE")
            .allow_hyphen_values(true)
            .help(format!(
                "{} Accepts {}{unit} [default: {standard}]",
                row.help,
                row.accepted()
            ))
    }))
}

/// The request that the arguments make.
///
/// # Errors
/// The first value that the table does not accept.
pub(super) fn read(matches: &ArgMatches) -> Result<Request, SpecError> {
    let (what, arguments) = match matches.subcommand() {
        Some(("figure", arguments)) => (figure(arguments)?, arguments),
        Some((_, arguments)) => (table(arguments), arguments),
        None => (What::Table(TableKind::Encoding), matches),
    };
    let mut spec = Spec::default();
    let mut given = Vec::new();
    for row in TABLE {
        if let Some(text) = arguments.get_one::<String>(row.name) {
            spec.set(row.key, text)?;
            given.push(row.key);
        }
    }
    let out = arguments.get_one::<PathBuf>("out").cloned();
    Ok(Request {
        what,
        spec,
        given,
        out,
    })
}

fn figure(arguments: &ArgMatches) -> Result<What, SpecError> {
    let text = |name: &str| arguments.get_one::<String>(name).map_or("", String::as_str);
    let width = arguments.get_one::<u32>("width").copied().unwrap_or(760);
    Ok(What::Figure {
        name: FigureName::from_name(text("name"))?,
        width: width as f32,
        scheme: match text("theme") {
            "dark" => Scheme::Dark,
            _ => Scheme::Light,
        },
    })
}

fn table(arguments: &ArgMatches) -> What {
    let name = arguments
        .get_one::<String>("kind")
        .map_or("", String::as_str);
    let kind = TableKind::ALL.into_iter().find(|kind| kind.name() == name);
    What::Table(kind.unwrap_or(TableKind::Encoding))
}
