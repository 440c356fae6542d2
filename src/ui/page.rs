//! The state that figures share: the spec, and whether the clock plays.

use std::time::Duration;

use leptos::prelude::*;

use super::clock::{FrameTask, Next, Sleeper};
use super::coast::Coast;
use super::delay::Delay;
use super::erased::watch;
use super::glide::{Glide, Pace};
use super::media::media;
use phasor_figures::{Key, Spec};

/// The shared state. A change by the reader's hand goes through [`edit`](Self::edit), any other through
/// [`glide`](Self::glide): controls, texts and addresses have the new state at once, and the pictures glide to it.
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
    /// Whether a script has requested a race that has not been started yet.
    has_race_request: RwSignal<bool>,
    /// Flips when the spec changes, but at most ten times a second while playing.
    announced: RwSignal<bool>,
    announced_read: Signal<bool>,
    /// Flips when the spec has come to rest.
    rested: RwSignal<bool>,
    rested_read: Signal<bool>,
    /// Whether the reader is typing a value.
    typing: RwSignal<bool>,
    is_still: Signal<bool>,
    stages: StoredValue<Stages, LocalStorage>,
    /// The way of the pictures to the spec, if they do not show it yet.
    on_the_way: StoredValue<Option<Glide>, LocalStorage>,
    /// The number of changes so far that no picture can show gradually.
    n_cuts: StoredValue<u32>,
    /// What a model on the reader's device has answered last, as numbers for its figure.
    answer: StoredValue<Vec<f64>>,
}

/// The tasks that the clock runs, and their state.
#[derive(Default)]
struct Stages {
    ticker: Option<FrameTask>,
    glider: Option<FrameTask>,
    painters: Vec<Sleeper>,
    n_in_sight: usize,
    /// Whether a pointer holds something that the clock moves.
    is_held: bool,
    coast: Coast,
    /// While playing: seconds since `announced` last flipped.
    since_announced: f64,
}

/// What moves the position.
enum Movement {
    /// Nothing: a pointer holds it, or no figure is in sight.
    None,
    /// The clock, if it plays.
    Clock,
    /// The clock and a coast, by `way` tokens.
    Coast { way: f64, is_over: bool },
}

/// The most updates a second of everything except the pictures while playing. Tables and the
/// listeners of other people's pages would take too long for every frame.
const ANNOUNCED_PER_SEC: f64 = 10.0;

/// The time that the spec must stay the same to count as at rest.
const REST: Duration = Duration::from_millis(300);

