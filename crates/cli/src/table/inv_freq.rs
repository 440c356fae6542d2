//! `phasor table inv-freq`: the frequencies that result from a model's configuration.

use clap::{ArgMatches, Command};
use serde_json::{Map, Value, json};

use crate::sheet::Sheet;
use crate::{Failure, arguments, check, config_file, layers};
use phasor_encoding::Scaled;
use phasor_model_files::{LayerRope, Sections};
use phasor_params::choice::Choice as _;
use phasor_report::{frequencies, layer_types};

pub(super) fn command() -> Command {
    let about = "Inverse frequency of every pair, its full turns in the sequence, or else in the original or declared \
                 length, and the attention factor, computed from a model’s config.json";
    let seq_len = "Number of tokens in the sequence, for rules that depend on it (dynamic, longrope) [default: one within \
                   the original length]";
    Command::new("inv-freq")
        .about(about)
        .arg(config_file::argument().required(true))
        .arg(layers::argument())
        .arg(config_file::force())
        .arg(arguments::whole(
            "seq-len",
            1..=i64::from(u32::MAX),
            seq_len,
        ))
}

/// Returns the table of frequencies.
///
/// # Errors
/// [`Failure`] if the file cannot be read, the model has no rotary layers, or there is no such
/// layer type.
pub(super) fn sheet(arguments: &ArgMatches) -> Result<Sheet, Failure> {
    let given = config_file::read(arguments)?;
    let layer = layers::of(given.model(), arguments)?;
    let seq_len = arguments::number(arguments, "seq-len");
    let scaled = layer.scaled(seq_len)?;
    let longest = given.model().max_position_embeddings;
    let length = seq_len.or(longest).map(|length| length as f64);
    // Without a length from the user, the original one counts.
    let length = layer
        .original_length()
        .filter(|_| seq_len.is_none())
        .or(length);
    let mut facts = facts(layer, &scaled);
    facts.insert("turns_in".to_owned(), json!(length));
    facts.insert("seq_len".to_owned(), json!(seq_len));
    let factor = given.model().query_factor;
    let factor = factor.map(|factor| json!({"weight": factor.weight, "step": factor.step}));
    facts.insert("query_factor".to_owned(), json!(factor));
    facts.insert(
        "layer_types".to_owned(),
        json!(layer_types::names(given.model())),
    );
    facts.insert("findings".to_owned(), check::list(&given.findings));
    Ok(Sheet {
        facts,
        table: frequencies::table(&scaled, length),
        remarks: given.findings.iter().map(ToString::to_string).collect(),
        status: given.status(arguments),
    })
}

fn facts(layer: &LayerRope, scaled: &Scaled) -> Map<String, Value> {
    let sections = layer.sections.as_ref().map(Sections::in_file);
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
        ("sections", json!(sections)),
        ("rotates_last", json!(layer.modules.is_last)),
        ("rotates_values", json!(layer.modules.rotates_values)),
        (
            "indexer_pairing",
            json!(layer.modules.indexer.map(|pairing| pairing.word().name)),
        ),
    ];
    facts
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}
