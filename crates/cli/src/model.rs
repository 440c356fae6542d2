//! `phasor model`, `plan`, `diff`, `settings`, `permute` and `code`: the reports of the room of models as text.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::output::{print, warn};
use super::{Failure, Status, arguments, config_file, layers, positions};
use phasor_report::code::Language;
use phasor_report::{
    Ask, Block, Engine, LONGEST, OwnRule, Rule, View, contents, position_ids, text,
};

/// Returns the commands.
pub(super) fn commands() -> [Command; 6] {
    let config = || config_file::argument().required(true);
    let model = "Report what the positions of a model do, layer by layer and pair by pair, from a config.json";
    let plan = "Report what a longer text would do to a model under each scaling rule, and the memory that its cache takes, from a \
                config.json. If nothing rotates in the model, only the memory is reported, and the exit status is 2";
    let settings = "Print the settings by which engines read a longer text with a model";
    let diff = "Report how the positions of two models differ";
    let code =
        "Print a program that computes the inverse frequencies of a model and rotates a vector";
    let permute =
        "Print how rows of q_proj and k_proj move from one framework to another, with code";
    [
        Command::new("model")
            .about(model)
            .arg(config())
            .arg(layers::argument())
            .arg(context())
            .arg(positions::layout_argument()),
        Command::new("plan")
            .about(plan)
            .arg(config())
            .arg(layers::argument())
            .arg(context())
            .arg(own_rule()),
        Command::new("settings")
            .about(settings)
            .arg(config())
            .arg(context())
            .arg(arguments::choice("engine", Engine::default(), "The engine"))
            .arg(arguments::choice(
                "rule",
                Rule::default(),
                "The scaling rule",
            )),
        Command::new("diff")
            .about(diff)
            .arg(layers::argument())
            .arg(two_configs()),
        Command::new("code")
            .about(code)
            .arg(config())
            .arg(layers::argument())
            .arg(context())
            .arg(arguments::choice(
                "language",
                Language::default(),
                "The language, or the library of Python",
            )),
        Command::new("permute")
            .about(permute)
            .arg(config())
            .arg(layers::argument())
            .args(frameworks()),
    ]
    .map(|command| command.arg(config_file::force()))
}

fn two_configs() -> Arg {
    Arg::new("configs")
        .value_name("CONFIG")
        .help("Two Hugging Face config.json files")
        .required(true)
        .num_args(2)
        .value_parser(value_parser!(PathBuf))
}

fn frameworks() -> [Arg; 2] {
    let standard = Ask::default();
    [
        arguments::choice("from", standard.from, "Where the weights come from"),
        arguments::choice("to", standard.to, "Where the weights go to"),
    ]
}

fn own_rule() -> Arg {
    let help = "A rule to compare with others: `rope_parameters` of transformers as JSON, such as \
                '{\"rope_type\": \"yarn\", \"factor\": 4.0}'. Without `rope_theta`, the model's base stays";
    Arg::new("rope-parameters")
        .long("rope-parameters")
        .visible_alias("rope-scaling")
        .value_name("JSON")
        .help(help)
}

fn context() -> Arg {
    arguments::whole(
        "context",
        2..=LONGEST as i64,
        "Length of the longest text in tokens, such as 131072 or 128k [default: the longest that the file declares]",
    )
}

/// Runs one of the commands.
///
/// # Errors
/// [`Failure`] if a file cannot be read, the model has no layers of the given type, or nothing rotates in it and the command
/// is about rotation.
pub(super) fn run(name: &str, arguments: &ArgMatches) -> Result<Status, Failure> {
    let paths: Vec<&PathBuf> = match name {
        "diff" => arguments
            .get_many("configs")
            .into_iter()
            .flatten()
            .collect(),
        _ => arguments.get_one("config").into_iter().collect(),
    };
    let mut subjects = Vec::new();
    let mut is_faulty = false;
    let mut no_plan = None;
    for path in paths {
        let given = config_file::read_path(path)?;
        let is_about_rotation = !["model", "diff"].contains(&name);
        let rotates = given.model().rope(None).is_some();
        if is_about_rotation || rotates || layers::is_named(arguments) {
            match layers::of(given.model(), arguments) {
                // Nothing can be planned, but any cache has a size.
                Err(failure) if name == "plan" && !rotates => no_plan = Some(failure),
                found => drop(found?),
            }
        }
        let file = match name {
            "diff" => format!("{}: ", path.display()),
            _ => String::new(),
        };
        match name {
            // This report has the findings itself, but not what was assumed in a conversion.
            "model" => given.report_conversion(),
            _ => given.report(&file),
        }
        is_faulty |= given.is_faulty(arguments);
        let name = path.file_stem().unwrap_or(path.as_os_str());
        subjects.push(given.subject.called(&name.to_string_lossy()));
    }
    if is_faulty {
        warn(config_file::FAULTY);
        return Ok(Status::Failed);
    }
    let other = subjects.get(1);
    let subject = subjects.first().expect("clap requires a configuration");
    let ask = ask(name, arguments);
    if ask.view == View::Model {
        position_ids(subject, &ask)?;
    }
    if let (Some(text), Some(layer)) = (&ask.own_rule, subject.rope(ask.layer.as_deref())) {
        let rule = OwnRule::read(subject, layer, text)?;
        rule.warnings.iter().for_each(|sentence| warn(sentence));
    }
    let blocks = contents(subject, other, &ask);
    let program = blocks.iter().find_map(|block| match block {
        Block::Snippet(snippet) if name == "code" => Some(snippet.text.as_str()),
        _ => None,
    });
    match program {
        Some(program) => print(|out| write!(out, "{program}"))?,
        None => print(|out| write!(out, "{}", text::text(&blocks)))?,
    }
    match no_plan {
        Some(failure) => Err(failure),
        None => Ok(Status::Success),
    }
}

fn ask(name: &str, arguments: &ArgMatches) -> Ask {
    // Some of the commands have no such argument.
    let has_context = matches!(arguments.try_contains_id("context"), Ok(true));
    Ask {
        view: match name {
            "model" => View::Model,
            "plan" => View::WhatIf,
            "diff" => View::Compare,
            "permute" => View::Layout,
            "code" => View::Code,
            _ => View::Settings,
        },
        layer: arguments.try_get_one("layer-type").ok().flatten().cloned(),
        target: has_context
            .then(|| arguments::number(arguments, "context"))
            .flatten(),
        rule: arguments::chosen(arguments, "rule"),
        engine: (name == "settings").then(|| arguments::chosen(arguments, "engine")),
        from: arguments::chosen(arguments, "from"),
        to: arguments::chosen(arguments, "to"),
        language: arguments::chosen(arguments, "language"),
        layout: arguments.try_get_one("layout").ok().flatten().cloned(),
        own_rule: arguments
            .try_get_one("rope-parameters")
            .ok()
            .flatten()
            .cloned(),
        ..Ask::default()
    }
}
