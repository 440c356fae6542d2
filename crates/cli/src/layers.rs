//! The rotary layers of a model that an argument names.

use clap::{Arg, ArgMatches};

use super::Failure;
use phasor_model_files::{LayerRope, ModelConfig};
use phasor_report::layer_types;

/// Returns the argument that names the layer type.
pub(super) fn argument() -> Arg {
    let help = "Layer type to use, if the types differ, such as sliding_attention [default: \
                full_attention or the first one]";
    Arg::new("layer-type")
        .long("layer-type")
        .value_name("NAME")
        .help(help)
}

/// Returns the layers of the given type.
///
/// # Errors
/// [`Failure::Layer`] if there are none.
pub(super) fn of<'a>(
    model: &'a ModelConfig,
    arguments: &ArgMatches,
) -> Result<&'a LayerRope, Failure> {
    Ok(layer_types::find(model, name(arguments))?)
}

/// Returns whether the arguments name a type of layers.
pub(super) fn is_named(arguments: &ArgMatches) -> bool {
    name(arguments).is_some()
}

fn name(arguments: &ArgMatches) -> Option<&str> {
    // Some subcommands are always about the layers with full attention.
    let layer_type = arguments.try_get_one::<String>("layer-type").ok().flatten();
    layer_type.map(String::as_str)
}
