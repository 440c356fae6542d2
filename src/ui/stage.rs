//! The canvases of one figure, and what pointers, wheels and keys do to them.

use std::cell::RefCell;
use std::sync::Arc;

use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Page;
use super::clock::{Next, Task};
use super::erased::{flag, on, watch};
use super::media::{Listener, SightObserver, WidthObserver};
use super::painter::Painter;
use super::task::follow;
use crate::config::{Key, Spec, query};
use crate::figure::{self, Figure, FigureName, Grab, Handle, Point};
use crate::paint::{PenError, Theme};

/// A figure with its canvases and whatever holds it.
struct Stage {
    figure: Figure,
    theme: Arc<Theme>,
    painter: Option<Painter>,
    width: f32,
    grabbed: Option<Grabbed>,
    /// Where a press began that may become a tap on a figure that plays by itself.
    tapped: Option<Point>,
    fingers: Vec<(i32, Point)>,
}

/// What a pointer holds, and where and in which state it took hold.
struct Grabbed {
    handle: Handle,
    spec: Spec,
    from: Point,
    is_moved: bool,
}

/// A pointer that moved less than this many CSS pixels has not been moved on purpose.
const STEADY: f32 = 4.0;

/// A figure's state, shared by its parts.
#[derive(Clone, Copy)]
pub(super) struct StageHandle {
    page: Page,
    name: FigureName,
    theme: Signal<Arc<Theme>>,
    stage: StoredValue<Stage, LocalStorage>,
    /// Whether it is on screen, or about to be.
    in_sight: RwSignal<bool>,
    /// What is under the pointer, in words.
    probe: RwSignal<String>,
    /// Why the figure could not be drawn.
    trouble: RwSignal<String>,
}