/// The same while the reader types: half of a number is a state, but not one to come back to.
const TYPED_REST: Duration = Duration::from_millis(1500);

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
            has_race_request: flag(),
            announced,
            announced_read: announced.into(),
            rested,
            rested_read: rested.into(),
            typing: flag(),
            is_still: media("(prefers-reduced-motion: reduce)"),
            stages: StoredValue::new_local(Stages::default()),
            on_the_way: StoredValue::new_local(None),
            n_cuts: StoredValue::new(0),
            answer: StoredValue::new(Vec::new()),
        };
        let ticker = FrameTask::new(move |elapsed_secs| page.tick(elapsed_secs));
        let glider = FrameTask::new(move |elapsed_secs| page.glide_on(elapsed_secs));
        page.stages.update_value(|stages| {
            stages.ticker = Some(ticker);
            stages.glider = Some(glider);
        });
        watch(move || {
            if page.is_still.get() {
                page.set_playing(false);
            }
        });
        let rest = Delay::new(move || {
            page.rested.update(|rested| *rested = !*rested);
        });
        watch(move || {
            page.spec.track();
            page.typing.track();
            rest.restart(page.pause(REST));
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

    /// Notes whether the reader is typing a value.
    pub fn set_typing(self, typing: bool) {
        if self.typing.get_untracked() != typing {
            self.typing.set(typing);
        }
    }

    /// Returns how long nothing may change before a change counts as the last: `rest`, or longer while the reader types.
    #[must_use]
    pub fn pause(self, rest: Duration) -> Duration {
        match self.typing.get_untracked() {
            true => rest.max(TYPED_REST),
            false => rest,
        }
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

    /// Calls `with` with what the pictures show, which may still be on the way to the spec.
    pub fn with_drawn<T>(self, with: impl FnOnce(&Spec) -> T) -> T {
        self.on_the_way.with_value(|glide| match glide {
            Some(glide) => with(glide.now()),
            None => self.spec.with_untracked(with),
        })
    }

    /// Returns the number of changes so far that no picture can show gradually.
    #[must_use]
    pub fn n_cuts(self) -> u32 {
        self.n_cuts.get_value()
    }

    /// Changes the spec, notifies all watchers, and has the figures painted as they are now in the next frame.
    pub fn edit(self, change: impl FnOnce(&mut Spec)) {
        let was_on_the_way = self.end_glide();
        let before = self.spec.get_untracked();
        self.spec.update_untracked(change);
        if was_on_the_way || self.spec.with_untracked(|spec| *spec != before) {
            self.refresh();
        }
    }

    /// Changes the spec and notifies all watchers at once. The pictures follow at the speed `pace`, or at once if
    /// nobody sees them or the user asked for reduced motion.
    pub fn glide(self, pace: Pace, change: impl FnOnce(&mut Spec)) {
        let is_in_sight = self.stages.with_value(|stages| stages.n_in_sight > 0);
        if self.is_still.get_untracked() || !is_in_sight {
            return self.edit(change);
        }
        // A new glide starts where the pictures are.
        let from = self.with_drawn(Spec::clone);
        let before = self.spec.get_untracked();
        self.spec.update_untracked(change);
        if self.spec.with_untracked(|spec| *spec == before) {
            return;
        }
        if self.spec.with_untracked(|spec| before.jumps_to(spec)) {
            self.fade();
        }
        self.start_glide(from, pace);
        self.refresh();
    }

    /// Has the pictures fade into what they show next, or change at once if the user asked for reduced motion.
    pub(super) fn fade(self) {
        // The figure may be gone by now.
        if self.is_still.try_get_untracked() == Some(false) {
            let _ = self
                .n_cuts
                .try_update_value(|cuts| *cuts = cuts.wrapping_add(1));
        }
    }

    /// Has the pictures glide from `from` to the spec.
    fn start_glide(self, from: Spec, pace: Pace) {
        self.on_the_way.set_value(Some(Glide::new(from, pace)));
        self.stages.with_value(Stages::wake_glider);
    }

    /// Stops the clock and glides to `to`.
    pub fn glide_to(self, pace: Pace, to: Spec) {
        self.set_playing(false);
        self.glide(pace, |now| *now = to);
    }

    /// Has the pictures show the spec from now on, and returns whether they were on the way to it.
    fn end_glide(self) -> bool {
        let glide = self.on_the_way.try_update_value(Option::take);
        glide.flatten().is_some()
    }

    fn glide_on(self, elapsed_secs: f64) -> Next {
        let goes_on = self.on_the_way.try_update_value(|glide| {
            let glide = glide.as_mut()?;
            Some(
                self.spec
                    .with_untracked(|spec| glide.advance(spec, elapsed_secs)),
            )
        });
        let Some(Some(goes_on)) = goes_on else {
            return Next::Rest;
        };
        if !goes_on {
            self.end_glide();
        }
        self.wake_painters();
        if goes_on { Next::Frame } else { Next::Rest }
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
            .with_value(|home| self.glide(Pace::Brisk, |spec| spec.copy(home, keys)));
    }

    /// Keeps what a model on the reader's device has answered, so that saved files show it too.
    pub(super) fn set_answer(self, numbers: Vec<f64>) {
        // The figure may be gone by now.
        let _ = self.answer.try_update_value(|answer| *answer = numbers);
    }

    /// Returns what a model on the reader's device has answered last, as numbers; none if it has not.
    #[must_use]
    pub fn answer(self) -> Vec<f64> {
        self.answer.get_value()
    }

    /// Updates all figures and texts again for the same spec.
    pub fn refresh(self) {
        self.paint();
        self.announce();
    }

    /// Starts or stops the clock. When it stops, the position is rounded to a whole token.
    pub fn set_playing(self, playing: bool) {
        let playing = playing && !self.is_still.get_untracked();
        let coast = self
            .stages
            .try_update_value(|stages| std::mem::take(&mut stages.coast));
        let coasts = coast.is_some_and(|coast| !coast.is_over());
        let was_moving = self.playing.get_untracked() || coasts;
        self.playing.set(playing);
        if was_moving && !playing {
            self.settle_down();
        }
        self.stages.with_value(Stages::wake_ticker);
    }

    /// Requests a race, as its first button does.
    pub fn request_race(self) {
        self.has_race_request.set(true);
    }

    /// Returns whether there is a request for a race, which counts as answered then.
    pub fn take_race_request(self) -> bool {
        let is_requested = self.has_race_request.get();
        if is_requested {
            self.has_race_request.set(false);
        }
        is_requested
    }

    /// Returns whether the clock or a coast moves the position.
    pub fn is_moving(self) -> bool {
        let coasts = self.stages.with_value(|stages| !stages.coast.is_over());
        coasts || self.playing.get_untracked()
    }

    /// Stops the movement while a pointer holds what the clock moves. Nothing is rounded, so that nothing jumps.
    pub fn hold(self) {
        if self.end_glide() {
            self.wake_painters();
        }
        self.stages.update_value(|stages| {
            stages.is_held = true;
            stages.coast = Coast::default();
        });
    }

    /// Goes on after a [`hold`](Self::hold), at first with `tokens_per_sec`. The speed becomes that of the clock, or the
    /// position comes to rest at a whole token.
    pub fn let_go(self, tokens_per_sec: f64) {
        let is_still = self.is_still.get_untracked();
        let clock = self.spec.with_untracked(|spec| self.clock_speed(spec));
        self.stages.update_value(|stages| {
            stages.is_held = false;
            if !is_still {
                stages.coast = Coast::new(tokens_per_sec, clock);
            }
            stages.wake_ticker();
        });
        if is_still || (tokens_per_sec == 0.0 && clock == 0.0) {
            self.settle_down();
        }
    }

    /// Moves to the nearest whole token, or stays at it.
    fn settle_down(self) {
        if self.spec.with_untracked(Spec::position).fract() == 0.0 {
            // The last movement is not painted or announced yet.
            return self.refresh();
        }
        self.glide(Pace::Brisk, |spec| spec.round(Key::Position));
    }

    /// Returns how fast the clock moves the position now, in tokens per second.
    fn clock_speed(self, spec: &Spec) -> f64 {
        match self.playing.get_untracked() {
            true => spec.speed(),
            false => 0.0,
        }
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
        self.wake_painters();
    }

    fn wake_painters(self) {
        self.stages
            .update_value(|stages| stages.painters.retain(Sleeper::wake));
    }

    fn announce(self) {
        self.announced.update(|announced| *announced = !*announced);
    }

    /// Advances the position as the clock does. At the end of the page of positions, the pictures glide back to its
    /// start.
    fn advance(self, elapsed_secs: f64) {
        let before = self.spec.get_untracked();
        self.spec
            .update_untracked(|spec| spec.advance(elapsed_secs * spec.speed()));
        if self.spec.with_untracked(Spec::position) < before.position() {
            self.start_glide(before, Pace::Brisk);
        }
    }

    fn tick(self, elapsed_secs: f64) -> Next {
        let moves = self
            .stages
            .try_update_value(|stages| stages.movement(elapsed_secs));
        let is_playing = self.playing.get_untracked();
        match moves {
            Some(Movement::Coast { way, is_over }) => {
                self.spec.update_untracked(|spec| {
                    spec.travel(way + elapsed_secs * self.clock_speed(spec));
                });
                if is_over && !is_playing {
                    self.settle_down();
                    return Next::Rest;
                }
            }
            Some(Movement::Clock) if is_playing => self.advance(elapsed_secs),
            _ => return Next::Rest,
        }
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
    /// Returns what may move the position in a frame after this time.
    fn movement(&mut self, elapsed_secs: f64) -> Movement {
        if self.is_held || self.n_in_sight == 0 {
            return Movement::None;
        }
        if self.coast.is_over() {
            return Movement::Clock;
        }
        let way = self.coast.pass(elapsed_secs);
        let is_over = self.coast.is_over();
        Movement::Coast { way, is_over }
    }

    fn wake_glider(&self) {
        if let Some(glider) = &self.glider {
            glider.wake();
        }
    }

    fn wake_ticker(&self) {
        if let Some(ticker) = &self.ticker {
            ticker.wake();
        }
    }
}
