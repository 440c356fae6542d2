//! The buttons of a race: what each does, what it is called, and when it is offered.

use super::stored;
use crate::{Key, Spec};

/// What a reader asks of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Starts a race.
    Start,
    /// Pauses it.
    Pause,
    /// Goes on with a paused one.
    Resume,
    /// Trains each racer of a paused one a little further.
    Step,
    /// Ends it.
    Cancel,
    /// Saves the racer in focus as files.
    Save,
}

impl Act {
    /// Returns the name by which the script that runs races knows it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Step => "step",
            Self::Cancel => "cancel",
            Self::Save => "save",
        }
    }
}

/// How far a race is that the reader has started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It trains.
    Running,
    /// It rests.
    Paused,
    /// Its training is done.
    Done,
}

impl State {
    /// Returns the state with the name that the script gives it; `None` if there is no race any more.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "running" => Some(Self::Running),
            "paused" => Some(Self::Paused),
            "done" => Some(Self::Done),
            _ => None,
        }
    }
}

/// A button with one label.
#[derive(Debug, Clone, Copy)]
pub struct Button {
    /// What it does.
    pub act: Act,
    /// Its label.
    pub label: &'static str,
    /// The states in which it is offered.
    pub offered: &'static [State],
}

/// The buttons after the first one, in their order.
pub const BUTTONS: [Button; 3] = [
    Button {
        act: Act::Step,
        label: "Step",
        offered: &[State::Paused],
    },
    Button {
        act: Act::Cancel,
        label: "Cancel",
        offered: &[State::Running, State::Paused],
    },
    Button {
        act: Act::Save,
        label: "Save this racer",
        offered: &[State::Paused, State::Done],
    },
];

/// Returns what the first button does. It is always offered.
#[must_use]
pub fn first_act(state: Option<State>) -> Act {
    match state {
        None | Some(State::Done) => Act::Start,
        Some(State::Running) => Act::Pause,
        Some(State::Paused) => Act::Resume,
    }
}

/// Returns the label of the first button.
#[must_use]
pub fn first_label(state: Option<State>, spec: &Spec) -> String {
    match state {
        None => "Start".to_owned(),
        Some(State::Running) => "Pause".to_owned(),
        Some(State::Paused) => "Resume".to_owned(),
        Some(State::Done) => {
            let mut next = spec.clone();
            set_to_start(&mut next, state);
            format!("Race with seed {}", next.course().seed)
        }
    }
}

/// Sets `spec` to the race that the first button starts: with another seed if the race of the spec is on show already, as a
/// stored one is and one that is done, and with all of the training shown.
pub fn set_to_start(spec: &mut Spec, state: Option<State>) {
    let course = spec.course();
    if state == Some(State::Done) || course == stored::course(course.task) {
        spec.step_key(Key::Seed, 1.0);
    }
    spec.set_nearest(Key::Progress, 100.0);
}

/// Returns what stands beside the buttons. `is_other` says whether a race with other settings is on its way.
#[must_use]
pub fn sentence(state: Option<State>, is_other: impl Fn() -> bool) -> &'static str {
    match state {
        None if is_other() => "Start ends the race with the earlier settings.",
        None => "Trains six transformers on this device, in about a minute.",
        Some(State::Running) => "Training on this device. Each is tested 20 times on the way.",
        Some(State::Paused) => "Paused. Step trains each a little further.",
        Some(State::Done) => "Done. Earlier races stay as pale lines.",
    }
}
