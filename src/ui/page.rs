//! The state that figures share: the spec, and whether the clock plays.

use std::time::Duration;

use leptos::prelude::*;

use super::clock::{Next, Sleeper, Task};
use super::delay::Delay;
use super::erased::watch;
use super::media::media;
use phasor_figures::{Key, Spec};

/// The shared state. Every change goes through [`edit`](Self::edit).
///
/// Each signal is kept twice, for writing and for reading: every conversion makes a new signal, and
/// one that is made in a frame is never freed.
#[derive(Clone, Copy)]
pub struct Page {
    spec: RwSignal<Spec>,
    spec_read: Signal<Spec>,
    /// The state that *Reset* brings back.
    home: StoredValue<Spec>,
    playing: RwSignal<bool>,
    playing_read: Signal<bool>,
    /// Flips when the spec changes, but at most ten times a second while playing.
    announced: RwSignal<bool>,
    announced_read: Signal<bool>,
    /// Flips when the spec has come to rest.
    rested: RwSignal<bool>,
    rested_read: Signal<bool>,
    is_still: Signal<bool>,
    stages: StoredValue<Stages, LocalStorage>,
}

/// The tasks that the clock runs, and their state.
#[derive(Default)]
struct Stages {
    ticker: Option<Task>,
    glider: Option<Task>,
    /// The glide in progress.
    glide: Option<Glide>,
    painters: Vec<Sleeper>,
    n_in_sight: usize,
    /// While playing: seconds since `announced` last flipped.
    since_announced: f64,
}

/// An animation from one state to another.
struct Glide {
    from: Spec,
    to: Spec,
    elapsed_secs: f64,
}

/// The duration of a glide, in seconds.
const GLIDE_SECS: f64 = 0.7;

/// The most updates a second of everything except the pictures while playing. Tables and the
/// listeners of other people's pages would take too long for every frame.
const ANNOUNCED_PER_SEC: f64 = 10.0;

/// The time that the spec must stay the same to count as at rest.
const REST: Duration = Duration::from_millis(300);

impl Page {
    /// Creates a page that shows `home`, and returns to it when it is reset.
    #[must_use]
    pub fn new(home: Spec) -> Self {
        let (spec, home) = (RwSignal::new(home.clone()), StoredValue::new(home));
        let flag = || RwSignal::new(false);
        let (playing, announced, rested) = (flag(), flag(), flag());
        let page = Self {
            spec,
            spec_read: spec.into(),
            home,
            playing,
            playing_read: playing.into(),
            announced,
            announced_read: announced.into(),
            rested,
            rested_read: rested.into(),
            is_still: media("(prefers-reduced-motion: reduce)"),
            stages: StoredValue::new_local(Stages::default()),
        };
        let ticker = Task::new(move |elapsed_secs| page.tick(elapsed_secs));
        let glider = Task::new(move |elapsed_secs| page.glide_on(elapsed_secs));
        page.stages.update_value(|stages| {
            stages.ticker = Some(ticker);
            stages.glider = Some(glider);
        });
        watch(move || {
            if page.is_still.get() {
                page.set_playing(false);
            }
        });
        let rest = Delay::new(REST, move || {
            page.rested.update(|rested| *rested = !*rested);
        });
        watch(move || {
            page.spec.track();
            rest.restart();
        });
        page
    }

    /// Returns the page around the current component.
    #[must_use]
    pub fn here() -> Self {
        expect_context()
    }

    /// Returns the spec. Its watchers run in the frame that paints the figures, so that no text lags behind a
    /// picture.
    #[must_use]
    pub fn spec(self) -> Signal<Spec> {
        self.spec_read
    }

    /// Returns whether the clock advances the position.
    #[must_use]
    pub fn playing(self) -> Signal<bool> {
        self.playing_read
    }

    /// Returns a signal that changes with the spec, but at most ten times a second while playing.
    #[must_use]
    pub fn announced(self) -> Signal<bool> {
        self.announced_read
    }

    /// Returns a signal that changes when the spec has come to rest.
    #[must_use]
    pub fn rested(self) -> Signal<bool> {
        self.rested_read
    }

    /// Returns whether the user asked for reduced motion.
    #[must_use]
    pub fn is_still(self) -> Signal<bool> {
        self.is_still
    }

    /// Returns the state that *Reset* brings back.
    #[must_use]
    pub fn home(self) -> Spec {
        self.home.get_value()
    }

    /// Returns where the glide in progress ends, or what the figures show if nothing glides.
    #[must_use]
    pub fn goal(self) -> Spec {
        let goal = self
            .stages
            .with_value(|stages| Some(stages.glide.as_ref()?.to.clone()));
        goal.unwrap_or_else(|| self.spec.get_untracked())
    }

    /// Shows `spec` at once, with the clock stopped.
    pub fn show(self, spec: Spec) {
        self.set_playing(false);
        self.edit(|now| *now = spec);
    }

