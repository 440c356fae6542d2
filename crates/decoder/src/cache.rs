//! The keys and values of tokens that were read, so that later tokens can attend to them.

use std::ops::Range;

/// The keys and values of every layer. A key is stored as it was rotated, so it is valid for its position alone.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    layers: Vec<Stored>,
    n_tokens: usize,
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
        for head in self.layers.iter_mut().flat_map(|layer| &mut layer.heads) {
            for vectors in [&mut head.keys, &mut head.values] {
                // What an interrupted pass has left comes after the tokens, and goes with the next pass.
                let width = vectors.len() / self.n_tokens;
                drop(vectors.drain(evicted.start * width..evicted.end * width));
            }
        }
        self.n_tokens -= evicted.len();
    }

    /// Makes room for `n_layers` layers with `n_kv_heads` heads each, and drops what an interrupted pass has left.
    pub(crate) fn prepare(&mut self, n_layers: usize, n_kv_heads: usize, head_dim: usize) {
        self.layers.resize_with(n_layers, Stored::default);
        for layer in &mut self.layers {
            layer.heads.resize_with(n_kv_heads, Head::default);
            for head in &mut layer.heads {
                head.keys.truncate(self.n_tokens * head_dim);
                head.values.truncate(self.n_tokens * head_dim);
            }
        }
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
