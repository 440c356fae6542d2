//! Signals and observers for what the browser reports about its user, its window and its elements.

use super::erased::{on, watch};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, Event, EventTarget, IntersectionObserver, IntersectionObserverEntry,
    IntersectionObserverInit, MutationObserver, MutationObserverInit, ResizeObserver,
    ResizeObserverEntry,
};

/// Returns a signal that is true while the media query `query` holds.
#[must_use]
pub fn media(query: &str) -> Signal<bool> {
    let list = window().match_media(query).ok().flatten();
    let holds = RwSignal::new(list.as_ref().is_some_and(web_sys::MediaQueryList::matches));
    if let Some(list) = list {
        let target = list.clone().unchecked_into();
        let listener = Listener::new(target, "change", move || holds.set(list.matches()));
        StoredValue::new_local(listener);
    }
    holds.into()
}

/// Returns a signal with the number of device pixels per CSS pixel, which changes with the zoom of the
/// browser and when a window moves to another screen.
#[must_use]
pub fn device_scale() -> Signal<f64> {
    let now = || window().device_pixel_ratio();
    let scale = RwSignal::new(now());
    watch(move || {
        // A media query can only compare, so each scale has its own one.
        let query = format!("(resolution: {}dppx)", scale.get());
        let list = window().match_media(&query).ok().flatten();
        let change = move || scale.set(now());
        StoredValue::new_local(list.map(|list| Listener::new(list.into(), "change", change)));
    });
    scale.into()
}

/// An event listener that is removed when it is dropped.
pub struct Listener {
    target: EventTarget,
    event: &'static str,
    callback: Closure<dyn FnMut(Event)>,
}

impl Listener {
    /// Calls `callback` whenever `event` happens to `target` or to something inside it.
    pub fn new(
        target: EventTarget,
        event: &'static str,
        mut callback: impl FnMut() + 'static,
    ) -> Self {
        Self::with_event(target, event, on(move |_| callback()))
    }

    /// Calls `callback` with each `event` that happens to `target` or to something inside it, before it gets there.
    pub fn with_event(
        target: EventTarget,
        event: &'static str,
        callback: Box<dyn FnMut(Event)>,
    ) -> Self {
        let callback = Closure::wrap(callback);
        let function = callback.as_ref().unchecked_ref();
        // Some events reach the elements around their target only while they are captured. Browsers refuse a
        // listener only if the callback is not a function.
        let _ = target.add_event_listener_with_callback_and_bool(event, function, true);
        Self {
            target,
            event,
            callback,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.callback.as_ref().unchecked_ref();
        // The listener was added above, so removing it cannot fail.
        let _ = self
            .target
            .remove_event_listener_with_callback_and_bool(self.event, callback, true);
    }
}

/// Reports width and height of an element, in CSS pixels, until it is dropped.
pub struct SizeObserver {
    observer: ResizeObserver,
    _callback: Closure<dyn FnMut(js_sys::Array)>,
}

impl SizeObserver {
    /// Calls `report` with width and height of `element`, now and at every change. Returns `None` if the
    /// browser refuses.
    pub fn new(element: &Element, report: impl Fn((f32, f32)) + 'static) -> Option<Self> {
        let callback: Closure<dyn FnMut(js_sys::Array)> =
            Closure::new(move |entries: js_sys::Array| {
                let entry: ResizeObserverEntry = entries.at(-1).unchecked_into();
                let size = entry.content_rect();
                report((size.width() as f32, size.height() as f32));
            });
        let observer = ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Elements, and whether each is in a part of the window.
pub type Sights = Vec<(Element, bool)>;

/// Reports whether elements are in a part of the window until it is dropped.
pub struct SightObserver {
    observer: IntersectionObserver,
    _callback: Closure<dyn FnMut(js_sys::Array)>,
}

impl SightObserver {
    /// Calls `report` with all of `elements` now, and with those that change at every change. The part of the window is the
    /// window with `margin`, as CSS writes it. Returns `None` if the browser refuses.
    pub fn new(elements: &[Element], margin: &str, report: Box<dyn Fn(Sights)>) -> Option<Self> {
        let callback: Closure<dyn FnMut(js_sys::Array)> =
            Closure::new(move |entries: js_sys::Array| {
                let sights = entries.iter().map(|entry| {
                    let entry: IntersectionObserverEntry = entry.unchecked_into();
                    (entry.target(), entry.is_intersecting())
                });
                report(sights.collect());
            });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(margin);
        let callback_fn = callback.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(callback_fn, &options).ok()?;
        elements
            .iter()
            .for_each(|element| observer.observe(element));
        Some(Self {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for SightObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Reports changes of one attribute of an element until it is dropped.
pub struct AttributeObserver {
    observer: MutationObserver,
    _callback: Closure<dyn FnMut()>,
}

impl AttributeObserver {
    /// Calls `report` at every change of `attribute`. Returns `None` if the browser refuses.
    pub fn new(element: &Element, attribute: &str, report: impl FnMut() + 'static) -> Option<Self> {
        let callback: Closure<dyn FnMut()> = Closure::new(report);
        let observer = MutationObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        let options = MutationObserverInit::new();
        options.set_attribute_filter(&js_sys::Array::of1(&attribute.into()));
        observer.observe_with_options(element, &options).ok()?;
        Some(Self {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for AttributeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
