//! What a model answers, wherever the answer was computed.

use std::fmt;

use super::parameters::{Gap, ModelTest};
use super::state::Change;
use super::texts::{Prompt, TEXT};
use crate::Spec;

/// What the figure asks.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What the model has to do.
    pub test: ModelTest,
    /// The beginning of a text, if it is to be continued.
    pub prompt: Prompt,
    /// What is done to the positions.
    pub change: Change,
    /// The positions between a list and its copy.
    pub gap: f64,
    /// What a reader has typed in place of what the controls offer.
    pub typed: Typed,
}

/// What a reader has typed. Only a model on the reader's device answers it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed {
    /// Another text.
    pub text: Option<String>,
    /// Other changes of positions, as options of `phasor run`.
    pub options: Option<String>,
}

impl Question {
    /// Returns the question of a spec.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        let (test, change) = (spec.choice(), Change::of(spec));
        let gap = match test == ModelTest::Copying && change.has_gaps() {
            true => spec.choice::<Gap>().0,
            false => 0.0,
        };
        Self {
            test,
            prompt: spec.choice(),
            change,
            gap,
            typed: Typed::default(),
        }
    }

    /// Returns the text that the model reads; that of a list and its copy is no part of the question.
    #[must_use]
    pub fn text(&self) -> &str {
        match (self.test, &self.typed.text) {
            (ModelTest::Copying | ModelTest::Length, _) => "",
            (_, Some(typed)) => typed,
            (ModelTest::NextWord, None) => self.prompt.text(),
            (ModelTest::Text | ModelTest::Heads, None) => TEXT,
        }
    }

    /// Returns what is done to the positions, as options of `phasor run`.
    #[must_use]
    pub fn options(&self) -> String {
        match (&self.typed.options, self.gap) {
            (Some(typed), _) => typed.clone(),
            (None, 0.0) => self.change.options(),
            (None, gap) => format!("{} --gap {gap}", self.change.options())
                .trim()
                .to_owned(),
        }
    }

    /// Returns whether nothing is done to the positions.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.options().is_empty()
    }
}

/// A word that may come next. Probabilities are in whole per cent; 0 is less than one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextWord {
    /// The word, or the part of a word that is a token.
    pub word: String,
    /// Its probability with the change.
    pub percent: u8,
    /// Its probability as the model was published.
    pub published: u8,
}

/// How a word of a list was copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// The probability of the word, in whole per cent.
    pub percent: u8,
    /// Whether each of its tokens was the most probable one.
    pub is_right: bool,
}

/// A token of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Surprise {
    /// The token.
    pub token: String,
    /// How much it surprised the model, in bits: minus the logarithm of its probability.
    pub bits: f64,
}

/// How a head distributes its attention over a text: the mean of the queries in its second half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadAttention {
    /// The layer, from 0.
    pub layer: usize,
    /// The query head, from 0.
    pub head: usize,
    /// In whole per cent: what goes to the first token, then what goes to each of [`DISTANCES`](super::heads::DISTANCES).
    pub percents: [u8; N_BARS],
}

impl HeadAttention {
    /// Creates the attention of a head from as many percentages as there are bars; `None` if one is missing.
    pub(super) fn of(
        (layer, head): (usize, usize),
        mut percent: impl FnMut() -> Option<u8>,
    ) -> Option<Self> {
        let mut percents = [0; N_BARS];
        for one in &mut percents {
            *one = percent()?;
        }
        Some(Self {
            layer,
            head,
            percents,
        })
    }
}

/// An answer, with that of the published model where it is needed beside it.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The next words.
    NextWords {
        /// The most probable words, then the favourite of the published model if it is not among them.
        words: Vec<NextWord>,
        /// The most probable word of the published model.
        favourite: NextWord,
    },
    /// The words of every list, with those of the published model.
    Copying {
        /// With the change.
        now: Vec<Copied>,
        /// As published, without skipped positions.
        published: Vec<Copied>,
    },
    /// The tokens of the text.
    Text {
        /// With the change.
        now: Vec<Surprise>,
        /// The mean of the published model, in bits for each token.
        published: f64,
    },
    /// A head for each of [`ROLES`](super::heads::ROLES).
    Heads {
        /// With the change.
        now: Heads,
        /// As published.
        published: Heads,
    },
}

/// The bars of a head, each for some distances.
pub const N_BARS: usize = 10;

/// The heads in the picture.
pub const N_ROLES: usize = 3;

/// One head for each role.
pub type Heads = [HeadAttention; N_ROLES];

/// Shows a probability in whole per cent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Percent(pub(super) u8);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("below 1%"),
            percent => write!(f, "{percent}%"),
        }
    }
}

/// Returns the words that are copied right, in whole per cent.
pub(super) fn right(words: &[Copied]) -> usize {
    let n_right = words.iter().filter(|word| word.is_right).count();
    (100.0 * n_right as f64 / words.len() as f64).round() as usize
}

/// Returns the mean surprise, in bits.
#[must_use]
pub fn mean(text: &[Surprise]) -> f64 {
    text.iter().map(|one| one.bits).sum::<f64>() / text.len() as f64
}
