//! The state of one figure on the page: its painter, and the pointers on it.

use std::sync::Arc;

use leptos::prelude::*;

use super::Page;
use super::Side;
use super::clock::Sleeper;
use super::coast::Flick;
use super::lift::{self, Pulse};
use super::painter::Painter;
use phasor_draw::{PenError, Point, Room, Theme};
use phasor_figures::handle::FINGER;
use phasor_figures::{Figure, FigureName, Grab, Handle, Spec, query};

/// A figure with its canvases and the pointers on them.
pub(super) struct Stage {
    pub(super) figure: Figure,
    pub(super) theme: Arc<Theme>,
    pub(super) painter: Option<Painter>,
    pub(super) width: f32,
    /// [`Page::n_cuts`] when the figure was painted last.
    n_cuts: u32,
    pub(super) grabbed: Option<Grabbed>,
    /// The start of a press that may become a tap on a figure that plays automatically.
    pub(super) tapped: Option<Point>,
    pub(super) fingers: Vec<(i32, Point)>,
    /// Where the pointer is, or where a finger was lifted.
    pub(super) looked: Option<Point>,
    /// Whether the pointer is a finger, which points at nothing before it presses.
    pub(super) is_finger: bool,
    /// What is painted above the picture.
    above: phasor_draw::Drawing,
    /// What is under the pointer in the last painting.
    pub(super) lifted: Option<Grab>,
    /// The query that the last numbers of a worker belong to.
    worked: String,
    /// Whether the figure is well in sight.
    pub(super) is_in_view: bool,
    /// The pulse of its handles.
    pulse: Option<Pulse>,
    /// What paints it.
    pub(super) task: Option<Sleeper>,
}

impl Stage {
    /// Returns what a press at `point` takes hold of. A finger also reaches a bubble beside it, unless it is on something
    /// to click.
    pub(super) fn handle_under(&self, point: Point) -> Option<&Handle> {
        let drawing = self.figure.drawing();
        let under = drawing.handle_at(point);
        let is_clicked = under.is_some_and(|handle| !handle.grab.is_dragged());
        match self.is_finger && !is_clicked {
            true => drawing.handle_within(point, FINGER / 2.0),
            false => under,
        }
    }

    /// Returns what can be dragged and is held by the pointer or under it.
    pub(super) fn lifted(&self) -> Option<Grab> {
        let pointed = || {
            let point = self.looked.filter(|_| !self.is_finger)?;
            self.figure.drawing().handle_at(point)
        };
        let held = self.grabbed.as_ref().map(|grabbed| &grabbed.handle);
        let grab = held.or_else(pointed)?.grab;
        grab.is_dragged().then_some(grab)
    }

    /// Paints the last drawing, and above it what is under the pointer. `is_cut` says that it fades in.
    fn paint(&mut self, is_cut: bool, scale: f32) -> Result<(), PenError> {
        self.lifted = self.lifted();
        let drawing = self.figure.drawing();
        lift::draw(drawing, self.lifted, self.pulse.as_ref(), &mut self.above);
        let Some(painter) = &mut self.painter else {
            return Ok(());
        };
        match is_cut {
            true => painter.crossfade(drawing, &self.theme, scale)?,
            false => painter.paint(drawing, &self.theme, scale)?,
        }
        painter.add(&self.above, &self.theme)
    }
}

/// The handle that a pointer holds, and the point and state in which it took hold.
pub(super) struct Grabbed {
    pub(super) handle: Handle,
    pub(super) spec: Spec,
    /// The state before the press.
    pub(super) before: Spec,
    pub(super) from: Point,
    /// The time of the press, in milliseconds of the page's clock.
    pub(super) since: f64,
    pub(super) is_moved: bool,
    /// Whether it holds the position until it is let go.
    pub(super) is_holding: bool,
    /// How fast the position moves with it.
    pub(super) flick: Flick,
}

impl Grabbed {
    /// Returns the spec after a drag to `point`.
    pub(super) fn follow(&mut self, point: Point, at_millis: f64) -> Spec {
        let spec = phasor_figures::drag(&self.handle, &self.spec, self.from, point);
        self.flick.note(spec.position(), at_millis);
        if self.handle.grab.is_followed() {
            self.from = point;
            self.spec = spec.clone();
        }
        spec
    }
}

/// The cursor over a figure, which says what a press does there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cursor {
    /// Nothing.
    Plain,
    /// It moves something there.
    Cross,
    /// It chooses something.
    Choose,
    /// It takes hold of something.
    Grab,
    /// Something is held.
    Grabbing,
}

