//! The keys and values of tokens that were read, so that later tokens can attend to them.

use std::ops::Range;

use phasor_bulk::{Layout, Shape, simd};

use super::Turns;

/// The keys and values of every layer. A key is stored as it was rotated, so it is valid for its position alone.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    layers: Vec<Stored>,
    n_tokens: usize,
    head_dim: usize,
}

/// The keys and values of a layer: for each key head, `[n_tokens, head_dim]`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stored {
    pub(crate) heads: Vec<Head>,
}

/// The keys and values of a head, both of shape `[n_tokens, head_dim]`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) keys: Vec<f32>,
    pub(crate) values: Vec<f32>,
}

impl Cache {
    /// The number of tokens that all layers have read.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.n_tokens
    }

    /// Forgets all tokens but the first `n_tokens`.
    pub fn truncate(&mut self, n_tokens: usize) {
        self.n_tokens = self.n_tokens.min(n_tokens);
    }

    /// Throws the tokens `evicted` away. The keys of the others stay as they were rotated.
    ///
    /// # Panics
    /// If there are no such tokens.
    pub fn evict(&mut self, evicted: Range<usize>) {
        assert!(
            evicted.start <= evicted.end && evicted.end <= self.n_tokens,
            "only tokens in the cache can be evicted"
        );
        let width = self.head_dim;
        for vectors in self.all_vectors() {
            drop(vectors.drain(evicted.start * width..evicted.end * width));
        }
        self.n_tokens -= evicted.len();
    }

    /// Adds the tokens of another cache of the same model after those of this one, as they were rotated.
    ///
    /// # Panics
    /// If the other cache is of a model with other layers or heads.
    pub fn append(&mut self, mut other: Self) {
        self.drop_rest();
        other.drop_rest();
        let n_tokens = other.n_tokens;
        let mut own = self.all_vectors();
        for vectors in other.all_vectors() {
            let before = own.next().expect("both caches are of one model");
            before.append(vectors);
        }
        assert!(own.next().is_none(), "both caches are of one model");
        drop(own);
        self.n_tokens += n_tokens;
    }

    /// Rotates the keys of all tokens by some positions more: `turns` has the cosines and sines of each layer at what is added
    /// to the position of each token. This is for models whose attention factor is 1, because keys already have it.
    ///
    /// # Panics
    /// If the turns are for another number of tokens, or for another head.
    pub fn rotate(&mut self, turns: &Turns) {
        self.drop_rest();
        for (number, layer) in self.layers.iter_mut().enumerate() {
            let Some(angles) = turns.of_layer(number) else {
                continue;
            };
            for head in &mut layer.heads {
                let shape = Shape {
                    batch: 1,
                    n_heads: 1,
                    n_positions: self.n_tokens,
                    head_dim: self.head_dim,
                };
                let rotated = Layout::positions_first(shape)
                    .and_then(|layout| simd::rotate(angles, &layout, &mut head.keys));
                rotated.expect("the turns are for these tokens and this head");
            }
        }
    }

    /// Drops what an interrupted pass has left.
    fn drop_rest(&mut self) {
        let len = self.n_tokens * self.head_dim;
        self.all_vectors().for_each(|vectors| vectors.truncate(len));
    }

    /// The keys and the values of every head of every layer, perhaps with what an interrupted pass has left.
    fn all_vectors(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        let heads = self.layers.iter_mut().flat_map(|layer| &mut layer.heads);
        heads.flat_map(|head| [&mut head.keys, &mut head.values])
    }

    /// Makes room for `n_layers` layers with `n_kv_heads` heads each, and drops what an interrupted pass has left.
    pub(crate) fn prepare(&mut self, n_layers: usize, n_kv_heads: usize, head_dim: usize) {
        self.layers.resize_with(n_layers, Stored::default);
        for layer in &mut self.layers {
            layer.heads.resize_with(n_kv_heads, Head::default);
        }
        self.head_dim = head_dim;
        self.drop_rest();
    }

    pub(crate) fn layer(&mut self, layer: usize) -> &mut Stored {
        let layer = self.layers.get_mut(layer);
        layer.expect("the cache was prepared for every layer")
    }

    /// Counts tokens that the last layer has read.
    pub(crate) fn add(&mut self, n_tokens: usize) {
        self.n_tokens += n_tokens;
    }
}
