//! The definition of a figure: one [`Kind`] in its module, with its texts, its parameters and its sketch.

use std::fmt;
use std::rc::Rc;

use super::asset::{Asset, Rows};
use super::handle::Handle;
use crate::handle::Drawing;
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_draw::{Point, Table};

/// The part of a figure that is the same for every state.
pub(crate) struct Kind {
    /// The title on the page.
    pub(crate) title: &'static str,
    /// The topics by which readers find the figure, the most important first.
    pub(crate) topics: &'static [Topic],
    /// Everyday words for what the figure looks like, by which the gallery finds it.
    pub(crate) search_words: &'static str,
    /// What the figure shows and how to read it.
    pub(crate) caption: &'static str,
    /// What the keyboard does in the picture.
    pub(crate) keyboard: &'static str,
    /// The parameters that it shares with other figures and whose controls, in the Lab, do not stand with this figure.
    pub(crate) shared_keys: &'static [Key],
    /// The parameters whose controls stand with this figure wherever it is, in their order.
    pub(crate) own_keys: &'static [Key],
    /// The most important parameters of both lists, of which one to three are offered at a time. Their controls stay beside
    /// the picture, as the clock's slider does; all others are settings.
    pub(crate) leading_keys: &'static [Key],
    /// Whether a parameter changes neither picture nor reading in this state, so that it is not offered.
    pub(crate) idle: fn(&Spec, Key) -> bool,
    /// The presets.
    pub(crate) presets: &'static [Preset],
    /// The parameter that the clock moves, if the figure has a clock.
    pub(crate) clock: Option<Key>,
    /// What a reader can start beside the figure, if there is such a thing.
    pub(crate) starts: Option<Start>,
    /// Changes a spec as an arrow key does, by steps to the right and down, negative for the opposite direction.
    pub(crate) arrow: fn(&mut Spec, f64, f64),
    /// Creates the sketch.
    pub(crate) sketch: fn() -> Box<dyn Sketch>,
}

/// What a reader can start beside a figure, and what then takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// A race of transformers.
    Race,
    /// A language model.
    Model,
}

/// Draws, reads and tabulates the specs of one figure. A sketch lives as long as its figure is shown and caches
/// results between frames.
pub(crate) trait Sketch: fmt::Debug {
    /// Draws into an empty drawing whose width is set, and as high as it wants to be if the sketch can be.
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing);
    /// Returns one or two sentences about the state, with its numbers.
    fn reading(&mut self, spec: &Spec) -> String;
    /// Returns the numbers of the state.
    fn table(&mut self, spec: &Spec) -> Table;
    /// Describes what is at `point` inside `handle`.
    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String>;

    /// Receives a file that the sketch needs; until it has them all, it shows that it waits.
    fn supply(&mut self, _asset: Asset, _rows: &Rc<Rows>) {}

    /// Returns whether the sketch still has work to do that takes longer than a frame.
    fn has_work(&self, _spec: &Spec) -> bool {
        false
    }

    /// Returns the parameters that this work depends on.
    fn work_keys(&self) -> &'static [Key] {
        &[]
    }

    /// Does a part of the work and returns the results so far.
    fn work(&mut self, _spec: &Spec) -> Vec<f64> {
        Vec::new()
    }

    /// Takes over the results of another sketch that did the work.
    fn adopt(&mut self, _spec: &Spec, _numbers: &[f64]) {}
}

/// The parameters that the figures of the Lab share.
pub(crate) const SHARED_KEYS: [Key; 5] =
    [Key::Base, Key::Dim, Key::Position, Key::Offset, Key::Length];

/// Moves both positions with left and right, and the second alone with up and down.
pub(crate) fn pan(spec: &mut Spec, right: f64, down: f64) {
    spec.step(right);
    spec.step_key(Key::Offset, -down);
}

/// Returns whether `key` is without effect because there is one pair only, whose frequency is 1 for every base.
pub(crate) fn idle_alone(spec: &Spec, key: Key) -> bool {
    spec.n_pairs() == 1 && matches!(key, Key::Base | Key::Pair)
}

/// A named setting of some parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name on the page.
    pub label: &'static str,
    /// What it sets, as a query that is applied to the current state.
    pub query: &'static str,
}

pub(crate) const fn preset(label: &'static str, query: &'static str) -> Preset {
    Preset { label, query }
}
