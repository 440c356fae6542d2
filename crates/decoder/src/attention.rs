//! Causal attention with grouped queries.

use phasor_bulk::{Layout, Shape as VectorShape, simd};

use super::Shape;
use super::cache::Head;
use super::exponential::softmax;
use super::linear::{Linear, add};
use super::norm::Norm;
use super::product::{Dense, Scratch, Transposed, multiply};
use super::step::Step;
use super::watched::Watched;

/// The queries that are scored at a time: their scores for all keys must fit into memory.
const MOST_QUERIES: usize = 64;

/// Source: Vaswani et al. 2017, *Attention Is All You Need*, section 3.2; grouped queries: Ainslie et al. 2023, *GQA*;
/// norms of queries and keys: the class `Qwen3Attention` of transformers 5.23.0.
#[derive(Debug, Clone)]
pub(crate) struct Attention {
    pub(crate) norm: Norm,
    /// `[n_heads x head_dim, hidden_size]`.
    pub(crate) query: Linear,
    /// `[n_kv_heads x head_dim, hidden_size]`.
    pub(crate) key: Linear,
    /// `[n_kv_heads x head_dim, hidden_size]`.
    pub(crate) value: Linear,
    /// `[hidden_size, n_heads x head_dim]`.
    pub(crate) output: Linear,
    /// Norms of each query and key, if the class has them.
    pub(crate) query_norm: Option<Norm>,
    pub(crate) key_norm: Option<Norm>,
    /// How many tokens a query sees, itself included; `None` for all before it.
    pub(crate) window: Option<usize>,
}

impl Attention {
    /// Adds to each hidden state what its query gathers from the values.
    pub(crate) fn add(&self, hidden: &mut [f32], step: &mut Step<'_>) {
        let shape = step.shape;
        let x = self.norm.of(hidden);
        let mut queries = self.query.apply(&x, step.scratch);
        let mut keys = self.key.apply(&x, step.scratch);
        let values = self.value.apply(&x, step.scratch);
        if let Some(norm) = &self.query_norm {
            norm.apply(&mut queries);
        }
        if let Some(norm) = &self.key_norm {
            norm.apply(&mut keys);
        }
        rotate(&mut queries, shape.n_heads, step);
        rotate(&mut keys, shape.n_kv_heads, step);
        let mut gathered = vec![0.0; queries.len()];
        for (kv_head, head) in step.stored.heads.iter_mut().enumerate() {
            append(&mut head.keys, &keys, kv_head, shape);
            append(&mut head.values, &values, kv_head, shape);
            let mut group = Group {
                kv_head,
                shape,
                window: self.window,
                head,
                scratch: step.scratch,
                watched: step.watched,
            };
            let chunk = MOST_QUERIES * shape.n_heads * shape.head_dim;
            let chunks = queries.chunks(chunk).zip(gathered.chunks_mut(chunk));
            for (place, (queries, gathered)) in chunks.enumerate() {
                group.gather(step.n_before + place * MOST_QUERIES, queries, gathered);
            }
        }
        add(hidden, &self.output.apply(&gathered, step.scratch));
    }
}

/// Rotates all heads (`[n_tokens, n_heads, head_dim]`) to the positions of their tokens, if the layer rotates.
fn rotate(vectors: &mut [f32], n_heads: usize, step: &Step<'_>) {
    let Some(angles) = step.angles else {
        return;
    };
    let shape = VectorShape {
        batch: 1,
        n_heads,
        n_positions: angles.n_positions(),
        head_dim: step.shape.head_dim,
    };
    let rotated =
        Layout::positions_first(shape).and_then(|layout| simd::rotate(angles, &layout, vectors));
    rotated.expect("the angles are for these tokens and this head");
}

/// Appends the vectors of one head, out of `[n_tokens, n_kv_heads, head_dim]`, to those of earlier tokens.
fn append(stored: &mut Vec<f32>, vectors: &[f32], kv_head: usize, shape: Shape) {
    let heads = vectors.chunks_exact(shape.head_dim);
    let own = heads.skip(kv_head).step_by(shape.n_kv_heads);
    stored.extend(own.flatten());
}

/// The query heads that share a key head.
struct Group<'a> {
    kv_head: usize,
    shape: Shape,
    window: Option<usize>,
    /// The keys and values of all tokens.
    head: &'a Head,
    scratch: &'a mut Scratch,
    watched: &'a mut [Watched],
}

impl Group<'_> {
    /// The number of query heads.
    fn n_heads(&self) -> usize {
        self.shape.n_heads / self.shape.n_kv_heads
    }

    /// Writes to `gathered` the sum of values that each query of the group weighs. Both have the shape
    /// `[n_queries, n_heads, head_dim]`; before the first query lie `n_before` tokens.
    fn gather(&mut self, n_before: usize, queries: &[f32], gathered: &mut [f32]) {
        let Shape {
            n_heads, head_dim, ..
        } = self.shape;
        let first_head = self.kv_head * self.n_heads();
        let own = |heads: std::ops::Range<usize>| heads.start * head_dim..heads.end * head_dim;
        let own = own(first_head..first_head + self.n_heads());
        // [n_queries, heads of the group, head_dim]
        let tokens = queries.chunks_exact(n_heads * head_dim);
        let scale = (head_dim as f32).sqrt().recip();
        let queries: Vec<f32> = tokens
            .flat_map(|heads| heads.get(own.clone()).expect(OF_GROUP))
            .map(|x| x * scale)
            .collect();
        let n_queries = gathered.len() / (n_heads * head_dim);
        let n_keys = n_before + n_queries;
        let weights = self.weights(n_before, n_keys, &queries);
        let values = Dense {
            n_rows: n_keys,
            ..Dense::new(&self.head.values, head_dim)
        };
        let mut sums = vec![0.0; queries.len()];
        multiply(
            Dense::new(&weights, n_keys),
            &Transposed(values),
            &mut sums,
            self.scratch,
        );
        let tokens = gathered.chunks_exact_mut(n_heads * head_dim);
        for (heads, sums) in tokens.zip(sums.chunks_exact(own.len())) {
            heads
                .get_mut(own.clone())
                .expect(OF_GROUP)
                .copy_from_slice(sums);
        }
    }

    /// Returns the attention weights of the queries (`[n_queries, heads of the group, head_dim]`):
    /// `[n_queries, heads of the group, n_keys]`.
    fn weights(&mut self, n_before: usize, n_keys: usize, queries: &[f32]) -> Vec<f32> {
        let head_dim = self.shape.head_dim;
        let keys = Dense {
            n_rows: n_keys,
            ..Dense::new(&self.head.keys, head_dim)
        };
        let queries = Dense::new(queries, head_dim);
        let mut weights = vec![0.0; queries.n_rows * n_keys];
        multiply(queries, &keys, &mut weights, self.scratch);
        for (row, scores) in weights.chunks_exact_mut(n_keys).enumerate() {
            let token = n_before + row / self.n_heads();
            let first = self
                .window
                .map_or(0, |window| (token + 1).saturating_sub(window));
            let (visible, future) = scores.split_at_mut(token + 1);
            let (past, visible) = visible.split_at_mut(first);
            past.fill(0.0);
            softmax(visible);
            future.fill(0.0);
            let head = self.kv_head * self.n_heads() + row % self.n_heads();
            for watched in self
                .watched
                .iter_mut()
                .filter(|watched| watched.head == head)
            {
                watched.add(scores.get(..=token).expect("a token is among the keys"));
            }
        }
        weights
    }
}

/// Why the heads of a group are among all heads.
const OF_GROUP: &str = "the number of key heads divides that of query heads";
