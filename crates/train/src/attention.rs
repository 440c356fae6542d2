//! Attention of all heads: scores, softmax, and the sums of values.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Array3, ArrayView2, ArrayViewMut2, Axis, s};

use super::Design;
use super::position::{LOUDER, PositionTables};
use super::softmax::{IS_SLICE, softmax};
use phasor_encoding::Mask;

/// Why T5's learned numbers have one for a head and a bucket.
const HAS_BUCKET: &str = "every head has a number for every bucket";

/// What the backward pass needs.
#[derive(Debug, Clone)]
pub(super) struct AttentionTrace {
    /// Queries, keys and values after rotation. Shape `[N, 3d]`.
    pub(super) qkv: Array2<f32>,
    /// The attention weights. Shape `[n_texts × n_heads, length, length]`.
    pub(super) weights: Array3<f32>,
}

/// The queries, keys or values of a head in a text.
#[derive(Debug, Clone, Copy)]
enum Part {
    Query,
    Key,
    Value,
}

/// The places of texts and heads in the arrays.
#[derive(Debug, Clone, Copy)]
struct Places {
    length: usize,
    dim: usize,
    n_heads: usize,
    head_dim: usize,
}

impl Places {
    fn of(design: &Design, length: usize) -> Self {
        Self {
            length,
            dim: design.dim,
            n_heads: design.n_heads,
            head_dim: design.head_dim(),
        }
    }

    /// Returns one head of one text. Shape `[length, head_dim]`.
    fn head<'a>(
        self,
        all: &'a Array2<f32>,
        text: usize,
        part: Part,
        head: usize,
    ) -> ArrayView2<'a, f32> {
        let (rows, columns) = self.ranges(text, part, head);
        all.slice(s![rows, columns])
    }

    fn head_mut<'a>(
        self,
        all: &'a mut Array2<f32>,
        text: usize,
        part: Part,
        head: usize,
    ) -> ArrayViewMut2<'a, f32> {
        let (rows, columns) = self.ranges(text, part, head);
        all.slice_mut(s![rows, columns])
    }

    fn ranges(
        self,
        text: usize,
        part: Part,
        head: usize,
    ) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let first = part as usize * self.dim + head * self.head_dim;
        (
            text * self.length..(text + 1) * self.length,
            first..first + self.head_dim,
        )
    }
}

/// Returns the sums of values, shape `[N, d]`, from queries, keys and values, shape `[N, 3d]`. `buckets` has T5's learned
/// numbers, shape `[n_heads, n_buckets]`.
pub(super) fn forward(
    design: &Design,
    tables: &PositionTables,
    buckets: &Array2<f32>,
    mut qkv: Array2<f32>,
    length: usize,
) -> (Array2<f32>, AttentionTrace) {
    let places = Places::of(design, length);
    let n_texts = qkv.nrows() / length;
    rotate(&mut qkv, tables, places, 1.0);
    let bias = bias(design, tables, buckets);
    let mut weights = Array3::zeros((n_texts * places.n_heads, length, length));
    let mut sums = Array2::zeros((qkv.nrows(), places.dim));
    let scale = (places.head_dim as f32).sqrt().recip();
    for (place, mut scores) in weights.outer_iter_mut().enumerate() {
        let (text, head) = (place / places.n_heads, place % places.n_heads);
        let part = |part| places.head(&qkv, text, part, head);
        general_mat_mul(
            scale,
            &part(Part::Query),
            &part(Part::Key).t(),
            0.0,
            &mut scores,
        );
        if let Some(bias) = &bias {
            scores += &bias.index_axis(Axis(0), head);
        }
        softmax_rows(&mut scores, design.mask);
        let mut sum = places.head_mut(&mut sums, text, Part::Query, head);
        general_mat_mul(1.0, &scores, &part(Part::Value), 0.0, &mut sum);
    }
    (sums, AttentionTrace { qkv, weights })
}

