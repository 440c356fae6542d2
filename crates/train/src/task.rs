//! What models are trained to do.

use std::sync::Arc;

use super::{Batch, Text};
use phasor_encoding::{Gaussian, Mask};

/// A task, whose texts are drawn again for every step.
///
/// ```
/// use phasor_train::Task;
///
/// let task = Task::Latest { n_keys: 8, n_values: 8 };
/// assert_eq!((task.n_tokens(), task.n_answers()), (16, 8));
/// assert_eq!(Task::exact().map(|task| task.name()), ["three-back", "latest-value", "first-letter", "left-neighbour"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Say the token `k` places back.
    Back {
        /// How far back.
        k: usize,
        /// The number of different tokens.
        n_tokens: usize,
    },
    /// Keys and values take turns. At a key, say the value that last followed it.
    Latest {
        /// The number of different keys.
        n_keys: usize,
        /// The number of different values.
        n_values: usize,
    },
    /// Say the first token.
    First {
        /// The number of different tokens.
        n_tokens: usize,
    },
    /// Say the token on the left, with sight of both sides.
    Left {
        /// The number of different tokens.
        n_tokens: usize,
    },
    /// Say the next letter of a text.
    Next(Arc<Text>),
}

/// What a batch is for. Only [`Task::Next`] has different texts for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A training step.
    Training,
    /// A test.
    Test,
}

impl Task {
    /// Returns the tasks with one right answer, which need no text.
    #[must_use]
    pub fn exact() -> [Self; 4] {
        [
            Self::Back { k: 3, n_tokens: 16 },
            Self::Latest {
                n_keys: 8,
                n_values: 8,
            },
            Self::First { n_tokens: 16 },
            Self::Left { n_tokens: 16 },
        ]
    }

    /// Returns the name in files and flags.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Back { .. } => "three-back",
            Self::Latest { .. } => "latest-value",
            Self::First { .. } => "first-letter",
            Self::Left { .. } => "left-neighbour",
            Self::Next(_) => "next-letter",
        }
    }

    /// The number of different tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        match self {
            Self::Back { n_tokens, .. } | Self::First { n_tokens } | Self::Left { n_tokens } => {
                *n_tokens
            }
            Self::Latest { n_keys, n_values } => n_keys + n_values,
            Self::Next(text) => text.n_letters(),
        }
    }

    /// The number of different answers.
    #[must_use]
    pub fn n_answers(&self) -> usize {
        match *self {
            Self::Latest { n_values, .. } => n_values,
            _ => self.n_tokens(),
        }
    }

    /// The number of layers that the task needs.
    #[must_use]
    pub fn n_layers(&self) -> usize {
        match self {
            Self::Latest { .. } | Self::Next(_) => 2,
            _ => 1,
        }
    }

    /// The number of training steps that the task needs.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        match self {
            Self::Latest { .. } => 500,
            Self::Next(_) => 600,
            _ => 400,
        }
    }

    /// The keys that a query may see.
    #[must_use]
    pub fn mask(&self) -> Mask {
        match self {
            Self::Left { .. } => Mask::None,
            _ => Mask::Causal,
        }
    }

    /// Draws texts of `length` tokens with their answers. For [`Task::Next`], a text may have at most as many tokens as a
    /// tenth of the whole text, less one.
    #[must_use]
    pub fn batch(
        &self,
        purpose: Purpose,
        n_texts: usize,
        length: usize,
        random: &mut Gaussian,
    ) -> Batch {
        let mut batch = Batch {
            length,
            tokens: Vec::with_capacity(n_texts * length),
            answers: Vec::with_capacity(n_texts * length),
            weights: Vec::with_capacity(n_texts * length),
        };
        for _ in 0..n_texts {
            // One token more, because the answer to the last letter comes after it.
            let text = self.text(purpose, length + 1, random);
            for (place, token) in text.iter().enumerate().take(length) {
                let answer = self.answer(&text, place);
                batch.tokens.push(*token);
                // A token without an answer has no weight, so its answer may be any.
                batch.answers.push(answer.unwrap_or(0));
                batch.weights.push(f32::from(u8::from(answer.is_some())));
            }
        }
        batch
    }

    fn text(&self, purpose: Purpose, length: usize, random: &mut Gaussian) -> Vec<usize> {
        let Self::Next(text) = self else {
            return (0..length).map(|place| self.token(place, random)).collect();
        };
        let letters = match purpose {
            Purpose::Training => text.training(),
            Purpose::Test => text.test(),
        };
        let first = random.below((letters.len() + 1).saturating_sub(length));
        letters.iter().skip(first).take(length).copied().collect()
    }

    fn token(&self, place: usize, random: &mut Gaussian) -> usize {
        match *self {
            Self::Latest { n_keys, n_values } if place % 2 == 1 => n_keys + random.below(n_values),
            Self::Latest { n_keys, .. } => random.below(n_keys),
            _ => random.below(self.n_tokens()),
        }
    }

    /// Returns the right answer at a place of a text, if there is one.
    fn answer(&self, text: &[usize], place: usize) -> Option<usize> {
        match *self {
            Self::Back { k, .. } => text.get(place.checked_sub(k)?).copied(),
            Self::Left { .. } => text.get(place.checked_sub(1)?).copied(),
            Self::First { .. } => text.first().copied(),
            Self::Next(_) => text.get(place + 1).copied(),
            Self::Latest { .. } if place % 2 == 1 => None,
            Self::Latest { n_keys, .. } => {
                let key = text.get(place)?;
                let before = text.get(..place)?.chunks_exact(2).rev();
                let value = before
                    .filter(|pair| pair.first() == Some(key))
                    .find_map(|pair| pair.get(1))?;
                Some(value - n_keys)
            }
        }
    }
}
