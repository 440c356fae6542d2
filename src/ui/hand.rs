//! The reactions of a figure to pointers, fingers, wheels and keys.

use leptos::ev::{KeyboardEvent, PointerEvent, TouchEvent, WheelEvent};
use leptos::prelude::*;

use super::coast::Flick;
use super::glide::Pace;
use super::lift::Pulse;
use super::stage::{Cursor, Grabbed, StageHandle};
use phasor_draw::Point;
use phasor_figures::{Grab, Handle, Key, is_under};

/// After a finger has rested for this many milliseconds it drags in any direction. Until then, moving it up
/// or down scrolls the page.
const HELD_MILLIS: f64 = 250.0;

/// A handle of at most this many CSS pixels each way is dragged at once, because nobody scrolls by it.
const KNOB: f32 = 64.0;

/// A pointer that moves less than this many CSS pixels does not begin a drag.
const STEADY: f32 = 4.0;

impl StageHandle {
    pub(super) fn press(self, event: &PointerEvent) {
        let point = place(event);
        Pulse::end();
        self.drop_grabbed();
        let held = self.stage.try_update_value(|stage| {
            stage
                .fingers
                .retain(|(finger, _)| *finger != event.pointer_id());
            stage.fingers.push((event.pointer_id(), point));
            let is_single = stage.fingers.len() == 1 && event.button() == 0;
            stage.is_finger = is_finger(event);
            stage.handle_under(point).copied().filter(|_| is_single)
        });
        // On a figure without controls a tap starts and stops the clock, so only a drag moves something.
        let is_player = is_player(event);
        self.stage
            .update_value(|stage| stage.tapped = is_player.then_some(point));
        let Some(handle) = held.flatten() else { return };
        if handle.grab.is_dragged() {
            // This fails only if the pointer is already gone.
            let target: web_sys::Element = event_target(event);
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        let before = self.page.spec().get_untracked();
        // What rests is not held before a drag begins, so that a press alone rounds nothing.
        let is_held = !is_player && !handle.grab.may_click() && self.page.is_moving();
        if is_held {
            self.take_hold(handle.grab);
        }
        // This is read after the clock has stopped, because stopping rounds the position.
        let spec = self.page.spec().get_untracked();
        let position = spec.position();
        if handle.grab != Grab::View && !is_player {
            let pressed = phasor_figures::drag(&handle, &spec, point, point);
            // What a finger holds follows it at once; what it has only chosen comes like any other change.
            match handle.grab.is_dragged() {
                true => self.page.edit(|now| *now = pressed),
                false => self.page.glide(Pace::Brisk, |now| *now = pressed),
            }
        }
        self.stage.update_value(|stage| {
            stage.grabbed = Some(Grabbed {
                handle,
                spec,
                before,
                from: point,
                since: event.time_stamp(),
                is_moved: false,
                is_holding: handle.grab.coasts() && is_held,
                flick: Flick::new(position, event.time_stamp()),
            });
        });
        self.point_out(Some(point));
    }

    /// Stops what the clock does to the dragged thing.
    fn take_hold(self, grab: Grab) {
        match grab.coasts() {
            true => self.page.hold(),
            false => self.page.set_playing(false),
        }
    }

    pub(super) fn track(self, event: &PointerEvent) {
        let point = place(event);
        if self.pinch(event.pointer_id(), point) {
            return;
        }
        if let Some(grab) = self.begins(point) {
            self.take_hold(grab);
            // Stopping may round the position, from which the drag goes on.
            let spec = self.page.spec().get_untracked();
            self.stage.update_value(|stage| {
                if let Some(grabbed) = &mut stage.grabbed {
                    grabbed.spec = spec;
                    grabbed.is_holding = grab.coasts();
                }
            });
        }
        let moved = self.stage.try_update_value(|stage| {
            stage.is_finger = is_finger(event);
            let grabbed = stage.grabbed.as_mut()?;
            let wanted = grabbed.handle.grab.is_dragged() && grabbed.is_moved;
            wanted.then(|| grabbed.follow(point, event.time_stamp()))
        });
        if let Some(Some(spec)) = moved {
            self.page.edit(|now| *now = spec);
        }
        self.look(Some(point));
    }

    /// Returns what was pressed, if the press becomes a drag now and nothing has stopped the clock yet.
    fn begins(self, point: Point) -> Option<Grab> {
        let begins = self.stage.try_update_value(|stage| {
            if stage
                .tapped
                .is_some_and(|from| from.distance(point) >= STEADY)
            {
                stage.tapped = None;
            }
            let grabbed = stage.grabbed.as_mut().filter(|grabbed| !grabbed.is_moved)?;
            grabbed.is_moved = grabbed.from.distance(point) >= STEADY;
            if !grabbed.is_moved || !grabbed.handle.grab.is_dragged() {
                return None;
            }
            let pressed = grabbed.handle.grab;
            grabbed.handle.grab = pressed.begun(point - grabbed.from);
            (!grabbed.is_holding).then_some(pressed)
        });
        begins.flatten()
    }

    /// Magnifies about the middle between two fingers. Returns whether there are two fingers.
    fn pinch(self, finger: i32, point: Point) -> bool {
        let Some(Some((before, after, middle, panel))) = self.stage.try_update_value(|stage| {
            let is_moved = |held: &&mut (i32, Point)| held.0 == finger;
            let [first, second] = stage.fingers.as_mut_slice() else {
                return None;
            };
            let before = first.1.distance(second.1).max(1.0);
            let held = [&mut *first, &mut *second].into_iter().find(is_moved)?;
            held.1 = point;
            let middle = first.1.midpoint(second.1);
            let panel = stage.figure.drawing().panels().first().copied()?;
            Some((before, first.1.distance(second.1).max(1.0), middle, panel))
        }) else {
            return false;
        };
        self.magnify(f64::from(after / before), middle, panel.rect);
        true
    }

    fn magnify(self, factor: f64, about: Point, rect: phasor_draw::Rect) {
        if !self.name.is_zoomed() {
            return;
        }
        let row = f64::from((about.y - rect.y) / rect.height).clamp(0.0, 1.0);
        let column = f64::from((about.x - rect.x) / rect.width).clamp(0.0, 1.0);
        self.page.edit(|spec| {
            let zoom = spec.zoom() * factor;
            phasor_figures::zoom_about(spec, zoom, (row, column));
        });
    }

    /// Says where the pointer is.
    fn look(self, point: Option<Point>) {
        self.stage.update_value(|stage| stage.looked = point);
        self.point_out(point);
        self.say();
    }

    /// Shows by the cursor, and by a grown bubble, what a press does at `point`.
    fn point_out(self, point: Option<Point>) {
        let spec = self.page.spec();
        let holds = |handle: &Handle| {
            let at = |point| spec.with_untracked(|spec| is_under(handle, spec, point));
            is_knob(handle) || point.is_some_and(at)
        };
        let (cursor, is_lifted) = self.stage.with_value(|stage| {
            let handle = point.and_then(|point| stage.handle_under(point));
            let cursor = match (&stage.grabbed, handle) {
                (Some(grabbed), _) if grabbed.is_holding || grabbed.handle.grab.is_dragged() => {
                    Cursor::Grabbing
                }
                (_, Some(handle)) if !handle.grab.is_dragged() => Cursor::Choose,
                (_, Some(handle)) if holds(handle) => Cursor::Grab,
                (_, Some(_)) => Cursor::Cross,
                (_, None) => Cursor::Plain,
            };
            (cursor, stage.lifted == stage.lifted())
        });
        if !is_lifted {
            self.repaint();
        }
        if self.cursor().get_untracked() != cursor {
            self.cursor().set(cursor);
        }
    }

    /// A mouse that leaves points at nothing. A finger that is lifted has pointed, so its place stays described.
    pub(super) fn leave(self, event: &PointerEvent) {
        if !is_finger(event) {
            self.look(None);
        }
    }

    /// Keeps the page from scrolling while a finger drags something.
    pub(super) fn keep(self, event: &TouchEvent) {
        let is_held = self.stage.with_value(|stage| {
            stage
                .grabbed
                .as_ref()
                .is_some_and(|Grabbed { handle, since, .. }| {
                    handle.grab.is_dragged()
                        && (is_knob(handle) || event.time_stamp() - since >= HELD_MILLIS)
                })
        });
        if is_held {
            event.prevent_default();
        }
    }

    /// The browser took the pointer to scroll the page, so the reader did not mean to change anything.
    pub(super) fn cancel(self, event: &PointerEvent) {
        let grabbed = self.stage.try_update_value(|stage| stage.grabbed.take());
        if let Some(Some(Grabbed {
            before, is_holding, ..
        })) = grabbed
        {
            self.page.edit(|now| *now = before);
            if is_holding {
                self.page.let_go(0.0);
            }
        }
        self.look(None);
        self.release(event);
    }

    /// Lets go when the figure is taken off the page.
    pub(super) fn drop_grabbed(self) {
        let grabbed = self.stage.try_update_value(|stage| stage.grabbed.take());
        if grabbed.flatten().is_some_and(|grabbed| grabbed.is_holding) {
            self.page.let_go(0.0);
        }
    }

    pub(super) fn release(self, event: &PointerEvent) {
        let tapped = self.stage.try_update_value(|stage| stage.tapped.take());
        if tapped.flatten().is_some() {
            self.stage.update_value(|stage| stage.grabbed = None);
            // When a finger begins to scroll the page, the figure gets `pointercancel` instead.
            if event.type_() == "pointerup" {
                self.page.set_playing(!self.page.playing().get_untracked());
            }
        }
        let ended = self.stage.try_update_value(|stage| {
            stage
                .fingers
                .retain(|(finger, _)| *finger != event.pointer_id());
            stage.grabbed.take()
        });
        let ended = ended.flatten();
        if let Some(grabbed) = ended.as_ref().filter(|grabbed| grabbed.is_holding) {
            self.page.let_go(grabbed.flick.end(event.time_stamp()));
        }
        let rounded = ended.as_ref().filter(|grabbed| grabbed.is_moved);
        if let Some(key) = rounded.and_then(|grabbed| grabbed.handle.grab.rounded()) {
            self.page.glide(Pace::Brisk, |spec| spec.round(key));
        }
        self.point_out(Some(place(event)));
        let clicked = ended.filter(|grabbed| !grabbed.is_moved);
        // A press on a magnified heatmap may become a pan; only when it ends without one it is a click.
        if let Some(Grabbed {
            mut handle,
            spec,
            from,
            ..
        }) = clicked
            && handle.grab == Grab::View
        {
            handle.grab = Grab::Cell;
            self.page
                .edit(|now| *now = phasor_figures::drag(&handle, &spec, from, from));
        }
    }

    pub(super) fn wheel(self, event: &WheelEvent) {
        // The wheel alone scrolls the page. With Ctrl it magnifies; a pinch on a touchpad also reports Ctrl.
        if !self.name.is_zoomed() || !event.ctrl_key() {
            return;
        }
        let panel = self.with_figure(|figure| figure.drawing().panels().first().copied());
        if let Some(Some(panel)) = panel {
            event.prevent_default();
            let about = Point::new(event.offset_x() as f32, event.offset_y() as f32);
            let factor = (-event.delta_y() * 0.004).clamp(-1.0, 1.0).exp2();
            self.magnify(factor, about, panel.rect);
        }
    }

    pub(super) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        Pulse::end();
        let far = if event.shift_key() { 10.0 } else { 1.0 };
        let arrow = |right: f64, down: f64| {
            self.page
                .edit(|spec| self.name.arrow(spec, right * far, down * far));
        };
        let zoom = |factor: f64| {
            self.page
                .edit(|spec| phasor_figures::slide(spec, Key::Zoom, spec.zoom() * factor));
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

/// Returns whether the figure plays automatically and has no controls.
fn is_player(event: &PointerEvent) -> bool {
    let target: web_sys::Element = event_target(event);
    matches!(target.closest("[data-plays]"), Ok(Some(_)))
}

fn is_finger(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// Returns whether a handle is small enough to be nothing else.
fn is_knob(handle: &Handle) -> bool {
    handle.rect.width.max(handle.rect.height) <= KNOB && !handle.grab.may_click()
}

fn place(event: &PointerEvent) -> Point {
    Point::new(event.offset_x() as f32, event.offset_y() as f32)
}
