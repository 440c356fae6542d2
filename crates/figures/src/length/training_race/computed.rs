//! What the figure shows, and what all of its views share.

use super::course::{RaceTask, Racer};
use super::record::Record;
use crate::handle::{Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Ink, Panel, Rect};

/// What the figure shows: a race, and earlier ones.
pub(super) struct Computed<'a> {
    pub(super) spec: &'a Spec,
    pub(super) record: &'a Record,
    pub(super) earlier: Vec<&'a Record>,
}

/// The height of a name beside a curve.
pub(super) const LINE: f32 = 14.0;

/// Moves sorted rows at least a line apart, between two ends.
pub(in crate::length) fn apart(rows: &[f32], top: f32, bottom: f32) -> Vec<f32> {
    let mut placed: Vec<f32> = Vec::with_capacity(rows.len());
    for row in rows {
        let lowest = placed.last().map_or(top, |last| last + LINE);
        placed.push(row.max(lowest));
    }
    let mut limit = bottom;
    for row in placed.iter_mut().rev() {
        *row = row.min(limit);
        limit = *row - LINE;
    }
    placed
}

/// Returns a result in the unit of the chart.
pub(super) fn in_unit(task: RaceTask, value: f64) -> f64 {
    match task {
        RaceTask::Next => value,
        _ => 100.0 * value,
    }
}

/// Returns the result of a guess.
pub(super) fn chance(task: RaceTask) -> f64 {
    let n_answers = task.n_answers() as f64;
    match task {
        RaceTask::Next => n_answers,
        _ => n_answers.recip(),
    }
}

/// Returns the colour of a racer.
pub(super) fn ink(racer: Racer) -> Ink {
    match racer {
        Racer::Rope => Ink::Query,
        Racer::T5 => Ink::Key,
        Racer::Alibi => Ink::Frequency(0.9),
        Racer::Learned => Ink::Frequency(0.45),
        Racer::Sinusoidal => Ink::Text,
        Racer::None => Ink::Muted,
    }
}

/// Returns the handle that puts a head in focus. Its panel has no numbers.
pub(super) fn head_handle(head: usize, rect: Rect) -> Handle {
    Handle {
        rect,
        grab: Grab::Set(Key::Map, head as f64),
        panel: Panel::bare(rect),
    }
}

/// Says what such a handle does; `None` for other handles.
pub(super) fn head_probe(handle: &Handle) -> Option<String> {
    match handle.grab {
        Grab::Set(Key::Map, head) if handle.panel.x.high == 1.0 => {
            Some(format!("Put head {head} in focus."))
        }
        _ => None,
    }
}