    /// Changes the spec, notifies all watchers, and has the figures painted in the next frame. A glide in
    /// progress ends at its goal, because a position on the way may be between tokens.
    pub fn edit(self, change: impl FnOnce(&mut Spec)) {
        let glide = self.take_glide();
        self.change(|spec| {
            if let Some(glide) = glide {
                *spec = glide.to;
            }
            change(spec);
        });
    }

    /// Stops the glide in progress, if there is one, and returns it.
    fn take_glide(self) -> Option<Glide> {
        let glide = self.stages.try_update_value(|stages| stages.glide.take());
        glide.flatten()
    }

    fn change(self, change: impl FnOnce(&mut Spec)) {
        let before = self.spec.get_untracked();
        self.spec.update_untracked(change);
        if self.spec.with_untracked(|spec| *spec != before) {
            self.refresh();
        }
    }

    /// Stops the clock and glides to `to`, or jumps there if the user asked for reduced motion.
    pub fn glide(self, to: Spec) {
        // The new glide starts wherever the last one has come to.
        self.take_glide();
        self.set_playing(false);
        if self.is_still.get_untracked() {
            return self.edit(|now| *now = to);
        }
        let from = self.spec.get_untracked();
        self.stages.update_value(|stages| {
            stages.glide = Some(Glide {
                from,
                to,
                elapsed_secs: 0.0,
            });
            if let Some(glider) = &stages.glider {
                glider.wake();
            }
        });
    }

    fn glide_on(self, elapsed_secs: f64) -> Next {
        let step = self.stages.try_update_value(|stages| {
            let glide = stages.glide.as_mut()?;
            glide.elapsed_secs += elapsed_secs;
            let part = (glide.elapsed_secs / GLIDE_SECS).min(1.0);
            // Slow at both ends.
            let eased = part * part * (3.0 - 2.0 * part);
            let spec = glide.from.on_the_way(&glide.to, eased);
            if part >= 1.0 {
                stages.glide = None;
            }
            Some((spec, part))
        });
        let Some(Some((spec, part))) = step else {
            return Next::Rest;
        };
        self.change(|now| *now = spec);
        if part < 1.0 { Next::Frame } else { Next::Rest }
    }

    /// Makes `change` part of the state that *Reset* brings back. If that state did not have it yet, the page
    /// also shows it now.
    pub fn settle(self, change: impl Fn(&mut Spec)) {
        let mut home = self.home.get_value();
        change(&mut home);
        if self.home.with_value(|before| *before != home) {
            self.home.set_value(home);
            self.edit(change);
        }
    }

    /// Stops the clock and resets `keys`.
    pub fn reset(self, keys: &[Key]) {
        self.set_playing(false);
        self.home
            .with_value(|home| self.edit(|spec| spec.copy(home, keys)));
    }

    /// Updates all figures and texts again for the same spec.
    pub fn refresh(self) {
        self.paint();
        self.announce();
    }

    /// Starts or stops the clock. A glide in progress ends at its goal. When it stops, the position is rounded to
    /// a whole token.
    pub fn set_playing(self, playing: bool) {
        let playing = playing && !self.is_still.get_untracked();
        let was_playing = self.playing.get_untracked();
        if let Some(glide) = self.take_glide() {
            self.change(|now| *now = glide.to);
        }
        self.playing.set(playing);
        if was_playing && !playing {
            self.spec.update_untracked(|spec| spec.round(Key::Position));
            self.refresh();
        }
        self.stages.with_value(Stages::wake_ticker);
    }

    /// Runs `painter` in every frame in which the spec has changed, as long as its task exists.
    pub fn add_painter(self, painter: Sleeper) {
        self.stages
            .update_value(|stages| stages.painters.push(painter));
    }

    /// Counts the figures on screen. The clock pauses while there are none.
    pub fn set_in_sight(self, is_in_sight: bool) {
        self.stages.update_value(|stages| {
            stages.n_in_sight = match is_in_sight {
                true => stages.n_in_sight + 1,
                false => stages.n_in_sight.saturating_sub(1),
            };
            stages.wake_ticker();
        });
    }

    /// Updates the texts at once, and has the figures painted before the browser shows the texts.
    fn paint(self) {
        self.spec.notify();
        self.stages
            .update_value(|stages| stages.painters.retain(Sleeper::wake));
    }

    fn announce(self) {
        self.announced.update(|announced| *announced = !*announced);
    }

    fn tick(self, elapsed_secs: f64) -> Next {
        let n_in_sight = self.stages.with_value(|stages| stages.n_in_sight);
        if !self.playing.get_untracked() || n_in_sight == 0 {
            return Next::Rest;
        }
        self.spec
            .update_untracked(|spec| spec.advance(elapsed_secs * spec.speed()));
        self.paint();
        let is_due = self.stages.try_update_value(|stages| {
            stages.since_announced += elapsed_secs;
            let is_due = stages.since_announced * ANNOUNCED_PER_SEC >= 1.0;
            if is_due {
                stages.since_announced = 0.0;
            }
            is_due
        });
        if is_due == Some(true) {
            self.announce();
        }
        Next::Frame
    }
}

impl Stages {
    fn wake_ticker(&self) {
        if let Some(ticker) = &self.ticker {
            ticker.wake();
        }
    }
}
