//! What is done to the positions of a model: the settings with which a reader breaks it, or makes it read longer texts.

use std::ops::Range;

use phasor_encoding::{EncodingError, Format, Narrow, Rope, Scaling, Step};
use phasor_model_files::LayerRope;

use super::rotations::shared;
use super::{Decoder, Rotations};

/// A change of positions and rotations. The default changes nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Change {
    /// The order in which tokens get positions.
    pub order: Order,
    /// Positions that no token gets.
    pub gap: Option<Gap>,
    /// What is added to every position.
    pub shift: f64,
    /// Another base than that of the model.
    pub base: Option<f64>,
    /// Another scaling rule than that of the model.
    pub rule: Option<Scaling>,
    /// The pairs that rotate, counted from the fastest; `None` for all.
    pub rotating_pairs: Option<Range<usize>>,
    /// Layers that do not rotate, apart from those of the model.
    pub still: Still,
    /// The format in which angles, or cosines and sines, are computed; `None` for `f64`, rounded once to `f32`.
    pub narrow: Option<Narrow>,
}

/// Positions that are skipped, as if a part of the text had been cut out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gap {
    /// The first token after the gap.
    pub token: usize,
    /// The number of positions that no token gets.
    pub n_positions: f64,
}

/// The order in which tokens get positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// From the first token to the last.
    #[default]
    Forward,
    /// From the last token to the first.
    Reversed,
    /// At random within groups of so many neighbours, the same each time.
    Shuffled(usize),
    /// So many neighbours share a position.
    Shared(usize),
}

/// Layers that do not rotate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Still {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// The last of every so many layers.
    Every(usize),
    /// These, counted from 0.
    Layers(Vec<usize>),
}

impl Still {
    fn contains(&self, layer: usize) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Every(n) => *n > 0 && layer % n == n - 1,
            Self::Layers(layers) => layers.contains(&layer),
        }
    }
}

impl Change {
    /// Returns the positions of `n_tokens` tokens.
    ///
    /// ```
    /// use phasor_decoder::{Change, Gap, Order};
    ///
    /// let gap = Some(Gap { token: 2, n_positions: 9000.0 });
    /// assert_eq!(Change { gap, ..Change::default() }.positions(4), [0.0, 1.0, 9002.0, 9003.0]);
    /// let reversed = Change { order: Order::Reversed, shift: 10.0, ..Change::default() };
    /// assert_eq!(reversed.positions(3), [12.0, 11.0, 10.0]);
    /// ```
    #[must_use]
    pub fn positions(&self, n_tokens: usize) -> Vec<f64> {
        let mut positions: Vec<f64> = (0..n_tokens).map(|position| position as f64).collect();
        match self.order {
            Order::Forward => {}
            Order::Reversed => positions.reverse(),
            Order::Shuffled(n) => shuffle(&mut positions, n),
            Order::Shared(n) => {
                for position in &mut positions {
                    *position = (*position / n.max(1) as f64).floor();
                }
            }
        }
        for (token, position) in positions.iter_mut().enumerate() {
            let gap = self.gap.filter(|gap| token >= gap.token);
            *position += self.shift + gap.map_or(0.0, |gap| gap.n_positions);
        }
        positions
    }

    /// Returns how the layers of a model rotate for a text of `n_tokens` tokens.
    ///
    /// # Errors
    /// [`EncodingError`] if the base or the rule is outside its range.
    pub fn rotations(
        &self,
        decoder: &Decoder,
        n_tokens: usize,
    ) -> Result<Rotations, EncodingError> {
        let published = decoder.layers().iter().enumerate().map(|(number, layer)| {
            let rope = layer.rope.as_ref();
            rope.filter(|_| !self.still.contains(number))
        });
        let layers = shared(published, |rope| self.rope(rope, n_tokens))?;
        let exact = Narrow {
            format: Format::F32,
            step: Step::Table,
        };
        Ok(Rotations::new(layers, self.narrow.unwrap_or(exact)))
    }

    fn rope(&self, published: &LayerRope, n_tokens: usize) -> Result<Rope, EncodingError> {
        let mut changed = match &self.rule {
            Some(rule) => published.with_rule(rule),
            None => published.clone(),
        };
        changed.base = self.base.unwrap_or(published.base);
        let rope = changed.rope(Some(n_tokens))?;
        let Some(pairs) = self.rotating_pairs.clone() else {
            return Ok(rope);
        };
        let frequencies = rope.frequencies().clone().keeping(pairs);
        Rope::new(frequencies, rope.pairing())
            .with_head_dim(rope.head_dim())?
            .with_attention_factor(rope.attention_factor())
    }
}

/// Shuffles groups of `n` neighbours.
fn shuffle(positions: &mut [f64], n: usize) {
    // Marsaglia 2003, *Xorshift RNGs*, page 4, with its seed, so that everyone gets the same order.
    let mut state: u64 = 88_172_645_463_325_252;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for group in positions.chunks_mut(n.max(1)) {
        for place in (1..group.len()).rev() {
            group.swap(place, random(place + 1));
        }
    }
}
