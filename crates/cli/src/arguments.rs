//! Makes and reads the arguments that several subcommands share, most of them from the table of
//! parameters.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgMatches, value_parser};

use phasor_figures::{Key, Spec};
use phasor_params::ParameterError;
use phasor_params::choice::Choice;

/// Returns the arguments for the parameters with these keys.
pub(super) fn parameters(keys: &[Key]) -> impl Iterator<Item = Arg> {
    let default = Spec::default();
    let rows = Key::ALL.iter().filter(|key| keys.contains(key));
    rows.map(move |&key| {
        let row = key.parameter();
        let standard = match key {
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
    })
}

/// Returns the spec that the arguments give, and the keys that are set.
///
/// # Errors
/// The error of the first value that the table does not accept.
pub(super) fn spec(arguments: &ArgMatches) -> Result<(Spec, Vec<Key>), ParameterError> {
    let mut spec = Spec::default();
    let given = apply(arguments, &mut spec)?;
    Ok((spec, given))
}

/// Sets what the arguments give, and returns the keys that are set.
///
/// # Errors
/// The same as for [`spec`].
pub(super) fn apply(arguments: &ArgMatches, spec: &mut Spec) -> Result<Vec<Key>, ParameterError> {
    let mut given = Vec::new();
    for &key in Key::ALL {
        // A subcommand without the parameter has no value for it.
        let text = arguments.try_get_one::<String>(key.name());
        if let Ok(Some(text)) = text {
            spec.set(key, text)?;
            given.push(key);
        }
    }
    Ok(given)
}

/// Alternative spellings of words.
const ALIASES: &[(&str, &[&str])] = &[
    ("axial", &["axial-rope"]),
    ("cosines-only", &["cos-only"]),
    ("mrope", &["m-rope"]),
    (
        "normalised",
        &["normalized", "length-normalised", "length-normalized"],
    ),
    ("sines-only", &["sin-only"]),
];

fn aliases(word: &str) -> &'static [&'static str] {
    let row = ALIASES.iter().find(|(name, _)| *name == word);
    row.map_or(&[], |(_, aliases)| *aliases)
}

/// Returns an argument that accepts these words; the first word is the default.
pub(super) fn word(name: &'static str, words: &[&'static str], help: &'static str) -> Arg {
    let values = words
        .iter()
        .map(|word| PossibleValue::new(word).aliases(aliases(word)));
    let parser = PossibleValuesParser::new(values.collect::<Vec<_>>());
    let parser = parser.map(|given| {
        let row = ALIASES
            .iter()
            .find(|(_, aliases)| aliases.contains(&given.as_str()));
        row.map_or(given, |(word, _)| (*word).to_owned())
    });
    let argument = Arg::new(name).long(name).value_name("WORD").help(help);
    let argument = argument.value_parser(parser);
    let first = words.first().expect("an argument accepts some word");
    argument.default_value(*first)
}

/// Returns an argument that accepts the words of a choice.
pub(super) fn choice<T: Choice>(name: &'static str, default: T, help: &'static str) -> Arg {
    let words: Vec<&str> = T::all().map(|value| value.word().name).collect();
    word(name, &words, help).default_value(default.word().name)
}

/// Returns the value of a [`choice`], or the default if the subcommand has no such argument.
pub(super) fn chosen<T: Choice>(arguments: &ArgMatches, name: &str) -> T {
    match arguments.try_get_one::<String>(name) {
        Ok(Some(given)) => T::from_name(given).expect("clap accepts only the words of the choice"),
        _ => T::default(),
    }
}

/// Returns an argument that accepts a whole number from `range`, which has no number that a `u32` does not have.
pub(super) fn whole(
    name: &'static str,
    range: std::ops::RangeInclusive<i64>,
    help: &'static str,
) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("NUMBER")
        .value_parser(move |text: &str| whole_number(text, &range))
        .help(help)
}

/// Reads a whole number, as in `131072`, `131,072`, `1.31072e5` or `128k`, where k is 1,024 and M its square.
fn whole_number(text: &str, range: &std::ops::RangeInclusive<i64>) -> Result<u32, String> {
    const UNITS: [(char, f64); 4] = [
        ('k', 1024.0),
        ('K', 1024.0),
        ('m', 1_048_576.0),
        ('M', 1_048_576.0),
    ];
    let mut units = UNITS.iter();
    let unit = units.find_map(|(unit, size)| Some((text.strip_suffix(*unit)?, *size)));
    let (digits, size) = unit.unwrap_or((text, 1.0));
    let number = phasor_text::parse::number(digits).map(|number| number * size);
    let number = number.filter(|number| number.fract() == 0.0);
    let number = number.ok_or("not a whole number such as 131072, 131,072 or 128k")?;
    let is_in_range = (*range.start() as f64..=*range.end() as f64).contains(&number);
    // Every range lies within the type.
    match is_in_range {
        true => Ok(number as u32),
        false => Err(format!(
            "{number} is not in {}..={}",
            range.start(),
            range.end()
        )),
    }
}

/// Returns an argument that names a file.
pub(super) fn file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help(help)
}

/// Returns the text of an argument that has a default, such as a [`word`].
pub(super) fn text<'a>(arguments: &'a ArgMatches, name: &str) -> &'a str {
    let text = arguments.get_one::<String>(name);
    text.expect("the argument has a default")
}

/// Returns the number of a [`whole`] argument that has a default.
pub(super) fn count(arguments: &ArgMatches, name: &str) -> usize {
    number(arguments, name).expect("the argument has a default")
}

/// Returns the path of a [`file`] argument that is required.
pub(super) fn path<'a>(arguments: &'a ArgMatches, name: &str) -> &'a Path {
    let path = arguments.get_one::<PathBuf>(name);
    path.expect("clap requires the argument")
}

/// Returns the number of a [`whole`] argument, if it is given.
pub(super) fn number(arguments: &ArgMatches, name: &str) -> Option<usize> {
    arguments
        .get_one::<u32>(name)
        .map(|number| *number as usize)
}
