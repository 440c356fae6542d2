//! The report on the norms of a model.

use super::chart;
use super::norms::{Kind, Norms};
use crate::block::{Picture, Table};
use crate::overview::no_frequencies;
use crate::{Block, Subject};
use phasor_encoding::Frequencies;
use phasor_text::number::{Place, Short};

/// Returns what the norms say about the frequencies of `subject`, with drawings of `width` CSS pixels.
///
/// ```
/// use phasor_report::checkpoint::{Norms, blocks};
/// use phasor_report::{Block, Subject};
///
/// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 4, "num_attention_heads": 1}"#)?;
/// let norms = Norms {
///     layer_type: None, layers: vec![0], missing: vec![],
///     n_heads: 1, n_kv_heads: 1, n_pairs: 2,
///     queries: vec![1.0, 4.0], keys: vec![2.0, 3.0],
/// };
/// let blocks = blocks(&norms, &subject, 640.0);
/// assert!(matches!(&blocks[0], Block::Lead(text) if text.starts_with("Queries and keys have their largest norms at pair 1")));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn blocks(norms: &Norms, subject: &Subject, width: f32) -> Vec<Block> {
    let alone = |text: &str| vec![Block::Lead(text.to_owned())];
    let Some(layer) = subject.rope(norms.layer_type.as_deref()) else {
        return alone("Nothing rotates in this model, so its weights have no pairs.");
    };
    let scaled = match layer.scaled(None) {
        Ok(scaled) => scaled,
        Err(error) => return alone(&no_frequencies(&error)),
    };
    if !norms.has_pairs() {
        return alone("There are no norms of queries and keys.");
    }
    let means = [Kind::Query, Kind::Key].map(|kind| norms.by_pair(kind));
    let [queries, keys] = &means;
    let frequencies = scaled.frequencies();
    let mut blocks = vec![Block::Lead(lead([queries, keys], frequencies))];
    blocks.push(Block::text(format!(
        "{} The norm of a pair is that of its two rows in the projection together. Biases, later normalization of queries and \
         keys, and the vectors that come in are not part of it.",
        share([queries, keys])
    )));
    if let Some(text) = missing(norms) {
        blocks.push(Block::text(text));
    }
    for (kind, name, title) in [
        (Kind::Query, "query-norms", "Norms of queries"),
        (Kind::Key, "key-norms", "Norms of keys"),
    ] {
        blocks.push(Block::Picture(Picture {
            name,
            title: title.to_owned(),
            caption: "Rows are layers, columns are pairs. A cell is the mean norm of all heads of the layer; the bar shows the \
                smallest and the largest."
                .to_owned(),
            drawing: chart::draw(width, &norms.by_layer(kind), ("layer", &norms.layers), norms.n_pairs),
        }));
    }
    blocks.push(Block::Table(table([queries, keys], frequencies)));
    blocks
}

/// Returns the norms of every head in the layer at `place` of [`Norms::layers`], with drawings of `width` CSS pixels; nothing
/// if there is no such layer, and no drawing of queries or keys without norms for it.
///
/// ```
/// use phasor_report::checkpoint::{Norms, heads_of};
/// use phasor_report::Block;
///
/// let norms = Norms {
///     layer_type: None, layers: vec![7], missing: vec![],
///     n_heads: 2, n_kv_heads: 1, n_pairs: 2,
///     queries: vec![1.0, 4.0, 3.0, 1.0], keys: vec![2.0, 3.0],
/// };
/// let blocks = heads_of(&norms, 0, 640.0);
/// assert!(matches!(&blocks[0], Block::Lead(text) if text == "Layer 7, head by head."));
/// assert_eq!(blocks.len(), 3);
/// ```
#[must_use]
pub fn heads_of(norms: &Norms, place: usize, width: f32) -> Vec<Block> {
    let Some(layer) = norms.layers.get(place).filter(|_| norms.has_pairs()) else {
        return Vec::new();
    };
    let mut blocks = vec![Block::Lead(format!("Layer {layer}, head by head."))];
    for (kind, name, title) in [
        (Kind::Query, "query-heads", "Norms of queries"),
        (Kind::Key, "key-heads", "Norms of keys"),
    ] {
        let (all, n_heads) = norms.all(kind);
        let size = n_heads.saturating_mul(norms.n_pairs);
        let mut layers = all.chunks_exact(size.max(1));
        let Some(of_layer) = layers.nth(place) else {
            continue;
        };
        let heads: Vec<usize> = (0..n_heads).collect();
        blocks.push(Block::Picture(Picture {
            name,
            title: format!("{title}, layer {layer}"),
            caption: "Rows are heads, columns are pairs. The bar shows the smallest and the largest norm.".to_owned(),
            drawing: chart::draw(width, of_layer, ("head", &heads), norms.n_pairs),
        }));
    }
    blocks
}

