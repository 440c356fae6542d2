//! The rotary layers of a model that an argument names.

use clap::{Arg, ArgMatches};

use super::Failure;
use phasor_model_files::{LayerRope, ModelConfig, PositionEncoding};

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
/// [`Failure::Argument`] if there are none.
pub(super) fn of<'a>(
    model: &'a ModelConfig,
    arguments: &ArgMatches,
) -> Result<&'a LayerRope, Failure> {
    layer(model, name(arguments))
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

/// Returns the names of the layer types that rotate.
pub(super) fn types(model: &ModelConfig) -> Vec<&str> {
    match &model.position {
        PositionEncoding::Rotary(layers) => layers
            .iter()
            .filter_map(|layer| layer.layer_type.as_deref())
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns what the model has in place of a rotation, as the end of a sentence.
pub(super) fn in_place_of_rotation(model: &ModelConfig) -> &'static str {
    match &model.position {
        PositionEncoding::Rotary(_) => "none of its layers rotates",
        PositionEncoding::Alibi { .. } => "it uses ALiBi",
        PositionEncoding::T5(_) => "it uses the relative buckets of T5",
        PositionEncoding::Learned { .. } => "it uses a learned table of positions",
        PositionEncoding::Other(order) => order.clause(),
        PositionEncoding::None => "it has no positional encoding",
    }
}

fn layer<'a>(model: &'a ModelConfig, layer_type: Option<&str>) -> Result<&'a LayerRope, Failure> {
    let other = in_place_of_rotation(model);
    model.rope(layer_type).ok_or_else(|| {
        let names = types(model);
        Failure::Argument(match (layer_type, names.is_empty()) {
            (Some(name), false) => {
                format!("`layer-type` must be {}, not `{name}`.", names.join(" or "))
            }
            (Some(_), true) if model.rope(None).is_some() => {
                "`layer-type` must be left out, because all layers of the model are alike."
                    .to_owned()
            }
            _ => format!("The model has no inverse frequencies: {other}."),
        })
    })
}
