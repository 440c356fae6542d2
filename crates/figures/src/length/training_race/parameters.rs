//! The parameters of the figure `training-race`.

use super::course::{Course, RaceTask, Racer};
use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, Word, choice, word};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// What the figure of a race shows.
    pub(crate) enum RaceView {
        /// The loss over training, and the answers by text length.
        Curves "curves" "race",
        /// Where one head of the racer in focus looks, and what the racer answers.
        Attention "attention" "attention",
        /// What the encoding of the racer in focus has learned.
        Learned "learned" "what it learned",
    }
}

/// Which racer the reader expects to hold at eight times the training length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Guess {
    /// Not asked: everything is shown.
    #[default]
    Skipped,
    /// Asked: what happens past the training length is hidden.
    Pending,
    /// The guess.
    Of(Racer),
}

choice! {
    impl Guess {
        Self::Skipped => "none" "no guess",
        Self::Pending => "ask" "your guess?",
        Self::Of(Racer::None) => "nope" "NoPE",
        Self::Of(Racer::Learned) => "learned" "learned",
        Self::Of(Racer::Sinusoidal) => "sinusoidal" "sinusoidal",
        Self::Of(Racer::T5) => "t5" "T5",
        Self::Of(Racer::Alibi) => "alibi" "ALiBi",
        Self::Of(Racer::Rope) => "rope" "RoPE",
    }
}

/// The widths that the heads of a racer may have, in components.
const WIDTHS: &[Word] = &[
    word("4", "4"),
    word("8", "8"),
    word("12", "12"),
    word("16", "16"),
    word("24", "24"),
];

/// The lengths that the texts in training may have, in tokens.
const LENGTHS: &[Word] = &[word("16", "16"), word("32", "32"), word("64", "64")];

impl Setting for RaceTask {
    const KEY: Key = Key::Task;
}

impl Setting for Racer {
    const KEY: Key = Key::Racer;
}

impl Setting for RaceView {
    const KEY: Key = Key::RaceView;
}

impl Setting for Guess {
    const KEY: Key = Key::Guess;
}

pub(crate) const TASK: Parameter = Parameter {
    name: "task",
    label: "task",
    unit: "",
    help: "What tiny transformers learn in a race: with two layers for latest-value and next-letter, otherwise with one.",
    accepts: Accepts::Choice(RaceTask::LIST),
    default: "three-back",
};

pub(crate) const GUESS: Parameter = Parameter {
    name: "guess",
    label: "your guess",
    unit: "",
    help: "Which encoding will answer best at 8 times the training length; ask hides the results until you guess.",
    accepts: Accepts::Choice(Guess::LIST),
    default: "none",
};

pub(crate) const RACER: Parameter = Parameter {
    name: "racer",
    label: "encoding",
    unit: "",
    help: "The positional encoding of the transformer in focus. Two are adapted: T5’s numbers count tenfold, and sinusoids \
        are halved.",
    accepts: Accepts::Choice(Racer::LIST),
    default: "rope",
};

pub(crate) const RACE_VIEW: Parameter = Parameter {
    name: "race-view",
    label: "view",
    unit: "",
    help: "What is shown of a race: its curves, an attention head, or what an encoding has learned.",
    accepts: Accepts::Choice(RaceView::LIST),
    default: "curves",
};

pub(crate) const PROGRESS: Parameter = Parameter {
    name: "progress",
    label: "training shown",
    unit: "%",
    help: "How much of the training is shown.",
    accepts: Accepts::Number(Range::whole(0.0, 100.0).multiples_of(5.0)),
    default: "100",
};

pub(crate) const MAP: Parameter = Parameter {
    name: "attention-head",
    label: "attention head",
    unit: "",
    help: "The attention head of the racer in focus, counted from 0 through all layers.",
    accepts: Accepts::Number(Range::whole(0.0, 23.0)),
    default: "0",
};

pub(crate) const SEED: Parameter = Parameter {
    name: "seed",
    label: "seed",
    unit: "",
    help: "The seed of a race: of the first weights and of the training texts.",
    accepts: Accepts::Number(Range::whole(0.0, 999.0)),
    default: "0",
};

pub(crate) const BACK: Parameter = Parameter {
    name: "back",
    label: "letters back (k)",
    unit: "tokens",
    help: "How many places back the letter is that a racer should say.",
    accepts: Accepts::Number(Range::whole(1.0, 8.0)),
    default: "3",
};

pub(crate) const HEAD_DIM: Parameter = Parameter {
    name: "head-dim",
    label: "width of a head",
    unit: "components",
    help: "Components of each attention head of a racer, of 48 in all.",
    accepts: Accepts::Choice(WIDTHS),
    default: "12",
};

pub(crate) const TRAINED_ON: Parameter = Parameter {
    name: "train-length",
    label: "training length",
    unit: "tokens",
    help: "Length of the texts in a race’s training; it is tested up to 8 times that.",
    accepts: Accepts::Choice(LENGTHS),
    default: "32",
};

impl Spec {
    /// The settings on which a race depends.
    #[must_use]
    pub fn course(&self) -> Course {
        let task = self.choice();
        Course {
            task,
            back: match task {
                RaceTask::Back => self.at(Key::Back) as usize,
                _ => 0,
            },
            trained: self.race_length(),
            head_dim: self.race_head_dim(),
            base: self.base(),
            seed: self.at(Key::Seed) as u64,
        }
    }

    /// The number of components of a racer's heads.
    #[must_use]
    pub fn race_head_dim(&self) -> usize {
        let word = self.text(Key::HeadDim);
        word.parse().expect("the words for a width are numbers")
    }

    /// The length of a racer's texts in training, in tokens.
    #[must_use]
    pub fn race_length(&self) -> usize {
        let word = self.text(Key::TrainedOn);
        word.parse().expect("the words for a length are numbers")
    }

    /// The share of the training that is shown, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.at(Key::Progress) / 100.0
    }

    /// The attention head in focus, counted from 0 through all layers, if there are `n_maps` of them.
    #[must_use]
    pub fn attention_map(&self, n_maps: usize) -> usize {
        (self.at(Key::Map) as usize).min(n_maps.saturating_sub(1))
    }
}
