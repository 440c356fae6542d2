//! The parameters of a spec that only a race of tiny transformers reads.

use super::race::{Course, Guess, RaceTask, RaceView, Racer};
use super::{Key, Spec};

impl Spec {
    /// What the models of a race learn.
    #[must_use]
    pub fn race_task(&self) -> RaceTask {
        self.choice(Key::Task)
    }

    /// The model in focus.
    #[must_use]
    pub fn racer(&self) -> Racer {
        self.choice(Key::Racer)
    }

    /// What the figure of a race shows.
    #[must_use]
    pub fn race_view(&self) -> RaceView {
        self.choice(Key::RaceView)
    }

    /// Which racer the reader expects to hold.
    #[must_use]
    pub fn guess(&self) -> Guess {
        self.choice(Key::Guess)
    }

    /// The settings on which a race depends.
    #[must_use]
    pub fn course(&self) -> Course {
        let task = self.race_task();
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
