//! The way from a head without positions to one with them. What positions change in an output slides in under it and
//! sinks into it; then the attention weights follow, and then the signs.

use std::rc::Rc;

use super::computed::Computed;
use crate::stage::stage;

/// When each stage begins and ends, as parts of the whole way.
const COMES: (f64, f64) = (0.0, 0.18);
const SINKS: (f64, f64) = (0.18, 0.43);
/// How much later the output of the last word begins than that of the first.
const LATE_OUTPUT: f64 = 0.3;
/// The colours of outputs get another scale while outputs change.
const RESCALES: (f64, f64) = (SINKS.0, SINKS.1 + LATE_OUTPUT);
const WEIGHTS: (f64, f64) = (0.7, 0.9);
const SIGN: (f64, f64) = (0.8, 0.9);
/// How much later the sign of the last word begins than that of the first.
const LATE_SIGN: f64 = 0.08;

/// The results for a state, and on the way between two choices of positions those of both. At rest, both are those of
/// the state.
pub(super) struct Switch {
    /// The results that the state has.
    pub(super) now: Rc<Computed>,
    /// The results without positions and with them.
    pub(super) ends: [Rc<Computed>; 2],
    /// How much of the way is done, from 0 without positions to 1 with them.
    done: f64,
}

impl Switch {
    /// The results of one choice alone.
    pub(super) fn at_rest(now: Rc<Computed>) -> Self {
        Self {
            ends: [Rc::clone(&now), Rc::clone(&now)],
            now,
            done: 1.0,
        }
    }

    /// The results after a part of the way from the first end to the second, from 0 to 1.
    pub(super) fn on_the_way(now: Rc<Computed>, ends: [Rc<Computed>; 2], done: f64) -> Self {
        Self { now, ends, done }
    }

    /// Returns how near the change of the output of a word has come to its row, from 0 to 1.
    pub(super) fn come(&self, word: usize) -> f32 {
        self.late_stage(COMES, LATE_OUTPUT, word)
    }

    /// Returns how much of the change of the output of a word has sunk into it, from 0 to 1.
    pub(super) fn sunk(&self, word: usize) -> f32 {
        self.late_stage(SINKS, LATE_OUTPUT, word)
    }

    /// Returns how far the weights are from those of the first end to those of the second, from 0 to 1.
    pub(super) fn weighed(&self) -> f32 {
        stage(WEIGHTS, self.done)
    }

    /// Returns the largest magnitude among the outputs, for the colours.
    pub(super) fn reach(&self) -> f64 {
        let [off, on] = &self.ends;
        mixed(off.reach(), on.reach(), stage(RESCALES, self.done))
    }

    /// Returns how much of the slash through the sign of a word is drawn, from 0 to 1; `differs` says at which ends there is
    /// one.
    pub(super) fn slash(&self, word: usize, differs: [bool; 2]) -> f32 {
        let [off, on] = differs.map(|differs| f64::from(u8::from(differs)));
        mixed(off, on, self.late_stage(SIGN, LATE_SIGN, word)) as f32
    }

    /// Returns how much of a stage is done that begins with the first word, and `late` after it with the last.
    fn late_stage(&self, (begin, end): (f64, f64), late: f64, word: usize) -> f32 {
        let last = (self.now.order.len() as f64 - 1.0).max(1.0);
        let late = late * word as f64 / last;
        stage((begin + late, end + late), self.done)
    }
}

/// Returns the number after a part of the way from one number to another; exact at both ends.
pub(super) fn mixed(from: f64, to: f64, part: f32) -> f64 {
    let part = f64::from(part);
    (1.0 - part) * from + part * to
}
