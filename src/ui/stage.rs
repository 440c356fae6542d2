//! The state of one figure on the page: its painter, and the pointers on it.

use std::sync::Arc;

use leptos::prelude::*;

use super::Page;
use super::coast::Flick;
use super::painter::Painter;
use phasor_draw::{Point, Theme};
use phasor_figures::{Figure, FigureName, Handle, Spec, query};

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
}

/// The handle that a pointer holds, and the point and state in which it took hold.
pub(super) struct Grabbed {
    pub(super) handle: Handle,
    pub(super) spec: Spec,
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
            }),
            in_sight: RwSignal::new(false),
            cursor: RwSignal::new(Cursor::Plain),
            probe: RwSignal::new(String::new()),
            trouble: RwSignal::new(String::new()),
        }
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

    /// Takes the numbers that a worker computed for `query`.
    pub(super) fn take_work(self, query: &str, numbers: &[f64]) {
        let spec = query::parse(query).0;
        self.with_figure(|figure| figure.adopt(&spec, numbers));
        self.page.refresh();
    }

    /// Paints the figure if it is in sight, and returns whether it did. Out of sight only the height matters, and it
    /// changes only with the width.
    pub(super) fn paint(self) -> bool {
        let is_due = self.stage.try_with_value(|stage| {
            let is_laid_out = stage.figure.drawing().size().0 == stage.width;
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

    /// Paints the figure, which may be out of sight.
    pub(super) fn paint_anywhere(self) {
        let scale = window().device_pixel_ratio() as f32;
        let n_cuts = self.page.n_cuts();
        let result = self.stage.try_update_value(|stage| {
            if stage.width == 0.0 {
                return Ok(());
            }
            let drawing = self.with_drawn(&mut stage.figure, |figure, spec| {
                figure.draw(spec, stage.width)
            });
            let is_cut = std::mem::replace(&mut stage.n_cuts, n_cuts) != n_cuts;
            match &mut stage.painter {
                Some(painter) if is_cut => painter.crossfade(drawing, &stage.theme, scale),
                Some(painter) => painter.paint(drawing, &stage.theme, scale),
                None => Ok(()),
            }
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