impl Cursor {
    /// Returns the cursor as CSS writes it.
    pub(super) fn css(self) -> &'static str {
        match self {
            Self::Plain => "auto",
            Self::Cross => "crosshair",
            Self::Choose => "pointer",
            Self::Grab => "grab",
            Self::Grabbing => "grabbing",
        }
    }
}

/// A figure's state, shared by its parts.
#[derive(Clone, Copy)]
pub(super) struct StageHandle {
    pub(super) page: Page,
    pub(super) name: FigureName,
    pub(super) theme: Signal<Arc<Theme>>,
    pub(super) stage: StoredValue<Stage, LocalStorage>,
    /// Returns whether the figure is on screen, or about to be.
    pub(super) in_sight: RwSignal<bool>,
    cursor: RwSignal<Cursor>,
    is_pulsing: RwSignal<bool>,
    /// The height that the console has for the picture, if the figure is in one.
    room: Option<Signal<Option<f32>>>,
    /// What distinguishes it from the same figure in another state.
    side: Option<Side>,
    /// A description of what is under the pointer.
    probe: RwSignal<String>,
    /// Why the figure could not be drawn.
    pub(super) trouble: RwSignal<String>,
}

impl StageHandle {
    /// Creates the figure `name` in the colours of the theme around it.
    pub(super) fn new(page: Page, name: FigureName) -> Self {
        let theme: Signal<Arc<Theme>> = expect_context();
        Self {
            page,
            name,
            theme,
            stage: StoredValue::new_local(Stage {
                figure: Figure::new(name),
                theme: theme.get_untracked(),
                painter: None,
                width: 0.0,
                n_cuts: page.n_cuts(),
                grabbed: None,
                tapped: None,
                fingers: Vec::new(),
                looked: None,
                is_finger: false,
                above: phasor_draw::Drawing::default(),
                lifted: None,
                worked: String::new(),
                is_in_view: false,
                pulse: None,
                task: None,
            }),
            is_pulsing: RwSignal::new(false),
            room: None,
            side: None,
            in_sight: RwSignal::new(false),
            cursor: RwSignal::new(Cursor::Plain),
            probe: RwSignal::new(String::new()),
            trouble: RwSignal::new(String::new()),
        }
    }

    /// Returns the same figure in a console, which has this height for its picture. With a `side`, the console compares
    /// two states.
    pub(super) fn in_console(self, room: Signal<Option<f32>>, side: Option<Side>) -> Self {
        Self {
            room: Some(room),
            side,
            ..self
        }
    }

    /// Returns the prefix of the identifiers of this picture's texts.
    pub(super) fn scope(self) -> String {
        match self.side {
            Some(Side::B) => format!("{}-b", self.name.name()),
            _ => self.name.name().to_owned(),
        }
    }

    /// Returns the name of the picture for screen readers.
    pub(super) fn label(self) -> String {
        let title = self.name.title();
        self.side.map_or(title.to_owned(), |side| {
            format!("{title}, {}", side.letter())
        })
    }

    /// Returns whether the figure is in a console, whose bar has the controls that figures share.
    pub(super) fn is_in_console(self) -> bool {
        self.room.is_some()
    }

    /// Lets the current watcher run again when the room for the picture changes.
    pub(super) fn track_room(self) {
        if let Some(room) = self.room {
            room.track();
        }
    }

    fn wanted_height(self) -> Option<f32> {
        self.room.and_then(|room| room.get_untracked())
    }

    /// Calls `with` with the figure, unless the figure was taken off the page.
    pub(super) fn with_figure<T>(self, with: impl FnOnce(&mut Figure) -> T) -> Option<T> {
        self.stage.try_update_value(|stage| with(&mut stage.figure))
    }

    /// Returns the width of the figure's column, CSS pixels.
    pub(super) fn width(self) -> f32 {
        self.stage.with_value(|stage| stage.width)
    }

    /// Returns the colours of the figure.
    pub(super) fn theme(self) -> Signal<Arc<Theme>> {
        self.theme
    }

    /// Returns whether the figure is on screen, or about to be.
    pub(super) fn in_sight(self) -> RwSignal<bool> {
        self.in_sight
    }

    pub(super) fn cursor(self) -> RwSignal<Cursor> {
        self.cursor
    }

    /// Returns whether the handles pulse.
    pub(super) fn is_pulsing(self) -> RwSignal<bool> {
        self.is_pulsing
    }

    pub(super) fn probe(self) -> RwSignal<String> {
        self.probe
    }

    pub(super) fn trouble(self) -> RwSignal<String> {
        self.trouble
    }

    /// Returns whether the figure still has work that takes too long for a frame.
    pub(super) fn has_work(self) -> bool {
        let spec = self.page.spec();
        spec.with(|spec| self.with_figure(|figure| figure.has_work(spec)) == Some(true))
    }

