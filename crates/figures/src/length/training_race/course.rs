//! What a race of tiny transformers depends on: tasks, racers, and the settings of a race.

use phasor_params::choice::{Choice as _, choice};

choice! {
    /// What the models of a race learn.
    pub enum RaceTask {
        /// Say the letter some places back.
        Back "three-back" "letter some places back",
        /// Say the value that last followed a key.
        Latest "latest-value" "latest value",
        /// Say the next letter of a text.
        Next "next-letter" "next letter",
        /// Say the first letter.
        First "first-letter" "first letter",
        /// Say the letter on the left, with sight of both sides.
        Left "left-neighbour" "left neighbour",
    }
}

choice! {
    /// A model of a race, by its positional encoding. Files, workers and tables count the racers in this order.
    pub enum Racer {
        /// RoPE.
        Rope "rope" "RoPE",
        /// None at all (NoPE).
        None "none" "NoPE",
        /// A learned table.
        Learned "learned" "learned",
        /// Sinusoids, added.
        Sinusoidal "sinusoidal" "sinusoidal",
        /// T5's learned bias.
        T5 "t5" "T5",
        /// ALiBi's fixed bias.
        Alibi "alibi" "ALiBi",
    }
}

/// The settings on which a race depends. With the same settings it is the same race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// What the models learn.
    pub task: RaceTask,
    /// How many places back the letter is that they should say; 0 if the task is another one.
    pub back: usize,
    /// The length of the texts in training, in tokens.
    pub trained: usize,
    /// The number of components of a head.
    pub head_dim: usize,
    /// The base of RoPE and of the sinusoidal encoding.
    pub base: f64,
    /// The seed of the first weights and of the texts in training.
    pub seed: u64,
}

impl Course {
    /// Returns whether the curves of both races can share a chart: they may differ in seed, base and width of heads.
    #[must_use]
    pub fn is_comparable(&self, other: &Self) -> bool {
        (self.task, self.back, self.trained) == (other.task, other.back, other.trained)
    }

    /// Returns the settings as numbers, which a worker receives.
    #[must_use]
    pub fn to_numbers(&self) -> [f64; 6] {
        let whole = [self.task.place(), self.back, self.trained, self.head_dim];
        let [task, back, trained, head_dim] = whole.map(|number| number as f64);
        [task, back, trained, head_dim, self.base, self.seed as f64]
    }

    /// Reads the settings from these numbers; `None` if they are not six numbers with a task.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let &[task, back, trained, head_dim, base, seed] = numbers else {
            return None;
        };
        Some(Self {
            task: RaceTask::all().nth(task as usize)?,
            back: back as usize,
            trained: trained as usize,
            head_dim: head_dim as usize,
            base,
            seed: seed as u64,
        })
    }
}

impl Racer {
    /// Returns the racers in the order in which a device trains them; a weak one trains only the first few, so that the one
    /// in focus is always among them.
    pub fn in_turn(focus: Self) -> impl Iterator<Item = Self> {
        let others = [
            Self::Rope,
            Self::T5,
            Self::Learned,
            Self::Alibi,
            Self::Sinusoidal,
            Self::None,
        ];
        let others = others.into_iter().filter(move |racer| *racer != focus);
        std::iter::once(focus).chain(others)
    }
}

impl RaceTask {
    /// Whether the task needs a text to learn from.
    #[must_use]
    pub fn needs_text(self) -> bool {
        self == Self::Next
    }

    /// Whether a token sees only itself and the tokens before it.
    #[must_use]
    pub fn is_masked(self) -> bool {
        self != Self::Left
    }

    /// The number of layers that the models need for the task.
    #[must_use]
    pub fn n_layers(self) -> usize {
        match self {
            Self::Latest | Self::Next => 2,
            Self::Back | Self::First | Self::Left => 1,
        }
    }

    /// The number of different answers.
    #[must_use]
    pub fn n_answers(self) -> usize {
        match self {
            Self::Latest => 8,
            Self::Next => LETTERS.len(),
            Self::Back | Self::First | Self::Left => 16,
        }
    }
}

/// The number of times the training length in the longest test.
pub(super) const FARTHEST: f64 = 8.0;

/// The number of components of a racer's vectors.
pub(crate) const DIM: usize = 48;

/// The number of buckets that T5 has among the racers.
pub const T5_BUCKETS: usize = 16;

/// The alphabet of the text whose letters are predicted.
pub const LETTERS: &str = " !',-.:;?abcdefghijklmnopqrstuvwxyz";
