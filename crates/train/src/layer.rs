//! A layer: attention, and a network for each token, each added to the running sum.

use ndarray::Array2;

use super::Design;
use super::attention::{self, AttentionTrace};
use super::norm::{self, NormTrace};
use super::parameters::LayerParameters;
use super::position::PositionTables;

/// What the backward pass needs.
#[derive(Debug, Clone)]
pub(super) struct LayerTrace {
    norm: NormTrace,
    /// The normed input. Shape `[N, d]`.
    normed: Array2<f32>,
    pub(super) attention: AttentionTrace,
    /// The sums of values. Shape `[N, d]`.
    sums: Array2<f32>,
    second_norm: NormTrace,
    /// The normed input of the network. Shape `[N, d]`.
    second_normed: Array2<f32>,
    /// The network's middle after `relu`. Shape `[N, 2d]`.
    middle: Array2<f32>,
}

/// Returns the running sum after the layer. Shape `[N, d]`.
pub(super) fn forward(
    design: &Design,
    tables: &PositionTables,
    buckets: &Array2<f32>,
    layer: &LayerParameters,
    mut x: Array2<f32>,
    length: usize,
) -> (Array2<f32>, LayerTrace) {
    let (normed, norm) = norm::forward(&x, &layer.norm);
    let qkv = normed.dot(&layer.qkv);
    let (sums, attention) = attention::forward(design, tables, buckets, qkv, length);
    x += &sums.dot(&layer.out);
    let (second_normed, second_norm) = norm::forward(&x, &layer.second_norm);
    let mut middle = second_normed.dot(&layer.up);
    // `f32::max` would be a call for each number, and a branch would keep the loop from using SIMD.
    middle.mapv_inplace(|value| if value > 0.0 { value } else { 0.0 });
    x += &middle.dot(&layer.down);
    let trace = LayerTrace {
        norm,
        normed,
        attention,
        sums,
        second_norm,
        second_normed,
        middle,
    };
    (x, trace)
}

/// Returns the gradient of the running sum before the layer from that after it, and adds to those of the parameters.
///
/// For `y = x · w`: `dw = xᵀ · dy` and `dx = dy · wᵀ`. A sum passes its gradient on to both parts.
pub(super) fn backward(
    design: &Design,
    tables: &PositionTables,
    layer: &LayerParameters,
    trace: &LayerTrace,
    mut dx: Array2<f32>,
    (gradient, dbuckets): (&mut LayerParameters, &mut Array2<f32>),
) -> Array2<f32> {
    gradient.down += &trace.middle.t().dot(&dx);
    let mut dmiddle = dx.dot(&layer.down.t());
    dmiddle.zip_mut_with(&trace.middle, |d, value| {
        *d = if *value > 0.0 { *d } else { 0.0 };
    });
    gradient.up += &trace.second_normed.t().dot(&dmiddle);
    let dnormed = dmiddle.dot(&layer.up.t());
    dx += &norm::backward(
        dnormed,
        &layer.second_norm,
        &trace.second_norm,
        &mut gradient.second_norm,
    );

    gradient.out += &trace.sums.t().dot(&dx);
    let dsums = dx.dot(&layer.out.t());
    let dqkv = attention::backward(design, tables, &trace.attention, &dsums, dbuckets);
    gradient.qkv += &trace.normed.t().dot(&dqkv);
    let dnormed = dqkv.dot(&layer.qkv.t());
    dx += &norm::backward(dnormed, &layer.norm, &trace.norm, &mut gradient.norm);
    dx
}
