//! The arguments of `phasor run` that change positions.

use clap::{Arg, ArgMatches};

use super::Model;
use crate::Failure;
use phasor_decoder::{Change, OPTIONS, OptionError, Surroundings};

pub(super) fn arguments() -> impl Iterator<Item = Arg> {
    OPTIONS.into_iter().map(|option| {
        let between = match option.name {
            "gap" => " (--prompt and --then)",
            _ => "",
        };
        let help = format!("{}{between}: {}", option.help, option.accepted);
        let argument = Arg::new(option.name)
            .long(option.name)
            .value_name(option.value)
            .allow_hyphen_values(true)
            .help(help);
        match option.name {
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
    let around = Surroundings {
        declared_length: model.checkpoint.config().max_position_embeddings,
        n_before,
    };
    let mut change = Change::default();
    for option in OPTIONS {
        if let Some(value) = arguments.get_one::<String>(option.name) {
            let set = change.set(option.name, value, &around);
            set.map_err(|error: OptionError| Failure::Argument(error.to_string()))?;
        }
    }
    Ok(change)
}