/// Returns the gradient of queries, keys and values from that of the sums, and adds to that of T5's learned numbers.
///
/// Of every head, with weights `a` and the gradient `dy` of its sums:
/// `dv = aᵀ · dy`, `da = dy · vᵀ`, `ds = a * (da - sum(a * da))` of every row, `dq = ds · k / √w`, `dk = dsᵀ · q / √w`.
pub(super) fn backward(
    design: &Design,
    tables: &PositionTables,
    trace: &AttentionTrace,
    dsums: &Array2<f32>,
    dbuckets: &mut Array2<f32>,
) -> Array2<f32> {
    let length = trace.weights.len_of(Axis(1));
    let places = Places::of(design, length);
    let scale = (places.head_dim as f32).sqrt().recip();
    let mut dqkv = Array2::zeros(trace.qkv.dim());
    let mut ds = Array2::zeros((length, length));
    for (place, weights) in trace.weights.outer_iter().enumerate() {
        let (text, head) = (place / places.n_heads, place % places.n_heads);
        let part = |part| places.head(&trace.qkv, text, part, head);
        let dsum = places.head(dsums, text, Part::Query, head);
        let mut dvalue = places.head_mut(&mut dqkv, text, Part::Value, head);
        general_mat_mul(1.0, &weights.t(), &dsum, 0.0, &mut dvalue);
        general_mat_mul(1.0, &dsum, &part(Part::Value).t(), 0.0, &mut ds);
        for (mut row, weights) in ds.rows_mut().into_iter().zip(weights.rows()) {
            let along = row.dot(&weights);
            row.zip_mut_with(&weights, |ds, weight| *ds = weight * (*ds - along));
        }
        if let Some(buckets) = &tables.buckets {
            for (bucket, ds) in buckets.iter().zip(&ds) {
                *dbuckets.get_mut((head, *bucket)).expect(HAS_BUCKET) += LOUDER * ds;
            }
        }
        let mut dquery = places.head_mut(&mut dqkv, text, Part::Query, head);
        general_mat_mul(scale, &ds, &part(Part::Key), 0.0, &mut dquery);
        let mut dkey = places.head_mut(&mut dqkv, text, Part::Key, head);
        general_mat_mul(scale, &ds.t(), &part(Part::Query), 0.0, &mut dkey);
    }
    // A rotation is undone by the opposite one, and so is its gradient.
    rotate(&mut dqkv, tables, places, -1.0);
    dqkv
}

/// Returns what is added to scores. Shape `[n_heads, length, length]`.
fn bias(design: &Design, tables: &PositionTables, learned: &Array2<f32>) -> Option<Array3<f32>> {
    let Some(buckets) = &tables.buckets else {
        return tables.bias.clone();
    };
    let (n_queries, n_keys) = buckets.dim();
    Some(Array3::from_shape_fn(
        (design.n_heads, n_queries, n_keys),
        |(head, query, key)| {
            let bucket = *buckets
                .get((query, key))
                .expect("the result has that shape");
            LOUDER * learned.get((head, bucket)).expect(HAS_BUCKET)
        },
    ))
}

/// Replaces each row by its softmax over the keys that the query sees, and 0 elsewhere.
fn softmax_rows(scores: &mut ArrayViewMut2<'_, f32>, mask: Mask) {
    let length = scores.ncols();
    for (query, row) in scores.rows_mut().into_iter().enumerate() {
        let n_keys = match mask {
            Mask::Causal => query + 1,
            Mask::None => length,
        };
        let (visible, mut masked) = row.split_at(Axis(0), n_keys);
        softmax(visible);
        masked.fill(0.0);
    }
}

/// Rotates every pair of queries and keys by its angle, or with `sense` -1 back.
fn rotate(qkv: &mut Array2<f32>, tables: &PositionTables, places: Places, sense: f32) {
    let Some([cos, sin]) = &tables.rotation else {
        return;
    };
    for (place, row) in qkv.rows_mut().into_iter().enumerate() {
        let position = place % places.length;
        let [cos, sin] = [cos, sin].map(|table| table.row(position).to_slice().expect(IS_SLICE));
        let heads = row.into_slice().expect(IS_SLICE);
        // Each row has the heads of queries, of keys, and of values, which are not rotated.
        for head in heads
            .chunks_exact_mut(places.head_dim)
            .take(2 * places.n_heads)
        {
            let (x, y) = head.split_at_mut(places.head_dim / 2);
            for (((x, y), cos), sin) in x.iter_mut().zip(y).zip(cos).zip(sin) {
                let sin = sense * sin;
                (*x, *y) = (*x * cos - *y * sin, *x * sin + *y * cos);
            }
        }
    }
}