/// Returns the place of the largest number, 0 if there is none.
fn largest(means: &[f64]) -> usize {
    let numbered = means.iter().enumerate();
    let larger = numbered.reduce(|most, one| if one.1 > most.1 { one } else { most });
    larger.map_or(0, |(place, _)| place)
}

/// Returns the wavelength of a pair for readers.
fn wavelength(frequencies: &Frequencies, pair_idx: usize) -> String {
    match frequencies.wavelengths().nth(pair_idx) {
        Some(wavelength) if wavelength.is_finite() => {
            format!("wavelength {} tokens", Short(wavelength))
        }
        _ => "it does not rotate".to_owned(),
    }
}

fn lead([queries, keys]: [&Vec<f64>; 2], frequencies: &Frequencies) -> String {
    let last = queries.len().saturating_sub(1);
    let (query, key) = (largest(queries), largest(keys));
    if query == key {
        return format!(
            "Queries and keys have their largest norms at pair {query}, counted from 0 to {last} ({}).",
            wavelength(frequencies, query)
        );
    }
    format!(
        "Queries have their largest norms at pair {query}, counted from 0 to {last} ({}), keys at pair {key} ({}).",
        wavelength(frequencies, query),
        wavelength(frequencies, key)
    )
}

/// Compares the slowest quarter of the pairs with all of them.
fn share(means: [&Vec<f64>; 2]) -> String {
    let [queries, keys] = means.map(|means| {
        let largest = means.iter().copied().fold(0.0, f64::max);
        if largest == 0.0 {
            return 0.0;
        }
        // The squares of very large norms overflow, but not those of their shares.
        let squares = |means: &[f64]| {
            means
                .iter()
                .map(|norm| (norm / largest).powi(2))
                .sum::<f64>()
        };
        let (_, slow) = means.split_at(first_slow(means.len()));
        100.0 * squares(slow) / squares(means)
    });
    let [n_pairs, _] = means.map(Vec::len);
    let n_slow = n_pairs - first_slow(n_pairs);
    let even = 100.0 * n_slow as f64 / n_pairs.max(1) as f64;
    format!(
        "The slowest quarter of the pairs ({n_slow} of {n_pairs}) has {queries:.0}% of the squared mean norms of queries and \
         {keys:.0}% of those of keys; it would have {even:.0}% if all pairs were alike."
    )
}

/// Returns the first pair of the slowest quarter.
fn first_slow(n_pairs: usize) -> usize {
    n_pairs - n_pairs.div_ceil(4)
}

/// Returns a sentence on the layers that the files lack.
fn missing(norms: &Norms) -> Option<String> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for layer in &norms.missing {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *layer => *last = *layer,
            _ => runs.push((*layer, *layer)),
        }
    }
    if runs.is_empty() {
        return None;
    }
    let runs: Vec<String> = runs
        .into_iter()
        .map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first} to {last}"),
        })
        .collect();
    let (noun, verb) = match norms.missing.len() {
        1 => ("layer", "is"),
        _ => ("layers", "are"),
    };
    Some(format!(
        "Of the layers that rotate, {noun} {} {verb} not in the given files.",
        runs.join(", ")
    ))
}

fn table([queries, keys]: [&Vec<f64>; 2], frequencies: &Frequencies) -> Table {
    let mut table = Table::new(
        "The mean norm of each pair over all layers and heads",
        &["pair", "wavelength (tokens)", "queries", "keys"],
    );
    let means = queries.iter().zip(keys).zip(frequencies.wavelengths());
    for (pair_idx, ((query, key), wavelength)) in means.enumerate() {
        let wavelength = match wavelength.is_finite() {
            true => Short(wavelength).to_string(),
            false => "does not rotate".to_owned(),
        };
        table.row([
            Place(pair_idx as f64).to_string(),
            wavelength,
            Short(*query).to_string(),
            Short(*key).to_string(),
        ]);
    }
    table.is_long = true;
    table
}
