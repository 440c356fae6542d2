//! What figures share: the spec, and the clock's play and pause.

use std::time::Duration;

use leptos::prelude::*;

use super::clock::{Next, Sleeper, Task};
use super::delay::Delay;
use super::erased::watch;
use super::media::media;
use crate::config::{Key, Spec};

/// The shared state. Every change goes through [`edit`](Self::edit).
///
/// What is only read is kept beside what is written, because every conversion makes a new signal,
/// which nobody takes away when it is made in a frame.
#[derive(Clone, Copy)]
pub struct Page {
    spec: RwSignal<Spec>,
    spec_read: Signal<Spec>,
    /// What a reader comes back to.
    home: StoredValue<Spec>,
    playing: RwSignal<bool>,
    playing_read: Signal<bool>,
    /// Changes its value with the spec, but seldom while playing.
    told: RwSignal<bool>,
    told_read: Signal<bool>,
    /// Changes its value whenever the spec has come to rest.
    rested: RwSignal<bool>,
    rested_read: Signal<bool>,
    is_still: Signal<bool>,
    stages: StoredValue<Stages, LocalStorage>,
}

/// Everything that runs by the clock.
#[derive(Default)]
struct Stages {
    ticker: Option<Task>,
    glider: Option<Task>,
    /// The way that is being gone.
    glide: Option<Glide>,
    painters: Vec<Sleeper>,
    n_in_sight: usize,
    /// Seconds since the rest of the page was last told while playing.
    since_told: f64,
}

/// The way from one state to another.
struct Glide {
    from: Spec,
    to: Spec,
    elapsed_secs: f64,
}

/// How long a glide takes, in seconds.
const GLIDE_SECS: f64 = 0.7;

/// While playing, what is not part of the picture is told so often a second at most: tables and the
/// listeners of other people's pages would cost every frame its time.
const TOLD_PER_SEC: f64 = 10.0;

/// How long the spec must not change to be at rest.
const REST: Duration = Duration::from_millis(300);

impl Page {
    /// A page that shows `home`, and comes back to it when it is reset.
    #[must_use]
    pub fn new(home: Spec) -> Self {
        let (spec, home) = (RwSignal::new(home.clone()), StoredValue::new(home));
        let flag = || RwSignal::new(false);
        let (playing, told, rested) = (flag(), flag(), flag());
        let page = Self {
            spec,
            spec_read: spec.into(),
            home,
            playing,
            playing_read: playing.into(),
            told,
            told_read: told.into(),
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

    /// The page around a component.
    #[must_use]
    pub fn here() -> Self {
        expect_context()
    }

    /// The spec. Its watchers are told in the frame in which the figures are painted, so that no text lags
    /// behind a picture.
    #[must_use]
    pub fn spec(self) -> Signal<Spec> {
        self.spec_read
    }

    /// Whether the clock moves the position on.
    #[must_use]
    pub fn playing(self) -> Signal<bool> {
        self.playing_read
    }

    /// Tells its watchers when the spec has changed, ten times a second at most while playing.
    #[must_use]
    pub fn told(self) -> Signal<bool> {
        self.told_read
    }

    /// Tells its watchers when the spec has not changed for a moment.
    #[must_use]
    pub fn rested(self) -> Signal<bool> {
        self.rested_read
    }

    /// Whether the user asked for no motion.
    #[must_use]
    pub fn is_still(self) -> Signal<bool> {
        self.is_still
    }

    /// Changes the spec, tells everyone, and has the figures painted in the next frame. A glide ends where it
    /// is, since whoever edits wants something else.
    pub fn edit(self, change: impl FnOnce(&mut Spec)) {
        self.stages.update_value(|stages| stages.glide = None);
        self.change(change);
    }

    fn change(self, change: impl FnOnce(&mut Spec)) {
        let before = self.spec.get_untracked();
        self.spec.update_untracked(change);
        if self.spec.with_untracked(|spec| *spec != before) {
            self.refresh();
        }
    }

    /// Stops the clock and goes to `to` in a moment, or at once for those who asked for no motion.
    pub fn glide(self, to: Spec) {
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

    /// Makes `change` part of what a reader comes back to, and shows it unless it is part of that already.
    pub fn settle(self, change: impl Fn(&mut Spec)) {
        let mut home = self.home.get_value();
        change(&mut home);
        if self.home.with_value(|before| *before != home) {
            self.home.set_value(home);
            self.edit(change);
        }
    }

    /// Stops the clock and brings `keys` back to where they were at first.
    pub fn reset(self, keys: &[Key]) {
        self.set_playing(false);
        self.home
            .with_value(|home| self.edit(|spec| spec.copy(home, keys)));
    }

    /// Has figures painted and texts told anew, for the same spec.
    pub fn refresh(self) {
        self.show();
        self.tell();
    }

    /// Starts or stops the clock; it starts where a glide was going, and stops at a whole token.
    pub fn set_playing(self, playing: bool) {
        let playing = playing && !self.is_still.get_untracked();
        let was_playing = self.playing.get_untracked();
        let glide = self.stages.try_update_value(|stages| stages.glide.take());
        if playing && let Some(Some(glide)) = glide {
            self.change(|now| *now = glide.to);
        }
        self.playing.set(playing);
        if was_playing && !playing {
            self.spec.update_untracked(|spec| spec.round(Key::Position));
            self.refresh();
        }
        self.stages.with_value(Stages::wake_ticker);
    }

    /// Has `painter` run in every frame in which the spec changed, as long as it is there.
    pub fn add_painter(self, painter: Sleeper) {
        self.stages
            .update_value(|stages| stages.painters.push(painter));
    }

    /// Counts the figures on screen; without any the clock stands still.
    pub fn set_in_sight(self, is_in_sight: bool) {
        self.stages.update_value(|stages| {
            stages.n_in_sight = match is_in_sight {
                true => stages.n_in_sight + 1,
                false => stages.n_in_sight.saturating_sub(1),
            };
            stages.wake_ticker();
        });
    }

    /// Has texts follow at once, and figures painted before anybody sees the texts.
    fn show(self) {
        self.spec.notify();
        self.stages
            .update_value(|stages| stages.painters.retain(Sleeper::wake));
    }

    fn tell(self) {
        self.told.update(|told| *told = !*told);
    }

    fn tick(self, elapsed_secs: f64) -> Next {
        let n_in_sight = self.stages.with_value(|stages| stages.n_in_sight);
        if !self.playing.get_untracked() || n_in_sight == 0 {
            return Next::Rest;
        }
        self.spec
            .update_untracked(|spec| spec.advance(elapsed_secs * spec.speed()));
        self.show();
        let is_due = self.stages.try_update_value(|stages| {
            stages.since_told += elapsed_secs;
            let is_due = stages.since_told * TOLD_PER_SEC >= 1.0;
            if is_due {
                stages.since_told = 0.0;
            }
            is_due
        });
        if is_due == Some(true) {
            self.tell();
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
