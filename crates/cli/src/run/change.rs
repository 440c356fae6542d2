//! The arguments of `phasor run` that change positions.

use std::ops::Range;

use clap::{Arg, ArgMatches};

use super::Model;
use crate::Failure;
use phasor_decoder::{Change, Gap, Order, Still};
use phasor_encoding::{Format, Narrow, Scaling, Step};
use phasor_text::parse;

/// The names of the arguments, each with the form of its value, its help, and what it accepts.
const ARGUMENTS: [(&str, &str, &str, &str); 8] = [
    (
        "shift",
        "POSITIONS",
        "Add so much to every position",
        "a number",
    ),
    (
        "gap",
        "POSITIONS",
        "Skip so many positions between --prompt and --then",
        "a number",
    ),
    (
        "order",
        "ORDER",
        "The order of positions",
        "forward, reversed, shuffled:N (within groups of N tokens) or shared:N (by N neighbours)",
    ),
    ("base", "BASE", "Rotate with this base", "a number above 0"),
    (
        "rule",
        "RULE",
        "Rotate under a scaling rule",
        "none, or one of linear, ntk, dynamic, yarn and llama3 with a factor of at least 1, as in yarn:2",
    ),
    (
        "off-layers",
        "LAYERS",
        "Layers that do not rotate",
        "all, every:N (the last of every N), or a list that counts from 0, as in 0,4",
    ),
    (
        "keep-pairs",
        "PAIRS",
        "The pairs that rotate, counted from the fastest",
        "8- (without the 8 fastest), -8 (the 8 fastest) or 8-16 (from pair 8 to pair 15)",
    ),
    (
        "dtype",
        "FORMAT",
        "Compute angles in another format than f64, as a model does that is cast as a whole",
        "f32, f16 or bf16",
    ),
];

pub(super) fn arguments() -> impl Iterator<Item = Arg> {
    ARGUMENTS.into_iter().map(|(name, value, help, accepted)| {
        let help = format!("{help}: {accepted}");
        let argument = Arg::new(name)
            .long(name)
            .value_name(value)
            .allow_hyphen_values(true)
            .help(help);
        match name {
            "gap" => argument.requires("then"),
            _ => argument,
        }
    })
}

/// Reads the change. `n_before` is the number of tokens before the gap.
///
/// # Errors
/// [`Failure::Argument`] with the argument and what it accepts.
pub(super) fn read(
    arguments: &ArgMatches,
    model: &Model,
    n_before: Option<usize>,
) -> Result<Change, Failure> {
    let given = Given(arguments);
    let gap = given.number("gap")?.zip(n_before);
    Ok(Change {
        order: given.read("order", order)?.unwrap_or(Order::Forward),
        gap: gap.map(|(n_positions, token)| Gap { token, n_positions }),
        shift: given.number("shift")?.unwrap_or(0.0),
        base: given.read("base", |text| {
            parse::number(text).filter(|base| *base > 0.0)
        })?,
        rule: given.read("rule", |text| rule(text, model))?,
        kept_pairs: given.read("keep-pairs", pairs)?,
        still: given.read("off-layers", layers)?.unwrap_or(Still::None),
        narrow: given.read("dtype", narrow)?,
    })
}

struct Given<'a>(&'a ArgMatches);

impl Given<'_> {
    fn number(&self, name: &'static str) -> Result<Option<f64>, Failure> {
        self.read(name, parse::number)
    }

    /// Reads an argument, if it is given.
    fn read<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Failure> {
        let Some(text) = self.0.get_one::<String>(name) else {
            return Ok(None);
        };
        if let Some(value) = read(text) {
            return Ok(Some(value));
        }
        let row = ARGUMENTS.iter().find(|(other, ..)| *other == name);
        let (.., accepted) = row.expect("every argument has a row");
        let sentence = format!("`--{name}` must be {accepted}, not `{text}`.");
        Err(Failure::Argument(sentence))
    }
}

fn order(text: &str) -> Option<Order> {
    let count = |text: &str| text.parse().ok().filter(|count: &usize| *count > 0);
    match text.split_once(':') {
        None if text == "forward" => Some(Order::Forward),
        None if text == "reversed" => Some(Order::Reversed),
        Some(("shuffled", n)) => count(n).map(Order::Shuffled),
        Some(("shared", n)) => count(n).map(Order::Shared),
        _ => None,
    }
}

/// Reads a rule; its original length is the one that the model declares.
fn rule(text: &str, model: &Model) -> Option<Scaling> {
    if text == "none" {
        return Some(Scaling::Default);
    }
    let (name, factor) = text.split_once(':')?;
    let factor = parse::number(factor).filter(|factor| *factor >= 1.0)?;
    let declared = model.checkpoint.config().max_position_embeddings?;
    let mut rules = Scaling::stretching(factor, declared as f64).into_iter();
    rules.find(|rule| rule.name() == name)
}

fn layers(text: &str) -> Option<Still> {
    match text.split_once(':') {
        Some(("every", n)) => n.parse().ok().filter(|n| *n > 0).map(Still::Every),
        None if text == "all" => Some(Still::All),
        None => {
            let layers = text.split(',').map(|layer| layer.trim().parse().ok());
            layers.collect::<Option<_>>().map(Still::Layers)
        }
        _ => None,
    }
}

fn pairs(text: &str) -> Option<Range<usize>> {
    let (start, end) = text.split_once('-')?;
    let number = |text: &str, missing: usize| match text {
        "" => Some(missing),
        text => text.parse().ok(),
    };
    let (start, end) = (number(start, 0)?, number(end, usize::MAX)?);
    (start <= end).then_some(start..end)
}

fn narrow(text: &str) -> Option<Narrow> {
    let formats = [Format::F32, Format::F16, Format::Bf16];
    let format = formats.into_iter().find(|format| format.name() == text)?;
    Some(Narrow {
        format,
        step: Step::Angle,
    })
}
