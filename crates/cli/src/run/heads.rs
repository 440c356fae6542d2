//! How far back heads attend, as `phasor run --heads` prints it.

use std::io::Write as _;

use clap::{Arg, ArgMatches};

use super::{Model, change};
use crate::Failure;
use crate::output;
use phasor_decoder::Watched;
use phasor_draw::{Column, Table};
use phasor_figures::length::real_model::heads::DISTANCES;

/// A layer and one of its query heads, both from 0.
type Head = (usize, usize);

pub(super) fn argument() -> Arg {
    Arg::new("heads")
        .long("heads")
        .value_name("LAYER.HEAD,…")
        .value_parser(parse)
        .value_delimiter(',')
        .requires("prompt")
        .conflicts_with_all(["then", "top"])
        .help("Print how many tokens back these heads attend in the second half of the prompt, such as 16.0,18.7")
}

fn parse(text: &str) -> Result<Head, String> {
    let parts = text.split_once('.');
    let head = parts.and_then(|(layer, head)| Some((layer.parse().ok()?, head.parse().ok()?)));
    head.ok_or_else(|| "it must be a layer and a head, both from 0, such as 16.0".to_owned())
}

/// Prints for each head what share of its attention weights goes to the first token, and to tokens at some distances.
pub(super) fn print(model: &Model, prompt: &str, arguments: &ArgMatches) -> Result<Table, Failure> {
    let heads = arguments.get_many::<Head>("heads");
    let heads: Vec<Head> = heads.into_iter().flatten().copied().collect();
    let (n_layers, n_heads) = (model.decoder.layers().len(), model.decoder.shape().n_heads);
    let is_there = |(layer, head): &Head| *layer < n_layers && *head < n_heads;
    if let Some((layer, head)) = heads.iter().find(|head| !is_there(head)) {
        return Err(Failure::Argument(format!(
            "`heads` names {layer}.{head}; the model has layers 0 to {} with heads 0 to {}.",
            n_layers - 1,
            n_heads - 1
        )));
    }
    let tokens = model.checkpoint.tokenizer().encode(prompt);
    let change = change::read(arguments, model, None)?;
    let session = model.read(&tokens, &change, &heads)?;
    let watched = session.watched();
    let shares: Vec<Vec<f64>> = watched.iter().map(shares).collect();
    output::print(|out| {
        for (watched, shares) in watched.iter().zip(&shares) {
            writeln!(out, "layer {}, head {}", watched.layer, watched.head)?;
            for (place, share) in places().zip(shares) {
                writeln!(out, "{:>6}  {place}", format!("{:.1}%", 100.0 * share))?;
            }
        }
        Ok(())
    })?;
    Ok(table(watched, &shares))
}

/// Returns a row for each head.
fn table(watched: &[Watched], shares: &[Vec<f64>]) -> Table {
    let of = |number: fn(&Watched) -> usize| watched.iter().map(|one| number(one) as f64).collect();
    let mut columns = vec![
        Column::numbers("layer", of(|watched| watched.layer)),
        Column::numbers("head", of(|watched| watched.head)),
    ];
    for (place, name) in places().enumerate() {
        let column = shares
            .iter()
            .filter_map(|shares| shares.get(place).copied());
        columns.push(Column::numbers(&name.replace(' ', "_"), column.collect()));
    }
    Table::new(
        "The share of attention that each head gives to tokens so far back",
        columns,
    )
}

/// Names the tokens of each share.
fn places() -> impl Iterator<Item = String> {
    let distances =
        DISTANCES
            .iter()
            .rev()
            .map(|distances| match (*distances.start(), *distances.end()) {
                (0, 0) => "the token itself".to_owned(),
                (start, usize::MAX) => format!("{start} or more tokens back"),
                (1, 1) => "1 token back".to_owned(),
                (start, end) if start == end => format!("{start} tokens back"),
                (start, end) => format!("{start} to {end} tokens back"),
            });
    distances.chain(["the first token".to_owned()])
}

/// Returns the shares in the order of [`places`].
fn shares(watched: &Watched) -> Vec<f64> {
    let at = DISTANCES
        .iter()
        .rev()
        .map(|distances| watched.share(distances));
    at.chain([watched.share_on_first()]).collect()
}
