//! Biases and tables that depend on the offset of a key from its query.

use std::ops::Range;

use pyo3::prelude::*;

use super::shifted_rows;
use crate::array::{Floats, List, Narrow, Read, Write, fill};
use crate::error::Error;
use phasor_encoding::{Alibi, ClippedDistance, Direction, Matrix, T5Bias, T5Buckets};

/// Returns the slope of each head.
#[pyfunction]
pub(crate) fn alibi_slopes(n_heads: usize) -> Result<List<f64>, Error> {
    Ok(List(Alibi::new(n_heads)?.slopes().to_vec()))
}

/// Writes the bias of each head, query and key into `out`, whose shape has `lengths` of queries and keys. The first query
/// is at position `past`.
#[pyfunction]
pub(crate) fn alibi_bias(
    py: Python<'_>,
    n_heads: usize,
    lengths: (usize, usize),
    past: u32,
    out: Floats<'_>,
) -> Result<(), Error> {
    let alibi = Alibi::new(n_heads)?;
    let bias = |head, offset| alibi.bias(head, offset);
    fill!(out, |out| py.detach(|| each_bias(
        lengths,
        past.into(),
        bias,
        out
    )));
    Ok(())
}

/// Returns the buckets of T5: whether it is bidirectional, their number, and the distance from which all share one.
fn t5(
    (bidirectional, num_buckets, max_distance): (bool, usize, usize),
) -> Result<T5Buckets, Error> {
    let direction = match bidirectional {
        true => Direction::Bidirectional,
        false => Direction::Causal,
    };
    Ok(T5Buckets::new(num_buckets, max_distance, direction)?)
}

/// Writes the bucket of each offset into `out`.
#[pyfunction]
pub(crate) fn t5_buckets(
    py: Python<'_>,
    relative_position: Read<'_, i64>,
    buckets: (bool, usize, usize),
    mut out: Write<'_, i64>,
) -> Result<(), Error> {
    let buckets = t5(buckets)?;
    let (offsets, out) = (relative_position.numbers()?, out.numbers()?);
    py.detach(|| each_index(offsets, |offset| buckets.bucket(offset), out));
    Ok(())
}

/// Writes the bias of each head, query and key into `out`, from `weight` with a row for each bucket and a column for each
/// head.
#[pyfunction]
pub(crate) fn t5_bias(
    py: Python<'_>,
    weight: Read<'_, f64>,
    buckets: (bool, usize, usize),
    lengths: (usize, usize),
    past: u32,
    out: Floats<'_>,
) -> Result<(), Error> {
    let weights = weight.numbers()?;
    let buckets = t5(buckets)?;
    let n_heads = weights.len() / buckets.n_buckets();
    let learned = Matrix::new(buckets.n_buckets(), n_heads, weights.to_vec())?;
    let bias = T5Bias::new(buckets, learned)?;
    let bias = |head, offset| bias.bias(head, offset);
    fill!(out, |out| py.detach(|| each_bias(
        lengths,
        past.into(),
        bias,
        out
    )));
    Ok(())
}

/// Writes the row of Shaw's tables for each offset into `out`.
#[pyfunction]
pub(crate) fn clipped_distances(
    py: Python<'_>,
    relative_position: Read<'_, i64>,
    clip: u32,
    mut out: Write<'_, i64>,
) -> Result<(), Error> {
    let clipped = ClippedDistance::new(clip);
    let (offsets, out) = (relative_position.numbers()?, out.numbers()?);
    py.detach(|| each_index(offsets, |offset| clipped.index(offset), out));
    Ok(())
}

fn each_index(offsets: &[i64], index: impl Fn(i64) -> usize, out: &mut [i64]) {
    for (slot, offset) in out.iter_mut().zip(offsets) {
        *slot = index(*offset) as i64;
    }
}

/// Writes `bias` of each head and of each offset of a key from a query.
fn each_bias<T: Narrow>(
    (n_queries, n_keys): (usize, usize),
    past: i64,
    bias: impl Fn(usize, i64) -> Option<f64>,
    out: &mut [T],
) {
    let offsets: Range<i64> = 1 - past - n_queries as i64..n_keys as i64 - past;
    let heads = out.chunks_exact_mut((n_queries * n_keys).max(1));
    for (head, out) in heads.enumerate() {
        let by_offset = offsets.clone().map_while(|offset| bias(head, offset));
        let by_offset: Vec<T> = by_offset.map(T::narrow).collect();
        shifted_rows(&by_offset, n_keys, out);
    }
}
