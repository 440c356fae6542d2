//! What a figure is: one value of [`Kind`] in its module says what it is called, what sets it and how it
//! is made.

use std::fmt;
use std::rc::Rc;

use super::asset::{Asset, Rows};
use super::drawing::Drawing;
use super::geometry::Point;
use super::handle::Handle;
use super::table::Table;
use crate::config::{Key, Spec};

/// Everything about a figure that is the same for every state.
pub(super) struct Kind {
    /// The title on the page.
    pub(super) title: &'static str,
    /// What it is and how to read it.
    pub(super) caption: &'static str,
    /// What the keyboard does on it.
    pub(super) keyboard: &'static str,
    /// The shared parameters that change what it shows.
    pub(super) shared_keys: &'static [Key],
    /// The parameters that are its own, in the order of its controls.
    pub(super) own_keys: &'static [Key],
    /// Those of both, up to three, that say most: they stay beside the picture, all others are settings. The
    /// clock's slider is beside it anyway.
    pub(super) leading_keys: &'static [Key],
    /// Whether a parameter changes nothing that is seen or read in this state, so that it is not offered.
    pub(super) idle: fn(&Spec, Key) -> bool,
    /// Settings worth a look.
    pub(super) presets: &'static [Preset],
    /// The parameter that its clock moves, if it has one.
    pub(super) clock: Option<Key>,
    /// What an arrow key does: steps to the right and down, negative for the opposite direction.
    pub(super) arrow: fn(&mut Spec, f64, f64),
    /// Makes one.
    pub(super) sketch: fn() -> Box<dyn Sketch>,
}

/// What a figure does with a spec. It lives as long as the figure is shown and keeps between
/// frames whatever is worth keeping.
pub(super) trait Sketch: fmt::Debug {
    /// Draws into an empty drawing that has its width.
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing);
    /// One or two sentences that say what is on screen now, with the numbers.
    fn reading(&mut self, spec: &Spec) -> String;
    /// The numbers on screen.
    fn table(&mut self, spec: &Spec) -> Table;
    /// What is at `point` inside of `handle`, in words.
    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String>;

    /// The files that it still needs; until it has them it shows that it waits.
    fn missing(&self) -> Vec<Asset> {
        Vec::new()
    }

    /// Takes a file that it needs.
    fn supply(&mut self, _asset: Asset, _rows: &Rc<Rows>) {}

    /// Whether something of what it shows takes too long for a frame, and is not done yet.
    fn has_work(&self, _spec: &Spec) -> bool {
        false
    }

    /// The parameters that this work depends on.
    fn work_keys(&self) -> &'static [Key] {
        &[]
    }

    /// Does a part of that, and gives what there is of it as numbers.
    fn work(&mut self, _spec: &Spec) -> Vec<f64> {
        Vec::new()
    }

    /// Takes such numbers of another one that did the work.
    fn adopt(&mut self, _spec: &Spec, _numbers: &[f64]) {}
}

/// The parameters that the figures of the Lab share.
pub(super) const SHARED_KEYS: [Key; 5] =
    [Key::Base, Key::Dim, Key::Position, Key::Offset, Key::Length];

/// Left and right move the positions together, up and down the offset.
pub(super) fn pan(spec: &mut Spec, right: f64, down: f64) {
    spec.step(right);
    spec.step_key(Key::Offset, -down);
}

/// What makes no difference where there is one pair only, whose frequency is 1 whatever the base.
pub(super) fn idle_alone(spec: &Spec, key: Key) -> bool {
    spec.n_pairs() == 1 && matches!(key, Key::Base | Key::Pair)
}

/// A named setting of some parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name on the page.
    pub label: &'static str,
    /// What it sets, as a query that is laid over the current state.
    pub query: &'static str,
}

pub(super) const fn preset(label: &'static str, query: &'static str) -> Preset {
    Preset { label, query }
}