    /// Returns what the figure shows, as a query, if it is in sight and has such work.
    pub(super) fn wanted_work(self) -> Option<String> {
        if !self.in_sight.get() || !self.has_work() {
            return None;
        }
        let spec = self.page.spec();
        spec.with(|spec| self.with_figure(|figure| query::format_some(spec, figure.work_keys())))
    }

    /// Takes the numbers that a worker computed for `query`. The first ones for another query make another picture, into
    /// which the last one fades.
    pub(super) fn take_work(self, query: &str, numbers: &[f64]) {
        let spec = query::parse(query).0;
        let is_new = self.stage.try_update_value(|stage| {
            stage.figure.adopt(&spec, numbers);
            let is_new = stage.worked != query;
            query.clone_into(&mut stage.worked);
            is_new
        });
        if is_new == Some(true) {
            self.page.fade();
        }
        self.page.refresh();
    }

    /// Paints the figure if it is in sight, and returns whether it did. Out of sight only the height matters, and it
    /// changes only with the room.
    pub(super) fn paint(self) -> bool {
        let is_due = self.stage.try_with_value(|stage| {
            let drawing = stage.figure.drawing();
            let is_laid_out =
                drawing.size().0 == stage.width && drawing.wanted_height() == self.wanted_height();
            !is_laid_out || self.in_sight.get_untracked()
        });
        let is_due = is_due == Some(true);
        if is_due {
            self.paint_anywhere();
        }
        // Something else may be under the pointer now.
        self.say();
        is_due
    }

    /// Begins the pulse of the handles if it is their turn, or lets it go on. Returns whether the next frame has to show
    /// another picture.
    pub(super) fn pulse(self, elapsed_secs: f64) -> bool {
        let is_still = self.page.is_still().get_untracked();
        let pulses = self.stage.try_update_value(|stage| {
            let was_on = stage.pulse.is_some();
            if !was_on && stage.is_in_view && !is_still && lift::has_handles(stage.figure.drawing())
            {
                stage.pulse = Pulse::begin();
            }
            let goes_on = stage
                .pulse
                .as_mut()
                .is_some_and(|pulse| pulse.advance(elapsed_secs));
            if !goes_on {
                stage.pulse = None;
            }
            (was_on || goes_on, goes_on)
        });
        let (is_due, is_on) = pulses.unwrap_or((false, false));
        if self.is_pulsing.get_untracked() != is_on {
            self.is_pulsing.set(is_on);
        }
        is_due
    }

    /// Has the figure painted again in the next frame.
    pub(super) fn repaint(self) {
        self.stage.with_value(|stage| {
            // Without the task, the figure is not on the page any more.
            let _ = stage.task.as_ref().is_some_and(Sleeper::wake);
        });
    }

    /// Paints the figure, which may be out of sight.
    pub(super) fn paint_anywhere(self) {
        let scale = window().device_pixel_ratio() as f32;
        let n_cuts = self.page.n_cuts();
        let result = self.stage.try_update_value(|stage| {
            if stage.width == 0.0 {
                return Ok(());
            }
            let room = Room {
                width: stage.width,
                height: self.wanted_height(),
            };
            self.with_drawn(&mut stage.figure, |figure, spec| {
                figure.draw(spec, room);
            });
            let is_cut = std::mem::replace(&mut stage.n_cuts, n_cuts) != n_cuts;
            stage.paint(is_cut, scale)
        });
        if let Some(Err(failure)) = result {
            self.trouble.set(failure.to_string());
        }
    }

    /// Frees the memory of the pictures, until the figure is painted again.
    pub(super) fn release_pictures(self) {
        self.stage.try_update_value(|stage| {
            if let Some(painter) = &mut stage.painter {
                painter.release();
            }
        });
    }

    /// Calls `with` with the figure and with what its picture shows. A picture that takes longer than a frame does
    /// not glide.
    fn with_drawn<'a, T>(
        self,
        figure: &'a mut Figure,
        with: impl FnOnce(&'a mut Figure, &Spec) -> T,
    ) -> T {
        match figure.work_keys().is_empty() {
            true => self.page.with_drawn(|spec| with(figure, spec)),
            false => self.page.spec().with_untracked(|spec| with(figure, spec)),
        }
    }

    /// Describes what is under the pointer.
    pub(super) fn say(self) {
        let point = self.stage.with_value(|stage| stage.looked);
        let text = point.and_then(|point| {
            self.with_figure(|figure| {
                self.with_drawn(figure, |figure, spec| figure.probe(spec, point))
            })?
        });
        // Where there is nothing to describe, the line below the picture is empty.
        let text = text.as_deref().unwrap_or("");
        if self.probe.with_untracked(|now| now != text) {
            self.probe.set(text.to_owned());
        }
    }
}
