//! A look inside a model while it reads one text.

use ndarray::{Array2, Array3, s};

use super::model::forward;
use super::position::LOUDER;
use super::{Batch, Design, Parameters};
use phasor_encoding::EncodingError;

/// What a model does with one text. A *map* is a head of a layer, layer after layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The text, and the right answers.
    pub batch: Batch,
    /// The answer of the model at each token.
    pub guesses: Vec<usize>,
    /// The attention weights. Shape `[n_maps, query, key]`.
    pub attention: Array3<f32>,
    /// The root mean square over all tokens of the length of each pair of components, of queries (0) and keys (1). Pair `i`
    /// has the components `i` and `i + head_dim / 2`, which RoPE rotates together. Shape `[2, n_maps, n_pairs]`.
    pub lengths: Array3<f32>,
    /// What the encoding has learned: the vectors of the text's positions, shape `[length, dim]`, or what T5 adds for each
    /// bucket, shape `[n_heads, n_buckets]`. Empty for the other encodings.
    pub learned: Array2<f32>,
}

/// Reads the first text of a batch and returns what can be seen inside.
///
/// # Errors
/// [`EncodingError`] if the encoding cannot serve a text of this length.
pub fn look(
    design: &Design,
    parameters: &Parameters,
    batch: &Batch,
) -> Result<Look, EncodingError> {
    let length = batch.length;
    let tables = design.tables(length, None)?;
    let (logits, trace) = forward(design, &tables, parameters, batch);
    let guesses = logits.outer_iter().map(|row| {
        let all = row.iter().enumerate();
        let best = all.max_by(|one, other| one.1.total_cmp(other.1));
        let (answer, _) = best.expect("a model has at least one answer");
        answer
    });
    let guesses = guesses.collect();
    let (n_heads, width) = (design.n_heads, design.head_dim());
    let (n_maps, half) = (design.n_layers * n_heads, width / 2);
    let mut attention = Array3::zeros((n_maps, length, length));
    let mut lengths = Array3::zeros((2, n_maps, half));
    for (layer, trace) in trace.layers.iter().enumerate() {
        let weights = trace.attention.weights.slice(s![..n_heads, .., ..]);
        let maps = layer * n_heads..(layer + 1) * n_heads;
        attention.slice_mut(s![maps, .., ..]).assign(&weights);
        for (place, mean) in lengths.indexed_iter_mut() {
            let (part, map, pair) = place;
            if map / n_heads == layer {
                let first = part * design.dim + map % n_heads * width + pair;
                let squares = [first, first + half].map(|column| {
                    let column = trace.attention.qkv.slice(s![..length, column]);
                    column.dot(&column)
                });
                *mean = (squares.iter().sum::<f32>() / length as f32).sqrt();
            }
        }
    }
    let rows = parameters.positions.nrows().min(length);
    let learned = match parameters.buckets.is_empty() {
        true => parameters.positions.slice(s![..rows, ..]).to_owned(),
        false => &parameters.buckets * LOUDER,
    };
    Ok(Look {
        batch: first_text(batch),
        guesses,
        attention,
        lengths,
        learned,
    })
}

fn first_text(batch: &Batch) -> Batch {
    let first = |list: &[usize]| list.iter().take(batch.length).copied().collect();
    Batch {
        length: batch.length,
        tokens: first(&batch.tokens),
        answers: first(&batch.answers),
        weights: batch.weights.iter().take(batch.length).copied().collect(),
    }
}
