//! `phasor figure`: writes a figure as a picture, or its numbers.

use std::io::Write as _;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::output::{ending, write_file};
use super::{Failure, Status, arguments, config_file, layers, output};
use phasor_draw::{Scheme, Theme};
use phasor_figures::{Figure, FigureName, Key, Spec};
use phasor_picture::{Picture, WIDTHS, show_model, shows_models};
use phasor_text::escaped;

/// The number of PNG pixels per CSS pixel.
const PNG_SCALE: f32 = 2.0;

pub(super) fn command() -> Command {
    Command::new("figure")
        .about("Draw a figure, or write its numbers")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("NAME")
        .subcommand_help_heading("Figures")
        .subcommands(FigureName::ALL.map(of_figure))
}

/// Returns the command of one figure, which has the parameters of that figure.
fn of_figure(name: FigureName) -> Command {
    let keys: Vec<Key> = name.keys_of_text().collect();
    let command = Command::new(name.name()).about(name.title());
    let command = match shows_models(name) {
        true => command
            .arg(config_file::argument())
            .arg(layers::argument())
            .arg(config_file::force()),
        false => command,
    };
    command
        .args(arguments::parameters(&keys))
        .arg(
            arguments::file(
                "out",
                "File to write: .svg or .png for the picture, .csv or .json for the numbers",
            )
            .short('o')
            .required(true),
        )
        .arg(
            Arg::new("width")
                .long("width")
                .value_name("PIXELS")
                .default_value("760")
                .value_parser(value_parser!(u32).range(WIDTHS.min as i64..=WIDTHS.max as i64))
                .help(
                    "Width of the figure in CSS pixels, 240 to 4096; a PNG has two pixels for each",
                ),
        )
        .arg(arguments::word("theme", &["light", "dark"], "Colour theme"))
        .arg(
            Arg::new("card")
                .long("card")
                .action(ArgAction::SetTrue)
                .help("Put the figure on a card of 1200 by 630 pixels, with its title and reading"),
        )
        .arg(
            Arg::new("html")
                .long("html")
                .action(ArgAction::SetTrue)
                .help("Print an HTML image with the file and its text, to put inside the element"),
        )
}

/// Draws the figure, writes it, and returns the exit status.
///
/// # Errors
/// [`Failure`] if the figure cannot be drawn or written; an existing file is then unchanged.
pub(super) fn write(arguments: &ArgMatches) -> Result<Status, Failure> {
    let (name, arguments) = arguments.subcommand().expect("clap requires a figure");
    let name = FigureName::from_name(name)?;
    let mut spec = Spec::default();
    let status = show_given_model(name, arguments, &mut spec)?;
    arguments::apply(arguments, &mut spec)?;
    let path = arguments::path(arguments, "out");
    match ending(path).as_str() {
        format @ ("png" | "svg") => write_picture(name, &spec, format == "png", path, arguments)?,
        format @ ("csv" | "json") => write_numbers(name, &spec, format == "csv", path, arguments)?,
        _ => {
            return Err(Failure::Ending {
                path: path.to_owned(),
                accepted: ".svg, .png, .csv or .json",
            });
        }
    }
    Ok(status)
}

fn write_picture(
    name: FigureName,
    spec: &Spec,
    is_png: bool,
    path: &Path,
    arguments: &ArgMatches,
) -> Result<(), Failure> {
    let width = arguments::count(arguments, "width") as f32;
    let scheme = Scheme::from_name(arguments::text(arguments, "theme"));
    let theme = Theme::new(scheme.expect("clap accepts only the names of themes"));
    let picture = Picture::draw(name, spec, width, &theme)?;
    let picture = match arguments.get_flag("card") {
        true => picture.on_card(&theme),
        false => picture,
    };
    let bytes = match is_png {
        true => &picture.png(PNG_SCALE)?,
        false => picture.svg().as_bytes(),
    };
    write_file(path, |out| out.write_all(bytes))?;
    if arguments.get_flag("html") {
        output::print(|out| writeln!(out, "{}", html(path, &picture)))?;
    }
    Ok(())
}

/// Writes the numbers of the figure, which are the same as in the files that the page saves.
fn write_numbers(
    name: FigureName,
    spec: &Spec,
    is_csv: bool,
    path: &Path,
    arguments: &ArgMatches,
) -> Result<(), Failure> {
    if let Some(flag) = ["card", "html"]
        .iter()
        .find(|flag| arguments.get_flag(flag))
    {
        return Err(Failure::Argument(format!(
            "`--{flag}` is for a picture, which must end in .svg or .png; `{}` would hold numbers.",
            path.display()
        )));
    }
    let mut figure = Figure::new(name);
    figure.finish(spec);
    let table = figure.table(spec);
    write_file(path, |out| match is_csv {
        true => table.write_csv(out),
        false => table.write_json(out),
    })
}

/// Sets what the model of the argument `config` determines, if there is one, and tells what is
/// wrong with its file. Returns the status.
fn show_given_model(
    name: FigureName,
    arguments: &ArgMatches,
    spec: &mut Spec,
) -> Result<Status, Failure> {
    // A figure without frequencies does not have the argument.
    if !matches!(arguments.try_contains_id("config"), Ok(true)) {
        return Ok(Status::Success);
    }
    let given = config_file::read(arguments)?;
    let layer = layers::of(given.model(), arguments)?;
    show_model(name, layer, given.model().max_position_embeddings, spec)?;
    given.report("");
    Ok(given.status(arguments))
}

/// Returns the file as an HTML image, with its text for readers who do not see it.
fn html(path: &Path, picture: &Picture) -> String {
    let file = path.file_name().expect("a path with an ending has a name");
    let file = file.to_string_lossy();
    let (width, height) = picture.size();
    format!(
        "<img src=\"{}\" alt=\"{}\" width=\"{width}\" height=\"{height}\">",
        escaped(&file),
        escaped(&picture.alt())
    )
}
