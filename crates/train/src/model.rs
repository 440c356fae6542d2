//! The whole model: from tokens to the loss, and back to the gradient of every number.

use ndarray::{Array2, Axis, s};

use super::layer::{self, LayerTrace};
use super::norm::{self, NormTrace};
use super::position::PositionTables;
use super::softmax::{IS_SLICE, exponentials, highest};
use super::{Batch, Design, Parameters};
use phasor_encoding::{EncodingError, Scaling};

/// Why a row of logits has the number of an answer.
const IS_ANSWER: &str = "every answer is one of the model's";

/// What the backward pass needs.
pub(super) struct Trace {
    pub(super) layers: Vec<LayerTrace>,
    norm: NormTrace,
    /// Shape `[N, d]`.
    normed: Array2<f32>,
}

/// How well a model answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The mean cross-entropy, in nats.
    pub loss: f64,
    /// The share of right answers, 0 to 1.
    pub accuracy: f64,
}

/// Returns the loss of a batch, and its gradient with respect to every number of the model.
///
/// # Errors
/// [`EncodingError`] if the encoding cannot serve texts of this length.
///
/// # Panics
/// If the batch has tokens or answers that the model does not have.
pub fn loss_and_gradients(
    design: &Design,
    parameters: &Parameters,
    batch: &Batch,
) -> Result<(f32, Parameters), EncodingError> {
    let tables = design.tables(batch.length, None)?;
    let (logits, trace) = forward(design, &tables, parameters, batch);
    let (loss, dlogits) = cross_entropy(logits, batch);
    let gradients = backward(design, &tables, parameters, batch, &trace, &dlogits);
    Ok((loss, gradients))
}

/// Returns how well a model answers at the tokens from `first` on, with a scaling rule for RoPE.
///
/// # Errors
/// The same as for [`loss_and_gradients`].
///
/// # Panics
/// The same as for [`loss_and_gradients`].
pub fn score(
    design: &Design,
    parameters: &Parameters,
    batch: &Batch,
    first: usize,
    scaling: Option<&Scaling>,
) -> Result<Score, EncodingError> {
    let tables = design.tables(batch.length, scaling)?;
    let (mut logits, _) = forward(design, &tables, parameters, batch);
    let (mut loss, mut right, mut count) = (0.0, 0.0, 0.0);
    let rows = logits
        .rows_mut()
        .into_iter()
        .zip(&batch.answers)
        .zip(&batch.weights);
    for (place, ((mut row, answer), weight)) in rows.enumerate() {
        if place % batch.length < first || *weight == 0.0 {
            continue;
        }
        let own = *row.get(*answer).expect(IS_ANSWER);
        let all = row.as_slice().expect(IS_SLICE);
        right += f64::from(u8::from(own == highest(all)));
        let sum = exponentials(row.view_mut());
        let share = *row.get(*answer).expect(IS_ANSWER) / sum;
        loss -= f64::from(share).ln();
        count += 1.0;
    }
    Ok(Score {
        loss: loss / count,
        accuracy: right / count,
    })
}

/// Returns the logits. Shape `[N, n_answers]`.
pub(super) fn forward(
    design: &Design,
    tables: &PositionTables,
    parameters: &Parameters,
    batch: &Batch,
) -> (Array2<f32>, Trace) {
    let mut x = parameters.embedding.select(Axis(0), &batch.tokens);
    let length = batch.length;
    let known = parameters.positions.nrows().min(length);
    for text in 0..batch.n_texts() {
        let mut rows = x.slice_mut(s![text * length..(text + 1) * length, ..]);
        if let Some(added) = &tables.added {
            rows += added;
        }
        let mut rows = rows.slice_mut(s![..known, ..]);
        rows += &parameters.positions.slice(s![..known, ..]);
    }
    let mut layers = Vec::with_capacity(parameters.layers.len());
    for layer in &parameters.layers {
        let (after, trace) = layer::forward(design, tables, &parameters.buckets, layer, x, length);
        x = after;
        layers.push(trace);
    }
    let (normed, norm) = norm::forward(&x, &parameters.norm);
    let logits = normed.dot(&parameters.output);
    let trace = Trace {
        layers,
        norm,
        normed,
    };
    (logits, trace)
}

/// Returns the mean cross-entropy `-ln softmax(logits)[answer]`, and its gradient: softmax minus 1 at the answer, times the
/// weight of the token.
fn cross_entropy(mut logits: Array2<f32>, batch: &Batch) -> (f32, Array2<f32>) {
    let total: f32 = batch.weights.iter().sum();
    let mut loss = 0.0;
    let rows = logits
        .rows_mut()
        .into_iter()
        .zip(&batch.answers)
        .zip(&batch.weights);
    for ((mut row, answer), weight) in rows {
        let share = weight / total;
        let sum = exponentials(row.view_mut());
        row *= share / sum;
        if share > 0.0 {
            let own = row.get_mut(*answer).expect(IS_ANSWER);
            loss -= share * (*own / share).ln();
            *own -= share;
        }
    }
    (loss, logits)
}

fn backward(
    design: &Design,
    tables: &PositionTables,
    parameters: &Parameters,
    batch: &Batch,
    trace: &Trace,
    dlogits: &Array2<f32>,
) -> Parameters {
    let mut gradients = parameters.zeros();
    gradients.output += &trace.normed.t().dot(dlogits);
    let dnormed = dlogits.dot(&parameters.output.t());
    let mut dx = norm::backward(dnormed, &parameters.norm, &trace.norm, &mut gradients.norm);
    let layers = parameters
        .layers
        .iter()
        .zip(&trace.layers)
        .zip(&mut gradients.layers);
    for ((layer, trace), gradient) in layers.rev() {
        dx = layer::backward(
            design,
            tables,
            layer,
            trace,
            dx,
            (gradient, &mut gradients.buckets),
        );
    }
    for (token, row) in batch.tokens.iter().zip(dx.rows()) {
        let mut embedding = gradients.embedding.row_mut(*token);
        embedding += &row;
    }
    let length = batch.length;
    let known = gradients.positions.nrows().min(length);
    for text in 0..batch.n_texts() {
        let mut positions = gradients.positions.slice_mut(s![..known, ..]);
        positions += &dx.slice(s![text * length..text * length + known, ..]);
    }
    gradients
}
