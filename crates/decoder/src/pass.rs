//! One pass of tokens through the layers.

use super::product::{Rows as _, Scratch};
use super::step::Step;
use super::watched::Watched;
use super::{Cache, Decoder, Turns};

/// Tokens on their way through the layers. If a caller drops the pass between two layers, the cache is as it was before.
#[derive(Debug)]
pub struct Pass {
    pub(crate) turns: Turns,
    /// `[n_tokens, hidden_size]`.
    pub(crate) hidden: Vec<f32>,
    pub(crate) n_layers_done: usize,
    scratch: Scratch,
    pub(crate) watched: Vec<Watched>,
}

impl Pass {
    /// Begins to read `tokens` after those in the cache. `turns` has the cosines and sines of each layer at the positions of
    /// `tokens`.
    ///
    /// # Errors
    /// The first token that is not in the vocabulary.
    ///
    /// # Panics
    /// If the turns are for another number of tokens.
    pub fn new(
        decoder: &Decoder,
        tokens: &[u32],
        turns: Turns,
        cache: &mut Cache,
    ) -> Result<Self, u32> {
        let all_fit = turns
            .layers()
            .flatten()
            .all(|angles| angles.n_positions() == tokens.len());
        assert!(all_fit, "the turns are for another number of tokens");
        let shape = decoder.shape;
        let mut hidden = vec![0.0; tokens.len() * shape.hidden_size];
        for (token, state) in tokens
            .iter()
            .zip(hidden.chunks_exact_mut(shape.hidden_size))
        {
            let row = Some(*token as usize).filter(|row| *row < shape.n_tokens);
            decoder
                .embedding
                .read(row.ok_or(*token)?, 0..shape.hidden_size, state);
        }
        cache.prepare(decoder.layers.len(), shape.n_kv_heads, shape.head_dim);
        Ok(Self {
            turns,
            hidden,
            n_layers_done: 0,
            scratch: Scratch::default(),
            watched: Vec::new(),
        })
    }

    /// Adds up the attention weights of these heads, each a layer and a query head, over the queries from token `from` on.
    #[must_use]
    pub fn watching(mut self, heads: &[(usize, usize)], from: usize) -> Self {
        let watched = heads.iter().map(|(layer, head)| Watched {
            layer: *layer,
            head: *head,
            from,
            by_distance: Vec::new(),
            on_first: 0.0,
        });
        self.watched = watched.collect();
        // A layer finds its own heads next to each other.
        self.watched.sort_by_key(|watched| watched.layer);
        self
    }

    /// The number of tokens.
    pub(crate) fn n_tokens(&self, decoder: &Decoder) -> usize {
        self.hidden.len() / decoder.shape.hidden_size
    }

    /// Lets the tokens through one more layer. Returns whether there was one.
    pub fn advance(&mut self, decoder: &Decoder, cache: &mut Cache) -> bool {
        let number = self.n_layers_done;
        let Some(layer) = decoder.layers.get(number) else {
            return false;
        };
        let mut of_layers = self.watched.chunk_by_mut(|a, b| a.layer == b.layer);
        let own = of_layers.find(|heads| heads.iter().any(|head| head.layer == number));
        let mut step = Step {
            shape: decoder.shape,
            n_before: cache.n_tokens(),
            angles: self.turns.of_layer(number),
            stored: cache.layer(number),
            scratch: &mut self.scratch,
            watched: own.unwrap_or(&mut []),
        };
        layer.apply(&mut self.hidden, &mut step);
        self.n_layers_done += 1;
        true
    }

    /// Lets the tokens through the layers that are left.
    #[must_use]
    pub fn finish(mut self, decoder: &Decoder, cache: &mut Cache) -> Output {
        while self.advance(decoder, cache) {}
        cache.add(self.n_tokens(decoder));
        decoder.norm.apply(&mut self.hidden);
        Output {
            hidden: self.hidden,
            watched: self.watched,
        }
    }
}

/// What a pass leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The normed last hidden states, `[n_tokens, hidden_size]`, of which [`Decoder::logits`] makes logits.
    pub hidden: Vec<f32>,
    /// The watched heads, in the order of layers.
    pub watched: Vec<Watched>,
}
