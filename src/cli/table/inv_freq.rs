//! `phasor table inv-freq`: the frequencies that result from a model's configuration.

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value, json};

use crate::cli::sheet::Sheet;
use crate::cli::{Failure, arguments, check, config_file};
use crate::config::choice::Choice as _;
use crate::config::model::{LayerRope, ModelConfig, PositionEncoding, Severity};
use crate::encoding::Scaled;
use crate::encoding::analysis::training::turns_in;
use crate::figure::Table;
use crate::figure::table::Column;

pub(super) fn command() -> Command {
    let about = "Inverse frequency of every pair, its full turns in the sequence or else in the \
                 training length, and the attention factor, computed from a model’s config.json";
    let seq_len = "Number of tokens in the sequence, for rules that depend on it (dynamic, \
                   longrope) [default: one that fits the training length]";
    let layer_type = "Layer type to use, if the types differ, such as sliding_attention [default: \
                      full_attention or the first one]";
    Command::new("inv-freq")
        .about(about)
        .arg(config_file::argument())
        .arg(arguments::whole(
            "seq-len",
            1..=i64::from(u32::MAX),
            seq_len,
        ))
        .arg(
            Arg::new("layer-type")
                .long("layer-type")
                .value_name("NAME")
                .help(layer_type),
        )
}

/// Returns the table of frequencies.
///
/// # Errors
/// [`Failure`] if the file cannot be read, the model has no rotary layers, or there is no such
/// layer type.
pub(super) fn sheet(arguments: &ArgMatches) -> Result<Sheet, Failure> {
    let reading = config_file::read(arguments)?;
    let layer_type = arguments
        .get_one::<String>("layer-type")
        .map(String::as_str);
    let layer = layer(&reading.model, layer_type)?;
    let seq_len = arguments::number(arguments, "seq-len");
    let scaled = layer.scaled(seq_len)?;
    let frequencies = scaled.frequencies();
    let pair_idx = (0..frequencies.n_pairs()).map(|pair_idx| pair_idx as f64);
    let longest = reading.model.max_position_embeddings;
    let length = seq_len.or(longest).map(|length| length as f64);
    // Without a length from the user, that of training counts.
    let length = layer
        .training_length()
        .filter(|_| seq_len.is_none())
        .or(length);
    let turns = length.map(|length| turns_in(frequencies, length).collect());
    let mut columns = vec![
        Column::numbers("pair_idx", pair_idx.collect()),
        Column::numbers("wavelength", frequencies.wavelengths().collect()),
    ];
    columns.extend(turns.map(|turns| Column::numbers("turns", turns)));
    columns.push(Column::numbers("inv_freq", frequencies.inv_freq().to_vec()));
    let mut facts = facts(layer, &scaled);
    facts.insert("turns_in".to_owned(), json!(length));
    facts.insert("seq_len".to_owned(), json!(seq_len));
    facts.insert("layer_types".to_owned(), json!(layer_types(&reading.model)));
    facts.insert("findings".to_owned(), check::list(&reading.findings));
    Ok(Sheet {
        facts,
        table: Table::new("the inverse frequency of every pair", columns),
        remarks: reading.findings.iter().map(ToString::to_string).collect(),
        status: match reading
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Error)
        {
            true => ExitCode::from(1),
            false => ExitCode::SUCCESS,
        },
    })
}

fn facts(layer: &LayerRope, scaled: &Scaled) -> Map<String, Value> {
    let facts = [
        ("attention_factor", json!(scaled.attention_factor())),
        ("softmax_factor", json!(scaled.softmax_factor())),
        ("logit_factor", json!(scaled.logit_factor())),
        ("base", json!(layer.base)),
        ("head_dim", json!(layer.head_dim)),
        ("rotary_dim", json!(layer.rotary_dim)),
        ("rope_type", json!(layer.scaling.name())),
        ("pairing", json!(layer.pairing.word().name)),
        ("layer_type", json!(layer.layer_type)),
    ];
    facts
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}

fn layer_types(model: &ModelConfig) -> Vec<&str> {
    match &model.position {
        PositionEncoding::Rotary(layers) => layers
            .iter()
            .filter_map(|layer| layer.layer_type.as_deref())
            .collect(),
        _ => Vec::new(),
    }
}

fn layer<'a>(model: &'a ModelConfig, layer_type: Option<&str>) -> Result<&'a LayerRope, Failure> {
    let other = match &model.position {
        PositionEncoding::Rotary(_) => "none of its layers rotates",
        PositionEncoding::Alibi { .. } => "it uses ALiBi",
        PositionEncoding::T5(_) => "it uses the relative buckets of T5",
        PositionEncoding::Learned { .. } => "it uses a learned table of positions",
        PositionEncoding::None => "it has no positional encoding",
    };
    model.rope(layer_type).ok_or_else(|| {
        let names = layer_types(model);
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
