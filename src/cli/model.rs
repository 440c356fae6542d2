//! `phasor plan`, `diff`, `settings`, `permute` and `code`: the reports of the room of models as text.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::output::print;
use super::{Failure, arguments, config_file, layers};
use crate::encoding::Pairing;
use crate::report::code::Language;
use crate::report::{Ask, Block, ENGINES, LONGEST, Rule, Subject, View, contents, settings, text};

/// Returns the commands.
pub(super) fn commands() -> [Command; 5] {
    let config = || config_file::argument().required(true);
    let plan = "Report what a longer text would do to a model under each scaling rule, from its config.json";
    let settings = "Print the settings by which engines read a longer text with a model";
    let diff = "Report how the positions of two models differ";
    let code =
        "Print a program that computes the inverse frequencies of a model and rotates a vector";
    let permute = "Print how rows of q_proj and k_proj move between layouts of pairs, with code";
    [
        Command::new("plan")
            .about(plan)
            .arg(config())
            .arg(layers::argument())
            .arg(context()),
        Command::new("settings")
            .about(settings)
            .arg(config())
            .arg(layers::argument())
            .arg(context())
            .arg(arguments::word("engine", &ENGINES, "The engine"))
            .arg(arguments::word(
                "rule",
                &["yarn", "linear"],
                "The scaling rule",
            )),
        Command::new("diff")
            .about(diff)
            .arg(layers::argument())
            .arg(
                Arg::new("configs")
                    .value_name("CONFIG")
                    .help("Two Hugging Face config.json files")
                    .required(true)
                    .num_args(2)
                    .value_parser(value_parser!(PathBuf)),
            ),
        Command::new("code")
            .about(code)
            .arg(config())
            .arg(layers::argument())
            .arg(context())
            .arg(arguments::word(
                "language",
                &Language::ALL.map(Language::name),
                "The language, or the library of Python",
            )),
        Command::new("permute")
            .about(permute)
            .arg(config())
            .arg(layers::argument())
            .arg(arguments::word(
                "from",
                &["interleaved", "half-split"],
                "The layout of the weights",
            ))
            .arg(arguments::word(
                "to",
                &["half-split", "interleaved"],
                "The layout that the target expects",
            )),
    ]
}

fn context() -> Arg {
    arguments::whole(
        "context",
        2..=LONGEST as i64,
        "Length of the longest text in tokens [default: the longest that the file declares]",
    )
}

/// Runs one of the commands.
///
/// # Errors
/// [`Failure`] if a file cannot be read, or the model has no layers of the given type.
pub(super) fn run(name: &str, arguments: &ArgMatches) -> Result<ExitCode, Failure> {
    let paths: Vec<&PathBuf> = match name {
        "diff" => arguments
            .get_many("configs")
            .into_iter()
            .flatten()
            .collect(),
        _ => arguments.get_one("config").into_iter().collect(),
    };
    let mut subjects = Vec::new();
    for path in paths {
        subjects.push(subject(path, arguments)?);
    }
    let other = subjects.get(1);
    let Some(subject) = subjects.first() else {
        return Ok(ExitCode::SUCCESS);
    };
    let ask = ask(name, arguments);
    let blocks = match name {
        "settings" => {
            let engine = arguments::text(arguments, "engine");
            let snippets = settings::of_engine(engine, subject, &ask);
            snippets.into_iter().flatten().map(Block::Snippet).collect()
        }
        _ => contents(subject, other, &ask),
    };
    let program = blocks.iter().find_map(|block| match block {
        Block::Snippet(snippet) if name == "code" => Some(snippet.text.as_str()),
        _ => None,
    });
    match program {
        Some(program) => print(|out| write!(out, "{program}"))?,
        None => print(|out| write!(out, "{}", text::text(&blocks)))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn subject(path: &Path, arguments: &ArgMatches) -> Result<Subject, Failure> {
    let subject = config_file::subject(path)?;
    layers::of(subject.model(), arguments)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(subject.called(&name))
}

fn ask(name: &str, arguments: &ArgMatches) -> Ask {
    let has = |argument: &str| arguments.try_contains_id(argument).unwrap_or_default();
    let pairing = |argument: &str| match has(argument)
        && arguments::text(arguments, argument) == "interleaved"
    {
        true => Pairing::Interleaved,
        false => Pairing::HalfSplit,
    };
    let rule = match has("rule") && arguments::text(arguments, "rule") == "linear" {
        true => Rule::Linear,
        false => Rule::Yarn,
    };
    Ask {
        view: match name {
            "plan" => View::WhatIf,
            "diff" => View::Compare,
            "permute" => View::Layout,
            "code" => View::Code,
            _ => View::Settings,
        },
        layer: arguments.get_one::<String>("layer-type").cloned(),
        target: if has("context") {
            arguments::number(arguments, "context")
        } else {
            None
        },
        rule,
        layouts: (pairing("from"), pairing("to")),
        language: language(arguments),
        ..Ask::default()
    }
}

fn language(arguments: &ArgMatches) -> Language {
    let named = arguments.try_get_one::<String>("language").ok().flatten();
    let found = Language::ALL
        .into_iter()
        .find(|language| named.is_some_and(|name| name == language.name()));
    found.unwrap_or_default()
}