impl StageHandle {
    /// The figure `name` in the colours of the theme around it.
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
                grabbed: None,
                tapped: None,
                fingers: Vec::new(),
            }),
            in_sight: RwSignal::new(false),
            probe: RwSignal::new(String::new()),
            trouble: RwSignal::new(String::new()),
        }
    }

    /// Lets `with` use the figure.
    pub(super) fn with_figure<T: Default>(self, with: impl FnOnce(&mut Figure) -> T) -> T {
        let result = self.stage.try_update_value(|stage| with(&mut stage.figure));
        result.unwrap_or_default()
    }

    /// Width of the column that the figure is drawn in, CSS pixels.
    pub(super) fn width(self) -> f32 {
        self.stage.with_value(|stage| stage.width)
    }

    /// The colours that it is painted in.
    pub(super) fn theme(self) -> Signal<Arc<Theme>> {
        self.theme
    }

    /// Whether the figure is on screen, or about to be.
    pub(super) fn in_sight(self) -> RwSignal<bool> {
        self.in_sight
    }

    pub(super) fn probe(self) -> RwSignal<String> {
        self.probe
    }

    pub(super) fn trouble(self) -> RwSignal<String> {
        self.trouble
    }

    /// What the figure shows, as a query, while it is seen and has work that takes too long for a
    /// frame.
    fn wanted_work(self) -> Option<String> {
        let is_seen = self.in_sight.get();
        self.page.spec().with(|spec| {
            let has_work = is_seen && self.with_figure(|figure| figure.has_work(spec));
            has_work
                .then(|| self.with_figure(|figure| query::format_some(spec, figure.work_keys())))
        })
    }

    /// Takes numbers that came back for what `query` showed.
    fn take_work(self, query: &str, numbers: &[f64]) {
        let spec = query::parse(query).0;
        self.with_figure(|figure| figure.adopt(&spec, numbers));
        self.page.refresh();
    }

    fn paint(self) {
        let spec = self.page.spec();
        let scale = window().device_pixel_ratio() as f32;
        let result = self.stage.try_update_value(|stage| {
            // Out of sight only the height matters, and that for a new width.
            let is_laid_out = stage.figure.drawing().size().0 == stage.width;
            if stage.width == 0.0 || (is_laid_out && !self.in_sight.get_untracked()) {
                return Ok(());
            }
            let drawing = spec.with_untracked(|spec| stage.figure.draw(spec, stage.width));
            let Some(painter) = &mut stage.painter else {
                return Ok(());
            };
            painter.paint(drawing, &stage.theme, scale)
        });
        if let Some(Err(refused)) = result {
            self.trouble.set(refused.to_string());
        }
    }

    fn press(self, event: &PointerEvent) {
        let point = place(event);
        let held = self.stage.try_update_value(|stage| {
            stage
                .fingers
                .retain(|(finger, _)| *finger != event.pointer_id());
            stage.fingers.push((event.pointer_id(), point));
            stage.grabbed = None;
            let is_single = stage.fingers.len() == 1 && event.button() == 0;
            let handle = stage.figure.drawing().handle_at(point).copied();
            handle.filter(|_| is_single)
        });
        // Where it has no other button, a tap starts and stops the clock, and only a drag moves anything.
        let is_player = is_player(event);
        self.stage
            .update_value(|stage| stage.tapped = is_player.then_some(point));
        let Some(handle) = held.flatten() else { return };
        if handle.is_dragged() {
            // A pointer that is gone already has nothing to capture.
            let target: web_sys::Element = event_target(event);
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        if handle.is_dragged() && !is_player {
            self.page.set_playing(false);
        }
        // The clock stops at a whole token, so it has stopped before.
        let spec = self.page.spec().get_untracked();
        if handle.grab != Grab::View && !is_player {
            self.page
                .edit(|now| *now = handle.moved(&spec, point, point));
        }
        self.stage.update_value(|stage| {
            stage.grabbed = Some(Grabbed {
                handle,
                spec,
                from: point,
                is_moved: false,
            });
        });
    }

    fn track(self, event: &PointerEvent) {
        let point = place(event);
        if self.pinch(event.pointer_id(), point) {
            return;
        }
        if self.begins(point) {
            self.page.set_playing(false);
            let spec = self.page.spec().get_untracked();
            self.stage.update_value(|stage| {
                if let Some(grabbed) = &mut stage.grabbed {
                    grabbed.spec = spec;
                }
            });
        }
        let moved = self.stage.with_value(|stage| {
            let grabbed = stage.grabbed.as_ref()?;
            let wanted = grabbed.handle.is_dragged() && grabbed.is_moved;
            wanted.then(|| grabbed.handle.moved(&grabbed.spec, grabbed.from, point))
        });
        if let Some(spec) = moved {
            self.page.edit(|now| *now = spec);
        }
        self.look(point);
    }

    /// Whether a press becomes a drag now.
    fn begins(self, point: Point) -> bool {
        let begins = self.stage.try_update_value(|stage| {
            if stage
                .tapped
                .is_some_and(|from| apart(from, point) >= STEADY)
            {
                stage.tapped = None;
            }
            let grabbed = stage.grabbed.as_mut().filter(|grabbed| !grabbed.is_moved)?;
            grabbed.is_moved = apart(grabbed.from, point) >= STEADY;
            Some(grabbed.is_moved && grabbed.handle.is_dragged())
        });
        begins.flatten().unwrap_or_default()
    }

    /// Two fingers magnify about the middle between them; says whether they do.
    fn pinch(self, finger: i32, point: Point) -> bool {
        let Some(Some((before, after, middle, panel))) = self.stage.try_update_value(|stage| {
            let is_moved = |held: &&mut (i32, Point)| held.0 == finger;
            let [first, second] = stage.fingers.as_mut_slice() else {
                return None;
            };
            let before = apart(first.1, second.1).max(1.0);
            let held = [&mut *first, &mut *second].into_iter().find(is_moved)?;
            held.1 = point;
            let middle = Point::new(
                (first.1.x + second.1.x) / 2.0,
                (first.1.y + second.1.y) / 2.0,
            );
            let panel = stage.figure.drawing().panels().first().copied()?;
            Some((before, apart(first.1, second.1).max(1.0), middle, panel))
        }) else {
            return false;
        };
        self.magnify(f64::from(after / before), middle, panel.rect);
        true
    }

    fn magnify(self, factor: f64, about: Point, rect: figure::Rect) {
        if !self.name.is_zoomed() {
            return;
        }
        let row = f64::from((about.y - rect.y) / rect.height).clamp(0.0, 1.0);
        let column = f64::from((about.x - rect.x) / rect.width).clamp(0.0, 1.0);
        self.page.edit(|spec| {
            let zoom = spec.zoom() * factor;
            figure::zoom_about(spec, zoom, (row, column));
        });
    }

    fn look(self, point: Point) {
        let spec = self.page.spec();
        let text = self.with_figure(|figure| spec.with_untracked(|spec| figure.probe(spec, point)));
        let text = text.unwrap_or_default();
        if self.probe.with_untracked(|now| *now != text) {
            self.probe.set(text);
        }
    }

    fn release(self, event: &PointerEvent) {
        let tapped = self.stage.try_update_value(|stage| stage.tapped.take());
        if tapped.flatten().is_some() {
            self.stage.update_value(|stage| stage.grabbed = None);
            // A finger that scrolls the page is taken away from the figure.
            if event.type_() == "pointerup" {
                self.page.set_playing(!self.page.playing().get_untracked());
            }
        }
        let clicked = self.stage.try_update_value(|stage| {
            stage
                .fingers
                .retain(|(finger, _)| *finger != event.pointer_id());
            stage.grabbed.take().filter(|grabbed| !grabbed.is_moved)
        });
        // A press on a magnified heatmap may become a pan; only now it is a click.
        if let Some(Some(Grabbed {
            mut handle,
            spec,
            from,
            ..
        })) = clicked
            && handle.grab == Grab::View
        {
            handle.grab = Grab::Cell;
            self.page.edit(|now| *now = handle.moved(&spec, from, from));
        }
    }

    fn wheel(self, event: &WheelEvent) {
        // The wheel alone scrolls the page; with the zoom key, and from a pinch on a pad, it
        // magnifies.
        if !self.name.is_zoomed() || !event.ctrl_key() {
            return;
        }
        let panel = self.with_figure(|figure| figure.drawing().panels().first().copied());
        if let Some(panel) = panel {
            event.prevent_default();
            let about = Point::new(event.offset_x() as f32, event.offset_y() as f32);
            let factor = (-event.delta_y() * 0.004).clamp(-1.0, 1.0).exp2();
            self.magnify(factor, about, panel.rect);
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let far = if event.shift_key() { 10.0 } else { 1.0 };
        let arrow = |right: f64, down: f64| {
            self.page
                .edit(|spec| self.name.arrow(spec, right * far, down * far));
        };
        let zoom = |factor: f64| {
            self.page
                .edit(|spec| figure::slide(spec, Key::Zoom, spec.zoom() * factor));
        };
        let is_zoomed = self.name.is_zoomed();
        match event.key().as_str() {
            "ArrowRight" => arrow(1.0, 0.0),
            "ArrowLeft" => arrow(-1.0, 0.0),
            "ArrowDown" => arrow(0.0, 1.0),
            "ArrowUp" => arrow(0.0, -1.0),
            " " if self.name.clock().is_some() => {
                self.page.set_playing(!self.page.playing().get_untracked());
            }
            "+" | "=" if is_zoomed => zoom(2.0),
            "-" if is_zoomed => zoom(0.5),
            "0" if is_zoomed => zoom(0.0),
            _ => return,
        }
        event.prevent_default();
    }
}

thread_local! {
    /// The stage that is being painted.
    static PAINTED: RefCell<Option<web_sys::HtmlDivElement>> = const { RefCell::new(None) };
}

/// The stage of the figure that is being painted; after a fault, the one that was.
#[wasm_bindgen]
#[must_use]
pub fn painted() -> Option<web_sys::HtmlDivElement> {
    PAINTED.take()
}

/// How far two points are from each other.
fn apart(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Whether the figure is one that plays by itself and has no controls.
fn is_player(event: &PointerEvent) -> bool {
    let target: web_sys::Element = event_target(event);
    matches!(target.closest("[data-plays]"), Ok(Some(_)))
}

fn place(event: &PointerEvent) -> Point {
    Point::new(event.offset_x() as f32, event.offset_y() as f32)
}

/// The canvases, kept painted while they are on screen.
#[component]
pub(super) fn StageView(stage: StageHandle) -> impl IntoView {
    let page = stage.page;
    let element = NodeRef::<html::Div>::new();
    let task = Task::new(move |_| {
        PAINTED.set(element.get_untracked());
        stage.paint();
        PAINTED.set(None);
        Next::Rest
    });
    page.add_painter(task.sleeper());
    let woken = task.clone();
    watch(move || {
        let theme = stage.theme.get();
        stage.stage.update_value(|stage| stage.theme = theme);
        woken.wake();
    });
    on_cleanup(move || {
        if stage.in_sight.try_get_untracked() == Some(true) {
            page.set_in_sight(false);
        }
    });
    watch(move || {
        if let Some(element) = element.get()
            && let Err(refused) = hold(stage, &task, &element)
        {
            stage.trouble.set(refused.to_string());
        }
    });
    let is_magnified = flag(move || page.spec().with(|spec| spec.zoom() > 1.0));
    view! {
        <div
            class="stage"
            part="canvas"
            class:magnified=is_magnified
            node_ref=element
            tabindex="0"
            role="application"
            aria-roledescription="figure"
            aria-label=stage.name.title()
            aria-describedby=format!("{}-reading {0}-keys", stage.name.name())
            on:pointerdown=on(move |event| stage.press(&event))
            on:pointermove=on(move |event| stage.track(&event))
            on:pointerup=on(move |event| stage.release(&event))
            on:pointercancel=on(move |event| stage.release(&event))
            on:wheel=on(move |event| stage.wheel(&event))
            on:keydown=on(move |event| stage.key(&event))
        ></div>
    }
}

/// Ties the stage to its elements: width, sight, fonts.
fn hold(stage: StageHandle, task: &Task, element: &web_sys::Element) -> Result<(), PenError> {
    let painter = Painter::new(element.clone())?;
    follow(
        element.clone(),
        stage.name,
        move || stage.wanted_work(),
        move |query, numbers| stage.take_work(query, numbers),
    );
    stage
        .stage
        .update_value(|stage| stage.painter = Some(painter));
    let woken = task.clone();
    let width = WidthObserver::new(element, move |width| {
        stage
            .stage
            .update_value(|stage| stage.width = width.floor());
        woken.wake();
    });
    let woken = task.clone();
    let sight = SightObserver::new(element, move |is_in_sight| {
        if stage.in_sight.get_untracked() != is_in_sight {
            stage.in_sight.set(is_in_sight);
            stage.page.set_in_sight(is_in_sight);
        }
        woken.wake();
    });
    // Text that was painted before its font arrived is painted again.
    let woken = task.clone();
    let fonts = Listener::new(document().fonts().into(), "loadingdone", move || {
        stage.stage.update_value(|stage| {
            if let Some(painter) = &mut stage.painter {
                painter.forget();
            }
        });
        woken.wake();
    });
    StoredValue::new_local((width, sight, fonts));
    Ok(())
}
