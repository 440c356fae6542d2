//! `phasor table bias`: what the distance between query and key adds to a score, or which learned
//! number it selects.

use clap::{ArgMatches, Command};
use serde_json::json;

use super::schemes;
use crate::sheet::Sheet;
use crate::{Failure, arguments};
use phasor_draw::{Column, Table};
use phasor_encoding::{Alibi, ClippedDistance, Mask};
use phasor_figures::Key;

const SCHEMES: [&str; 4] = ["alibi", "t5", "shaw", "nope"];

pub(super) fn command() -> Command {
    let about = "Attention bias of every query and key (ALiBi), the bucket of T5 or the row of \
                 Shaw’s tables (both counted from 0) that holds the learned numbers, or only a mask (NoPE)";
    let head = "One head of ALiBi, counted from 0 [default: all, one below the other]";
    Command::new("bias")
        .about(about)
        .arg(arguments::word("scheme", &SCHEMES, "The positional scheme"))
        .args(arguments::parameters(&[Key::Length]))
        .args(schemes::relative_arguments())
        .arg(arguments::whole("head", 0..=1023, head))
        .arg(mask())
}

/// Returns the argument that selects a mask.
pub(super) fn mask() -> clap::Arg {
    let help = "causal gives minus infinity for keys after the query (null in JSON)";
    arguments::word("mask", &["none", "causal"], help)
}

/// Returns the selected mask.
pub(super) fn chosen_mask(arguments: &ArgMatches) -> Mask {
    match arguments::text(arguments, "mask") {
        "causal" => Mask::Causal,
        _ => Mask::None,
    }
}

/// Returns the table of biases.
///
/// # Errors
/// [`Failure`] if the arguments do not make a scheme.
pub(super) fn sheet(arguments: &ArgMatches) -> Result<Sheet, Failure> {
    let (spec, _) = arguments::spec(arguments)?;
    let (length, mask) = (spec.length(), chosen_mask(arguments));
    let name = arguments::text(arguments, "scheme");
    if name == "alibi" {
        return alibi(arguments, length, mask);
    }
    let queries: Vec<f64> = (0..length).map(|query| query as f64).collect();
    let (column, of): (_, Box<dyn Fn(i64) -> f64>) = match name {
        "t5" => {
            let buckets = schemes::buckets(arguments)?;
            (
                "bucket",
                Box::new(move |relative| buckets.bucket(relative) as f64),
            )
        }
        "shaw" => {
            let clip = arguments::count(arguments, "clip");
            let clipped = ClippedDistance::new(clip as u32);
            (
                "row",
                Box::new(move |relative| clipped.index(relative) as f64),
            )
        }
        _ => ("attention_bias", Box::new(|_| 0.0)),
    };
    let column = Column::vectors(column, length, move |query, out| {
        out.extend((0..length).map(|key| masked(mask, (query, key), &of)));
    });
    let columns = vec![Column::numbers("query", queries), column];
    Ok(Table::new("the value for every query and key", columns).into())
}

fn alibi(arguments: &ArgMatches, length: usize, mask: Mask) -> Result<Sheet, Failure> {
    let n_heads = arguments::count(arguments, "heads");
    let alibi = Alibi::new(n_heads)?;
    let heads = match schemes::head(arguments, n_heads)? {
        Some(head) => head..head + 1,
        None => 0..n_heads,
    };
    let n_rows = heads.len() * length;
    let head = move |row: usize| heads.start + row / length;
    let rows = |of: &dyn Fn(usize) -> f64| (0..n_rows).map(of).collect::<Vec<f64>>();
    let slopes = alibi.slopes().to_vec();
    let slope = |row| {
        let slope = slopes.get(head(row));
        *slope.expect("every head has a slope")
    };
    let columns = vec![
        Column::numbers("head", rows(&|row| head(row) as f64)),
        Column::numbers("slope", rows(&slope)),
        Column::numbers("query", rows(&|row| (row % length) as f64)),
        Column::vectors("attention_bias", length, move |row, out| {
            let of = |relative| {
                let bias = alibi.bias(head(row), relative);
                bias.expect("the head was checked against the number of heads")
            };
            out.extend((0..length).map(|key| masked(mask, (row % length, key), &of)));
        }),
    ];
    let mut sheet = Sheet::from(Table::new("the bias of every head, query and key", columns));
    sheet.facts.insert("slopes".to_owned(), json!(slopes));
    Ok(sheet)
}

/// Returns `of` the offset of the key, or minus infinity if the mask hides the key.
fn masked(mask: Mask, (query, key): (usize, usize), of: &dyn Fn(i64) -> f64) -> f64 {
    match mask.shows(query, key) {
        true => of(key as i64 - query as i64),
        false => f64::NEG_INFINITY,
    }
}
