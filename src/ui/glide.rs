//! How pictures follow a new state: numbers change gradually, and everything else fades.

use phasor_draw::eased;
use phasor_figures::Spec;

/// The time that the pictures take to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// A preset, a control or the address set the state.
    Brisk,
    /// The text set it, and the reader's eyes come from there.
    Calm,
}

impl Pace {
    fn secs(self) -> f64 {
        match self {
            Self::Brisk => 0.35,
            Self::Calm => 0.7,
        }
    }
}

/// The way of the pictures to the state of the page.
#[derive(Debug)]
pub(super) struct Glide {
    from: Spec,
    now: Spec,
    elapsed_secs: f64,
    pace: Pace,
}

impl Glide {
    /// Creates a glide that starts at `from`.
    pub(super) fn new(from: Spec, pace: Pace) -> Self {
        Self {
            now: from.clone(),
            from,
            elapsed_secs: 0.0,
            pace,
        }
    }

    /// Returns what the pictures show.
    pub(super) fn now(&self) -> &Spec {
        &self.now
    }

    /// Goes on towards `to`, and returns whether it is still on the way.
    pub(super) fn advance(&mut self, to: &Spec, elapsed_secs: f64) -> bool {
        self.elapsed_secs += elapsed_secs;
        let secs = self.pace.secs().max(self.from.secs_to(to));
        let part = (self.elapsed_secs / secs).min(1.0);
        self.now = self.from.on_the_way(to, eased(part));
        part < 1.0
    }
}
